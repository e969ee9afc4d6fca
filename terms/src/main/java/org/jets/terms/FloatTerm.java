package org.jets.terms;

import org.jspecify.annotations.Nullable;

/**
 * An Erlang float: a finite IEEE 754 double. NaN and the infinities do not exist in Erlang. {@code
 * 0.0} and {@code -0.0} are two values: {@code =:=} tells them apart since OTP 27, but neither is
 * less than the other.
 *
 * <p>Memory: 24 bytes.
 */
public final class FloatTerm implements Term {
  private final double value;

  private FloatTerm(double value) {
    this.value = value;
  }

  /**
   * Returns the float of this value.
   *
   * @throws IllegalArgumentException if the value is NaN or infinite
   */
  public static FloatTerm of(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("value: " + value + " (expected: a finite number)");
    }
    return new FloatTerm(value);
  }

  /** Returns the value. */
  public double value() {
    return value;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FloatTerm that
        && Double.doubleToRawLongBits(value) == Double.doubleToRawLongBits(that.value);
  }

  @Override
  public int hashCode() {
    return TermHash.ofDouble(value);
  }

  @Override
  public String toString() {
    return FlatPrinter.print(this);
  }
}
