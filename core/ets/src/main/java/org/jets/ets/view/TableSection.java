package org.jets.ets.view;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jets.ets.KeyRange;
import org.jets.ets.LocalTable;
import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a table, or those of an ordered_set with keys in a range, in either direction.
 * Immutable, and keeps no objects. Directions and ranges are for an ordered_set alone.
 */
final class TableSection {
  /** No step of a table leads on from this key. */
  private static final Atom END_OF_TABLE = Atom.of("$end_of_table");

  private static final KeyRange ALL = KeyRange.all();

  private final LocalTable table;
  private final KeyRange range;
  private final boolean isDescending;

  private TableSection(LocalTable table, KeyRange range, boolean isDescending) {
    this.table = table;
    this.range = range;
    this.isDescending = isDescending;
  }

  /** Returns all objects of a table, in its order. */
  static TableSection of(LocalTable table) {
    return new TableSection(table, ALL, false);
  }

  LocalTable table() {
    return table;
  }

  boolean isDescending() {
    return isDescending;
  }

  private boolean isWhole() {
    return range == ALL;
  }

  // Ranges

  boolean contains(Term key) {
    return isWhole() || range.contains(key);
  }

  /**
   * Checks a key that is to be put.
   *
   * @throws IllegalArgumentException if it lies outside
   */
  void require(Term key) {
    if (!contains(key)) {
      throw outside("key");
    }
  }

  private static IllegalArgumentException outside(String name) {
    return new IllegalArgumentException(name + ": out of range (expected: a key of this view)");
  }

  TableSection reversed() {
    return new TableSection(table, range, !isDescending);
  }

  /** Compares two keys in this direction. */
  int compare(Term a, Term b) {
    return isDescending ? TermOrder.STANDARD.compare(b, a) : TermOrder.STANDARD.compare(a, b);
  }

  /**
   * Returns the part between two ends in this direction. Null stands for the end of this section.
   *
   * @throws IllegalArgumentException if the first end is behind the second, or one lies outside
   */
  TableSection part(
      @Nullable Term from, boolean fromInclusive, @Nullable Term to, boolean toInclusive) {
    if (from != null && to != null && compare(from, to) > 0) {
      throw new IllegalArgumentException("fromKey: behind toKey (expected: not behind it)");
    }
    requireEnd("fromKey", from, fromInclusive);
    requireEnd("toKey", to, toInclusive);
    KeyRange narrower =
        isDescending
            ? narrower(to, toInclusive, from, fromInclusive)
            : narrower(from, fromInclusive, to, toInclusive);
    return new TableSection(table, narrower, isDescending);
  }

  private KeyRange narrower(
      @Nullable Term low, boolean lowInclusive, @Nullable Term high, boolean highInclusive) {
    return KeyRange.of(
        low == null ? range.lower().orElse(null) : low,
        low == null ? range.isLowerInclusive() : lowInclusive,
        high == null ? range.upper().orElse(null) : high,
        high == null ? range.isUpperInclusive() : highInclusive);
  }

  /** An end that is not included may also be an end of this section that is not. */
  private void requireEnd(String name, @Nullable Term key, boolean isInclusive) {
    if (key == null || contains(key)) {
      return;
    }
    KeyRange closed =
        KeyRange.of(range.lower().orElse(null), true, range.upper().orElse(null), true);
    if (isInclusive || !closed.contains(key)) {
      throw outside(name);
    }
  }

  // One object

  /** Returns the first object in this direction. */
  @Nullable Tuple first() {
    return isDescending ? greatest() : least(range);
  }

  /** Returns the last object in this direction. */
  @Nullable Tuple last() {
    return isDescending ? least(range) : greatest();
  }

  /**
   * Returns the object nearest to a key.
   *
   * @param isForward whether in this direction, or against it
   * @param isInclusive whether the key itself counts
   */
  @Nullable Tuple near(Term key, boolean isForward, boolean isInclusive) {
    if (isForward != isDescending) {
      KeyRange above = isInclusive ? KeyRange.atLeast(key) : KeyRange.greaterThan(key);
      return least(above(above));
    }
    return range.isBelowUpper(key) ? inRange(below(key, isInclusive)) : greatest();
  }

