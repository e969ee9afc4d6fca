package org.jets.terms;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jets.terms.internal.text.Utf8;
import org.jspecify.annotations.Nullable;

/**
 * An Erlang list: {@code []}, or cells of a head and a tail each. In a proper list the last tail is
 * {@code []}; in an improper one it is a term that is not a list. A string is a list of code
 * points.
 *
 * <p>A list of bytes is held in a byte array, most other lists in one array of elements. {@link
 * #cons} adds a cell of its own in front. {@link #size} and {@link #isProper} take constant time,
 * unlike in Erlang. A tail may share memory with its list and then keeps all of it reachable; see
 * {@link Runs}.
 */
public abstract sealed class ListTerm implements Term, Iterable<Term> permits EmptyList, ListCells {

  ListTerm() {}

  /** Returns {@code []}. */
  public static ListTerm empty() {
    return EmptyList.NIL;
  }

  /** Returns the proper list of these elements (the array is copied). */
  public static ListTerm of(Term... elements) {
    return improper(Arrays.asList(Objects.requireNonNull(elements, "elements")), EmptyList.NIL);
  }

  /** Returns the proper list of these elements (copied). */
  public static ListTerm of(List<? extends Term> elements) {
    return improper(elements, EmptyList.NIL);
  }

  /**
   * Returns the list of these elements (copied) that ends in this tail: {@code [E1, E2, ... |
   * Tail]}.
   *
   * @param tail any term; if it is a list, the new elements come in front of its own
   * @throws IllegalArgumentException if there are no elements and the tail is not a list
   */
  public static ListTerm improper(List<? extends Term> elements, Term tail) {
    Term[] copy = Objects.requireNonNull(elements, "elements").toArray(new Term[0]);
    for (int i = 0; i < copy.length; i++) {
      if (copy[i] == null) {
        throw new NullPointerException("elements[" + i + "]");
      }
    }
    Objects.requireNonNull(tail, "tail");
    if (copy.length == 0 && !(tail instanceof ListTerm)) {
      throw new IllegalArgumentException(
          "elements: none before the tail "
              + FlatPrinter.printStart(tail, 200)
              + " (expected: at least one)");
    }
    return wrap(copy, tail);
  }

  /** Returns {@code [Head | Tail]}. Constant time; shares the tail. */
  public static ListTerm cons(Term head, Term tail) {
    return new ConsList(Objects.requireNonNull(head, "head"), Objects.requireNonNull(tail, "tail"));
  }

  /**
   * Returns the list of these bytes (copied) as integers from 0 to 255, one byte of memory each.
   */
  public static ListTerm ofBytes(byte[] bytes) {
    return wrapBytes(Objects.requireNonNull(bytes, "bytes").clone());
  }

  /**
   * Returns the list of the text's code points, as {@code "text"} in Erlang source. An unpaired
   * surrogate becomes the integer of its value.
   */
  public static ListTerm ofText(String text) {
    if (Objects.requireNonNull(text, "text").chars().allMatch(c -> c <= 0xff)) {
      return wrapBytes(text.getBytes(StandardCharsets.ISO_8859_1));
    }
    return wrap(text.codePoints().mapToObj(IntegerTerm::of).toArray(Term[]::new), EmptyList.NIL);
  }

  /**
   * Returns the list of this array and tail, as {@link #improper}. The array is not copied: the
   * caller hands it over.
   */
  static ListTerm wrap(Term[] elements, Term tail) {
    if (elements.length == 0) {
      return (ListTerm) tail;
    }
    return new ArrayListTerm(elements, 0, tail);
  }

  /**
   * Returns the list of these bytes, as {@link #ofBytes}. The array is not copied: the caller hands
   * it over.
   */
  static ListTerm wrapBytes(byte[] bytes) {
    return bytes.length == 0 ? EmptyList.NIL : new ByteList(bytes, 0);
  }

  /** Returns whether this is {@code []}. */
  public abstract boolean isEmpty();

  /** Returns whether the last tail is {@code []}. */
  public abstract boolean isProper();

  /** Returns the number of cells. An improper list's last tail does not count. */
  public abstract int size();

  /**
   * Returns the first element.
   *
   * @throws NoSuchElementException if the list is empty
   */
  public abstract Term head();

