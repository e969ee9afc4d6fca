package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.jets.ets.eviction.BoundedStore;
import org.jets.ets.eviction.Ranks;
import org.jets.ets.expiry.ExpiringStore;
import org.jets.ets.limit.Expiry;
import org.jets.ets.quota.QuotaUsages;
import org.jets.ets.store.TableStore;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;

/**
 * Tests tables with bounds, and those whose objects expire, in a full heap, with a fault at each
 * allocation in turn. A call that fails leaves the table as it was, or as after the call. No lock
 * stays held, and the counts are those of the objects. A key may be evicted.
 */
class LimitedTableFaultTest {
  private static final int MOST = 4;
  private static final long LIFE_MILLIS = 1_000;
  private static final long PATIENCE_SECONDS = 60;

  @Test
  void call_noMemoryAtAnyAllocation_leavesTheObjectsAndTheCounts() throws Exception {
    IntPredicate run = AllocationFaults.load(Calling.class);
    assertThat(run.test(0)).as("no fault").isFalse();
    int faults = 1;
    while (run.test(faults)) {
      faults++;
    }
    assertThat(faults).as("allocations").isGreaterThan(10);
  }

  /** The limits of a table. */
  private enum Limit {
    REJECTING,
    EVICTING,
    AFTER_WRITE,
    AFTER_ACCESS,
    EVICTING_AND_EXPIRING;

    boolean evicts() {
      return this == EVICTING || this == EVICTING_AND_EXPIRING;
    }

    boolean expires() {
      return this == AFTER_WRITE || this == AFTER_ACCESS || this == EVICTING_AND_EXPIRING;
    }

    TableOptions of(TableOptions options, FakeClock clock) {
      return switch (this) {
        case REJECTING -> options.withMaxObjects(MOST).withRejectionWhenFull(true);
        case EVICTING -> options.withMaxObjects(MOST).withMaxBytes(100_000);
        case AFTER_WRITE -> clock.expiring(options, Expiry.Kind.AFTER_WRITE, LIFE_MILLIS);
        case AFTER_ACCESS -> clock.expiring(options, Expiry.Kind.AFTER_ACCESS, LIFE_MILLIS);
        case EVICTING_AND_EXPIRING ->
            clock.expiring(options.withMaxObjects(MOST), Expiry.Kind.AFTER_WRITE, LIFE_MILLIS);
      };
    }
  }

  private static Map<String, Consumer<LocalTable>> calls(TableType type) {
    Map<String, Consumer<LocalTable>> calls = new LinkedHashMap<>();
    calls.put("insert", table -> table.insert(t(1, 5)));
    calls.put("insert new key", table -> table.insert(t(4, 5)));
    calls.put("insert list", table -> table.insert(List.of(t(1, 5), t(4, 5))));
    calls.put("insertNew", table -> table.insertNew(t(4, 5)));
    calls.put("insertNew list", table -> table.insertNew(List.of(t(4, 5), t(5, 5))));
    calls.put("delete", table -> table.delete(i(1)));
    calls.put("deleteObject", table -> table.deleteObject(t(1, 1)));
    calls.put("take", table -> table.take(i(1)));
    calls.put("lookup", table -> table.lookup(i(1)));
    calls.put("deleteAllObjects", LocalTable::deleteAllObjects);
    if (type.isSet()) {
      calls.put("updateCounter", table -> table.updateCounter(i(1), 1, t(1, 0)));
    }
    return calls;
  }

  /**
   * A call of a table.
   *
   * @param isLate whether the objects of the key have expired
   * @param isFull whether there are as many objects as the bound allows
   */
  private record Case(
      Variant variant,
      Limit limit,
      boolean isMetered,
      boolean isLate,
      boolean isFull,
      String call) {

    TableSpace space() {
      TableSpace space = new TableSpace();
      if (isMetered) {
        space.limit(Quota.UNLIMITED, Quota.UNLIMITED.withBytes(Long.MAX_VALUE - 1));
      }
      return space;
    }

    LocalTable newTable(Owner owner, FakeClock clock) {
      LocalTable table = owner.newTable("t", limit.of(variant.options(), clock));
      table.insert(t(1, 1));
      if (isLate) {
        clock.advanceMillis(LIFE_MILLIS);
      }
      table.insert(t(2, 1));
      for (int n = 8; isFull && table.size() < MOST; n++) {
        table.insert(t(n, 1));
      }
      return table;
    }

    void call(LocalTable table) {
      try {
        Objects.requireNonNull(calls(table.type()).get(call)).accept(table);
      } catch (SystemLimitException e) {
        assertThat(limit).isEqualTo(Limit.REJECTING);
      }
    }
  }

  /** Makes each call with a fault, in each table; false if no call reached it. */
  static final class Calling implements IntPredicate {
    /** The cases in which a later allocation can still fail, and the objects after the call. */
    private final Map<Case, Set<Tuple>> cases = new LinkedHashMap<>();

    private final ExecutorService other =
        Executors.newSingleThreadExecutor(
            run -> {
              Thread thread = new Thread(run);
              thread.setDaemon(true);
              return thread;
            });

