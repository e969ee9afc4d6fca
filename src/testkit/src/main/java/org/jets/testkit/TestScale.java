package org.jets.testkit;

/**
 * The scale of the long tests: the property {@code jets.scale}, a factor for their counts, 1 by
 * default.
 */
public final class TestScale {
  private static final double FACTOR = Double.parseDouble(System.getProperty("jets.scale", "1"));

  private TestScale() {}

  /** Returns a test's count at scale 1 times the scale, and at least 1. */
  public static int count(int normal) {
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, Math.round(normal * FACTOR)));
  }

  /** Returns whether tests do less than by default. */
  public static boolean isReduced() {
    return FACTOR < 1;
  }
}
