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

  @Override
  Tuple withElement(int position, Term value) {
    Term[] changed = elements.clone();
    changed[position - 1] = value;
    return new TupleN(changed);
  }

  @Override
  boolean elementsEqual(Tuple other, int depth) {
    if (!(other instanceof TupleN that) || elements.length != that.elements.length) {
      return false;
    }
    for (int i = 0; i < elements.length; i++) {
      if (!TermEquality.equal(elements[i], that.elements[i], depth)) {
        return false;
      }
    }
    return true;
  }

  @Override
  long foldHash(long hash, int depth) {
    long h = TermHash.stepTuple(hash, elements.length);
    for (Term element : elements) {
      h = TermHash.fold(h, element, depth);
    }
    return h;
  }
}
