package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jets.ets.index.Index;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;

/**
 * Tests indexes in a full heap, with a fault at each allocation of a write in turn: searches by an
 * index are right, and after the next write the index has no entry too many.
 */
class TableIndexFaultTest {
  @Test
  void write_noMemoryAtAnyAllocation_leavesIndexesThatAgree() throws Exception {
    IntPredicate run = AllocationFaults.load(Writing.class);
    assertThat(run.test(0)).as("no fault").isFalse();
    int faults = 1;
    while (run.test(faults)) {
      faults++;
    }
    assertThat(faults).as("allocations").isGreaterThan(20);
  }

  @Test
  void addIndex_noMemoryFromAnyAllocationOn_leavesNoIndexOfTheName() throws Exception {
    IntPredicate run = AllocationFaults.load(Building.class);
    int faults = 1;
    while (run.test(faults)) {
      faults++;
    }
    assertThat(faults).as("allocations").isGreaterThan(10);
  }

  /** Adds an index without memory, and then once more; false if the fault was not reached. */
  static final class Building implements IntPredicate {
    @Override
    public boolean test(int fault) {
      try (Owner owner = new TableSpace().newOwner()) {
        LocalTable table = owner.newTable("t", TableOptions.set().withIndexes(true));
        table.insert(List.of(t(1, 3), t(2, 4), t(3, 2)));
        Index index = Index.onElement(a("index"), 2).unique();
        boolean isFired;
        AllocationFaults.armOnward(fault);
        try {
          table.addIndex(index);
        } catch (OutOfMemoryError e) {
          // As armed.
        } finally {
          isFired = AllocationFaults.disarm();
        }
        if (table.indexes().isEmpty()) {
          IndexedTables.indexes(table).validate();
          if (IndexedTables.indexes(table).bytes() != 0) {
            throw new AssertionError("bytes without an index, fault " + fault);
          }
          table.addIndex(index);
        }
        table.insert(t(4, 7));
        IndexedTables.indexes(table).validate();
        if (table.indexes().size() != 1 || !table.dropIndex(a("index"))) {
          throw new AssertionError(table.indexes() + ", fault " + fault);
        }
        return isFired;
      }
    }
  }

  /** Makes each write with a fault, in each table; false if no write reached it. */
  static final class Writing implements IntPredicate {
    private static final MatchSpec MOVE = spec("[{{1,'_'},[],[{{1,9}}]}]");
    private static final MatchSpec TAKEN = spec("[{{'_',3},[],['$_']}]");

    private static final int VALUES = 10;

    private static final List<MatchSpec> BY_SECOND = specs("[{{'_',%d},[],['$_']}]");
    private static final List<MatchSpec> BY_SUM =
        specs("[{{'$1','$2'},[{'==',{'+','$1','$2'},%d}],['$_']}]");

    private static List<MatchSpec> specs(String text) {
      return IntStream.range(0, VALUES).mapToObj(n -> spec(text.formatted(n))).toList();
    }

    private static MatchSpec spec(String text) {
      return MatchSpec.compile(TermParser.parse(text));
    }

    private static Map<String, Consumer<LocalTable>> calls(TableType type) {
      Map<String, Consumer<LocalTable>> calls = new LinkedHashMap<>();
      calls.put("insert", table -> table.insert(t(1, 5)));
      calls.put("insert new", table -> table.insertNew(t(4, 5)));
      // In a set the second key gets the unique term of the first.
      Tuple second = t(2, type.isSet() ? 3 : 7);
      calls.put("insert many", table -> table.insert(List.of(t(1, 5), second, t(4, 6))));
      calls.put("delete", table -> table.delete(i(1)));
      calls.put("delete object", table -> table.deleteObject(t(1, 3)));
      calls.put("clear", LocalTable::deleteAllObjects);
      calls.put("take", table -> table.selectTake(TAKEN, 5));
      if (type.isSet()) {
        calls.put("replace", table -> table.selectReplace(MOVE));
        calls.put("update", table -> table.updateElement(i(1), 2, i(7)));
      }
      calls.put("add index", table -> table.addIndex(Index.onElement(a("more"), 2)));
      calls.put("drop index", table -> table.dropIndex(a("unique")));
      return calls;
    }

    @Override
    public boolean test(int fault) {
      boolean isReached = false;
      for (TableType type : TableType.values()) {
        for (String call : calls(type).keySet()) {
          isReached |= test(type, call, fault);
        }
      }
      return isReached;
    }

    private static boolean test(TableType type, String call, int fault) {
      Consumer<LocalTable> write = calls(type).get(call);
      try (Owner owner = new TableSpace().newOwner()) {
        LocalTable table = owner.newTable("t", TableOptions.of(type).withIndexes(true));
        table.addIndex(Index.onElement(a("unique"), 2).unique());
        table.addIndex(Index.on(a("sum"), TermParser.parse("{'+','$1','$2'}")));
        table.insert(List.of(t(1, 3), t(2, 4), t(3, 2)));
        boolean isFired;
        AllocationFaults.arm(fault);
        try {
          write.accept(table);
        } catch (OutOfMemoryError e) {
          // As armed.
        } finally {
          isFired = AllocationFaults.disarm();
        }
        String what = call + " on " + type + ", fault " + fault;
        check(table, what);
        table.insert(t(50, 60));
        check(table, what);
        if (!call.equals("add index") && !call.equals("drop index")) {
          IndexedTables.indexes(table).validate();
        }
        return fault > 0 && isFired;
      }
    }

    /** Checks searches by both indexes. */
    private static void check(LocalTable table, String what) {
      List<Tuple> all = table.tab2list();
      for (int value = 0; value < VALUES; value++) {
        List<Term> second = new ArrayList<>();
        List<Term> sum = new ArrayList<>();
        for (Tuple object : all) {
          if (object.getLong(2) == value) {
            second.add(object);
          }
          if (object.getLong(1) + object.getLong(2) == value) {
            sum.add(object);
          }
        }
        if (!same(table.select(BY_SECOND.get(value)), second)
            || !same(table.select(BY_SUM.get(value)), sum)) {
          throw new AssertionError(what + ": another result at " + value + ", of " + all);
        }
      }
    }

    private static boolean same(List<Term> found, List<Term> expected) {
      return found.size() == expected.size() && found.containsAll(expected);
    }
  }
}