    Calling() {
      for (Variant variant : (Iterable<Variant>) Variant.all()::iterator) {
        for (Limit limit : Limit.values()) {
          for (String call : calls(variant.type()).keySet()) {
            for (int state = 0; state < 8; state++) {
              boolean isLate = state % 2 == 1;
              boolean isFull = state / 2 % 2 == 1;
              if ((limit.expires() || !isLate) && (!isFull || !limit.expires() || limit.evicts())) {
                cases.put(new Case(variant, limit, state >= 4, isLate, isFull, call), Set.of());
              }
            }
          }
        }
      }
    }

    @Override
    public boolean test(int fault) {
      if (fault == 0) {
        cases.replaceAll((each, none) -> objectsAfter(each));
        return false;
      }
      cases.entrySet().removeIf(each -> !test(each.getKey(), each.getValue(), fault));
      return !cases.isEmpty();
    }

    private static Set<Tuple> objectsAfter(Case each) {
      try (Owner owner = each.space().newOwner()) {
        LocalTable table = each.newTable(owner, new FakeClock());
        each.call(table);
        return contents(table);
      }
    }

    /** Makes a call with a fault; false if the fault was not reached. */
    private boolean test(Case each, Set<Tuple> after, int fault) {
      TableSpace space = each.space();
      FakeClock clock = new FakeClock();
      try (Owner owner = space.newOwner()) {
        LocalTable table = each.newTable(owner, clock);
        Set<Tuple> before = contents(table);
        boolean hasFailed = false;
        boolean isFired;
        AllocationFaults.arm(fault);
        try {
          each.call(table);
        } catch (OutOfMemoryError e) {
          hasFailed = true;
        } finally {
          isFired = AllocationFaults.disarm();
        }
        String about = each + ", fault " + fault;
        Set<Tuple> now = contents(table);
        if (each.limit().evicts() && each.isFull()) {
          checkEvicted(before, now, after, about);
        } else {
          assertThat(now).as(about).isIn(hasFailed ? List.of(before, after) : List.of(after));
        }
        // Another thread, since a lock that stays held is none for its holder.
        other
            .submit(() -> checkIsUsable(space, table, clock, each, about))
            .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        return isFired;
      } catch (Exception e) {
        throw new IllegalStateException(each + ", fault " + fault, e);
      }
    }

    /** Checks that keys have gone or stayed as a whole, and that there are as many as allowed. */
    private static void checkEvicted(
        Set<Tuple> before, Set<Tuple> now, Set<Tuple> after, String about) {
      List<Tuple> possible = new ArrayList<>(before);
      possible.addAll(after);
      possible.addAll(List.of(t(1, 2), t(1, 5), t(4, 5), t(5, 5)));
      assertThat(possible).as(about).containsAll(now);
      // A failed eviction is made by the next write.
      assertThat(now.size()).as(about).isLessThanOrEqualTo(MOST + 2);
    }

    private static void checkIsUsable(
        TableSpace space, LocalTable table, FakeClock clock, Case each, String about) {
      for (int n = 1; n <= 2 * MOST; n++) {
        try {
          table.insert(t(n, 7));
        } catch (SystemLimitException e) {
          assertThat(each.limit()).as(about).isEqualTo(Limit.REJECTING);
        }
      }
      OwnedTable owned = ((TableHandle) table).table();
      TableStore store = owned.store();
      if (each.limit().expires() && store instanceof ExpiringStore expiring) {
        // Until all has gone that had expired.
        clock.advanceMillis(LIFE_MILLIS / 2);
        while (expiring.sweep(1_000) || table.size() != table.tab2list().size()) {
          Thread.onSpinWait();
        }
      }
      assertThat(table.size()).as(about).isEqualTo(table.tab2list().size());
      if (each.limit() == Limit.REJECTING || each.limit().evicts()) {
        assertThat(table.size()).as(about).isLessThanOrEqualTo(MOST);
      }
      if (store instanceof BoundedStore bounded) {
        assertThat(Ranks.disagreements(bounded)).as(about).isEmpty();
      }
      QuotaUsages usages = space.usages();
      if (usages != null) {
        assertThat(usages.all().objects()).as(about).isEqualTo(table.size());
        assertThat(usages.all().bytes())
            .as(about)
            .isEqualTo(owned.planBytes() + Variant.heldBytes(owned));
      }
      clock.advanceMillis(2 * LIFE_MILLIS);
      if (each.limit().expires() && store instanceof ExpiringStore expiring) {
        while (expiring.sweep(1_000) || table.size() > 0) {
          Thread.onSpinWait();
        }
      }
      table.deleteAllObjects();
      assertThat(table.size()).as(about).isZero();
      if (usages != null) {
        assertThat(usages.all().objects()).as(about).isZero();
        assertThat(usages.all().bytes()).as(about).isEqualTo(owned.planBytes());
      }
      if (each.limit() == Limit.REJECTING) {
        for (int n = 0; n < MOST; n++) {
          table.insert(t(n, 7));
        }
      }
    }

    private static Set<Tuple> contents(LocalTable table) {
      return table.tab2list().stream().collect(Collectors.toSet());
    }
  }
}
