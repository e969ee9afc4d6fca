package org.jets.ets.durable;

import java.util.Collection;
import java.util.HexFormat;
import java.util.NavigableSet;
import java.util.TreeSet;

/** The names of the files of a log. */
final class LogNames {
  private static final String SEGMENT = "log-";
  private static final String SNAPSHOT = "snapshot-";
  private static final String TAIL = "cut-";
  private static final String TEMPORARY = ".tmp";

  /** The file that stands for the removal of all others. */
  static final String DROPPED = "dropped";

  private static final int DIGITS = 16;

  private LogNames() {}

  static String segment(long number) {
    return SEGMENT + HexFormat.of().toHexDigits(number);
  }

  static String snapshot(long number) {
    return SNAPSHOT + HexFormat.of().toHexDigits(number);
  }

  /** Returns the name of the file that keeps the end that a segment has lost. */
  static String tail(long number) {
    return TAIL + HexFormat.of().toHexDigits(number);
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

  static NavigableSet<Long> tails(Collection<String> names) {
    return numbers(names, TAIL);
  }

  /** Returns whether a name is that of a file that was not completed. */
  static boolean isTemporary(String name) {
    return name.endsWith(TEMPORARY)
        && isComplete(name.substring(0, name.length() - TEMPORARY.length()));
  }

  /** Returns whether a log gives a file this name. */
  static boolean isOfLog(String name) {
    return isComplete(name) || isTemporary(name) || name.equals(DROPPED);
  }

  private static boolean isComplete(String name) {
    return isNumbered(name, SEGMENT) || isNumbered(name, SNAPSHOT) || isNumbered(name, TAIL);
  }

  private static boolean isNumbered(String name, String prefix) {
    if (name.length() != prefix.length() + DIGITS || !name.startsWith(prefix)) {
      return false;
    }
    String digits = name.substring(prefix.length());
    return digits.charAt(0) < '8'
        && digits.chars().allMatch(c -> HexFormat.isHexDigit(c) && !Character.isUpperCase(c));
  }

  private static NavigableSet<Long> numbers(Collection<String> names, String prefix) {
    NavigableSet<Long> numbers = new TreeSet<>();
    for (String name : names) {
      if (isNumbered(name, prefix)) {
        numbers.add(HexFormat.fromHexDigitsToLong(name.substring(prefix.length())));
      }
    }
    return numbers;
  }
}
