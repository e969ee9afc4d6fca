package org.jets.collections.internal.order;

import org.jspecify.annotations.Nullable;

/** The condition of an update of a key, where no certain value is asked for. */
public enum Expected {
  ANYTHING,
  ABSENT,
  PRESENT;

  /**
   * Returns true if a key may be changed.
   *
   * @param expected what its value has to be the same as or equal to, or one of these
   * @param present its value; null if it has none
   */
  public static boolean isMet(Object expected, @Nullable Object present) {
    if (expected == ANYTHING) {
      return true;
    }
    if (present == null) {
      return expected == ABSENT;
    }
    return expected == PRESENT
        || expected == present
        || (expected != ABSENT && expected.equals(present));
  }
}
