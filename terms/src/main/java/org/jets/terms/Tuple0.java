package org.jets.terms;

/** The empty tuple: one object. */
final class Tuple0 extends Tuple {
  static final Tuple0 EMPTY = new Tuple0();

  private Tuple0() {}

  @Override
  public int arity() {
    return 0;
  }

  @Override
  Term elementAt(int position) {
    throw new AssertionError(position);
  }

  @Override
  Tuple withElement(int position, Term value) {
    throw new AssertionError(position);
  }

  @Override
  boolean elementsEqual(Tuple other, int depth) {
    return other == this;
  }

  @Override
  long foldHash(long hash, int depth) {
    return TermHash.stepTuple(hash, 0);
  }
}
