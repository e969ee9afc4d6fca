package org.jets.terms;

/** Cells in an array, from an offset to its end. 32 bytes, and 4 to 8 an element. */
final class ArrayListTerm extends ListCells {
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
    return offset + 1 == elements.length ? tail : new ArrayListTerm(elements, offset + 1, tail);
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
  Term runTail() {
    return tail;
  }
}
