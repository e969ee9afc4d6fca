package org.jets.node;

import java.time.Duration;
import java.util.Objects;

/** Checks of values of options. Each throws an exception with the name of the value. */
final class OptionChecks {
  private OptionChecks() {}

  static Duration positive(Duration time) {
    Objects.requireNonNull(time, "time");
    if (time.isNegative() || time.isZero()) {
      throw new IllegalArgumentException("time: " + time + " (expected: more than 0)");
    }
    return time;
  }

  static void atLeast(int least, long value, String name) {
    if (value < least) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: >= " + least + ")");
    }
  }

  static void between(int least, int most, int value, String name) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + ": " + value + " (expected: " + least + " to " + most + ")");
    }
  }

  /** Checks the limit of one node, which has this name, and the limit of all. */
  static void ofOneAndAll(int least, long ofOne, String name, long ofAll) {
    atLeast(least, ofOne, name);
    atLeast(least, ofAll, "ofAll");
    noMore(name, ofOne, "ofAll", ofAll);
  }

  /** Checks that one value is at most another. */
  static void noMore(String name, long value, String mostName, long most) {
    if (value > most) {
      throw new IllegalArgumentException(
          name
              + ": "
              + value
              + ", "
              + mostName
              + ": "
              + most
              + " (expected: "
              + name
              + " <= "
              + mostName
              + ")");
    }
  }
}
