package org.jets.ets.plan;

import org.jets.ets.match.MatchSpec;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * A match specification and a table's plan for it.
 *
 * @param given the specification of the caller
 * @param spec the specification that is run on each object
 * @param reason the reason for the plan, as text
 * @param onlyKey the key, if the plan looks up a single one that can have only one object
 * @param isBoundByHeads whether the head of each clause binds the key, regardless of its guards
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

  /** Makes one whose plan has no keys. */
  PlannedSpec(MatchSpec given, MatchSpec spec, KeyPlan plan, String reason) {
    this(given, spec, plan, reason, null, false);
  }

  /** Returns the same specification with the plan to scan all objects. */
  public PlannedSpec scanning(String why) {
    return new PlannedSpec(given, spec, new KeyPlan.Scan(), why);
  }
}
