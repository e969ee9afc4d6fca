package org.jets.terms;

import org.jspecify.annotations.Nullable;

/**
 * A list that is not empty: a run of cells that are held together, and the tail of the last of
 * these cells. The tail may be a list again.
 */
abstract sealed class ListCells extends ListTerm permits ArrayListTerm, ByteList, ConsList {

  /** Returns the number of cells held here, at least one. */
  abstract int runLength();

  /** Returns the head of a cell held here, from 0. */
  abstract Term runElement(int index);

  /** Returns the number of elements that this run keeps reachable, its own included. */
  int heldLength() {
    return runLength();
  }

  /**
   * Returns an element that this run keeps reachable, from 0. The list's own elements are the last
   * ones.
   */
  Term heldElement(int index) {
    return runElement(index);
  }

  /** Returns the tail of the last cell held here. */
  abstract Term runTail();

  @Override
  public final boolean isEmpty() {
    return false;
  }

  @Override
  public final Term head() {
    return runElement(0);
  }

  @Override
  public Term lastTail() {
    Term tail = runTail();
    while (tail instanceof ListCells cells) {
      tail = cells.runTail();
    }
    return tail;
  }

  /**
   * Returns the size of a list whose first run is this long. Throws if the size does not fit in an
   * {@code int}.
   */
  static int sizeOf(int runLength, Term tail) {
    return tail instanceof ListCells cells ? Math.addExact(runLength, cells.size()) : runLength;
  }

  static boolean isProperTail(Term tail) {
    return tail instanceof ListTerm list && list.isProper();
  }

  @Override
  public final boolean equals(@Nullable Object other) {
    return this == other || (other instanceof ListCells that && TermEquality.equal(this, that));
  }

  @Override
  public final int hashCode() {
    return TermHash.ofCompound(this);
  }

  @Override
  public final String toString() {
    return FlatPrinter.print(this);
  }
}
