package org.jets.ets;

import java.math.BigInteger;
import java.util.Objects;
import org.jets.ets.argument.ValueText;
import org.jets.ets.cell.CounterCell;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * One operation of {@link EtsTable#updateCounter}. It adds to an integer in an object, and can set
 * it to another value if the sum passes a threshold. As in OTP 29, a sum of more than 4,194,240
 * bits fails with {@link SystemLimitException}, and nothing changes.
 */
public final class CounterOp {
  /** The most frequent operation, which is shared instead of allocated. */
  private static final CounterOp UP = add(IntegerTerm.of(1));

  private static final CounterOp DOWN = add(IntegerTerm.of(-1));

  /** The largest integer of OTP 29 has 65,535 words. */
  private static final int MAX_BITS = 65_535 * Long.SIZE;

  /** True if the position is the one after the key's, and {@link #position} is unused. */
  private final boolean afterKey;

  private final int position;
  private final IntegerTerm increment;
  private final @Nullable IntegerTerm threshold;
  private final IntegerTerm setValue;

  /** True if {@link #addTo} can do the operation, by the three numbers below. */
  private final boolean isInPlace;

  private final long step;
  private final long bound;
  private final long reset;

  private CounterOp(
      boolean afterKey,
      int position,
      IntegerTerm increment,
      @Nullable IntegerTerm threshold,
      IntegerTerm setValue) {
    this.afterKey = afterKey;
    this.position = position;
    this.increment = Objects.requireNonNull(increment, "increment");
    this.threshold = threshold;
    this.setValue = setValue;
    this.isInPlace =
        increment.fitsLong()
            && CounterCell.fits(increment.longValue())
            && (threshold == null || (threshold.fitsLong() && setValue.fitsLong()));
    this.step = isInPlace ? increment.longValue() : 0;
    this.bound = isInPlace && threshold != null ? threshold.longValue() : 0;
    this.reset = isInPlace && threshold != null ? setValue.longValue() : 0;
  }

  /** Returns the operation {@code Increment}: adds at the position after the key's. */
  public static CounterOp add(long increment) {
    if (increment == 1) {
      return UP;
    }
    return increment == -1 ? DOWN : add(IntegerTerm.of(increment));
  }

  /** Returns the operation {@code Increment}: adds at the position after the key's. */
  public static CounterOp add(IntegerTerm increment) {
    return new CounterOp(true, 0, increment, null, increment);
  }

  /**
   * Returns the operation <code>{Position, Increment}</code>.
   *
   * @param position from 1; one that the object does not have, or the key's, is an error of the
   *     call that uses the operation
   */
  public static CounterOp add(int position, long increment) {
    return add(position, IntegerTerm.of(increment));
  }

  /** As {@link #add(int, long)}, for integers that do not fit a {@code long}. */
  public static CounterOp add(int position, IntegerTerm increment) {
    return new CounterOp(false, position, increment, null, increment);
  }

  /**
   * Returns the operation <code>{Position, Increment, Threshold, SetValue}</code>. The value
   * replaces a sum above the threshold or, if the increment is negative, a sum below it.
   *
   * @param position from 1; one that the object does not have, or the key's, is an error of the
   *     call that uses the operation
   */
  public static CounterOp add(int position, long increment, long threshold, long setValue) {
    return add(
        position, IntegerTerm.of(increment), IntegerTerm.of(threshold), IntegerTerm.of(setValue));
  }

  /** As {@link #add(int, long, long, long)}, for integers that do not fit a {@code long}. */
  public static CounterOp add(
      int position, IntegerTerm increment, IntegerTerm threshold, IntegerTerm setValue) {
    return new CounterOp(
        false,
        position,
        increment,
        Objects.requireNonNull(threshold, "threshold"),
        Objects.requireNonNull(setValue, "setValue"));
  }

  /** Returns the position that the operation changes in objects with this key position. */
  int position(int keypos) {
    return afterKey ? keypos + 1 : position;
  }

  /** Returns the integer that the operation changes in an object, or throws if it may not. */
  IntegerTerm counter(Tuple object, int keypos) {
    int position = position(keypos);
    KeyedUpdate.checkChangeable(this, position, keypos, object);
    Term element = object.element(position);
    if (!(element instanceof IntegerTerm number)) {
      throw BadArgumentException.of(
          3, "element " + position + " of the object", element, "an integer");
    }
    return number;
  }

  /** Returns whether the operation takes the same short time for each small counter. */
  boolean isSmall() {
    return increment.fitsLong() && setValue.fitsLong();
  }

  /**
   * Returns the largest number of bits of the result for a counter of this many bits, both without
   * the sign.
   */
  int mostBits(int bits) {
    int sum = Math.max(bits, increment.bitLength()) + 1;
    return threshold == null ? sum : Math.max(sum, setValue.bitLength());
  }

  /** Returns whether the operation can add to a {@link CounterCell}. */
  boolean isInPlace() {
    return isInPlace;
  }

  /**
   * Adds to a counter in place, if the object does not grow.
   *
   * @return the new value; null if this is not possible, and nothing has changed
   */
  @Nullable IntegerTerm addTo(CounterCell counter, int keypos) {
    if (!isInPlace || counter.position() != position(keypos)) {
      return null;
    }
    if (threshold == null) {
      return increase(counter, step);
    }
    long word = counter.word();
    while (!CounterCell.isSealed(word)) {
      long sum = CounterCell.counter(word) + step;
      long next = (step < 0 ? sum < bound : sum > bound) ? reset : sum;
      if (!CounterCell.fits(next) || counter.grows(word, next)) {
        return null;
      }
      IntegerTerm result = IntegerTerm.of(next);
      if (counter.tryChange(word, next)) {
        return result;
      }
      word = counter.word();
    }
    return null;
  }

  /**
   * Does the operation {@code Increment} in place.
   *
   * @return as {@link #addTo(CounterCell, int)}
   */
  static @Nullable IntegerTerm addTo(CounterCell counter, int keypos, long increment) {
    return counter.position() == keypos + 1 && CounterCell.fits(increment)
        ? increase(counter, increment)
        : null;
  }

  private static @Nullable IntegerTerm increase(CounterCell counter, long increment) {
    long word = counter.word();
    while (!CounterCell.isSealed(word)) {
      long sum = CounterCell.counter(word) + increment;
      if (!CounterCell.fits(sum) || counter.grows(word, sum)) {
        return null;
      }
      IntegerTerm result = IntegerTerm.of(sum);
      if (counter.tryChange(word, sum)) {
        return result;
      }
      word = counter.word();
    }
    return null;
  }

  IntegerTerm apply(IntegerTerm old) {
    IntegerTerm sum = sum(old, increment);
    if (threshold != null) {
      int c = TermOrder.STANDARD.compare(sum, threshold);
      if (increment.signum() < 0 ? c < 0 : c > 0) {
        return setValue;
      }
    }
    return sum;
  }

  private static IntegerTerm sum(IntegerTerm a, IntegerTerm b) {
    if (a.fitsLong() && b.fitsLong()) {
      long x = a.longValue();
      long y = b.longValue();
      long sum = x + y;
      if (((x ^ sum) & (y ^ sum)) >= 0) {
        return IntegerTerm.of(sum);
      }
    }
    BigInteger exact = a.bigIntegerValue().add(b.bigIntegerValue());
    if (exact.abs().bitLength() > MAX_BITS) {
      throw SystemLimitException.ofCounter(MAX_BITS);
    }
    return IntegerTerm.of(exact);
  }

  /** Returns the operation as {@code ets:update_counter} takes it. */
  public Term toTerm() {
    if (afterKey) {
      return increment;
    }
    IntegerTerm target = IntegerTerm.of(position);
    return threshold == null
        ? Tuple.of(target, increment)
        : Tuple.of(target, increment, threshold, setValue);
  }

  /** Returns the operation as text, with the beginning of each integer. */
  @Override
  public String toString() {
    String target = afterKey ? "" : position + ",";
    String wrap =
        threshold == null ? "" : "," + ValueText.of(threshold) + "," + ValueText.of(setValue);
    return "{" + target + ValueText.of(increment) + wrap + "}";
  }
}
