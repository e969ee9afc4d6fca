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

  @Override
  Tuple withElement(int position, Term value) {
    return position == 1 ? new Tuple2(value, element2) : new Tuple2(element1, value);
  }

  @Override
  boolean elementsEqual(Tuple other, int depth) {
    if (other instanceof Tuple2 that) {
      return TermEquality.equal(element1, that.element1, depth)
          && TermEquality.equal(element2, that.element2, depth);
    }
    return other instanceof PackedTuple packed && packed.elementsEqual(this, depth);
  }

  @Override
  long foldHash(long hash, int depth) {
    long h = TermHash.stepTuple(hash, 2);
    h = TermHash.fold(h, element1, depth);
    return TermHash.fold(h, element2, depth);
  }

  @Override
  public Tuple packed() {
    Term packed1 = packedElement(element1);
    Term packed2 = packedElement(element2);
    return packed1 == element1 && packed2 == element2
        ? packedAlone()
        : new Tuple2(packed1, packed2).packedAlone();
  }

  @Override
  Tuple packedAlone() {
    if (element1 instanceof Int32 number1) {
      return element2 instanceof Int32 number2
          ? new PackedTuple.OfInts(number1.value, number2.value)
          : new PackedTuple.Mixed2.IntFirst(number1.value, element2);
    }
    return element2 instanceof Int32 number2
        ? new PackedTuple.Mixed2.IntSecond(number2.value, element1)
        : this;
  }
}
