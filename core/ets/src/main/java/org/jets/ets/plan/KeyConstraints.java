package org.jets.ets.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * The conditions on a key, all of which hold together: intervals of the key itself ({@linkplain
 * #KEY place 0}), and intervals of its elements, by their positions. A condition on an element
 * makes the key a tuple. Immutable.
 */
final class KeyConstraints {
  /** The place of the key itself. */
  static final int KEY = 0;

  /** The box without conditions. */
  static final KeyConstraints ALL = new KeyConstraints(new TreeMap<>());

  /** The number of prefixes beyond which the remaining elements are left open. */
  private static final int MAX_PREFIXES = 64;

  /**
   * The number of arities that tuples of unknown arity are searched by; one range covers the
   * others.
   */
  private static final int ARITIES = 8;

  /** The arity above which arities are not distinguished. */
  private static final int MAX_ARITY = 64;

  private final SortedMap<Integer, Intervals> places;

  private KeyConstraints(SortedMap<Integer, Intervals> places) {
    this.places = places;
  }

  static KeyConstraints of(int place, Intervals values) {
    return new KeyConstraints(new TreeMap<>(Collections.singletonMap(place, values)));
  }

  /** Returns the only place with a condition; -1 if there is not exactly one. */
  int onlyPlace() {
    return places.size() == 1 ? places.firstKey() : -1;
  }

  Intervals at(int place) {
    return places.getOrDefault(place, Intervals.ALL);
  }

  boolean isEmpty() {
    return places.values().stream().anyMatch(Intervals::isEmpty);
  }

  boolean isAll() {
    return places.isEmpty();
  }

  /** Returns the number of intervals in all places. */
  long intervalCount() {
    long count = 0;
    for (Intervals values : places.values()) {
      count += values.list().size();
    }
    return count;
  }

  KeyConstraints and(KeyConstraints that) {
    SortedMap<Integer, Intervals> both = new TreeMap<>(places);
    that.places.forEach((place, values) -> both.merge(place, values, Intervals::and));
    return new KeyConstraints(both);
  }

  /**
   * Returns intervals that contain all keys for which this holds, and perhaps others.
   *
   * @param arity the arity of the key if it is known to be a tuple of one arity; else -1
   */
  List<Interval> keys(int arity) {
    Intervals keys = at(KEY);
    int last = places.isEmpty() ? KEY : places.lastKey();
    if (last > KEY || arity >= 0) {
      keys = keys.and(arity >= 0 ? tuples(arity, this) : tuplesOfAnyArity(last));
    }
    return keys.list();
  }

  private Intervals tuplesOfAnyArity(int smallest) {
    if (at(1).isAll() || smallest > MAX_ARITY) {
      return Intervals.of(Interval.tuplesFrom(Math.min(smallest, MAX_ARITY)));
    }
    List<Interval> intervals = new ArrayList<>();
    for (int arity = smallest; arity < smallest + ARITIES; arity++) {
      intervals.addAll(tuples(arity, this).list());
    }
    intervals.add(Interval.tuplesFrom(smallest + ARITIES));
    return Intervals.union(intervals);
  }

  /** Returns intervals that contain all tuples whose elements satisfy this box. */
  static Intervals tuples(int arity, KeyConstraints elements) {
    List<Prefix> prefixes = List.of(new Prefix(List.of(), true));
    for (int i = 1; i <= arity; i++) {
      Intervals values = elements.at(i);
      List<Prefix> longer = values.isAll() ? List.of() : extended(prefixes, values);
      if (longer.isEmpty()) {
        return between(arity, prefixes, values);
      }
      prefixes = longer;
    }
    List<Interval> tuples = new ArrayList<>();
    for (Prefix prefix : prefixes) {
      Tuple tuple = Tuple.of(prefix.elements);
      tuples.add(prefix.isExact ? Interval.exactly(tuple) : Interval.equalTo(tuple));
    }
    return Intervals.union(tuples);
  }

  /** Returns each prefix extended by each of the values; none if they cannot be enumerated. */
  private static List<Prefix> extended(List<Prefix> prefixes, Intervals values) {
    List<Prefix> longer = new ArrayList<>();
    if (values.list().size() > Math.max(1, MAX_PREFIXES / prefixes.size())) {
      return longer;
    }
    for (Prefix prefix : prefixes) {
      for (Interval value : values.list()) {
        Term point = value.only() != null ? value.only() : value.point();
        if (point == null) {
          return List.of();
        }
        longer.add(prefix.with(point, value.only() != null));
      }
    }
    return longer;
  }

  private static Intervals between(int arity, List<Prefix> prefixes, Intervals values) {
    boolean isMany = (long) prefixes.size() * values.list().size() > MAX_PREFIXES;
    List<Interval> parts = isMany ? List.of(Interval.ALL) : values.list();
    List<Interval> tuples = new ArrayList<>();
    for (Prefix prefix : prefixes) {
      for (Interval part : parts) {
        tuples.add(
            Interval.between(
                Cut.inTuple(arity, prefix.elements, part.lower()),
                Cut.inTuple(arity, prefix.elements, part.upper())));
      }
    }
    return Intervals.union(tuples);
  }

  @Override
  public String toString() {
    return places.toString();
  }

  /** The first elements of a tuple; exact if they are compared by {@code =:=}. */
  private record Prefix(List<Term> elements, boolean isExact) {
    Prefix with(Term element, boolean exact) {
      List<Term> longer = new ArrayList<>(elements);
      longer.add(element);
      return new Prefix(longer, isExact && exact);
    }
  }
}
