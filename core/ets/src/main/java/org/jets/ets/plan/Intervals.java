package org.jets.ets.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jets.terms.Term;

/** A set of terms: disjoint intervals in ascending order. Immutable. */
final class Intervals {
  static final Intervals ALL = new Intervals(List.of(Interval.ALL));
  static final Intervals NONE = new Intervals(List.of());

  private final List<Interval> list;

  private Intervals(List<Interval> list) {
    this.list = list;
  }

  static Intervals of(Interval interval) {
    return interval.isEmpty() ? NONE : new Intervals(List.of(interval));
  }

  /**
   * Returns the union. Two intervals that overlap but differ become one that is not limited to
   * {@linkplain Interval#only one term}.
   */
  static Intervals union(List<Interval> intervals) {
    List<Interval> sorted = new ArrayList<>(intervals);
    sorted.removeIf(Interval::isEmpty);
    sorted.sort(Comparator.comparing(Interval::lower));
    List<Interval> merged = new ArrayList<>();
    for (Interval next : sorted) {
      int last = merged.size() - 1;
      if (last < 0 || merged.get(last).upper().compareTo(next.lower()) < 0) {
        merged.add(next);
      } else {
        merged.set(last, hull(merged.get(last), next));
      }
    }
    return new Intervals(List.copyOf(merged));
  }

  /** Joins two intervals that meet; the second does not begin before the first. */
  private static Interval hull(Interval a, Interval b) {
    if (a.only() != null && a.only().equals(b.only())) {
      return a;
    }
    Cut upper = a.upper().compareTo(b.upper()) >= 0 ? a.upper() : b.upper();
    return Interval.between(a.lower(), upper);
  }

  List<Interval> list() {
    return list;
  }

  boolean isEmpty() {
    return list.isEmpty();
  }

  boolean isAll() {
    return list.size() == 1 && list.get(0).lower() == Cut.BOTTOM && list.get(0).upper() == Cut.TOP;
  }

  boolean contains(Term term) {
    return list.stream().anyMatch(interval -> interval.contains(term));
  }

  /** Returns the intersection. Linear time. */
  Intervals and(Intervals that) {
    if (isAll() || that.isEmpty()) {
      return that;
    }
    if (that.isAll() || isEmpty()) {
      return this;
    }
    List<Interval> common = new ArrayList<>();
    int i = 0;
    int j = 0;
    while (i < list.size() && j < that.list.size()) {
      Interval a = list.get(i);
      Interval b = that.list.get(j);
      Interval both = a.and(b);
      if (!both.isEmpty()) {
        common.add(both);
      }
      if (a.upper().compareTo(b.upper()) <= 0) {
        i++;
      } else {
        j++;
      }
    }
    return new Intervals(List.copyOf(common));
  }

  @Override
  public String toString() {
    return list.toString();
  }
}
