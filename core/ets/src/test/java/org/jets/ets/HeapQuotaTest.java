package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import org.jets.ets.erl.EtsModule;
import org.jets.ets.match.MatchContext;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.quota.HeapWatch;
import org.jets.ets.quota.TermBytes;
import org.jets.ets.store.MemoryEstimate;
import org.jets.ets.store.TableStore;
import org.jets.terms.Bitstring;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the share of the heap that tables may take if no quota is set. */
class HeapQuotaTest {
  private static final long HEAP = 10_000_000;
  private static final int VALUE = 10_000;

  /** More objects than a write walks over itself. */
  private static final int MANY = 12_000;

  private final AtomicLong used = new AtomicLong(HEAP);

  /**
   * A watch that the test notifies of collections. The collections of this JVM, which come at any
   * time, change no count.
   */
  private final HeapWatch watch = new HeapWatch(HEAP, used::get, () -> 0);

  private final TableSpace space = new TableSpace();
  private final FakeProcesses processes = new FakeProcesses();

  /** Reads the number of collections before the first one of this JVM is noticed. */
  @BeforeEach
  void takeNoteThatThereWereNoCollections() {
    watch.poll();
  }

  @AfterEach
  void leave() {
    space.leave();
  }

  private Owner start() {
    space.join(FakeProcesses.NODE, FakeProcesses.CREATION, processes);
    space.heapQuota(new HeapQuota(space, watch));
    watch.collected();
    return space.newOwner();
  }

  /** Returns a binary, or a list of some: a large binary takes more in a heap of regions. */
  private static Term value(int bytes) {
    return bytes <= VALUE
        ? binary(bytes)
        : ListTerm.of(Collections.nCopies(bytes / VALUE, binary(VALUE)));
  }

  private static Term binary(int bytes) {
    return Bitstring.of(new byte[bytes], (long) bytes * Byte.SIZE);
  }

