package org.jets.ets.match;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.PausableThread;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * Erlang's arithmetic on terms. All functions return null where Erlang raises {@code badarith},
 * {@code badarg} or {@code system_limit}.
 */
final class Arithmetic {
  /** The largest integer of OTP 29 has 65,535 words. */
  private static final int MAX_BITS = 65_535 * Long.SIZE;

  /** The number of bits of integers whose multiplication takes about 100 microseconds. */
  private static final int LONG_BITS = 1 << 14;

  private Arithmetic() {}

  static @Nullable Term add(Term a, Term b) {
    if (a instanceof IntegerTerm x && b instanceof IntegerTerm y) {
      if (x.fitsLong() && y.fitsLong()) {
        long sum = x.longValue() + y.longValue();
        if (((x.longValue() ^ sum) & (y.longValue() ^ sum)) >= 0) {
          return IntegerTerm.of(sum);
        }
      }
      return limited(x.bigIntegerValue().add(y.bigIntegerValue()));
    }
    return isNumber(a) && isNumber(b) ? finite(toDouble(a) + toDouble(b)) : null;
  }

  static @Nullable Term subtract(Term a, Term b) {
    if (a instanceof IntegerTerm x && b instanceof IntegerTerm y) {
      if (x.fitsLong() && y.fitsLong()) {
        long difference = x.longValue() - y.longValue();
        if (((x.longValue() ^ y.longValue()) & (x.longValue() ^ difference)) >= 0) {
          return IntegerTerm.of(difference);
        }
      }
      return limited(x.bigIntegerValue().subtract(y.bigIntegerValue()));
    }
    return isNumber(a) && isNumber(b) ? finite(toDouble(a) - toDouble(b)) : null;
  }

  static @Nullable Term multiply(Term a, Term b) {
    if (a instanceof IntegerTerm x && b instanceof IntegerTerm y) {
      if (x.fitsInt() && y.fitsInt()) {
        return IntegerTerm.of((long) x.intValue() * y.intValue());
      }
      checkCancelled(x, y);
      return limited(x.bigIntegerValue().multiply(y.bigIntegerValue()));
    }
    return isNumber(a) && isNumber(b) ? finite(toDouble(a) * toDouble(b)) : null;
  }

  /**
   * Divides by {@code /}; the result is always a float. The quotient by an infinity is finite, so
   * the divisor is checked too.
   */
  static @Nullable Term divide(Term a, Term b) {
    if (!isNumber(a) || !isNumber(b)) {
      return null;
    }
    double divisor = toDouble(b);
    return Double.isFinite(divisor) ? finite(toDouble(a) / divisor) : null;
  }

  static @Nullable Term div(Term a, Term b) {
    if (!(a instanceof IntegerTerm x && b instanceof IntegerTerm y) || y.signum() == 0) {
      return null;
    }
    if (x.fitsInt() && y.fitsInt()) {
      return IntegerTerm.of((long) x.intValue() / y.intValue());
    }
    checkCancelled(x, y);
    return IntegerTerm.of(x.bigIntegerValue().divide(y.bigIntegerValue()));
  }

  static @Nullable Term rem(Term a, Term b) {
    if (!(a instanceof IntegerTerm x && b instanceof IntegerTerm y) || y.signum() == 0) {
      return null;
    }
    if (x.fitsLong() && y.fitsLong()) {
      return IntegerTerm.of(x.longValue() % y.longValue());
    }
    checkCancelled(x, y);
    return IntegerTerm.of(x.bigIntegerValue().remainder(y.bigIntegerValue()));
  }

  static @Nullable Term and(Term a, Term b) {
    if (!(a instanceof IntegerTerm x && b instanceof IntegerTerm y)) {
      return null;
    }
    return x.fitsLong() && y.fitsLong()
        ? IntegerTerm.of(x.longValue() & y.longValue())
        : limited(x.bigIntegerValue().and(y.bigIntegerValue()));
  }

  static @Nullable Term or(Term a, Term b) {
    if (!(a instanceof IntegerTerm x && b instanceof IntegerTerm y)) {
      return null;
    }
    return x.fitsLong() && y.fitsLong()
        ? IntegerTerm.of(x.longValue() | y.longValue())
        : IntegerTerm.of(x.bigIntegerValue().or(y.bigIntegerValue()));
  }