  /** Returns the part of a range without an upper end that lies in this section. */
  private KeyRange above(KeyRange unbounded) {
    Term low = unbounded.lower().orElseThrow();
    return range.isAboveLower(low)
        ? KeyRange.of(
            low, unbounded.isLowerInclusive(), range.upper().orElse(null), range.isUpperInclusive())
        : range;
  }

  private @Nullable Tuple least(KeyRange keys) {
    FirstObject first = new FirstObject();
    table.spliterator(keys).tryAdvance(first);
    return first.object;
  }

  private @Nullable Tuple greatest() {
    Optional<Term> high = range.upper();
    return inRange(
        high.isPresent()
            ? below(high.get(), range.isUpperInclusive())
            : objectOf(table.lastLookup()));
  }

  private @Nullable Tuple inRange(@Nullable Tuple object) {
    return object == null || !range.isAboveLower(keyOf(object)) ? null : object;
  }

  /** Returns the object with the greatest key below one, or of that key. */
  private @Nullable Tuple below(Term key, boolean isInclusive) {
    if (isInclusive) {
      List<Tuple> same = table.lookup(key);
      if (!same.isEmpty()) {
        return same.get(0);
      }
    }
    if (key == END_OF_TABLE) {
      try (Stream<Tuple> lower = table.stream(KeyRange.lessThan(key))) {
        return lower.reduce((before, object) -> object).orElse(null);
      }
    }
    return objectOf(table.prevLookup(key));
  }

  private static @Nullable Tuple objectOf(Optional<Map.Entry<Term, List<Tuple>>> found) {
    return found.isPresent() ? found.get().getValue().get(0) : null;
  }

  private Term keyOf(Tuple object) {
    return object.element(table.keypos());
  }

  private static final class FirstObject implements Consumer<Tuple> {
    @Nullable Tuple object;

    @Override
    public void accept(Tuple found) {
      object = found;
    }
  }

  // All objects

  /** Returns a spliterator over all objects in this direction. */
  Spliterator<Tuple> spliterator() {
    if (isDescending) {
      return new Descending();
    }
    return isWhole() ? table.spliterator() : table.spliterator(range);
  }

  /** Returns a stream of all objects in this direction, which releases the table when closed. */
  Stream<Tuple> stream() {
    if (isDescending) {
      return StreamSupport.stream(new Descending(), false);
    }
    return isWhole() ? table.stream() : table.stream(range);
  }

  /** Returns the number of objects. Linear time, except for all objects of a table. */
  long size() {
    if (isWhole()) {
      return table.size();
    }
    try (Stream<Tuple> objects = table.stream(range)) {
      return objects.count();
    }
  }

  boolean isEmpty() {
    return isWhole() ? table.size() == 0 : first() == null;
  }

  /** Removes all objects: at one moment from the whole table, else one after the other. */
  void clear() {
    if (isWhole()) {
      table.deleteAllObjects();
    } else {
      table.spliterator(range).forEachRemaining(object -> table.delete(keyOf(object)));
    }
  }

  /** The objects from the greatest key to the least. Each step is one search. */
  private final class Descending extends Spliterators.AbstractSpliterator<Tuple> {
    private @Nullable Tuple last;
    private boolean isAtEnd;

    Descending() {
      super(Long.MAX_VALUE, ORDERED | DISTINCT | NONNULL | CONCURRENT);
    }

    @Override
    public boolean tryAdvance(Consumer<? super Tuple> action) {
      if (isAtEnd) {
        return false;
      }
      Tuple before = last;
      Tuple next = before == null ? greatest() : inRange(below(keyOf(before), false));
      if (next == null) {
        isAtEnd = true;
        last = null;
        return false;
      }
      last = next;
      action.accept(next);
      return true;
    }
  }
}
