package org.jets.terms;

/**
 * A tuple that has integers of 32 bits in fields of its own, see {@link Tuple#packed}. It equals
 * the tuple of the same elements that has objects for all of them.
 *
 * <p>The nested classes differ in their fields, and so in which elements are such integers. A
 * tuple's class has the position of the integer, which so takes no memory.
 */
abstract sealed class PackedTuple extends Tuple {

  private PackedTuple() {}

  /** Returns an element that is not {@linkplain #isHeldAt held}. */
  abstract int intAt(int position);

  @Override
  abstract boolean isHeldAt(int position);

  @Override
  final boolean hasInt(int position, int value) {
    return isHeldAt(position) ? super.hasInt(position, value) : intAt(position) == value;
  }

  @Override
  final long longAt(int position) {
    return isHeldAt(position) ? super.longAt(position) : intAt(position);
  }

  /** Returns a tuple that differs in an integer that is not held. */
  abstract Tuple withInt(int position, int value);

  @Override
  final Tuple withElement(int position, Term value) {
    if (value instanceof Int32 number && !isHeldAt(position)) {
      return withInt(position, number.value);
    }
    Term[] elements = toArray();
    elements[position - 1] = value;
    return wrap(elements).packed();
  }

  @Override
  final boolean elementsEqual(Tuple other, int depth) {
    int arity = arity();
    boolean isEqual = other.arity() == arity;
    for (int i = 1; isEqual && i <= arity; i++) {
      isEqual =
          isHeldAt(i)
              ? TermEquality.equal(elementAt(i), other.elementAt(i), depth)
              : other.hasInt(i, intAt(i));
    }
    return isEqual;
  }

  @Override
  final long foldHash(long hash, int depth) {
    int arity = arity();
    long h = TermHash.stepTuple(hash, arity);
    for (int i = 1; i <= arity; i++) {
      h = isHeldAt(i) ? TermHash.fold(h, elementAt(i), depth) : TermHash.step(h, intAt(i));
    }
    return h;
  }

  /** A tuple of one integer of 32 bits: 16 bytes with the integer. */
  static final class OfInt extends PackedTuple {
    private final int int1;

    OfInt(int int1) {
      this.int1 = int1;
    }

    @Override
    public int arity() {
      return 1;
    }

    @Override
    Term elementAt(int position) {
      return Int32.valueOf(int1);
    }

    @Override
    boolean isHeldAt(int position) {
      return false;
    }

    @Override
    int intAt(int position) {
      return int1;
    }

    @Override
    Tuple withInt(int position, int value) {
      return new OfInt(value);
    }
  }

  /** A tuple of two integers of 32 bits: 24 bytes with the integers. */
  static final class OfInts extends PackedTuple {
    private final int int1;
    private final int int2;

    OfInts(int int1, int int2) {
      this.int1 = int1;
      this.int2 = int2;
    }

    @Override
    public int arity() {
      return 2;
    }

    @Override
    Term elementAt(int position) {
      return Int32.valueOf(intAt(position));
    }

    @Override
    boolean isHeldAt(int position) {
      return false;
    }

    @Override
    int intAt(int position) {
      return position == 1 ? int1 : int2;
    }

    @Override
    Tuple withInt(int position, int value) {
      return position == 1 ? new OfInts(value, int2) : new OfInts(int1, value);
    }
  }

  /**
   * A tuple of an integer of 32 bits and another term, in either order: 24 bytes with the integer.
   */
  abstract static sealed class Mixed2 extends PackedTuple {
    private final int number;
    final Term term;

    private Mixed2(int number, Term term) {
      this.number = number;
      this.term = term;
    }

    /** Returns the position of the integer. */
    abstract int intPosition();

    @Override
    public final int arity() {
      return 2;
    }

    @Override
    final Term elementAt(int position) {
      return position == intPosition() ? Int32.valueOf(number) : term;
    }

    @Override
    final boolean isHeldAt(int position) {
      return position != intPosition();
    }

    @Override
    final int intAt(int position) {
      return number;
    }

    /** The integer is the first element. */
    static final class IntFirst extends Mixed2 {
      IntFirst(int number, Term term) {
        super(number, term);
      }

      @Override
      int intPosition() {
        return 1;
      }

      @Override
      Tuple withInt(int position, int value) {
        return new IntFirst(value, term);
      }
    }

    /** The integer is the second element. */
    static final class IntSecond extends Mixed2 {
      IntSecond(int number, Term term) {
        super(number, term);
      }

      @Override
      int intPosition() {
        return 2;
      }

      @Override
      Tuple withInt(int position, int value) {
        return new IntSecond(value, term);
      }
    }
  }

  /**
   * A tuple of an integer of 32 bits and two other terms, in any order: 24 bytes with the integer.
   */
  abstract static sealed class Mixed3 extends PackedTuple {
    private final int number;

    /** The first of the other terms. */
    final Term term1;

    final Term term2;

    private Mixed3(int number, Term term1, Term term2) {
      this.number = number;
      this.term1 = term1;
      this.term2 = term2;
    }

    /** Returns the position of the integer. */
    abstract int intPosition();

    @Override
    public final int arity() {
      return 3;
    }

    @Override
    final Term elementAt(int position) {
      int intPosition = intPosition();
      if (position == intPosition) {
        return Int32.valueOf(number);
      }
      return position == 1 || (position == 2 && intPosition == 1) ? term1 : term2;
    }

    @Override
    final boolean isHeldAt(int position) {
      return position != intPosition();
    }

    @Override
    final int intAt(int position) {
      return number;
    }

    /** The integer is the first element. */
    static final class IntFirst extends Mixed3 {
      IntFirst(int number, Term element2, Term element3) {
        super(number, element2, element3);
      }

      @Override
      int intPosition() {
        return 1;
      }

      @Override
      Tuple withInt(int position, int value) {
        return new IntFirst(value, term1, term2);
      }
    }

    /** The integer is the second element. */
    static final class IntSecond extends Mixed3 {
      IntSecond(Term element1, int number, Term element3) {
        super(number, element1, element3);
      }

      @Override
      int intPosition() {
        return 2;
      }

      @Override
      Tuple withInt(int position, int value) {
        return new IntSecond(term1, value, term2);
      }
    }

    /** The integer is the third element. */
    static final class IntThird extends Mixed3 {
      IntThird(Term element1, Term element2, int number) {
        super(number, element1, element2);
      }

      @Override
      int intPosition() {
        return 3;
      }

      @Override
      Tuple withInt(int position, int value) {
        return new IntThird(term1, term2, value);
      }
    }
  }
}
