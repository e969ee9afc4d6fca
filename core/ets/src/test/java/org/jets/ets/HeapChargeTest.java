package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.ShortHeap.HEAP;
import static org.jets.ets.ShortHeap.MANY;
import static org.jets.ets.ShortHeap.VALUE;
import static org.jets.ets.ShortHeap.insertValues;
import static org.jets.ets.ShortHeap.stepsUntilRefused;
import static org.jets.ets.ShortHeap.value;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;

import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jets.ets.erl.EtsModule;
import org.jets.ets.index.Index;
import org.jets.ets.limit.Expiry;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the bytes that a write counts for, and their owner. */
class HeapChargeTest extends ShortHeapTables {
  private Runnable beforeWalk = () -> {};

  @Test
  void delete_objectsThatShareATerm_hidesNothing() {
    EtsTable table = heap.startEmpty().newTable("t", TableOptions.set());
    Term shared = value(VALUE);
    for (int n = 0; n < 500; n++) {
      table.insert(t(-1 - n, shared));
      table.insert(t(n, value(VALUE)));
    }
    heap.fillHeap(60);
    table.insert(t("first", 1));
    for (int n = 0; n < 500; n++) {
      table.delete(i(-1 - n));
    }
    int steps = stepsUntilRefused(n -> table.insert(t(500 + n, value(VALUE))));
    assertThat(steps).isBetween(180, 205);
  }

  @Test
  void insert_aKeyManyTimesInAList_countsWhatIsReplacedOnce() {
    EtsTable table = heap.startEmpty().newTable("t", TableOptions.set());
    insertValues(table, 300);
    heap.fillHeap(55);
    int steps =
        stepsUntilRefused(
            n -> {
              List<Tuple> objects = new ArrayList<>(Collections.nCopies(10, t(n % 300, "x")));
              objects.add(t(n % 300, value(4 * VALUE)));
              table.insert(objects);
            });
    assertThat(steps).isBetween(100, 150);
  }

  @Test
  void insert_aKeyOfTheTableManyTimesInAList_countsTheLastObject() {
    EtsTable table = heap.startEmpty().newTable("t", TableOptions.set());
    table.insert(t(1, value(VALUE)));
    heap.fillHeap(60);
    long before = heap.quota().bytes();
    List<Tuple> objects = new ArrayList<>(Collections.nCopies(10, t(1, value(3 * VALUE))));
    objects.add(t(1, value(2 * VALUE)));
    table.insert(objects);
    assertThat(heap.quota().bytes() - before).isBetween((long) VALUE, VALUE + 1_000L);
  }

  @Test
  void updateCounter_countersThatGrow_areCounted() {
    EtsTable table = heap.startEmpty().newTable("t", TableOptions.set());
    for (int n = 0; n < 2_000; n++) {
      table.insert(t(n, n, n));
    }
    heap.fillHeap(55);
    IntegerTerm big = IntegerTerm.of(BigInteger.ONE.shiftLeft(VALUE * Byte.SIZE));
    table.updateCounter(i(0), 1);
    long before = heap.quota().bytes();
    table.updateCounter(i(0), 1);
    table.updateCounter(i(0), List.of(CounterOp.add(2, 1), CounterOp.add(3, 1)));
    assertThatThrownBy(
            () -> table.updateCounter(i(0), List.of(CounterOp.add(2, big), CounterOp.add(9, 1))))
        .isInstanceOf(BadArgumentException.class);
    assertThat(heap.quota().bytes()).isEqualTo(before);
    int full = (int) (HEAP * 7 / 10 / VALUE);
    int steps =
        stepsUntilRefused(
            n -> {
              if (n % 2 == 0) {
                table.updateCounter(i(n), CounterOp.add(2, big));
              } else {
                table.updateCounter(i(n), List.of(CounterOp.add(2, 1), CounterOp.add(3, big)));
              }
            });
    assertThat(steps).isBetween(full - 60, full + 1);
  }

  @Test
  void updateCounter_keysOfDefaults_areCounted() {
    EtsTable table = heap.startEmpty().newTable("t", TableOptions.set());
    heap.fillHeap(55);
    int full = (int) (HEAP * 7 / 10 / VALUE);
    int steps = stepsUntilRefused(n -> table.updateCounter(t(n, value(VALUE)), 1, t("default", 0)));
    assertThat(steps).isBetween(full - 60, full + 1);
  }

