package org.jets.terms;

import org.jspecify.annotations.Nullable;

/**
 * The runs in which the cells of a list are held, one after the other, for programs that measure
 * how much memory a list keeps reachable. A run is one cell made by {@link ListTerm#cons}, or an
 * array.
 *
 * <p>A tail of a list may share the array of that list, and then keeps all its elements reachable.
 * A run has these too, in front of those of the list itself.
 *
 * <p>Cost: constant time for each run. Not safe for use by several threads.
 */
public final class ListRuns {
  private @Nullable ListCells run;
  private Term rest;

  /** Makes one that stands in front of the first run; an empty list has none. */
  public ListRuns(ListTerm list) {
    this.rest = list;
  }

  /** Goes on to the next run; false if there is none. */
  public boolean next() {
    run = rest instanceof ListCells cells ? cells : null;
    if (run == null) {
      return false;
    }
    rest = run.runTail();
    return true;
  }

  private ListCells run() {
    if (run == null) {
      throw new IllegalStateException("no run (expected: after a next() that was true)");
    }
    return run;
  }

  /** Returns the number of cells of the list in this run. */
  public int length() {
    return run().runLength();
  }

  /** Returns the number of elements that this run keeps reachable. */
  public int heldLength() {
    return run().heldLength();
  }

  /**
   * Returns an element that this run keeps reachable; of the {@link #length} last ones the list is
   * made.
   *
   * @param index from 0
   * @throws IndexOutOfBoundsException if there is no such element
   */
  public Term heldElement(int index) {
    return run().heldElement(index);
  }

  /** Returns whether this run is one cell and no array. */
  public boolean isCell() {
    return run() instanceof ConsList;
  }

  /** Returns whether this run is an array of bytes: its elements are made when they are read. */
  public boolean isBytes() {
    return run() instanceof ByteList;
  }

  /** Returns the tail of the last cell of this run: a list, or an improper list's last tail. */
  public Term tail() {
    run();
    return rest;
  }
}
