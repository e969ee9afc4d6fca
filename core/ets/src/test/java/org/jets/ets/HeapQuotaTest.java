package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.ShortHeap.HEAP;
import static org.jets.ets.ShortHeap.VALUE;
import static org.jets.ets.ShortHeap.assertFull;
import static org.jets.ets.ShortHeap.binary;
import static org.jets.ets.ShortHeap.fill;
import static org.jets.ets.ShortHeap.insertValues;
import static org.jets.ets.ShortHeap.value;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jets.ets.erl.EtsModule;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.quota.HeapWatch;
import org.jets.ets.store.MemoryEstimate;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the share of the heap that tables may take if no quota is set. */
class HeapQuotaTest extends ShortHeapTables {
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void insert_tablesTakeSeventyPercentOfTheHeap_isRefused(Variant variant) {
    EtsTable table = heap.start().newTable("t", variant.options());
    int full = (int) (HEAP * 7 / 10 / VALUE);
    assertThat(fill(table)).isBetween(full - 20, full + 1);
    assertThatThrownBy(() -> table.insertNew(t("x", value(VALUE))))
        .isInstanceOf(SystemLimitException.class)
        .hasMessageContaining("70 % of the heap; TableSpace.limit sets")
        .hasMessageContaining("After deletions")
        .hasMessageContaining("the same write may pass then");
    assertThatThrownBy(() -> table.insert(List.of(t("x", value(VALUE)), t("y", 1))))
        .isInstanceOf(SystemLimitException.class);
    watch.collected();
    assertThat(fill(table)).isBetween(0, full);
    table.deleteAllObjects();
    watch.collected();
    assertThatCode(() -> table.insert(t("x", value(VALUE)))).doesNotThrowAnyException();
  }

  @Test
  void insert_tablesOfAPeerTakeHalfOfTheHeap_isRefused() {
    Owner owner = heap.start();
    Term id =
        EtsModule.apply(space, FakeProcesses.process(1), a("new"), List.of(a("t"), l("public")));
    int full = (int) (HEAP / 2 / VALUE);
    assertThat(fill(owner.open(id))).isBetween(full - 20, full + 1);
    EtsTable own = owner.newTable("own", TableOptions.set());
    assertThatCode(() -> own.insert(t(1, value(VALUE)))).doesNotThrowAnyException();
  }

  @Test
  void insert_heapHasRoom_isNotCounted() {
    used.set(HEAP / 3);
    Owner owner = heap.start();
    // Another collection, after which use has not grown.
    watch.collected();
    EtsTable table = owner.newTable("t", TableOptions.set());
    EtsTable empty = owner.newTable("t", TableOptions.set());
    assertThat(fill(table)).isEqualTo(-1);
    space.heapQuota(new HeapQuota(space, watch));
    heap.full();
    assertThat(fill(empty)).isZero();
  }

  @Test
  void insert_largeOrManyObjects_noticesACollectionAtOnce() {
    AtomicLong count = new AtomicLong(1);
    HeapWatch polling = new HeapWatch(HEAP, used::get, count::get);
    heap.join();
    space.heapQuota(new HeapQuota(space, polling));
    Owner owner = space.newOwner();
    EtsTable table = owner.newTable("t", TableOptions.set());
    table.insert(t(1, binary(100_000)));
    assertThat(polling.collections()).isEqualTo(1);
    count.set(2);
    table.insert(t(1, ListTerm.of(Collections.nCopies(1_000, i(1)))));
    assertThat(polling.collections()).isEqualTo(2);
    count.set(3);
    table.insert(Collections.nCopies(100, t(1, 1)));
    assertThat(polling.collections()).isEqualTo(3);
    count.set(4);
    table.insert(t(1, t("record", binary(100_000))));
    assertThat(polling.collections()).isEqualTo(4);
    count.set(5);
    table.insert(t(1, 2, 3, 4, 5, 6, 7, 8, 9, l(t("body", binary(100_000)))));
    assertThat(polling.collections()).isEqualTo(5);
    owner.close();
  }