  static @Nullable Term xor(Term a, Term b) {
    if (!(a instanceof IntegerTerm x && b instanceof IntegerTerm y)) {
      return null;
    }
    return x.fitsLong() && y.fitsLong()
        ? IntegerTerm.of(x.longValue() ^ y.longValue())
        : limited(x.bigIntegerValue().xor(y.bigIntegerValue()));
  }

  static @Nullable Term shiftLeft(Term a, Term b) {
    return a instanceof IntegerTerm x && b instanceof IntegerTerm y
        ? shift(x, y.signum() >= 0, y)
        : null;
  }

  static @Nullable Term shiftRight(Term a, Term b) {
    return a instanceof IntegerTerm x && b instanceof IntegerTerm y
        ? shift(x, y.signum() < 0, y)
        : null;
  }

  /** Shifts by the magnitude of a count, which may exceed the bits of any integer. */
  private static @Nullable Term shift(IntegerTerm value, boolean left, IntegerTerm count) {
    if (value.signum() == 0 || count.signum() == 0) {
      return value;
    }
    long magnitude = count.fitsInt() ? Math.abs((long) count.intValue()) : Long.MAX_VALUE;
    if (!left) {
      return magnitude > Integer.MAX_VALUE
          ? IntegerTerm.of(value.signum() < 0 ? -1 : 0)
          : IntegerTerm.of(value.bigIntegerValue().shiftRight((int) magnitude));
    }
    return magnitude > MAX_BITS
        ? null
        : limited(value.bigIntegerValue().shiftLeft((int) magnitude));
  }

  static @Nullable Term not(Term a) {
    if (!(a instanceof IntegerTerm x)) {
      return null;
    }
    return x.fitsLong() ? IntegerTerm.of(~x.longValue()) : limited(x.bigIntegerValue().not());
  }

  static @Nullable Term plus(Term a) {
    return isNumber(a) ? a : null;
  }

  static @Nullable Term negate(Term a) {
    if (a instanceof IntegerTerm x) {
      return x.fitsInt()
          ? IntegerTerm.of(-(long) x.intValue())
          : IntegerTerm.of(x.bigIntegerValue().negate());
    }
    return a instanceof FloatTerm x ? FloatTerm.of(-x.value()) : null;
  }

  static @Nullable Term abs(Term a) {
    if (a instanceof IntegerTerm x) {
      return x.signum() >= 0 ? x : negate(x);
    }
    return a instanceof FloatTerm x ? FloatTerm.of(Math.abs(x.value())) : null;
  }

  static @Nullable Term toFloat(Term a) {
    return a instanceof FloatTerm ? a : isNumber(a) ? finite(toDouble(a)) : null;
  }

  static @Nullable Term trunc(Term a) {
    return toInteger(a, RoundingMode.DOWN);
  }

  /** Rounds to the nearest integer, halves away from zero. */
  static @Nullable Term round(Term a) {
    return toInteger(a, RoundingMode.HALF_UP);
  }

  static @Nullable Term ceil(Term a) {
    return toInteger(a, RoundingMode.CEILING);
  }

  static @Nullable Term floor(Term a) {
    return toInteger(a, RoundingMode.FLOOR);
  }

  private static @Nullable Term toInteger(Term a, RoundingMode mode) {
    if (a instanceof FloatTerm x) {
      return IntegerTerm.of(new BigDecimal(x.value()).setScale(0, mode).toBigInteger());
    }
    return a instanceof IntegerTerm ? a : null;
  }

  /** Checks for cancellation before a step that may take as long as a scan. */
  private static void checkCancelled(IntegerTerm a, IntegerTerm b) {
    if (a.bitLength() > LONG_BITS && b.bitLength() > LONG_BITS) {
      PausableThread thread = PausableThread.current();
      if (thread != null) {
        thread.checkCancelled();
      }
    }
  }

  static boolean isNumber(Term a) {
    return a instanceof IntegerTerm || a instanceof FloatTerm;
  }

  /** Returns a number as the nearest double; an infinity if there is none. */
  private static double toDouble(Term number) {
    if (number instanceof FloatTerm real) {
      return real.value();
    }
    IntegerTerm integer = (IntegerTerm) number;
    return integer.fitsLong() ? integer.longValue() : integer.bigIntegerValue().doubleValue();
  }

  private static @Nullable Term finite(double value) {
    return Double.isFinite(value) ? FloatTerm.of(value) : null;
  }

  private static @Nullable Term limited(BigInteger value) {
    return value.abs().bitLength() > MAX_BITS ? null : IntegerTerm.of(value);
  }
}
