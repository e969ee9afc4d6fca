package org.jets.ets.plan;

import org.jets.ets.match.MatchSpec;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * A match specification and how a table goes about it.
 *
 * @param given as the caller has it
 * @param spec what is run on each object
 * @param reason why the plan is this one, for people
 * @param onlyKey the key, if the plan is to look up a single one that can have one object
 * @param isBoundByHeads whether the head of each clause has the key, whatever its guards say
 * @param returnedArity {@link MatchSpec#returnedArity} of {@code spec}
 */
public record PlannedSpec(
    MatchSpec given,
    MatchSpec spec,
    KeyPlan plan,
    String reason,
    @Nullable Term onlyKey,
    boolean isBoundByHeads,
    int returnedArity) {

  PlannedSpec(
      MatchSpec given,
      MatchSpec spec,
      KeyPlan plan,
      String reason,
      @Nullable Term onlyKey,
      boolean isBoundByHeads) {
    this(given, spec, plan, reason, onlyKey, isBoundByHeads, spec.returnedArity());
  }

  /** Makes one that does not lead to keys. */
  PlannedSpec(MatchSpec given, MatchSpec spec, KeyPlan plan, String reason) {
    this(given, spec, plan, reason, null, false);
  }
}
