package org.jets.terms;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * An integer of 32 bits. Such a value has no other form, so that it never equals a term of another
 * class.
 */
final class Int32 extends IntegerTerm {
  static final int CACHE_LOW = -128;
  static final int CACHE_HIGH = 1023;
  private static final Int32[] CACHE = new Int32[CACHE_HIGH - CACHE_LOW + 1];

  static {
    for (int i = 0; i < CACHE.length; i++) {
      CACHE[i] = new Int32(i + CACHE_LOW);
    }
  }

  final int value;

  private Int32(int value) {
    this.value = value;
  }

  static Int32 valueOf(int value) {
    return value >= CACHE_LOW && value <= CACHE_HIGH ? CACHE[value - CACHE_LOW] : new Int32(value);
  }

  @Override
  public boolean fitsLong() {
    return true;
  }

  @Override
  public boolean fitsInt() {
    return true;
  }

  @Override
  public long longValue() {
    return value;
  }

  @Override
  public int intValue() {
    return value;
  }

  @Override
  public BigInteger bigIntegerValue() {
    return BigInteger.valueOf(value);
  }

  @Override
  public int signum() {
    return Integer.signum(value);
  }

  @Override
  public int bitLength() {
    return Integer.SIZE - Integer.numberOfLeadingZeros(value < 0 ? ~value : value);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Int32 that && value == that.value;
  }

  @Override
  public int hashCode() {
    return TermHash.ofInt(value);
  }

  @Override
  public String toString() {
    return Integer.toString(value);
  }
}
