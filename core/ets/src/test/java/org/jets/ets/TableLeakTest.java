package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.jets.ets.erl.EtsModule;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that nothing is left of tables that have been made, used in every way that registers them,
 * and deleted.
 */
class TableLeakTest {
  private static final int TABLES = 1_000_000;

  /**
   * The period of checks: of this many tables, some are checked to be collected, each way to end
   * with each type.
   */
  private static final int CHECKED = 1_000;

  private static final int WAYS = 9;

  /** Enough objects that a walk over a table reads keys ahead several times. */
  private static final int OBJECTS = 1_000;

  private static final List<TableType> TYPES = List.of(TableType.values());

  private final TableSpace space = new TableSpace();
  private final Owner owner = space.newOwner();
  private final Owner other = space.newOwner();

  /** Makes a table and lets it end, in one of several ways. */
  private WeakReference<OwnedTable> makeAndEnd(int n) {
    boolean isNamed = n % 2 == 0;
    TableOptions options = TableOptions.of(TYPES.get(n % TYPES.size())).withPublicAccess();
    LocalTable table = owner.newTable(a("t"), isNamed ? options.withNamedTable() : options);
    table.insert(t(n, 1));
    table.insert(t(-1, 1));
    switch (n % WAYS) {
      case 0 -> table.rename(a("renamed"));
      case 1 -> table.giveAway(other, a("gift"));
      case 2 -> table.setHeir(other.pid(), a("data"));
      case 3 -> table.safeFixtable(true);
      case 4 -> other.open(table.id()).safeFixtable(true);
      case 5 -> table.stream().iterator().next();
      case 6 -> continuationTerm(table);
      case 7 -> table.next(table.first().orElseThrow());
      default -> table.snapshot();
    }
    WeakReference<OwnedTable> reference = new WeakReference<>(space.find(table.id()));
    other.open(table.id()).drop();
    other.pollTransfer();
    return reference;
  }

  private static List<WeakReference<Tuple>> fill(LocalTable table) {
    List<WeakReference<Tuple>> objects = new ArrayList<>();
    for (int key = 0; key < OBJECTS; key++) {
      Tuple object = t(key, key);
      table.insert(object);
      objects.add(new WeakReference<>(object));
    }
    return objects;
  }

  private static SelectChunk firstChunk(LocalTable table) {
    return table.matchObject(a("_"), 1).orElseThrow();
  }

  private Tuple continuationTerm(LocalTable table) {
    List<Term> arguments = List.of(table.id(), a("_"), i(1));
    return (Tuple) ((Tuple) EtsModule.apply(owner, a("match_object"), arguments)).element(2);
  }

  private static void awaitCollected(List<? extends WeakReference<?>> references, int left) {
    for (int n = 0; n < 100 && count(references) > left; n++) {
      System.gc();
    }
    assertThat(count(references)).isLessThanOrEqualTo(left);
  }

  private static long count(List<? extends WeakReference<?>> references) {
    return references.stream().filter(reference -> !reference.refersTo(null)).count();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void clear_continuationKept_keepsNoMoreThanItsOwnObject(Variant variant) {
    LocalTable table = owner.newTable("t", variant.options());
    List<WeakReference<Tuple>> objects = fill(table);
    SelectContinuation kept = firstChunk(table).continuation().orElseThrow();
    table.deleteAllObjects();
    awaitCollected(objects, 1);
    assertThat(table.select(kept)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void delete_continuationKept_keepsNoMoreThanItsOwnObject(Variant variant) {
    LocalTable table = owner.newTable("t", variant.options());
    List<WeakReference<Tuple>> objects = fill(table);
    SelectContinuation kept = firstChunk(table).continuation().orElseThrow();
    table.drop();
    awaitCollected(objects, 1);
    assertThatThrownBy(() -> table.select(kept)).isInstanceOf(NoSuchTableException.class);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void delete_continuationKeptAsATerm_keepsNothing(Variant variant) {
    LocalTable table = owner.newTable("t", variant.options());
    List<WeakReference<Tuple>> objects = fill(table);
    Tuple kept = continuationTerm(table);
    table.drop();
    awaitCollected(objects, 0);
    assertThat(EtsModule.apply(owner, a("repair_continuation"), List.of(kept, l())))
        .isEqualTo(kept);
  }

  @Test
  void delete_manyTables_leavesNothing() {
    List<WeakReference<OwnedTable>> ended = new ArrayList<>();
    for (int n = 0; n < TestScale.count(TABLES); n++) {
      WeakReference<OwnedTable> reference = makeAndEnd(n);
      if (n % CHECKED < WAYS * TYPES.size()) {
        ended.add(reference);
      }
    }
    assertThat(space.all()).isEmpty();
    awaitCollected(ended, 0);
  }
}
