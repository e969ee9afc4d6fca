package org.jets.terms;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** An integer that needs more than 32 bits and at most 64. */
final class Int64 extends IntegerTerm {
  final long value;

  Int64(long value) {
    assert value != (int) value : value;
    this.value = value;
  }

  @Override
  public boolean fitsLong() {
    return true;
  }

  @Override
  public boolean fitsInt() {
    return false;
  }

  @Override
  public long longValue() {
    return value;
  }

  @Override
  public int intValue() {
    throw new ArithmeticException(value + " (expected: an integer of 32 bits)");
  }

  @Override
  public BigInteger bigIntegerValue() {
    return BigInteger.valueOf(value);
  }

  @Override
  public int signum() {
    return Long.signum(value);
  }

  @Override
  public int bitLength() {
    return Long.SIZE - Long.numberOfLeadingZeros(value < 0 ? ~value : value);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Int64 that && value == that.value;
  }

  @Override
  public int hashCode() {
    return TermHash.ofLong(value);
  }

  @Override
  public String toString() {
    return Long.toString(value);
  }
}