  @Test
  void updateElement_aPositionManyTimes_countsTheLast() {
    EtsTable table = heap.startEmpty().newTable("t", TableOptions.set());
    insertValues(table, 300);
    heap.fillHeap(55);
    int steps =
        stepsUntilRefused(
            n -> {
              List<ElementOp> ops =
                  new ArrayList<>(Collections.nCopies(10, ElementOp.set(2, a("x"))));
              ops.add(ElementOp.set(2, value(4 * VALUE)));
              table.updateElement(i(n % 300), ops);
            });
    assertThat(steps).isBetween(100, 150);
  }

  @DisabledIfSystemProperty(
      named = "jets.expiry",
      matches = "far",
      disabledReason = "the time takes bytes too")
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void deletions_packedObjects_takeBackWhatInsertsHaveCounted(Variant variant) {
    EtsTable table = heap.startEmpty().newTable("t", variant.options());
    heap.fillHeap(55);
    table.insert(t("first", 1));
    int first = 1 << 16;
    long before = heap.quota().bytes();
    for (int n = 0; n < 100; n++) {
      table.insert(t(first + n, -first - n));
    }
    long inserted = heap.quota().bytes();
    assertThat(inserted - before).isBetween(100 * 70L, 100 * 100L);
    for (int n = 0; n < 100; n++) {
      Term key = i(first + n);
      table.updateCounter(key, List.of(CounterOp.add(2, 1), CounterOp.add(2, 2)));
      table.updateElement(key, List.of(ElementOp.set(2, i(n)), ElementOp.set(2, i(-first - n))));
      table.insert(t(key, first));
    }
    assertThat(heap.quota().bytes()).isEqualTo(inserted);
    for (int n = 0; n < 100; n++) {
      if (n % 2 == 0) {
        table.deleteObject(t(first + n, first));
      } else {
        table.delete(i(first + n));
      }
    }
    assertThat(table.size()).isOne();
    assertThat(heap.quota().bytes()).isEqualTo(before);
  }

