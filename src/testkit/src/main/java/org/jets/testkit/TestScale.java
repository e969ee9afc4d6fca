package org.jets.testkit;

/**
 * How much the long tests do: the property {@code jets.scale}, a factor on their counts, 1 by
 * default.
 */
public final class TestScale {
  private static final double FACTOR = Double.parseDouble(System.getProperty("jets.scale", "1"));

  private TestScale() {}

  /** Returns a test's count at scale 1 times the scale, and at least 1. */
  public static int count(int normal) {
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, Math.round(normal * FACTOR)));
  }

  /** Whether tests are to do less than they do by default. */
  public static boolean isReduced() {
    return FACTOR < 1;
  }
}