  @Test
  void newTable_tablesWithManyLocks_areRefusedWhereTheyFillTheHeap() {
    Owner owner = heap.start();
    TableOptions options =
        TableOptions.bag().withBackend(Backend.STRIPED).withWriteConcurrency(WriteConcurrency.TRUE);
    EtsTable first = owner.newTable("t", options);
    long each = MemoryEstimate.emptyBytes(space.find(first.id()).store());
    int full = (int) (HEAP * 7 / 10 / each);
    List<EtsTable> made = new ArrayList<>();
    assertThatThrownBy(
            () -> {
              while (made.size() < 2 * full) {
                made.add(owner.newTable("t", options));
              }
            })
        .isInstanceOf(SystemLimitException.class);
    assertThat(made).hasSizeBetween(full - 5, full + 5);
  }

  @Test
  void newTable_nameThatIsTaken_isNotCounted() {
    Owner owner = heap.start();
    owner.newTable("t", TableOptions.set().withNamedTable());
    HeapQuota quota = Objects.requireNonNull(space.heapQuota());
    long before = quota.bytes();
    assertThatThrownBy(() -> owner.newTable("t", TableOptions.set().withNamedTable()))
        .isInstanceOf(BadArgumentException.class);
    assertThat(quota.bytes()).isEqualTo(before);
  }

  @Test
  void heapQuota_byDefault_existsUntilThereIsNoLimit() {
    TableSpace plain = new TableSpace();
    assertThat(plain.heapQuota()).isNotNull();
    plain.limit(Quota.UNLIMITED, Quota.UNLIMITED.withObjects(10));
    assertThat(plain.heapQuota()).isNotNull();
    plain.limit(Quota.UNLIMITED, Quota.UNLIMITED);
    assertThat(plain.heapQuota()).isNull();
  }

  @Test
  void insert_firstObjectsAreSmall_isRefusedWhereTheOthersFillTheHeap() {
    EtsTable table = heap.start().newTable("t", TableOptions.orderedSet());
    for (int n = -200; n < 0; n++) {
      table.insert(t(n, 1));
    }
    int refusals = 0;
    for (int n = 0; n < 2 * HEAP / VALUE; n++) {
      try {
        table.insert(t(n, value(VALUE)));
      } catch (SystemLimitException e) {
        refusals++;
      }
      watch.collected();
    }
    int full = (int) (HEAP * 7 / 10 / VALUE);
    assertThat((int) (2 * HEAP / VALUE) - refusals).isBetween(full - 20, full + 1);
  }

  @Test
  void insert_objectsOfManyTerms_areCountedWhole() {
    EtsTable table = heap.start().newTable("t", TableOptions.set());
    Term many = ListTerm.of(Collections.nCopies(5_000, value(100)));
    assertThatThrownBy(
            () -> {
              for (int n = 0; n < 20; n++) {
                table.insert(t(n, many));
                watch.collected();
              }
            })
        .isInstanceOf(SystemLimitException.class);
    assertThat(table.size()).isBetween(5L, 10L);
  }

  @Test
  void selectReplace_resultsFillTheHeap_isRefused() {
    EtsTable table = heap.start().newTable("t", TableOptions.set());
    insertValues(table, 300);
    MatchSpec twice =
        MatchSpec.compile(TermParser.parse("[{{'$1','$2'},[],[{{'$1',{{'$2','$2','$2'}}}}]}]"));
    assertThatThrownBy(() -> table.selectReplace(twice)).isInstanceOf(SystemLimitException.class);
  }

  @Test
  void insert_overwritesAndPairsOfInsertAndDelete_areNotRefused() {
    EtsTable table = heap.start().newTable("t", TableOptions.set());
    insertValues(table, 550);
    for (int n = 0; n < 5_000; n++) {
      table.insert(t(n % 550, value(VALUE)));
      table.insert(t("x", value(VALUE)));
      table.delete(a("x"));
    }
    assertThat(table.size()).isEqualTo(550);
  }

