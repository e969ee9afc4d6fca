package org.jets.terms;

/** One cell: a head put in front of a tail. 24 bytes. */
final class ConsList extends ListCells {
  private final Term head;
  private final Term tail;

  /**
   * The size of a proper list, or the complement of the size of an improper one. One field for both
   * keeps the object at 24 bytes.
   */
  private final int sizeOrComplement;

  ConsList(Term head, Term tail) {
    this.head = head;
    this.tail = tail;
    int size = sizeOf(1, tail);
    this.sizeOrComplement = isProperTail(tail) ? size : ~size;
  }

  @Override
  public boolean isProper() {
    return sizeOrComplement >= 0;
  }

  @Override
  public int size() {
    return isProper() ? sizeOrComplement : ~sizeOrComplement;
  }

  @Override
  public Term tail() {
    return tail;
  }

  @Override
  int runLength() {
    return 1;
  }

  @Override
  Term runElement(int index) {
    return head;
  }

  @Override
  Term runTail() {
    return tail;
  }
}