  private static int fill(EtsTable table) {
    for (int n = 0; n < 2 * HEAP / VALUE; n++) {
      try {
        table.insert(t(n, value(VALUE)));
      } catch (SystemLimitException e) {
        assertThat(e.reason()).isEqualTo(a("system_limit"));
        return n;
      }
    }
    return -1;
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void insert_tablesTakeSeventyPercentOfTheHeap_isRefused(Variant variant) {
    Owner owner = start();
    EtsTable table = owner.newTable("t", variant.options());
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
    owner.close();
  }

  @Test
  void insert_tablesOfAPeerTakeHalfOfTheHeap_isRefused() {
    Owner owner = start();
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
    Owner owner = start();
    // Another collection, after which use has not grown.
    watch.collected();
    EtsTable table = owner.newTable("t", TableOptions.set());
    EtsTable empty = owner.newTable("t", TableOptions.set());
    assertThat(fill(table)).isEqualTo(-1);
    space.heapQuota(new HeapQuota(space, watch));
    used.set(HEAP);
    watch.collected();
    assertThat(fill(empty)).isZero();
    owner.close();
  }

  @Test
  void insert_largeOrManyObjects_noticesACollectionAtOnce() {
    AtomicLong count = new AtomicLong(1);
    HeapWatch polling = new HeapWatch(HEAP, used::get, count::get);
    space.join(FakeProcesses.NODE, FakeProcesses.CREATION, processes);
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
    owner.close();
  }

  @Test
  void newTable_tablesWithManyLocks_areRefusedWhereTheyFillTheHeap() {
    Owner owner = start();
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
    owner.close();
  }

  @Test
  void newTable_nameThatIsTaken_isNotCounted() {
    Owner owner = start();
    owner.newTable("t", TableOptions.set().withNamedTable());
    HeapQuota quota = Objects.requireNonNull(space.heapQuota());
    long before = quota.bytes();
    assertThatThrownBy(() -> owner.newTable("t", TableOptions.set().withNamedTable()))
        .isInstanceOf(BadArgumentException.class);
    assertThat(quota.bytes()).isEqualTo(before);
    owner.close();
  }

  /** Collections follow each other quickly while the heap is full. */
  @Test
  void insert_refusedOftenWhereObjectsAreLarge_walksOnceItHasBeenPaidFor() {
    List<Runnable> walks = new ArrayList<>();
    Owner owner = start();
    AtomicLong made = new AtomicLong();
    space.heapQuota(
        new HeapQuota(
            space,
            watch,
            walk -> {
              made.incrementAndGet();
              walks.add(walk);
            },
            0));
    used.set(0);
    watch.collected();
    EtsTable table = owner.newTable("t", TableOptions.set());
    for (int n = 0; n < 100; n++) {
      table.insert(t(n, ListTerm.of(Collections.nCopies(4_000, i(1_000)))));
    }
    used.set(HEAP);
    watch.collected();
    for (int n = 0; n < 1_000; n++) {
      assertThatThrownBy(() -> table.insert(t("x", value((int) HEAP))))
          .isInstanceOf(SystemLimitException.class);
      walks.forEach(Runnable::run);
      walks.clear();
      watch.collected();
    }
    assertThat(made).hasValue(1);
    owner.close();
  }

  private static void assertFull(EtsTable table) {
    assertThatThrownBy(() -> table.insert(t("full", 1))).isInstanceOf(SystemLimitException.class);
  }

  @Test
  void quota_keysDeletedUnderFixation_areCounted() {
    Owner owner = start();
    used.set(0);
    watch.collected();
    EtsTable table = owner.newTable("t", TableOptions.set());
    table.safeFixtable(true);
    for (int n = 0; n < 1_000; n++) {
      Term key = t(n, value(VALUE));
      table.insert(t(key, 1));
      table.delete(key);
    }
    used.set(HEAP);
    watch.collected();
    assertFull(table);
    table.safeFixtable(false);
    watch.collected();
    table.insert(t("more", 1));
    owner.close();
  }

  @Test
  void quota_heirDataPlansAndReferences_areCounted() {
    Owner owner = start();
    used.set(0);
    watch.collected();
    EtsTable table = owner.newTable("t", TableOptions.set());
    Owner heir = space.newOwner();
    table.setHeir(heir.pid(), value((int) HEAP));
    used.set(HEAP);
    watch.collected();
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
    owner.close();
  }

  @Test
  void quota_emptyTables_areCounted() {
    Owner owner = start();
    used.set(0);
    watch.collected();
    EtsTable table = owner.newTable("t", TableOptions.set());
    for (int n = 0; n < HEAP * 7 / 10 / 1_000; n++) {
      owner.newTable("empty", TableOptions.set());
    }
    used.set(HEAP);
    watch.collected();
    assertFull(table);
    owner.close();
  }

  @Test
  void quota_specificationOfManySmallTerms_isCountedWhole() {
    Owner owner = start();
    used.set(0);
    watch.collected();
    EtsTable table = owner.newTable("t", TableOptions.set());
    Term head = l();
    for (int n = 0; n < 200_000; n++) {
      head = t(head, "_");
    }
    Term compiled =
        EtsModule.apply(owner, a("match_spec_compile"), List.of(l(t(t(head, "_"), l(), l("$_")))));
    used.set(HEAP);
    watch.collected();
    assertFull(table);
    assertThat(compiled).isNotNull();
    owner.close();
  }

  @Test
  void continuation_objectThatHasBeenRead_isNotKept() {
    Owner owner = start();
    EtsTable table = owner.newTable("t", TableOptions.set());
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
    owner.close();
  }

  @Test
  void plans_largeSpecifications_areNotKept() {
    Owner owner = start();
    EtsTable table = owner.newTable("t", TableOptions.set());
    for (int n = 0; n < 100; n++) {
      table.select(MatchSpec.objectsLike(t(t(n, value(100_000)), "_")));
    }
    assertThat(space.find(table.id()).planBytes()).isZero();
    table.select(MatchSpec.objectsLike(t(i(1), "_")));
    assertThat(space.find(table.id()).planBytes()).isPositive();
    owner.close();
  }

  @Test
  void heapQuota_byDefault_isThereUntilThereIsNoLimit() {
    TableSpace plain = new TableSpace();
    assertThat(plain.heapQuota()).isNotNull();
    plain.limit(Quota.UNLIMITED, Quota.UNLIMITED.withObjects(10));
    assertThat(plain.heapQuota()).isNotNull();
    plain.limit(Quota.UNLIMITED, Quota.UNLIMITED);
    assertThat(plain.heapQuota()).isNull();
  }

  @Test
  void insert_firstObjectsAreSmall_isRefusedWhereTheOthersFillTheHeap() {
    Owner owner = start();
    EtsTable table = owner.newTable("t", TableOptions.orderedSet());
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
    owner.close();
  }

  @Test
  void estimate_fewLargeObjectsAmongManySmallOnes_missesNone() {
    used.set(0);
    Owner owner = start();
    space.heapQuota(new HeapQuota(space, watch, Runnable::run, 0));
    EtsTable table = owner.newTable("t", TableOptions.orderedSet());
    for (int n = 0; n < MANY; n++) {
      table.insert(t(n, 1));
    }
    // The objects of odd rank.
    for (int n = 1; n < 2 * HEAP * 8 / 10 / VALUE; n += 2) {
      table.insert(t(n, value(VALUE)));
    }
    used.set(HEAP);
    watch.collected();
    assertFull(table);
    owner.close();
  }

  @Test
  void estimate_tailsOfLists_countsWhatTheyKeepReachable() {
    used.set(0);
    Owner owner = start();
    EtsTable table = owner.newTable("t", TableOptions.set());
    for (int n = 0; n < HEAP * 8 / 10 / VALUE; n++) {
      table.insert(t(n, ListTerm.of(binary(VALUE), a("x")).tail()));
    }
    used.set(HEAP);
    watch.collected();
    assertFull(table);
    owner.close();
  }

  /** A write that runs out of memory takes back its count. */
  @Test
  void takeBack_whileAnEstimateIsUnderWay_allocatesNothing() {
    List<Runnable> walks = new ArrayList<>();
    start();
    Term id =
        EtsModule.apply(space, FakeProcesses.process(1), a("new"), List.of(a("t"), l("public")));
    Owner peer = Objects.requireNonNull(space.find((Reference) id).state()).owner();
    HeapQuota quota = new HeapQuota(space, watch, walks::add, 0);
    space.heapQuota(quota);
    used.set(0);
    watch.collected();
    EtsTable table = peer.open(id);
    for (int n = 0; n < MANY; n++) {
      table.insert(t(n, 1));
    }
    used.set(HEAP);
    watch.collected();
    quota.add(peer, 1, 0);
    walks.remove(0).run();
    table.deleteAllObjects();
    quota.freed();
    for (int n = 0; n < MANY; n++) {
      table.insert(t(n, 1));
    }
    long bytes = quota.bytes();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    int times = 1_000;
    for (int n = 0; n < times; n++) {
      quota.add(peer, 1_000, 0);
    }
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int n = 0; n < times; n++) {
      quota.takeBack(peer, 1_000);
    }
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(times);
    assertThat(quota.bytes()).isEqualTo(bytes);
  }

