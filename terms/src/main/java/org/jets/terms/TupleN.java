package org.jets.terms;

/** A tuple of four or more elements, in an array. */
final class TupleN extends Tuple {
  private final Term[] elements;

  TupleN(Term[] elements) {
    this.elements = elements;
  }

  @Override
  public int arity() {
    return elements.length;
  }

  @Override
  Term elementAt(int position) {
    return elements[position - 1];
  }
}
