package org.jets.terms;

import java.math.BigInteger;
import java.util.Objects;

/**
 * An Erlang integer, of any size.
 *
 * <p>Memory with compressed class pointers: 16 bytes where the value fits in 32 bits, 24 where it
 * fits in 64. The values from {@value Int32#CACHE_LOW} to {@value Int32#CACHE_HIGH} are shared.
 *
 * <p>No two integers that {@linkplain #fitsInt fit in 32 bits} have the same {@code hashCode}.
 */
public abstract sealed class IntegerTerm implements Term permits Int32, Int64, BigInt {

  IntegerTerm() {}

  /** Returns the integer of this value. */
  public static IntegerTerm of(long value) {
    return value == (int) value ? Int32.valueOf((int) value) : new Int64(value);
  }

  /** Returns the integer of this value. */
  public static IntegerTerm of(BigInteger value) {
    return Objects.requireNonNull(value, "value").bitLength() < Long.SIZE
        ? of(value.longValue())
        : new BigInt(value);
  }

  /** Returns whether the value lies in the range of {@code long}. */
  public abstract boolean fitsLong();

  /** Returns whether the value lies in the range of {@code int}. */
  public abstract boolean fitsInt();

  /**
   * Returns the value.
   *
   * @throws ArithmeticException if it does not fit; see {@link #fitsLong}
   */
  public abstract long longValue();

  /**
   * Returns the value.
   *
   * @throws ArithmeticException if it does not fit; see {@link #fitsInt}
   */
  public abstract int intValue();

  /** Returns the value, whatever its size. Allocates if the value fits in a {@code long}. */
  public abstract BigInteger bigIntegerValue();

  /** Returns -1, 0 or 1 as the value is negative, zero or positive. */
  public abstract int signum();

  /**
   * Returns the number of bits of the two's complement form without its sign, as {@link
   * BigInteger#bitLength}.
   */
  public abstract int bitLength();
}
