package org.jets.ets;

import org.jets.ets.match.MatchSpec;
import org.jspecify.annotations.Nullable;

/**
 * The plans of the specifications that a table was last asked about, so that a specification which
 * is compiled once is planned once. Found by identity: comparing specifications would cost more
 * than a lookup does.
 *
 * <p>Entries are in groups, a specification's identity hash says which. In a group the one that was
 * added last is first, and the last one goes.
 *
 * <p><b>Memory order.</b> Entries are read and written plainly: a plan, and all that it leads to,
 * is in final fields, so whoever sees it sees it whole. Who does not see one that another thread
 * has added, or loses one by adding at the same time, plans again.
 */
final class PlanCache {
  private static final int GROUPS = 8;
  private static final int GROUP_SIZE = 4;

  private final StoreConfig config;
  private final @Nullable PlannedSpec[] plans = new PlannedSpec[GROUPS * GROUP_SIZE];

  PlanCache(StoreConfig config) {
    this.config = config;
  }

  PlannedSpec plan(MatchSpec spec) {
    int group = (System.identityHashCode(spec) & (GROUPS - 1)) * GROUP_SIZE;
    for (int i = group; i < group + GROUP_SIZE; i++) {
      PlannedSpec planned = plans[i];
      if (planned != null && planned.given() == spec) {
        return planned;
      }
    }
    PlannedSpec planned = KeyPlanner.plan(spec, config.type(), config.keypos());
    for (int i = group + GROUP_SIZE - 1; i > group; i--) {
      plans[i] = plans[i - 1];
    }
    plans[group] = planned;
    return planned;
  }
}
