package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jets.ets.event.ChangeOptions;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.quota.QuotaUsages;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;

/**
 * Tests what only {@link LocalTable} has in a full heap, with a fault at each allocation in turn.
 */
class LocalTableFaultTest {
  @Test
  void call_noMemoryAtAnyAllocation_leavesTheObjectsAsBeforeOrAfter() throws Exception {
    IntPredicate run = AllocationFaults.load(Calling.class);
    assertThat(run.test(0)).as("no fault").isFalse();
    int faults = 1;
    while (run.test(faults)) {
      faults++;
    }
    assertThat(faults).as("allocations").isGreaterThan(10);
  }

  /** Makes each call with a fault, in each table; false if no call reached it. */
  static final class Calling implements IntPredicate {
    private static final MatchSpec ALL_OF_ONE = spec("[{{1,'_'},[],['$_']}]");
    private static final MatchSpec NEGATED = spec("[{{1,'$1'},[],[{{1,{'-','$1'}}}]}]");

    private static MatchSpec spec(String text) {
      return MatchSpec.compile(TermParser.parse(text));
    }

    private static Map<String, Consumer<LocalTable>> calls(TableType type) {
      Map<String, Consumer<LocalTable>> calls = new LinkedHashMap<>();
      if (type.isSet()) {
        calls.put("delete by compute", table -> table.compute(i(1), object -> Optional.empty()));
        calls.put("compute", table -> table.compute(i(1), object -> Optional.of(t(1, 5))));
        calls.put("insert by compute", table -> table.compute(i(4), o -> Optional.of(t(4, 5))));
        calls.put("computeIfAbsent", table -> table.computeIfAbsent(i(4), key -> t(4, 5)));
        calls.put("merge", table -> table.merge(t(1, 5), (present, added) -> added));
        calls.put("replaceIf", table -> table.replaceIf(i(1), t(1, 3), t(1, 5)));
        calls.put("compareInsert", table -> table.compareInsert(List.of(t(1, 3)), t(1, 5)));
      } else {
        calls.put("compareInsert", table -> table.compareInsert(table.lookup(i(1)), t(1, 5)));
      }
      calls.put("new compareInsert", table -> table.compareInsert(List.of(), t(4, 5)));
      calls.put("insert", table -> table.insert(t(1, 5)));
      calls.put("insertNew", table -> table.insertNew(t(4, 5)));
      calls.put("delete", table -> table.delete(i(1)));
      calls.put("deleteObject", table -> table.deleteObject(t(1, 3)));
      if (type.isSet()) {
        calls.put("takeAll", table -> table.takeAll(List.of(i(5), i(1))));
      }
      calls.put("selectTake", table -> table.selectTake(ALL_OF_ONE, 2));
      calls.put("insertAll", table -> table.insertAll(Stream.of(t(1, 5), t(4, 5)), 2));
      if (type != TableType.BAG) {
        calls.put("selectReplaceReturning", table -> table.selectReplaceReturning(NEGATED, 2));
      }
      return calls;
    }

    /** A call of a table in a certain state. */
    private record Case(
        Variant variant, boolean isMetered, boolean isFixed, boolean isWatched, String call) {}

    /** The cases in which a later allocation can still fail, and the objects after the call. */
    private final Map<Case, Map<Tuple, Long>> cases = new LinkedHashMap<>();

