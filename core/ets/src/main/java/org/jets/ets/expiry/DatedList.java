package org.jets.ets.expiry;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jets.ets.cell.ObjectList;
import org.jets.ets.quota.HeapLayout;

/**
 * A cell with a value for each of its objects: the time of its end, or, if objects expire after the
 * last access, its time to live.
 *
 * <p>The values are in an array that lists share as {@link ObjectList}s share theirs. Its first
 * place has the number of values that are taken. A thread that appends claims the next place by a
 * CAS of that number, or else copies the array.
 */
final class DatedList extends DatedCell {
  private static final VarHandle VALUES = MethodHandles.arrayElementVarHandle(long[].class);

  private static final int OWN_BYTES = HeapLayout.ofThisJvm().objectBytes(4, 2 * Long.BYTES);

  private static final int ARRAY_BYTES = 16;

  private final long[] values;

  /** The least value. */
  private final long least;

  private DatedList(Object cell, long time, long[] values, long least) {
    super(cell, time);
    this.values = values;
    this.least = least;
  }

  /** Returns an array for this many values, and some more that may be appended. */
  static long[] newValues(int count) {
    long[] values = new long[length(count)];
    values[0] = count;
    return values;
  }

  private static int length(int count) {
    return 1 + count + (count > 1 ? count / 2 + 1 : 0);
  }

  /**
   * Makes a cell.
   *
   * @param values as {@link #newValues} makes them, with that of object {@code i} at {@code i + 1}
   * @param isAccess whether {@code time} is the time of the last access; else it is ignored
   */
  static DatedList of(Object cell, long[] values, boolean isAccess, long time) {
    long least = Long.MAX_VALUE;
    for (int i = 1; i <= values[0]; i++) {
      least = Math.min(least, values[i]);
    }
    return new DatedList(cell, isAccess ? time : least, values, least);
  }

  /**
   * Returns the cell with one more object at its end.
   *
   * @param cell the objects
   * @param isAccess whether {@code time} is the time of the last access; else it is ignored
   */
  DatedList append(Object cell, long value, boolean isAccess, long time) {
    int count = ObjectList.count(cell()) + 1;
    long[] longer = values;
    if (count < longer.length && VALUES.compareAndSet(longer, 0, (long) count - 1, (long) count)) {
      longer[count] = value;
    } else {
      longer = newValues(count);
      System.arraycopy(values, 1, longer, 1, count - 1);
      longer[count] = value;
    }
    long smaller = Math.min(least, value);
    return new DatedList(cell, isAccess ? time : smaller, longer, smaller);
  }

  long value(int i) {
    return values[i + 1];
  }

  long least() {
    return least;
  }

  /**
   * {@inheritDoc} The array counts as one that has been made for this number of values. The real
   * one can be shorter, and another call that appends the same value gets another length.
   */
  @Override
  public int bytes() {
    return OWN_BYTES + ARRAY_BYTES + length(ObjectList.count(cell())) * Long.BYTES;
  }
}