  @DisabledIfSystemProperty(
      named = "jets.expiry",
      matches = "far",
      disabledReason = "the time takes bytes too")
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void updateCounter_packedCounterThatGetsAnObject_isCounted(Variant variant) {
    EtsTable table = heap.startEmpty().newTable("t", variant.options());
    heap.fillHeap(55);
    table.insert(t(1 << 16, 1 << 17));
    long before = heap.quota().bytes();
    table.updateCounter(i(1 << 16), List.of(CounterOp.add(2, 1L << 40), CounterOp.add(2, 1)));
    assertThat(heap.quota().bytes() - before).isBetween(24L, 48L);
    table.deleteObject(t(1 << 16, (1 << 17) + (1L << 40) + 1));
    long counted = before - heap.quota().bytes();
    assertThat(counted).isBetween(70L, 100L);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void comparisonsThatFail_countNothing(Variant variant) {
    LocalTable table = heap.startEmpty().newTable("t", variant.options());
    table.insert(t(1, 1));
    heap.fillHeap(55);
    table.insert(t("first", 1));
    long before = heap.quota().bytes();
    Tuple large = t(1, value(VALUE));
    for (int n = 0; n < 100; n++) {
      assertThat(table.replaceIf(i(1), t(1, 2), large)).isFalse();
      assertThat(table.replaceIf(i(2), t(2, 2), large.with(1, i(2)))).isFalse();
      assertThat(table.compareInsert(List.of(), large)).isFalse();
      boolean[] isAgain = new boolean[1];
      table.compute(
          i(1),
          object -> {
            table.insert(t(1, isAgain[0] ? 3 : 4));
            boolean wasAgain = isAgain[0];
            isAgain[0] = true;
            return wasAgain ? table.lookup(i(1)).stream().findFirst() : Optional.of(large);
          });
      table.compute(i(1), object -> Optional.of(t(1, 1)));
    }
    assertThat(heap.quota().bytes()).isEqualTo(before);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void removals_takeBackWhatInsertsHaveCounted(Variant variant) {
    LocalTable table = heap.startEmpty().newTable("t", variant.options());
    heap.fillHeap(55);
    table.insert(t("first", 1));
    long before = heap.quota().bytes();
    for (int n = 0; n < 40; n++) {
      assertThat(table.compareInsert(List.of(), t(n, value(VALUE)))).isTrue();
      if (n % 3 == 0) {
        assertThat(table.takeAll(List.of(i(n), i(-1)))).hasSize(1);
      } else if (n % 3 == 1 || !variant.type().isSet()) {
        Term any = l(t(t("_", "_"), l(t("=/=", t("element", 1, "$_"), "first")), l("$_")));
        assertThat(table.selectTake(MatchSpec.compile(any), 5)).hasSize(1);
      } else {
        table.compute(i(n), object -> Optional.empty());
      }
    }
    assertThat(heap.quota().bytes()).isEqualTo(before);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void evictions_takeBackWhatInsertsHaveCounted(Variant variant) {
    LocalTable table = heap.startEmpty().newTable("t", variant.options().withMaxObjects(5));
    insertValues(table, 5);
    heap.fillHeap(55);
    table.insert(t(5, value(VALUE)));
    long before = heap.quota().bytes();
    for (int n = 6; n < 40; n++) {
      table.insert(t(n, value(VALUE)));
      assertThat(table.size()).isEqualTo(5);
    }
    assertThat(heap.quota().bytes()).isEqualTo(before);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void expiries_takeBackWhatInsertsHaveCounted(Variant variant) {
    FakeClock clock = new FakeClock();
    TableOptions options = clock.expiring(variant.options(), Expiry.Kind.AFTER_WRITE, 1);
    LocalTable table = heap.startEmpty().newTable("t", options);
    heap.fillHeap(55);
    table.insert(t(1, value(VALUE)));
    long before = heap.quota().bytes();
    for (int n = 1; n < 40; n++) {
      // All together less than a tick, so that the insert itself removes the old object.
      clock.advanceMillis(1);
      table.insert(t(1, value(VALUE)));
    }
    table.first();
    assertThat(heap.quota().bytes()).isEqualTo(before);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void expiriesOfABoundedTable_takeBackWhatInsertsHaveCounted(Variant variant) {
    FakeClock clock = new FakeClock();
    TableOptions options = clock.expiring(variant.options(), Expiry.Kind.AFTER_WRITE, 1);
    LocalTable table = heap.startEmpty().newTable("t", options.withMaxObjects(1_000));
    heap.fillHeap(55);
    table.insert(t(1, value(VALUE)));
    long before = heap.quota().bytes();
    for (int n = 1; n < 40; n++) {
      clock.advanceMillis(1); // As above.
      table.insert(t(1, value(VALUE)));
    }
    table.first();
    assertThat(heap.quota().bytes()).isEqualTo(before);
  }

  /** The objects of a bag share one large key. */
  @DisabledIfSystemProperty(
      named = "jets.expiry",
      matches = "far",
      disabledReason = "what is kept of the times counts for each object until the next estimate")
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void deletions_ofObjectsWithALargeKey_takeBackWhatInsertsHaveCounted(Variant variant) {
    LocalTable table = heap.startEmpty().newTable("t", variant.options());
    heap.fillHeap(55);
    table.insert(t(value(VALUE), 0));
    long before = heap.quota().bytes();
    for (int n = 1; n < 40; n++) {
      table.insert(t(value(VALUE), n));
      assertThat(heap.quota().bytes() - before).isLessThan(VALUE);
      table.insert(List.of(t(value(VALUE), n + 1), t(value(VALUE), n + 2)));
      table.insert(List.of(t(value(VALUE), 0), t(value(VALUE), n + 3)));
      assertThat(heap.quota().bytes() - before).isLessThan(VALUE);
      if (variant.type() == TableType.DUPLICATE_BAG) {
        table.selectTake(MatchSpec.compile(TermParser.parse("[{{'_',0},[],[true]}]")), 1);
      }
      for (int k = 0; k < 4; k++) {
        table.deleteObject(t(value(VALUE), n + k));
      }
    }
    assertThat(heap.quota().bytes()).isEqualTo(before);
  }

  @DisabledIfSystemProperty(
      named = "jets.expiry",
      matches = "far",
      disabledReason = "what is kept of the times counts for each object until the next estimate")
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void insert_newLargeKeySeveralTimesInAList_countsTheKeyOnce(Variant variant) {
    LocalTable table = heap.startEmpty().newTable("t", variant.options());
    heap.fillHeap(55);
    table.insert(t("first", 1));
    long before = heap.quota().bytes();
    table.insert(List.of(t(value(VALUE), 1), t(value(VALUE), 1), t(value(VALUE), 2)));
    assertThat(heap.quota().bytes() - before).isBetween((long) VALUE, VALUE + 1_000L);
    table.deleteObject(t(value(VALUE), 1));
    table.deleteObject(t(value(VALUE), 2));
    assertThat(heap.quota().bytes()).isEqualTo(before);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#duplicateBags")
  void selectReplaceReturning_limitWithinAKey_countsTheReplacedOnes(Variant variant) {
    LocalTable table = heap.startEmpty().newTable("t", variant.options());
    table.insert(Collections.nCopies(10, t(1, 0)));
    heap.fillHeap(55);
    table.insert(t("first", 1));
    long before = heap.quota().bytes();
    Term spec = l(t(t(1, 0), l(), l(t(t(1, t("const", value(VALUE)))))));
    assertThat(table.selectReplaceReturning(MatchSpec.compile(spec), 3)).hasSize(3);
    assertThat(heap.quota().bytes() - before).isBetween(3L * VALUE, 3 * VALUE + 1_000L);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bags")
  void insertions_ofObjectsThatABagHas_countNothing(Variant variant) {
    LocalTable table = heap.startEmpty().newTable("t", variant.options());
    table.insert(List.of(t(1, value(VALUE)), t(2, value(VALUE))));
    heap.fillHeap(55);
    table.insert(t("first", 1));
    long before = heap.quota().bytes();
    for (int n = 0; n < 20; n++) {
      table.insert(t(1, value(VALUE)));
      assertThat(table.compareInsert(table.lookup(i(2)), t(2, value(VALUE)))).isTrue();
      table.insert(List.of(t(1, value(VALUE)), t(2, value(VALUE)), t("first", 1)));
    }
    assertThat(heap.quota().bytes()).isEqualTo(before);
    table.insert(List.of(t(1, value(VALUE)), t(3, value(VALUE)), t(3, value(VALUE))));
    assertThat(heap.quota().bytes() - before).isBetween((long) VALUE, VALUE + 500L);
    assertThat(table.size()).isEqualTo(4);
  }

  private Term newTableOfPeer() {
    return EtsModule.apply(space, FakeProcesses.process(1), a("new"), List.of(a("t"), l("public")));
  }

  private static boolean isOwnedBy(EtsTable table, Owner owner) {
    return table.info(a("owner")).orElseThrow().equals(owner.pid());
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void insertWithTimeToLive_ofAnObjectThatTheBagHas_countsNothing(Variant variant) {
    LocalTable table =
        heap.startEmpty().newTable("t", variant.options().withExpiryAfterWrite(Duration.ofDays(1)));
    heap.fillHeap(60);
    Tuple object = t(1, value(VALUE));
    table.insert(object, Duration.ofHours(1));
    long before = heap.quota().bytes();
    table.insert(object, Duration.ofHours(2));
    long added = heap.quota().bytes() - before;
    if (variant.type() == TableType.BAG) {
      assertThat(added).isZero();
    } else {
      assertThat(added).isGreaterThan(VALUE);
    }
  }

  @Test
  void insertNew_tableGivenAwayBeforeTheFailure_takesBackFromTheFirstOwner() {
    heap.empty();
    heap.join();
    HeapQuota quota =
        new HeapQuota(
            space,
            watch,
            walk -> {
              beforeWalk.run();
              walk.run();
            },
            0);
    space.heapQuota(quota);
    Term id = newTableOfPeer();
    Owner peer = Objects.requireNonNull(space.find((Reference) id).state()).owner();
    EtsTable given = peer.open(id);
    EtsTable other = peer.open(newTableOfPeer());
    Owner receiver = space.newOwner();
    for (int n = 0; n < MANY; n++) {
      given.insert(t(n, 1));
    }
    heap.full();
    other.insert(t(1, 1));

    // Each attempt counts the value and takes it back. One of them pays for an estimate.
    beforeWalk = () -> given.giveAway(receiver, a("gift"));
    watch.collected();
    for (int n = 0; n < MANY && isOwnedBy(given, peer); n++) {
      assertThat(given.insertNew(t(n, value((int) HEAP / 10 * 3)))).isFalse();
    }
    assertThat(isOwnedBy(given, receiver)).isTrue();

    assertThatCode(() -> other.insert(t(2, value((int) HEAP / 10 * 3)))).doesNotThrowAnyException();
    receiver.close();
  }

  /** Beyond the integers that are shared. */
  private static final int FIRST = 1 << 20;

  private static final Index ON_SECOND = Index.onElement(a("on_second"), 2);

  private LocalTable indexed() {
    LocalTable table = heap.startEmpty().newTable("t", TableOptions.set().withIndexes(true));
    table.addIndex(ON_SECOND);
    table.addIndex(Index.on(a("pair"), TermParser.parse("{{'$1','$1','$1','$1'}}")));
    return table;
  }

  @Test
  void write_tableWithIndexes_countsTheEntriesThatCome() {
    LocalTable table = indexed();
    table.insert(t(FIRST, "x", 1));
    LocalTable plain = heap.space.mainOwner().newTable("p", TableOptions.set());
    plain.insert(t(FIRST, "x", 1));
    heap.fillHeap(55);
    table.insert(t(0, 1, 1));
    long[] grown = new long[2];
    int at = 0;
    for (LocalTable each : List.of(table, plain)) {
      long before = heap.quota().bytes();
      each.insert(t(FIRST + 1, Terms.f(1.5), 1));
      each.insert(List.of(t(FIRST + 2, Terms.f(1.5), 1), t(FIRST + 3, Terms.f(1.5), 1)));
      each.updateCounter(i(FIRST + 4), CounterOp.add(3, 1), t("default", 1, 1));
      grown[at++] = heap.quota().bytes() - before;
      before = heap.quota().bytes();
      each.updateCounter(i(FIRST + 4), CounterOp.add(2, 1));
      each.insert(t(FIRST + 1, Terms.f(2.5), 1));
      assertThat(heap.quota().bytes() - before).isLessThan(100);
    }
    // Four objects, each with two entries, and the terms of one index.
    assertThat(grown[0] - grown[1]).isBetween(4 * 2 * 48L, 4 * (2 * 56 + 160L));
  }

  /** The objects and their entries are there already, so nothing is added. */
  @Test
  void insert_listOfObjectsThatAnIndexedBagHas_countsNothing() {
    LocalTable table = heap.startEmpty().newTable("t", TableOptions.bag().withIndexes(true));
    table.addIndex(ON_SECOND);
    table.addIndex(Index.on(a("pair"), TermParser.parse("{{'$1','$1','$1','$1'}}")));
    List<Tuple> objects = List.of(t(FIRST, "x", 1), t(FIRST, "y", 1), t(FIRST + 1, "x", 1));
    table.insert(objects);
    heap.fillHeap(55);
    table.insert(t(0, 1, 1));
    long before = heap.quota().bytes();
    table.insert(objects);
    assertThat(heap.quota().bytes()).isEqualTo(before);
    IndexedTables.indexes(table).validate();
  }

  @Test
  void addIndex_heapIsShort_isCountedAndRefusedBeyondTheLimit() {
    LocalTable table = heap.startEmpty().newTable("t", TableOptions.set().withIndexes(true));
    ShortHeap.insertMany(table);
    heap.fillHeap(55);
    table.insert(t("first", 1));
    long before = heap.quota().bytes();
    table.addIndex(ON_SECOND);
    long grown = heap.quota().bytes() - before;
    assertThat(grown).isBetween(MANY * 48L, MANY * 96L);
    assertThatThrownBy(
            () -> {
              for (int n = 0; n < 15; n++) {
                table.addIndex(Index.onElement(a("i" + n), 2));
              }
            })
        .isInstanceOf(SystemLimitException.class);
    int added = table.indexes().size();
    assertThat(added).isBetween(2, 15);
    IndexedTables.indexes(table).validate();
    for (Index index : table.indexes()) {
      assertThat(table.dropIndex(index.name())).isTrue();
    }
    heap.watch.collected();
    table.addIndex(ON_SECOND);
    assertThat(table.indexes()).hasSize(1);
  }
}
