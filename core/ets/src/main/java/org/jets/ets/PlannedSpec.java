package org.jets.ets;

import org.jets.ets.match.MatchSpec;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * A match specification and how a table goes about it.
 *
 * @param given as the caller has it
 * @param spec what is run on each object
 * @param reason why the plan is this one, for people
 * @param onlyKey the key, if the plan is to look up a single one
 */
record PlannedSpec(
    MatchSpec given, MatchSpec spec, KeyPlan plan, String reason, @Nullable Term onlyKey) {

  PlannedSpec(MatchSpec given, MatchSpec spec, KeyPlan plan, String reason) {
    this(given, spec, plan, reason, onlyKey(plan));
  }

  private static @Nullable Term onlyKey(KeyPlan plan) {
    return plan instanceof KeyPlan.Lookups lookups && lookups.keys().size() == 1
        ? lookups.keys().get(0)
        : null;
  }
}
