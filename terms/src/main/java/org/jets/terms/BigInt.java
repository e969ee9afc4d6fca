package org.jets.terms;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** An integer that needs more than 64 bits. */
final class BigInt extends IntegerTerm {
  final BigInteger value;

  BigInt(BigInteger value) {
    assert value.bitLength() >= Long.SIZE : value;
    this.value = value;
  }

  @Override
  public boolean fitsLong() {
    return false;
  }

  @Override
  public boolean fitsInt() {
    return false;
  }

  @Override
  public long longValue() {
    throw tooLarge(Long.SIZE);
  }

  @Override
  public int intValue() {
    throw tooLarge(Integer.SIZE);
  }

  /**
   * Returns the exception for a value that does not fit. Its message omits the value, which may
   * have millions of digits.
   */
  private ArithmeticException tooLarge(int bits) {
    return new ArithmeticException(
        "an integer of " + value.bitLength() + " bits (expected: at most " + bits + ")");
  }

  @Override
  public BigInteger bigIntegerValue() {
    return value;
  }

  @Override
  public int signum() {
    return value.signum();
  }

  @Override
  public int bitLength() {
    return value.bitLength();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof BigInt that && value.equals(that.value);
  }

  @Override
  public int hashCode() {
    return TermHash.ofBigInteger(value);
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
