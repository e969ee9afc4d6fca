package org.jets.ets.durable;

import java.util.Collection;
import java.util.HexFormat;
import java.util.NavigableSet;
import java.util.TreeSet;

/** The names of the files of a log. */
final class LogNames {
  private static final String SEGMENT = "log-";
  private static final String SNAPSHOT = "snapshot-";
  private static final String TEMPORARY = ".tmp";
  private static final int DIGITS = 16;

  private LogNames() {}

  static String segment(long number) {
    return SEGMENT + HexFormat.of().toHexDigits(number);
  }

  static String snapshot(long number) {
    return SNAPSHOT + HexFormat.of().toHexDigits(number);
  }

  /** Returns the name of a file until it is complete. */
  static String temporary(String name) {
    return name + TEMPORARY;
  }

  static NavigableSet<Long> segments(Collection<String> names) {
    return numbers(names, SEGMENT);
  }

  static NavigableSet<Long> snapshots(Collection<String> names) {
    return numbers(names, SNAPSHOT);
  }

  /** Returns whether a name is that of a file that was not completed. */
  static boolean isTemporary(String name) {
    return name.endsWith(TEMPORARY) && (name.startsWith(SEGMENT) || name.startsWith(SNAPSHOT));
  }

  private static NavigableSet<Long> numbers(Collection<String> names, String prefix) {
    NavigableSet<Long> numbers = new TreeSet<>();
    for (String name : names) {
      if (name.length() == prefix.length() + DIGITS && name.startsWith(prefix)) {
        String digits = name.substring(prefix.length());
        if (digits.chars().allMatch(c -> HexFormat.isHexDigit(c) && !Character.isUpperCase(c))
            && digits.charAt(0) < '8') {
          numbers.add(HexFormat.fromHexDigitsToLong(digits));
        }
      }
    }
    return numbers;
  }
}
