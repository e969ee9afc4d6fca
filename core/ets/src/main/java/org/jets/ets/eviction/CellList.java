package org.jets.ets.eviction;

import org.jspecify.annotations.Nullable;

/** A doubly linked list of cells, the one used least recently first. Not thread-safe. */
final class CellList {
  private final int segment;
  private final RankedCell head = new RankedCell("head", 0, 0);
  private long size;

  /**
   * Makes an empty list.
   *
   * @param segment the number that its cells have
   */
  CellList(int segment) {
    this.segment = segment;
    head.previous = head;
    head.next = head;
  }

  long size() {
    return size;
  }

  /** Returns the first cell; null for none. */
  @Nullable RankedCell first() {
    return orNull(head.next);
  }

  /** Returns the cell after one of this list; null for none. */
  @Nullable RankedCell after(RankedCell cell) {
    return orNull(cell.next);
  }

  private @Nullable RankedCell orNull(@Nullable RankedCell cell) {
    return cell == head ? null : cell;
  }

  /** Adds a cell that is in no list. */
  void addLast(RankedCell cell) {
    insertBefore(head, cell);
  }

  /** Adds a cell that is in no list. */
  void addFirst(RankedCell cell) {
    insertBefore(linked(head.next), cell);
  }

  /** Adds a cell that is in no list. */
  private void insertBefore(RankedCell place, RankedCell cell) {
    RankedCell last = linked(place.previous);
    cell.previous = last;
    cell.next = place;
    last.next = cell;
    place.previous = cell;
    cell.setSegment(segment);
    size++;
  }

  void remove(RankedCell cell) {
    RankedCell previous = linked(cell.previous);
    RankedCell next = linked(cell.next);
    previous.next = next;
    next.previous = previous;
    cell.previous = null;
    cell.next = null;
    size--;
  }

  /** Removes all cells, each of which can be added again. */
  void clear() {
    for (RankedCell cell; (cell = first()) != null; ) {
      remove(cell);
    }
  }

  void moveToEnd(RankedCell cell) {
    remove(cell);
    addLast(cell);
  }

  /** Puts a cell, in no list, into the place of one of this list. */
  void substitute(RankedCell cell, RankedCell successor) {
    insertBefore(cell, successor);
    remove(cell);
  }

  private static RankedCell linked(@Nullable RankedCell neighbour) {
    if (neighbour == null) {
      throw new IllegalStateException("a cell in no list");
    }
    return neighbour;
  }
}
