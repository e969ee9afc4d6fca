package org.jets.terms;

import java.nio.charset.CharacterCodingException;
import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An Erlang tuple. Positions count from 1, as in Erlang.
 *
 * <p>Memory with compressed class pointers, without the elements: 16 bytes for one element, 24 for
 * two or three. For more it is 32 bytes and 4 an element. A {@linkplain #packed packed} tuple has
 * integers in these bytes.
 */
public abstract sealed class Tuple implements Term
    permits Tuple.Empty, Tuple1, Tuple2, Tuple3, TupleN, PackedTuple {

  /** The largest number of characters of an element in a message. */
  private static final int PRINTED = 200;

  Tuple() {}

  /** Returns <code>{}</code>. */
  public static Tuple of() {
    return Empty.EMPTY;
  }

  /** Returns the tuple of one element. */
  public static Tuple of(Term element1) {
    return new Tuple1(Objects.requireNonNull(element1, "element1"));
  }

  /** Returns the tuple of two elements. */
  public static Tuple of(Term element1, Term element2) {
    return new Tuple2(
        Objects.requireNonNull(element1, "element1"), Objects.requireNonNull(element2, "element2"));
  }

  /** Returns the tuple of three elements. */
  public static Tuple of(Term element1, Term element2, Term element3) {
    return new Tuple3(
        Objects.requireNonNull(element1, "element1"),
        Objects.requireNonNull(element2, "element2"),
        Objects.requireNonNull(element3, "element3"));
  }

  /** Returns the tuple of these elements (the array is copied). */
  public static Tuple of(Term... elements) {
    Term[] copy = Objects.requireNonNull(elements, "elements").clone();
    for (int i = 0; i < copy.length; i++) {
      if (copy[i] == null) {
        throw new NullPointerException("elements[" + i + "]");
      }
    }
    return wrap(copy);
  }

  /** Returns the tuple of these elements (copied). */
  public static Tuple of(List<? extends Term> elements) {
    return of(Objects.requireNonNull(elements, "elements").toArray(new Term[0]));
  }

  /**
   * Returns the tuple of these elements, none of them null. The array is not copied: the caller
   * hands it over.
   */
  static Tuple wrap(Term[] elements) {
    return switch (elements.length) {
      case 0 -> Empty.EMPTY;
      case 1 -> new Tuple1(elements[0]);
      case 2 -> new Tuple2(elements[0], elements[1]);
      case 3 -> new Tuple3(elements[0], elements[1], elements[2]);
      default -> new TupleN(elements);
    };
  }

  /** Returns the number of elements. */
  public abstract int arity();

  /** Returns an element, as {@link #element}. The position must exist. */
  abstract Term elementAt(int position);

  /** Returns a tuple that differs in one element, as {@link #with}. The position must exist. */
  abstract Tuple withElement(int position, Term value);

  /**
   * Returns whether the other tuple has equally many elements and these are equal. The elements are
   * at this depth.
   */
  abstract boolean elementsEqual(Tuple other, int depth);

  /** Continues the hash with this tuple, whose elements are at this depth. */
  abstract long foldHash(long hash, int depth);

  /**
   * Returns an element: Erlang's {@code element(Position, Tuple)}.
   *
   * @param position from 1 to {@link #arity}
   * @throws IndexOutOfBoundsException if there is no such position
   */
  public Term element(int position) {
    return elementAt(checkPosition(position));
  }

  // Elements as Java values

  /**
   * Returns an element that is an integer. Of a {@linkplain #packed packed} tuple it makes no
   * object.
   *
   * @param position from 1 to {@link #arity}
   * @throws IndexOutOfBoundsException if there is no such position
   * @throws ClassCastException if the element is no integer
   * @throws ArithmeticException if the integer does not fit; see {@link IntegerTerm#fitsLong}
   */
  public long getLong(int position) {
    return longAt(checkPosition(position));
  }

  /**
   * Returns an element that is an integer, as {@link #getLong}.
   *
   * @param position from 1 to {@link #arity}
   * @throws IndexOutOfBoundsException if there is no such position
   * @throws ClassCastException if the element is no integer
   * @throws ArithmeticException if the integer does not fit; see {@link IntegerTerm#fitsInt}
   */
  public int getInt(int position) {
    return Math.toIntExact(getLong(position));
  }

  /**
   * Returns an element that is a float. An integer is no float, as in Erlang.
   *
   * @param position from 1 to {@link #arity}
   * @throws IndexOutOfBoundsException if there is no such position
   * @throws ClassCastException if the element is no float
   */
  public double getDouble(int position) {
    Term element = element(position);
    if (element instanceof FloatTerm number) {
      return number.value();
    }
    throw unexpected(position, element, "a float");
  }

  /**
   * Returns an element that is one of the atoms {@code true} and {@code false}.
   *
   * @param position from 1 to {@link #arity}
   * @throws IndexOutOfBoundsException if there is no such position
   * @throws ClassCastException if the element is another term
   */
  public boolean getBoolean(int position) {
    Term element = element(position);
    if (element instanceof Atom atom && atom.isBoolean()) {
      return atom.booleanValue();
    }
    throw unexpected(position, element, "true or false");
  }

  /**
   * Returns the text of an element that is a binary in UTF-8, as {@link Term#of} makes it of a
   * String. An atom or a list of characters is no such element.
   *
   * @param position from 1 to {@link #arity}
   * @throws IndexOutOfBoundsException if there is no such position
   * @throws ClassCastException if the element is no binary, or its bytes are no well-formed UTF-8
   */
  public String getText(int position) {
    Term element = element(position);
    if (element instanceof Binary binary) {
      try {
        return binary.toText();
      } catch (CharacterCodingException e) {
        throw unexpected(position, element, "a binary in UTF-8");
      }
    }
    throw unexpected(position, element, "a binary");
  }

  /** Returns an element that is an integer, as {@link #getLong}. The position must exist. */
  long longAt(int position) {
    Term element = elementAt(position);
    if (element instanceof IntegerTerm number) {
      return number.longValue();
    }
    throw unexpected(position, element, "an integer");
  }

  private static ClassCastException unexpected(int position, Term element, String expected) {
    String text = FlatPrinter.printStart(element, PRINTED);
    return new ClassCastException(
        "element " + position + ": " + text + " (expected: " + expected + ")");
  }

  /**
   * Returns a tuple that differs in one element: Erlang's {@code setelement(Position, Tuple,
   * Value)}. Linear in the arity.
   *
   * @param position from 1 to {@link #arity}
   * @throws IndexOutOfBoundsException if there is no such position
   */
  public Tuple with(int position, Term value) {
    checkPosition(position);
    return withElement(position, Objects.requireNonNull(value, "value"));
  }

  private int checkPosition(int position) {
    if (position < 1 || position > arity()) {
      throw new IndexOutOfBoundsException(
          "position: " + position + " (expected: 1.." + arity() + ")");
    }
    return position;
  }

  /**
   * Returns an equal tuple that takes less memory, for tuples that are kept for long. The result
   * has integers of 32 bits in fields of its own, and no objects for them:
   *
   * <ul>
   *   <li>all integers of a tuple of one or two elements;
   *   <li>the first integer of a tuple of three elements;
   *   <li>in the same way those of the tuples that are elements of such a tuple.
   * </ul>
   *
   * <p>The tuple saves 16 bytes for each of these integers that is not shared with other terms. In
   * return {@link #element} makes an object of the integer in each call, unless it is one of the
   * shared ones. So two calls may return different objects, which are equal. Otherwise the result
   * cannot be told from this tuple. {@link #with} of a tuple with such fields returns a packed
   * tuple.
   *
   * @return this if it has no such integers, or is packed already
   */
  public Tuple packed() {
    return this;
  }

  /** Returns this tuple packed, with elements as they are. */
  Tuple packedAlone() {
    return this;
  }

  /** Returns the packed form of an element. */
  static Term packedElement(Term element) {
    return element instanceof Tuple tuple ? tuple.packedAlone() : element;
  }

  /**
   * Returns whether an element is an object that this tuple refers to. It is none if the tuple is
   * {@linkplain #packed packed} and has the integer in a field. For estimates of memory, and for
   * {@link #getLong} in place of {@link #element} where that would make an object.
   *
   * @param position from 1 to {@link #arity}
   * @throws IndexOutOfBoundsException if there is no such position
   */
  public boolean isHeld(int position) {
    return isHeldAt(checkPosition(position));
  }

  /** As {@link #isHeld}. The position must exist. */
  boolean isHeldAt(int position) {
    return true;
  }

  /** Returns whether an element is this integer. The position must exist. */
  boolean hasInt(int position, int value) {
    return elementAt(position) instanceof Int32 number && number.value == value;
  }

  /** Returns the elements as a new array, the first at index 0. */
  public Term[] toArray() {
    Term[] elements = new Term[arity()];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = elementAt(i + 1);
    }
    return elements;
  }

  /** Returns an unmodifiable view of the elements, the first at index 0. Constant time. */
  public List<Term> toList() {
    return new Elements(this);
  }

  /** Returns a stream of the elements. */
  public Stream<Term> stream() {
    return IntStream.rangeClosed(1, arity()).mapToObj(this::elementAt);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof Tuple that && TermEquality.equalTuples(this, that, 0));
  }

  @Override
  public int hashCode() {
    return TermHash.ofTuple(this);
  }

  @Override
  public String toString() {
    return FlatPrinter.print(this);
  }

  private static final class Elements extends AbstractList<Term> implements RandomAccess {
    private final Tuple tuple;

    Elements(Tuple tuple) {
      this.tuple = tuple;
    }

    @Override
    public Term get(int index) {
      return tuple.elementAt(Objects.checkIndex(index, tuple.arity()) + 1);
    }

    @Override
    public int size() {
      return tuple.arity();
    }
  }

  /** The empty tuple: one object. */
  static final class Empty extends Tuple {
    static final Empty EMPTY = new Empty();

    private Empty() {}

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
}