  @Test
  void insert_overwriteThatAddsNothing_isNotRefusedBeyondTheLimit() {
    EtsTable table = heap.startFullThenEmpty().newTable("t", TableOptions.set());
    insertValues(table, HEAP * 8 / 10 / VALUE);
    heap.full();
    assertFull(table);
    assertThatCode(() -> table.insert(t(1, value(VALUE)))).doesNotThrowAnyException();
    assertThatCode(() -> table.updateElement(i(1), 2, value(VALUE))).doesNotThrowAnyException();
    assertThatThrownBy(() -> table.insert(t(1, value(2 * VALUE))))
        .isInstanceOf(SystemLimitException.class);
  }

  @Test
  void insert_refusedOrFailed_isNotCounted() {
    EtsTable table = heap.start().newTable("t", TableOptions.set());
    table.insert(t(1, value((int) HEAP / 2)));
    HeapQuota quota = Objects.requireNonNull(space.heapQuota());
    long before = quota.bytes();
    Tuple fits = t("x", value((int) HEAP / 10));
    Tuple large = t("y", value((int) HEAP / 5));
    assertThatThrownBy(() -> table.insert(List.of(fits, large)))
        .isInstanceOf(SystemLimitException.class);
    assertThatThrownBy(() -> table.insertNew(List.of(fits, large)))
        .isInstanceOf(SystemLimitException.class);
    assertThat(table.insertNew(t(1, value(VALUE)))).isFalse();
    assertThat(table.insertNew(List.of(fits, t(1, value(VALUE))))).isFalse();
    assertThat(quota.bytes()).isBetween(before - 1_000, before + 1_000);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void counted_insertsAndDeletions_areExact(Variant variant) {
    EtsTable table = heap.start().newTable("t", variant.options());
    table.insert(t(0, value(VALUE)));
    HeapQuota quota = Objects.requireNonNull(space.heapQuota());
    long before = quota.bytes();
    Tuple object = t(1, value(VALUE));
    for (int n = 0; n < 3; n++) {
      table.insert(object);
      assertThat(quota.bytes()).isBetween(before + VALUE, before + VALUE + 500);
      if (table.type().isSet()) {
        table.insert(object);
        table.updateElement(i(1), 2, value(VALUE));
        table.updateElement(i(7), 2, value(VALUE));
        table.updateElement(i(1), List.of(ElementOp.set(2, value(VALUE))), object);
      }
      assertThat(quota.bytes()).isBetween(before + VALUE, before + VALUE + 500);
      switch (n) {
        case 0 -> table.delete(i(1));
        case 1 -> table.take(i(1));
        default -> table.deleteObject(object);
      }
      assertThat(quota.bytes()).isEqualTo(before);
    }
  }

  @Test
  void write_objectWhosePartsAreShared_isMeasuredInABoundedTime() {
    EtsTable table = heap.startEmpty().newTable("t", TableOptions.set());
    Term shared = a("x");
    for (int n = 0; n < 100; n++) {
      shared = t(shared, shared);
    }
    Term measured = shared;
    for (int n = 0; n < 3; n++) {
      table.insert(t(n, measured));
    }
    heap.fillHeap(55);
    assertTimeoutPreemptively(
        Duration.ofMinutes(1),
        () -> {
          assertThatThrownBy(() -> table.insert(t(9, measured)))
              .isInstanceOf(SystemLimitException.class);
          assertThatThrownBy(() -> table.insertNew(List.of(t(9, measured), t(8, 1))))
              .isInstanceOf(SystemLimitException.class);
          table.insert(t(0, 1));
          table.updateElement(i(1), 2, i(1));
          table.delete(i(2));
          table.insert(t(9, 1));
        });
  }
}