  /**
   * Returns the tail of the first cell: a list, or an improper list's last tail. It may share
   * memory with this list: see {@link Runs}. Constant time on average over a walk; a single call
   * may copy the list.
   *
   * @throws NoSuchElementException if the list is empty
   */
  public abstract Term tail();

  /**
   * Returns the tail of the last cell: {@code []} for a proper list, including the empty one. Walks
   * the cells that {@link #cons} added.
   */
  public abstract Term lastTail();

  /**
   * Returns an element. Constant time, except that the cells added by {@link #cons} are walked.
   *
   * @param index from 0
   * @throws IndexOutOfBoundsException if there is no such cell
   */
  public Term get(int index) {
    Objects.checkIndex(index, size());
    return new ListCursor(this).skip(index).next();
  }

  /** Returns an iterator over the elements; an improper list's last tail is not one. */
  @Override
  public Iterator<Term> iterator() {
    return new ListCursor(this);
  }

  @Override
  public Spliterator<Term> spliterator() {
    return Spliterators.spliterator(
        iterator(), size(), Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.IMMUTABLE);
  }

  /** Returns a stream of the elements; an improper list's last tail is not one. */
  public Stream<Term> stream() {
    return StreamSupport.stream(spliterator(), false);
  }

  /**
   * Returns the elements as an unmodifiable list. Linear time.
   *
   * @throws UnsupportedOperationException if this list is improper: see {@link #lastTail}
   */
  public List<Term> toList() {
    if (!isProper()) {
      throw new UnsupportedOperationException(
          "an improper list of " + size() + " elements (expected: a proper one)");
    }
    return Collections.unmodifiableList(Arrays.asList(toArray()));
  }

  final Term[] toArray() {
    Term[] elements = new Term[size()];
    ListCursor cursor = new ListCursor(this);
    for (int i = 0; i < elements.length; i++) {
      elements[i] = cursor.next();
    }
    return elements;
  }

  /**
   * Returns this list as text if it is an Erlang string: proper, each element a Unicode code point
   * that is not a surrogate. The empty list is the empty text.
   */
  public Optional<String> toText() {
    if (!isProper()) {
      return Optional.empty();
    }
    StringBuilder text = new StringBuilder(size());
    for (Term element : this) {
      if (!(element instanceof Int32 c) || !Utf8.isScalarValue(c.value)) {
        return Optional.empty();
      }
      text.appendCodePoint(c.value);
    }
    return Optional.of(text.toString());
  }

  @Override
  public abstract String toString();

  /**
   * A walk over the runs of a list, for programs that measure the memory that a list keeps
   * reachable. A run is one cell made by {@link #cons}, or an array of elements or bytes.
   *
   * <p>A tail of a list may share the array of that list, and then keeps all its elements
   * reachable. A run includes these elements, in front of those of the tail itself.
   *
   * <p>Cost: constant time for each run. Not safe for use by several threads.
   */
  public static final class Runs {
    private @Nullable ListCells run;
    private Term rest;

    /** Makes a walk that is positioned before the first run. An empty list has no runs. */
    public Runs(ListTerm list) {
      this.rest = Objects.requireNonNull(list, "list");
    }

    /** Moves to the next run. Returns false if there is none. */
    public boolean next() {
      run = rest instanceof ListCells cells ? cells : null;
      if (run == null) {
        return false;
      }
      rest = run.runTail();
      return true;
    }

    private ListCells run() {
      if (run == null) {
        throw new IllegalStateException("no run (expected: after a next() that was true)");
      }
      return run;
    }

    /** Returns the number of cells of the list in this run. */
    public int length() {
      return run().runLength();
    }

    /** Returns the number of elements that this run keeps reachable. */
    public int heldLength() {
      return run().heldLength();
    }

    /**
     * Returns an element that this run keeps reachable. The last {@link #length} of them belong to
     * the list.
     *
     * @param index from 0
     * @throws IndexOutOfBoundsException if there is no such element
     */
    public Term heldElement(int index) {
      return run().heldElement(index);
    }

    /** Returns whether this run is a single cell rather than an array. */
    public boolean isCell() {
      return run() instanceof ConsList;
    }

    /** Returns whether this run is an array of bytes, whose elements are made on access. */
    public boolean isBytes() {
      return run() instanceof ByteList;
    }

    /** Returns the tail of the last cell of this run: a list, or an improper list's last tail. */
    public Term tail() {
      run();
      return rest;
    }
  }
}
