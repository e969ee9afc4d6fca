package org.jets.terms;

/** A tuple of two elements, in fields: 24 bytes. */
final class Tuple2 extends Tuple {
  private final Term element1;
  private final Term element2;

  Tuple2(Term element1, Term element2) {
    this.element1 = element1;
    this.element2 = element2;
  }

  @Override
  public int arity() {
    return 2;
  }

  @Override
  Term elementAt(int position) {
    return position == 1 ? element1 : element2;
  }
}
