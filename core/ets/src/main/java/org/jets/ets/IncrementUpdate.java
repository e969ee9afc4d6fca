package org.jets.ets;

import org.jets.ets.cell.CounterCell;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The update of {@code update_counter} with one operation, the most frequent call. It uses no
 * lists. If the store allows that, it leaves a present object as a {@link CounterCell}, so that the
 * next calls need no update.
 */
final class IncrementUpdate extends KeyedUpdate {
  private final CounterOp op;
  private final boolean wantsCounter;
  private @Nullable IntegerTerm result;

  /**
   * Makes the update.
   *
   * @param initial the object for an absent key, which replaces the object's own key; null if that
   *     is an error
   * @param isHeapShort whether a {@link CounterCell} would take too much memory
   */
  IncrementUpdate(
      Term key, int keypos, CounterOp op, @Nullable Tuple initial, boolean isHeapShort) {
    super(key, keypos, initial);
    this.op = op;
    this.wantsCounter = op.isInPlace() && !isHeapShort;
  }

  @Override
  public boolean wantsCounter() {
    return wantsCounter;
  }

  @Override
  protected @Nullable Object update(@Nullable Object cell) {
    Tuple object = object(cell);
    if (object == null) {
      throw NoSuchKeyException.of(key());
    }
    IntegerTerm sum = op.apply(op.counter(object, keypos()));
    result = sum;
    int position = op.position(keypos());
    Tuple after = written(object.with(position, sum).packed());
    return cell != null && allowsCounter() && isSmall(sum)
        ? new CounterCell(after, position, sum.longValue())
        : after;
  }

  private static boolean isSmall(IntegerTerm counter) {
    return counter.fitsLong() && CounterCell.fits(counter.longValue());
  }

  /** Returns the new value of the counter. */
  IntegerTerm result() {
    if (result == null) {
      throw new IllegalStateException("result: none (expected: after the update)");
    }
    return result;
  }
}
