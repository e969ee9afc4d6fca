package org.jets.ets.plan;

import java.util.concurrent.locks.ReentrantLock;
import org.jets.ets.SystemLimitException;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.quota.TableMeter;
import org.jets.ets.quota.TermBytes;
import org.jets.ets.store.StoreConfig;
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
public final class PlanCache {
  private static final int GROUPS = 8;
  private static final int GROUP_SIZE = 4;

  /** Larger specifications are planned each time: so the plans of a table take some megabytes. */
  private static final long MAX_SPEC_BYTES = 1 << 14;

  /** A specification is there as a term, parsed, compiled, and planned: so many times the term. */
  private static final int FORMS = 6;

  private final StoreConfig config;

  /** Null where nobody counts what tables take. */
  private final @Nullable TableMeter meter;

  /** Held by the thread that adds a counted plan. */
  private final ReentrantLock adding = new ReentrantLock();

  private final @Nullable PlannedSpec[] plans = new PlannedSpec[GROUPS * GROUP_SIZE];

  public PlanCache(StoreConfig config, @Nullable TableMeter meter) {
    this.config = config;
    this.meter = meter;
  }

  public PlannedSpec plan(MatchSpec spec) {
    int group = (System.identityHashCode(spec) & (GROUPS - 1)) * GROUP_SIZE;
    for (int i = group; i < group + GROUP_SIZE; i++) {
      PlannedSpec planned = plans[i];
      if (planned != null && planned.given() == spec) {
        return planned;
      }
    }
    PlannedSpec planned = KeyPlanner.plan(spec, config.type(), config.keypos());
    if (TermBytes.of(spec.toTerm(), MAX_SPEC_BYTES) > MAX_SPEC_BYTES) {
      return planned;
    }
    if (meter == null) {
      add(planned, group);
    } else {
      addCounted(planned, group, meter);
    }
    return planned;
  }

  private void add(PlannedSpec planned, int group) {
    for (int i = group + GROUP_SIZE - 1; i > group; i--) {
      plans[i] = plans[i - 1];
    }
    plans[group] = planned;
  }

  /** Adds a plan if there is room for it. */
  private void addCounted(PlannedSpec planned, int group, TableMeter counts) {
    adding.lock();
    try {
      counts.countBeside(bytesOf(planned) - bytesOf(plans[group + GROUP_SIZE - 1]));
      add(planned, group);
    } catch (SystemLimitException e) {
      // The search goes on, and the next one plans again.
    } finally {
      adding.unlock();
    }
  }

  private static long bytesOf(@Nullable PlannedSpec planned) {
    return planned == null ? 0 : FORMS * TermBytes.of(planned.given().toTerm(), MAX_SPEC_BYTES);
  }

  /** Returns about how many bytes the plans and their specifications take. */
  public long bytes() {
    long bytes = 0;
    for (PlannedSpec planned : plans) {
      bytes += bytesOf(planned);
    }
    return bytes;
  }
}
