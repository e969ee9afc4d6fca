package org.jets.ets.plan;

import java.util.List;
import java.util.function.Supplier;
import org.jets.collections.internal.sync.OverflowSafeLock;
import org.jets.ets.SystemLimitException;
import org.jets.ets.index.Index;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.quota.TableMeter;
import org.jets.ets.quota.TermBytes;
import org.jets.ets.store.StoreConfig;
import org.jspecify.annotations.Nullable;

/**
 * The plans of the specifications that a table has used last. So a specification that is compiled
 * once is planned once. A plan is found by the identity of its specification, since a comparison of
 * specifications would cost more than a lookup.
 *
 * <p>Entries are in groups, selected by the identity hash of the specification. A new entry becomes
 * the first of its group, and the last one is dropped.
 *
 * <p><b>Memory order.</b> Entries are read and written by plain accesses. A plan, and all that it
 * refers to, is in final fields, so a reader sees it completely. A thread that misses an entry of
 * another thread, or loses one to a concurrent addition, plans again.
 */
public final class PlanCache {
  private static final int GROUPS = 8;
  private static final int GROUP_SIZE = 4;

  /**
   * The size above which specifications are planned each time. So the plans of a table take some
   * megabytes at most.
   */
  private static final long MAX_SPEC_BYTES = 1 << 14;

  /**
   * The number of forms of a specification: a term, parsed, compiled, and planned. Its bytes are
   * this many times those of the term.
   */
  private static final int FORMS = 6;

  private final StoreConfig config;

  /** Null if the table is not metered. */
  private final @Nullable TableMeter meter;

  /** Held by the thread that adds a counted plan. */
  private final OverflowSafeLock adding = new OverflowSafeLock();

  /** Returns the indexes that can be used now. */
  private final Supplier<List<Index>> indexes;

  /** True once the plans are out of date. Guarded by {@link #adding}. */
  private boolean isClosed;

  private final @Nullable PlannedSpec[] plans = new PlannedSpec[GROUPS * GROUP_SIZE];

  /**
   * Makes an empty cache.
   *
   * @param indexes returns the indexes that can be used now. After a change of them the cache is
   *     given up, so they are read after the cache has been found
   */
  public PlanCache(StoreConfig config, @Nullable TableMeter meter, Supplier<List<Index>> indexes) {
    this.config = config;
    this.meter = meter;
    this.indexes = indexes;
  }

  public PlannedSpec plan(MatchSpec spec) {
    int group = (System.identityHashCode(spec) & (GROUPS - 1)) * GROUP_SIZE;
    for (int i = group; i < group + GROUP_SIZE; i++) {
      PlannedSpec planned = plans[i];
      if (planned != null && planned.given() == spec) {
        return planned;
      }
    }
    PlannedSpec planned = KeyPlanner.plan(spec, config.type(), config.keypos(), indexes.get());
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
      if (isClosed) {
        return;
      }
      counts.countBeside(bytesOf(planned) - bytesOf(plans[group + GROUP_SIZE - 1]));
      add(planned, group);
    } catch (SystemLimitException e) {
      // The search continues, and the next one plans again.
    } finally {
      adding.unlock();
    }
  }

  /** Takes back the counts of the plans, which are out of date. */
  public void close() {
    if (meter == null) {
      return;
    }
    adding.lock();
    try {
      if (!isClosed) {
        meter.countBesideUnchecked(-bytes());
        isClosed = true;
      }
    } finally {
      adding.unlock();
    }
  }

  private static long bytesOf(@Nullable PlannedSpec planned) {
    return planned == null ? 0 : FORMS * TermBytes.of(planned.given().toTerm(), MAX_SPEC_BYTES);
  }

  /** Returns an estimate of the bytes of the plans and their specifications. */
  public long bytes() {
    long bytes = 0;
    for (PlannedSpec planned : plans) {
      bytes += bytesOf(planned);
    }
    return bytes;
  }
}
