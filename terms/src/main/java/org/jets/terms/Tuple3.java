package org.jets.terms;

/** A tuple of three elements, in fields: 24 bytes. */
final class Tuple3 extends Tuple {
  private final Term element1;
  private final Term element2;
  private final Term element3;

  Tuple3(Term element1, Term element2, Term element3) {
    this.element1 = element1;
    this.element2 = element2;
    this.element3 = element3;
  }

  @Override
  public int arity() {
    return 3;
  }

  @Override
  Term elementAt(int position) {
    return switch (position) {
      case 1 -> element1;
      case 2 -> element2;
      default -> element3;
    };
  }

  @Override
  Tuple withElement(int position, Term value) {
    return switch (position) {
      case 1 -> new Tuple3(value, element2, element3);
      case 2 -> new Tuple3(element1, value, element3);
      default -> new Tuple3(element1, element2, value);
    };
  }

  @Override
  boolean elementsEqual(Tuple other, int depth) {
    if (other instanceof Tuple3 that) {
      return TermEquality.equal(element1, that.element1, depth)
          && TermEquality.equal(element2, that.element2, depth)
          && TermEquality.equal(element3, that.element3, depth);
    }
    return other instanceof PackedTuple packed && packed.elementsEqual(this, depth);
  }

  @Override
  long foldHash(long hash, int depth) {
    long h = TermHash.stepTuple(hash, 3);
    h = TermHash.fold(h, element1, depth);
    h = TermHash.fold(h, element2, depth);
    return TermHash.fold(h, element3, depth);
  }

  @Override
  public Tuple packed() {
    Term packed1 = packedElement(element1);
    Term packed2 = packedElement(element2);
    Term packed3 = packedElement(element3);
    return packed1 == element1 && packed2 == element2 && packed3 == element3
        ? packedAlone()
        : new Tuple3(packed1, packed2, packed3).packedAlone();
  }

  @Override
  Tuple packedAlone() {
    if (element1 instanceof Int32 number) {
      return new PackedTuple.Mixed3.IntFirst(number.value, element2, element3);
    }
    if (element2 instanceof Int32 number) {
      return new PackedTuple.Mixed3.IntSecond(element1, number.value, element3);
    }
    return element3 instanceof Int32 number
        ? new PackedTuple.Mixed3.IntThird(element1, element2, number.value)
        : this;
  }
}
