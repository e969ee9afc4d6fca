package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.jets.ets.ShortHeap.HEAP;
import static org.jets.ets.ShortHeap.VALUE;
import static org.jets.ets.ShortHeap.assertFull;
import static org.jets.ets.ShortHeap.binary;
import static org.jets.ets.ShortHeap.stepsUntilRefused;
import static org.jets.ets.ShortHeap.value;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;

import java.util.Collections;
import java.util.List;
import org.jets.ets.erl.EtsModule;
import org.jets.ets.match.MatchContext;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.quota.TermBytes;
import org.jets.ets.store.TableStore;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that memory counts which tables keep beside the objects that a reader sees. */
class HeapKeptMemoryTest extends ShortHeapTables {
  @Test
  void quota_keysDeletedUnderFixation_areCounted() {
    EtsTable table = heap.startFullThenEmpty().newTable("t", TableOptions.set());
    table.safeFixtable(true);
    for (int n = 0; n < 1_000; n++) {
      Term key = t(n, value(VALUE));
      table.insert(t(key, 1));
      table.delete(key);
    }
    heap.full();
    assertFull(table);
    table.safeFixtable(false);
    watch.collected();
    table.insert(t("more", 1));
  }

  @Test
  void quota_heirDataPlansAndReferences_areCounted() {
    Owner owner = heap.startFullThenEmpty();
    EtsTable table = owner.newTable("t", TableOptions.set());
    Owner heir = space.newOwner();
    table.setHeir(heir.pid(), value((int) HEAP));
    heap.full();
    assertFull(table);
    table.setNoHeir();
    watch.collected();
    table.insert(t("more", 1));
    Term compiled =
        EtsModule.apply(
            owner, a("match_spec_compile"), List.of(l(t(t(value((int) HEAP), "_"), l(), l("$_")))));
    watch.collected();
    assertFull(table);
    assertThat(compiled).isNotNull();
  }

  @Test
  void quota_emptyTables_areCounted() {
    Owner owner = heap.startFullThenEmpty();
    EtsTable table = owner.newTable("t", TableOptions.set());
    for (int n = 0; n < HEAP * 7 / 10 / 1_000; n++) {
      owner.newTable("empty", TableOptions.set());
    }
    heap.full();
    assertFull(table);
  }

  @Test
  void quota_specificationOfManySmallTerms_isCountedWhole() {
    Owner owner = heap.startFullThenEmpty();
    EtsTable table = owner.newTable("t", TableOptions.set());
    Term head = l();
    for (int n = 0; n < 200_000; n++) {
      head = t(head, "_");
    }
    Term compiled =
        EtsModule.apply(owner, a("match_spec_compile"), List.of(l(t(t(head, "_"), l(), l("$_")))));
    heap.full();
    assertFull(table);
    assertThat(compiled).isNotNull();
  }

  @Test
  void continuation_objectThatHasBeenRead_isNotKept() {
    EtsTable table = heap.start().newTable("t", TableOptions.set());
    table.insert(List.of(t(1, value(VALUE)), t(2, value(VALUE))));
    LocalContinuation continuation =
        (LocalContinuation)
            table
                .select(MatchSpec.objectsLike(a("_")), 1)
                .orElseThrow()
                .continuation()
                .orElseThrow();
    assertThat(continuation.unfinished()).isEmpty();
    assertThat(continuation.next(MatchContext.NONE).orElseThrow().results()).hasSize(1);
  }

  @Test
  void plans_largeSpecifications_areNotKept() {
    EtsTable table = heap.start().newTable("t", TableOptions.set());
    for (int n = 0; n < 100; n++) {
      table.select(MatchSpec.objectsLike(t(t(n, value(100_000)), "_")));
    }
    assertThat(space.find(table.id()).planBytes()).isZero();
    table.select(MatchSpec.objectsLike(t(i(1), "_")));
    assertThat(space.find(table.id()).planBytes()).isPositive();
  }

  @Test
  void estimate_tailsOfLists_countsWhatTheyKeepReachable() {
    EtsTable table = heap.startEmpty().newTable("t", TableOptions.set());
    for (int n = 0; n < HEAP * 8 / 10 / VALUE; n++) {
      table.insert(t(n, ListTerm.of(binary(VALUE), a("x")).tail()));
    }
    heap.full();
    assertFull(table);
  }

  @ParameterizedTest
  @EnumSource(
      value = TableType.class,
      names = {"SET", "BAG", "DUPLICATE_BAG"})
  void delete_distinctKeysUnderFixation_countOn(TableType type) {
    EtsTable table = heap.startEmpty().newTable("t", TableOptions.of(type));
    table.safeFixtable(true);
    heap.fillHeap(55);
    int full = (int) (HEAP * 7 / 10 / VALUE);
    int steps =
        stepsUntilRefused(
            n -> {
              Term key = t(n, value(VALUE));
              table.insert(t(key));
              if (n % 2 == 0) {
                table.delete(key);
              } else {
                table.deleteObject(t(key));
              }
            });
    assertThat(steps).isBetween(full - 30, full + 1);
    table.safeFixtable(false);
    assertThatCode(() -> table.insert(t(1, value(VALUE)))).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void insert_largeKeyInPlaceOfAnEqualOneOfAnotherForm_bothCount(Variant variant) {
    Assumptions.assumeTrue(variant.options().type() == TableType.ORDERED_SET);
    EtsTable table = heap.startEmpty().newTable("t", variant.options());
    Term integers = ListTerm.of(Collections.nCopies(VALUE, IntegerTerm.of(100_000)));
    Term floats = ListTerm.of(Collections.nCopies(VALUE, FloatTerm.of(100_000)));
    table.insert(t(integers, 1));
    TableStore store = ((TableHandle) table).table().store();
    TermBytes.Visits visits = new TermBytes.Visits(Long.MAX_VALUE);
    assertThat(store.keptBytes(HEAP, visits)).isZero();
    heap.fillHeap(60);
    long before = heap.quota().bytes();
    table.insert(t(floats, 2));
    assertThat(store.firstCell()).isEqualTo(t(floats, 2));
    assertThat(store.keptBytes(HEAP, visits)).isEqualTo(TermBytes.of(integers));
    assertThat(heap.quota().bytes() - before).isGreaterThanOrEqualTo(TermBytes.of(floats));
    table.insert(t(ListTerm.of(Collections.nCopies(VALUE, FloatTerm.of(100_000))), 3));
    table.delete(integers);
    assertThat(store.keptBytes(HEAP, visits)).isZero();
  }
}
