package org.jets.ets;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jets.ets.match.MatchSpec;

/**
 * The plans of the specifications that a table was last asked about, so that a specification which
 * is compiled once is planned once. Found by identity: comparing specifications would cost more
 * than a lookup does.
 *
 * <p>Entries are in groups, a specification's identity hash says which. In a group the one that was
 * added last is first, and the last one goes. Two threads that add at the same time may lose an
 * entry, or have one twice; that costs another planning and nothing else.
 */
final class PlanCache {
  private static final int GROUPS = 8;
  private static final int GROUP_SIZE = 4;

  private final StoreConfig config;
  private final AtomicReferenceArray<PlannedSpec> plans =
      new AtomicReferenceArray<>(GROUPS * GROUP_SIZE);

  PlanCache(StoreConfig config) {
    this.config = config;
  }

  PlannedSpec plan(MatchSpec spec) {
    int group = (System.identityHashCode(spec) & (GROUPS - 1)) * GROUP_SIZE;
    for (int i = group; i < group + GROUP_SIZE; i++) {
      PlannedSpec planned = plans.getAcquire(i);
      if (planned != null && planned.given() == spec) {
        return planned;
      }
    }
    PlannedSpec planned = KeyPlanner.plan(spec, config.type(), config.keypos());
    for (int i = group + GROUP_SIZE - 1; i > group; i--) {
      plans.setRelease(i, plans.getAcquire(i - 1));
    }
    plans.setRelease(group, planned);
    return planned;
  }
}