  @Test
  void insert_objectsOfManyTerms_areCountedWhole() {
    Owner owner = start();
    EtsTable table = owner.newTable("t", TableOptions.set());
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
    owner.close();
  }

  @Test
  void selectReplace_resultsFillTheHeap_isRefused() {
    Owner owner = start();
    EtsTable table = owner.newTable("t", TableOptions.set());
    for (int n = 0; n < 300; n++) {
      table.insert(t(n, value(VALUE)));
    }
    MatchSpec twice =
        MatchSpec.compile(TermParser.parse("[{{'$1','$2'},[],[{{'$1',{{'$2','$2','$2'}}}}]}]"));
    assertThatThrownBy(() -> table.selectReplace(twice)).isInstanceOf(SystemLimitException.class);
    owner.close();
  }

  @Test
  void insert_overwritesAndPairsOfInsertAndDelete_areNotRefused() {
    Owner owner = start();
    EtsTable table = owner.newTable("t", TableOptions.set());
    for (int n = 0; n < 550; n++) {
      table.insert(t(n, value(VALUE)));
    }
    for (int n = 0; n < 5_000; n++) {
      table.insert(t(n % 550, value(VALUE)));
      table.insert(t("x", value(VALUE)));
      table.delete(a("x"));
    }
    assertThat(table.size()).isEqualTo(550);
    owner.close();
  }

