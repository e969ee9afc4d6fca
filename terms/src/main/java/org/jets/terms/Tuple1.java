package org.jets.terms;

/** A tuple of one element, in a field: 16 bytes. */
final class Tuple1 extends Tuple {
  private final Term element1;

  Tuple1(Term element1) {
    this.element1 = element1;
  }

  @Override
  public int arity() {
    return 1;
  }

  @Override
  Term elementAt(int position) {
    return element1;
  }

  @Override
  Tuple withElement(int position, Term value) {
    return new Tuple1(value);
  }

  @Override
  boolean elementsEqual(Tuple other, int depth) {
    return other instanceof Tuple1 that
        ? TermEquality.equal(element1, that.element1, depth)
        : other instanceof PackedTuple packed && packed.elementsEqual(this, depth);
  }

  @Override
  long foldHash(long hash, int depth) {
    return TermHash.fold(TermHash.stepTuple(hash, 1), element1, depth);
  }

  @Override
  public Tuple packed() {
    Term packed1 = packedElement(element1);
    return packed1 == element1 ? packedAlone() : new Tuple1(packed1);
  }

  @Override
  Tuple packedAlone() {
    return element1 instanceof Int32 number ? new PackedTuple.OfInt(number.value) : this;
  }
}
