package org.jets.ets.cell;

import org.jets.ets.Quota;
import org.jets.ets.quota.TermBytes;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** The number of bytes that the objects of cells take, as a {@link Quota} counts them. */
public final class CellBytes {
  private CellBytes() {}

  public static long of(Tuple object) {
    return Quota.OBJECT_BYTES + TermBytes.of(object);
  }

  /**
   * Returns the bytes of an object that replaces another one, or is replaced by it. An element that
   * both have at the same position does not count.
   *
   * @param other null for none
   */
  public static long of(Tuple object, @Nullable Tuple other) {
    if (other == null) {
      return of(object);
    }
    if (object == other) {
      return 0;
    }
    long bytes = TermBytes.ofTop(object, Long.MAX_VALUE);
    for (int i = 1; i <= object.arity() && bytes < TermBytes.TOO_LARGE; i++) {
      Term element = object.element(i);
      if (i > other.arity() || other.element(i) != element) {
        bytes += TermBytes.of(element);
      }
    }
    return bytes;
  }

  /** Returns the bytes of all objects in a cell. */
  public static long of(@Nullable Object cell) {
    return growth(null, cell);
  }

  /**
   * Returns the number of bytes by which a change makes a cell grow. Objects that are in both cells
   * are not measured.
   */
  public static long growth(@Nullable Object before, @Nullable Object after) {
    int first = 0;
    int beforeEnd = ObjectList.count(before);
    int afterEnd = ObjectList.count(after);
    while (first < beforeEnd && first < afterEnd && get(before, first) == get(after, first)) {
      first++;
    }
    while (beforeEnd > first
        && afterEnd > first
        && get(before, beforeEnd - 1) == get(after, afterEnd - 1)) {
      beforeEnd--;
      afterEnd--;
    }
    return sum(after, first, afterEnd) - sum(before, first, beforeEnd);
  }

  private static long sum(@Nullable Object cell, int from, int to) {
    long bytes = 0;
    for (int i = from; i < to; i++) {
      bytes += of(get(cell, i));
    }
    return bytes;
  }

  private static Tuple get(@Nullable Object cell, int i) {
    if (cell instanceof ObjectList list) {
      return list.get(i);
    }
    if (cell instanceof Tuple object && i == 0) {
      return object;
    }
    throw new IndexOutOfBoundsException(i);
  }
}
