package org.jets.ets;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jets.ets.match.MatchSpec;

/**
 * The plans of the specifications that a table was last asked about, so that a specification which
 * is compiled once is planned once. Found by identity: comparing specifications would cost more
 * than a lookup does.
 *
 * <p>Two threads that plan the same specification, or two whose entries meet, overwrite each
 * other's; that costs another planning and nothing else.
 */
final class PlanCache {
  private static final int SIZE = 16;

  private final StoreConfig config;
  private final AtomicReferenceArray<PlannedSpec> plans = new AtomicReferenceArray<>(SIZE);

  PlanCache(StoreConfig config) {
    this.config = config;
  }

  PlannedSpec plan(MatchSpec spec) {
    int entry = System.identityHashCode(spec) & (SIZE - 1);
    PlannedSpec planned = plans.getAcquire(entry);
    if (planned == null || planned.given() != spec) {
      planned = KeyPlanner.plan(spec, config.type(), config.keypos());
      plans.setRelease(entry, planned);
    }
    return planned;
  }
}