  @Test
  void insert_overwriteThatAddsNothing_isNotRefusedBeyondTheLimit() {
    Owner owner = start();
    used.set(0);
    watch.collected();
    EtsTable table = owner.newTable("t", TableOptions.set());
    for (int n = 0; n < HEAP * 8 / 10 / VALUE; n++) {
      table.insert(t(n, value(VALUE)));
    }
    used.set(HEAP);
    watch.collected();
    assertFull(table);
    assertThatCode(() -> table.insert(t(1, value(VALUE)))).doesNotThrowAnyException();
    assertThatCode(() -> table.updateElement(i(1), 2, value(VALUE))).doesNotThrowAnyException();
    assertThatThrownBy(() -> table.insert(t(1, value(2 * VALUE))))
        .isInstanceOf(SystemLimitException.class);
    owner.close();
  }

  @Test
  void insert_refusedOrFailed_isNotCounted() {
    Owner owner = start();
    EtsTable table = owner.newTable("t", TableOptions.set());
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
    owner.close();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void counted_whatComesAndGoes_isWhatIsThere(Variant variant) {
    Owner owner = start();
    EtsTable table = owner.newTable("t", variant.options());
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
    owner.close();
  }

  @Test
  void insert_manyObjectsToEstimate_isNotHeldUp() {
    List<Runnable> walks = new ArrayList<>();
    Owner owner = start();
    space.heapQuota(new HeapQuota(space, watch, walks::add, 0));
    used.set(0);
    watch.collected();
    EtsTable table = owner.newTable("t", TableOptions.set());
    for (int n = 0; n < MANY; n++) {
      table.insert(t(n, 1));
    }
    used.set(HEAP);
    watch.collected();
    int blindly = (int) (HEAP / 20 / VALUE);
    assertThat(fill(table)).isBetween(blindly - 2, blindly);
    assertThat(walks).hasSize(1);
    walks.remove(0).run();
    int full = (int) ((HEAP * 7 / 10 - space.heapQuota().bytes()) / VALUE);
    // Earlier objects are replaced.
    assertThat(fill(table)).isBetween(full + blindly - 20, full + blindly + 20);
    table.deleteAllObjects();
    assertThatCode(() -> table.insert(t("x", value(VALUE)))).doesNotThrowAnyException();
    owner.close();
  }

  @Test
  void insert_overwritesWhileAnEstimateIsUnderWay_areNotRefused() {
    List<Runnable> walks = new ArrayList<>();
    Owner owner = start();
    space.heapQuota(new HeapQuota(space, watch, walks::add, 0));
    used.set(0);
    watch.collected();
    EtsTable table = owner.newTable("t", TableOptions.set());
    for (int n = 0; n < MANY; n++) {
      table.insert(t(n, 1));
    }
    table.insert(t("x", value(VALUE)));
    used.set(HEAP);
    watch.collected();
    // Up to the point where nothing can be added before the estimate exists.
    assertThat(fill(table)).isPositive();
    assertThat(walks).hasSize(1);
    for (int n = 0; n < HEAP / VALUE; n++) {
      assertThatCode(() -> table.insert(t("x", value(VALUE)))).doesNotThrowAnyException();
    }
    assertThat(walks).hasSize(1);
    owner.close();
  }

  @Test
  void insert_deletedWhileAnEstimateIsUnderWay_isNotRefused() {
    List<Runnable> walks = new ArrayList<>();
    Owner owner = start();
    space.heapQuota(new HeapQuota(space, watch, walks::add, 0));
    used.set(0);
    watch.collected();
    EtsTable table = owner.newTable("t", TableOptions.set());
    for (int n = 0; n < MANY; n++) {
      table.insert(t(n, 1));
    }
    used.set(HEAP);
    watch.collected();
    fill(table);
    assertThat(walks).hasSize(1);
    table.deleteAllObjects();
    assertThatCode(() -> table.insert(t("x", 1))).doesNotThrowAnyException();
    HeapQuota quota = Objects.requireNonNull(space.heapQuota());
    long before = quota.bytes();
    walks.remove(0).run();
    assertThat(quota.bytes()).isEqualTo(before);
    owner.close();
  }

  @Test
  void insert_estimateFails_anotherIsMade() {
    List<Runnable> walks = new ArrayList<>();
    Owner owner = start();
    space.heapQuota(new HeapQuota(space, watch, walks::add, 0));
    used.set(0);
    watch.collected();
    EtsTable table = owner.newTable("t", TableOptions.set());
    for (int n = 0; n < MANY; n++) {
      table.insert(t(n, 1));
    }
    used.set(HEAP);
    watch.collected();
    table.insert(t("x", 1));
    walks.remove(0);
    space.heapQuota(
        new HeapQuota(
            space,
            watch,
            walk -> {
              throw new OutOfMemoryError("as if no thread could be started");
            },
            0));
    assertThatCode(() -> table.insert(t("y", 1))).doesNotThrowAnyException();
    assertThat(Objects.requireNonNull(space.heapQuota()).bytes()).isLessThan(HEAP / 2);
    owner.close();
  }

  /** Makes the heap short by memory that no table takes. */
  private void fillHeap(int percent) {
    used.set(HEAP / 100 * percent);
    watch.collected();
    assertThat(watch.isShort()).isTrue();
  }

  private HeapQuota quota() {
    return Objects.requireNonNull(space.heapQuota());
  }

  /** Returns the number of steps before one is refused. */
  private static int stepsUntilRefused(IntConsumer step) {
    for (int n = 0; n < 2 * HEAP / VALUE; n++) {
      try {
        step.accept(n);
      } catch (SystemLimitException e) {
        return n;
      }
    }
    return -1;
  }

  @ParameterizedTest
  @EnumSource(
      value = TableType.class,
      names = {"SET", "BAG", "DUPLICATE_BAG"})
  void delete_distinctKeysUnderFixation_countOn(TableType type) {
    used.set(0);
    Owner owner = start();
    EtsTable table = owner.newTable("t", TableOptions.of(type));
    table.safeFixtable(true);
    fillHeap(55);
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
    owner.close();
  }

  @Test
  void delete_objectsThatShareATerm_hidesNothing() {
    used.set(0);
    Owner owner = start();
    EtsTable table = owner.newTable("t", TableOptions.set());
    Term shared = value(VALUE);
    for (int n = 0; n < 500; n++) {
      table.insert(t(-1 - n, shared));
      table.insert(t(n, value(VALUE)));
    }
    fillHeap(60);
    table.insert(t("first", 1));
    for (int n = 0; n < 500; n++) {
      table.delete(i(-1 - n));
    }
    int steps = stepsUntilRefused(n -> table.insert(t(500 + n, value(VALUE))));
    assertThat(steps).isBetween(180, 205);
    owner.close();
  }

  @Test
  void insert_aKeyManyTimesInAList_countsWhatIsReplacedOnce() {
    used.set(0);
    Owner owner = start();
    EtsTable table = owner.newTable("t", TableOptions.set());
    for (int n = 0; n < 300; n++) {
      table.insert(t(n, value(VALUE)));
    }
    fillHeap(55);
    int steps =
        stepsUntilRefused(
            n -> {
              List<Tuple> objects = new ArrayList<>(Collections.nCopies(10, t(n % 300, "x")));
              objects.add(t(n % 300, value(4 * VALUE)));
              table.insert(objects);
            });
    assertThat(steps).isBetween(100, 150);
    owner.close();
  }

  @Test
  void insert_aKeyOfTheTableManyTimesInAList_countsTheLastObject() {
    used.set(0);
    Owner owner = start();
    EtsTable table = owner.newTable("t", TableOptions.set());
    table.insert(t(1, value(VALUE)));
    fillHeap(60);
    long before = quota().bytes();
    List<Tuple> objects = new ArrayList<>(Collections.nCopies(10, t(1, value(3 * VALUE))));
    objects.add(t(1, value(2 * VALUE)));
    table.insert(objects);
    assertThat(quota().bytes() - before).isBetween((long) VALUE, VALUE + 1_000L);
    owner.close();
  }

  @Test
  void updateCounter_countersThatGrow_areCounted() {
    used.set(0);
    Owner owner = start();
    EtsTable table = owner.newTable("t", TableOptions.set());
    for (int n = 0; n < 2_000; n++) {
      table.insert(t(n, n, n));
    }
    fillHeap(55);
    IntegerTerm big = IntegerTerm.of(BigInteger.ONE.shiftLeft(VALUE * Byte.SIZE));
    table.updateCounter(i(0), 1);
    long before = quota().bytes();
    table.updateCounter(i(0), 1);
    table.updateCounter(i(0), List.of(CounterOp.add(2, 1), CounterOp.add(3, 1)));
    assertThatThrownBy(
            () -> table.updateCounter(i(0), List.of(CounterOp.add(2, big), CounterOp.add(9, 1))))
        .isInstanceOf(BadArgumentException.class);
    assertThat(quota().bytes()).isEqualTo(before);
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
    owner.close();
  }

  @Test
  void updateCounter_keysOfDefaults_areCounted() {
    used.set(0);
    Owner owner = start();
    EtsTable table = owner.newTable("t", TableOptions.set());
    fillHeap(55);
    int full = (int) (HEAP * 7 / 10 / VALUE);
    int steps = stepsUntilRefused(n -> table.updateCounter(t(n, value(VALUE)), 1, t("default", 0)));
    assertThat(steps).isBetween(full - 60, full + 1);
    owner.close();
  }

  @Test
  void updateElement_aPositionManyTimes_countsTheLast() {
    used.set(0);
    Owner owner = start();
    EtsTable table = owner.newTable("t", TableOptions.set());
    for (int n = 0; n < 300; n++) {
      table.insert(t(n, value(VALUE)));
    }
    fillHeap(55);
    int steps =
        stepsUntilRefused(
            n -> {
              List<ElementOp> ops =
                  new ArrayList<>(Collections.nCopies(10, ElementOp.set(2, a("x"))));
              ops.add(ElementOp.set(2, value(4 * VALUE)));
              table.updateElement(i(n % 300), ops);
            });
    assertThat(steps).isBetween(100, 150);
    owner.close();
  }

  @Test
  void selectReplace_nothingGrows_isNotRefused() {
    List<Runnable> walks = new ArrayList<>();
    used.set(0);
    Owner owner = start();
    space.heapQuota(new HeapQuota(space, watch, walks::add, 0));
    EtsTable table = owner.newTable("t", TableOptions.set());
    for (int n = 0; n < MANY; n++) {
      table.insert(t(n, value(300), 0));
    }
    fillHeap(60);
    MatchSpec count =
        MatchSpec.compile(TermParser.parse("[{{'$1','$2','$3'},[],[{{'$1','$2',{'+','$3',1}}}]}]"));
    for (int n = 0; n < 2; n++) {
      assertThat(table.selectReplace(count)).isEqualTo(MANY);
      walks.forEach(Runnable::run);
      walks.clear();
    }
    owner.close();
  }

  @Test
  void write_objectWhosePartsAreShared_isMeasuredInABoundedTime() {
    used.set(0);
    Owner owner = start();
    EtsTable table = owner.newTable("t", TableOptions.set());
    Term shared = a("x");
    for (int n = 0; n < 100; n++) {
      shared = t(shared, shared);
    }
    Term measured = shared;
    for (int n = 0; n < 3; n++) {
      table.insert(t(n, measured));
    }
    fillHeap(55);
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
    owner.close();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void insert_largeKeyInPlaceOfAnEqualOneOfAnotherForm_bothCount(Variant variant) {
    Assumptions.assumeTrue(variant.options().type() == TableType.ORDERED_SET);
    used.set(0);
    Owner owner = start();
    EtsTable table = owner.newTable("t", variant.options());
    Term integers = ListTerm.of(Collections.nCopies(VALUE, IntegerTerm.of(100_000)));
    Term floats = ListTerm.of(Collections.nCopies(VALUE, FloatTerm.of(100_000)));
    table.insert(t(integers, 1));
    TableStore store = ((LocalEtsTable) table).table().store();
    TermBytes.Visits visits = new TermBytes.Visits(Long.MAX_VALUE);
    assertThat(store.keptBytes(HEAP, visits)).isZero();
    fillHeap(60);
    long before = quota().bytes();
    table.insert(t(floats, 2));
    assertThat(store.firstCell()).isEqualTo(t(floats, 2));
    assertThat(store.keptBytes(HEAP, visits)).isEqualTo(TermBytes.of(integers));
    assertThat(quota().bytes() - before).isGreaterThanOrEqualTo(TermBytes.of(floats));
    table.insert(t(ListTerm.of(Collections.nCopies(VALUE, FloatTerm.of(100_000))), 3));
    table.delete(integers);
    assertThat(store.keptBytes(HEAP, visits)).isZero();
    owner.close();
  }
}
