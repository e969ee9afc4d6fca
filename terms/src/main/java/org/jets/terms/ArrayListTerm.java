package org.jets.terms;

import java.util.Arrays;

/**
 * A list whose cells are in an array, from an offset to its end.
 *
 * <p>Memory: 32 bytes, and 4 to 8 bytes an element.
 *
 * <p>A tail shares the array while it uses more than half of it, or the array is short; otherwise
 * it is copied. So a tail of a long array keeps no more unused elements reachable than it has. A
 * walk by tails copies each element once on average.
 */
final class ArrayListTerm extends ListCells {
  /** The largest array that every tail shares, in elements. */
  private static final int SHORT = 16;

  private final Term[] elements;
  private final int offset;
  private final int size;
  private final boolean proper;
  private final Term tail;

  ArrayListTerm(Term[] elements, int offset, Term tail) {
    this.elements = elements;
    this.offset = offset;
    this.tail = tail;
    this.size = sizeOf(elements.length - offset, tail);
    this.proper = isProperTail(tail);
  }

  @Override
  public boolean isProper() {
    return proper;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public Term tail() {
    int next = offset + 1;
    if (next == elements.length) {
      return tail;
    }
    return elements.length <= SHORT || next < elements.length - next
        ? new ArrayListTerm(elements, next, tail)
        : new ArrayListTerm(Arrays.copyOfRange(elements, next, elements.length), 0, tail);
  }

  @Override
  int runLength() {
    return elements.length - offset;
  }

  @Override
  Term runElement(int index) {
    return elements[offset + index];
  }

  @Override
  int heldLength() {
    return elements.length;
  }

  @Override
  Term heldElement(int index) {
    return elements[index];
  }

  @Override
  Term runTail() {
    return tail;
  }
}
