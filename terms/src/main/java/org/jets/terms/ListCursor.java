package org.jets.terms;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** Walks the cells of a list, and then has its last tail. */
final class ListCursor implements Iterator<Term> {
  /** The present run of cells, or the last tail once all cells have been returned. */
  private Term run;

  private int index;

  ListCursor(ListTerm list) {
    this.run = list;
  }

  @Override
  public boolean hasNext() {
    return run instanceof ListCells;
  }

  @Override
  public Term next() {
    if (!(run instanceof ListCells cells)) {
      throw new NoSuchElementException("past the last cell of a list");
    }
    Term element = cells.runElement(index);
    moveBy(cells, 1);
    return element;
  }

  /** Skips this many cells. The caller must know that they exist. */
  ListCursor skip(int count) {
    int left = count;
    while (left > 0 && run instanceof ListCells cells) {
      int here = Math.min(left, cells.runLength() - index);
      moveBy(cells, here);
      left -= here;
    }
    return this;
  }

  private void moveBy(ListCells cells, int count) {
    index += count;
    if (index == cells.runLength()) {
      run = cells.runTail();
      index = 0;
    }
  }

  /** Returns the tail of the last cell. The caller must have passed all cells. */
  Term lastTail() {
    return run;
  }
}
