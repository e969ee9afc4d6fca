package org.jets.ets.plan;

import java.util.List;
import org.jets.ets.index.Index;
import org.jets.terms.Term;

/**
 * The keys of the objects that a match specification can match. A plan never omits such an object.
 * It may lead to other objects, so each object is still matched with the whole specification.
 */
public sealed interface KeyPlan {

  /** At no key. */
  record Nothing() implements KeyPlan {}

  /** At these keys, which differ; in an ordered_set in ascending order. */
  record Lookups(List<Term> keys) implements KeyPlan {}

  /** In these disjoint ranges of an ordered_set, in ascending order. */
  record Ranges(List<Interval> ranges) implements KeyPlan {}

  /**
   * At the keys that an index has in these disjoint ranges of its terms, which are in ascending
   * order.
   */
  record ByIndex(Index index, List<Interval> ranges) implements KeyPlan {}

  /** Anywhere. */
  record Scan() implements KeyPlan {}
}
