package org.jets.terms.internal.syntax;

/**
 * A converter from doubles to IEEE 754 numbers of 16 bits. It rounds once, to the nearest, and
 * halves to even.
 */
final class HalfFloat {

  private static final double SMALLEST = 0x1p-24;
  private static final double SMALLEST_NORMAL = 0x1p-14;
  private static final double BEYOND_LARGEST = 65520; // halfway between the largest and 2^16
  private static final int FRACTION_BITS = 10;
  private static final int BIAS = 15;
  private static final int INFINITY = 0x7C00;

  private HalfFloat() {}

  /** Returns the 16 bits, those of an infinity if the value is too large. */
  static int bits(double value) {
    int sign = Double.doubleToRawLongBits(value) < 0 ? 0x8000 : 0;
    double magnitude = Math.abs(value);
    if (magnitude >= BEYOND_LARGEST) {
      return sign | INFINITY;
    }
    if (magnitude < SMALLEST_NORMAL) {
      // Exact: a division by a power of two. A carry out of the fraction makes the smallest normal.
      return sign | (int) Math.rint(magnitude / SMALLEST);
    }
    int exponent = Math.getExponent(magnitude);
    double scaled = Math.scalb(magnitude, FRACTION_BITS - exponent); // in [2^10, 2^11)
    // Adding instead of or-ing lets a carry out of the fraction go into the exponent.
    return sign | (((exponent + BIAS - 1) << FRACTION_BITS) + (int) Math.rint(scaled));
  }
}