    Calling() {
      for (Variant variant : (Iterable<Variant>) Variant.all()::iterator) {
        for (String call : calls(variant.type()).keySet()) {
          for (int state = 0; state < 4; state++) {
            cases.put(new Case(variant, state / 2 == 1, state % 2 == 1, false, call), Map.of());
          }
          if (variant.backend() == TableOptions.of(variant.type()).backend()) {
            cases.put(new Case(variant, true, true, true, call), Map.of());
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

    private static TableSpace space(Case each) {
      TableSpace space = new TableSpace();
      if (each.isMetered()) {
        space.limit(Quota.UNLIMITED, Quota.UNLIMITED.withBytes(Long.MAX_VALUE - 1));
      }
      return space;
    }

    private static LocalTable newTable(Owner owner, Case each) {
      LocalTable table = owner.newTable("t", each.variant().options().withEvents(each.isWatched()));
      table.insert(List.of(t(1, 1), t(1, 2), t(1, 3), t(2, 1)));
      table.safeFixtable(each.isFixed());
      return table;
    }

    private static Map<Tuple, Long> objectsAfter(Case each) {
      try (Owner owner = space(each).newOwner()) {
        LocalTable table = newTable(owner, each);
        Map<Tuple, Long> before = contents(table);
        calls(table.type()).get(each.call()).accept(table);
        assertThat(contents(table)).as("%s", each).isNotEqualTo(before);
        return contents(table);
      }
    }

    /** Makes a call with a fault; false if the fault was not reached. */
    private static boolean test(Case each, Map<Tuple, Long> after, int fault) {
      TableSpace space = space(each);
      try (Owner owner = space.newOwner()) {
        LocalTable table = newTable(owner, each);
        Map<Tuple, Long> before = contents(table);
        Map<Term, List<Tuple>> repeated = byKey(table);
        ChangeRecorder recorder = new ChangeRecorder(0, change -> {});
        if (each.isWatched()) {
          table.changes(ChangeOptions.defaults().withExecutor(Runnable::run)).subscribe(recorder);
        }
        boolean hasFailed = false;
        boolean isFired;
        AllocationFaults.arm(fault);
        try {
          calls(table.type()).get(each.call()).accept(table);
        } catch (OutOfMemoryError e) {
          hasFailed = true;
        } finally {
          isFired = AllocationFaults.disarm();
        }
        String about = each + ", fault " + fault;
        assertThat(contents(table))
            .as(about)
            .isIn(hasFailed ? List.of(before, after) : List.of(after));
        assertThat(table.size()).as(about).isEqualTo(table.tab2list().size());
        if (each.isWatched()) {
          recorder.subscription().request(Long.MAX_VALUE);
          recorder.changes.forEach(change -> TableChangesTest.repeat(repeated, change));
          assertThat(repeated).as(about).isEqualTo(byKey(table));
        }
        // Unfixed, since the keys that a fixed table remembers count as well.
        table.safeFixtable(false);
        checkCounts(space, table, about);
        table.safeFixtable(each.isFixed());
        checkIsUsable(table, before, about);
        if (space.usages() != null) {
          table.deleteAllObjects();
          table.safeFixtable(false);
          assertThat(space.usages().all().objects()).as(about).isZero();
          assertThat(space.usages().all().bytes())
              .as(about)
              .isEqualTo(space.find(table.id()).planBytes());
        }
        return isFired;
      }
    }

    /** Checks that the counts of a metered table are those of its objects. */
    private static void checkCounts(TableSpace space, LocalTable table, String about) {
      QuotaUsages usages = space.usages();
      if (usages != null) {
        OwnedTable owned = Objects.requireNonNull(space.find(table.id()));
        long bytes = owned.planBytes() + Variant.heldBytes(owned);
        assertThat(usages.all().objects()).as(about).isEqualTo(table.size());
        assertThat(usages.all().bytes()).as(about).isEqualTo(bytes);
      }
    }

    private static void checkIsUsable(LocalTable table, Map<Tuple, Long> before, String about) {
      table.deleteAllObjects();
      table.insert(new ArrayList<>(before.keySet()));
      for (Consumer<LocalTable> call : calls(table.type()).values()) {
        call.accept(table);
      }
      assertThat(table.size()).as(about).isEqualTo(table.tab2list().size());
    }

    private static Map<Term, List<Tuple>> byKey(EtsTable table) {
      return table.stream().collect(Collectors.groupingBy(object -> object.element(1)));
    }

    private static Map<Tuple, Long> contents(EtsTable table) {
      return table.tab2list().stream()
          .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }
  }
}
