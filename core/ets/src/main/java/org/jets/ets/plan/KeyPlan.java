package org.jets.ets.plan;

import java.util.List;
import org.jets.terms.Term;

/**
 * Where the objects are that a match specification can concern. A plan never leaves one out; it may
 * lead to others too, so what it leads to is still matched with the whole specification.
 */
public sealed interface KeyPlan {

  /** At no key. */
  record Nothing() implements KeyPlan {}

  /** At these keys, which differ; in an ordered_set in ascending order. */
  record Lookups(List<Term> keys) implements KeyPlan {}

  /** In these ranges of an ordered_set, which have nothing in common, in ascending order. */
  record Ranges(List<Interval> ranges) implements KeyPlan {}

  /** Anywhere. */
  record Scan() implements KeyPlan {}
}
