package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import org.jets.ets.cell.CounterCell;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.quota.TermBytes;
import org.jets.ets.store.MeteredStore;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.jets.testkit.faults.StackEnd;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests counters that are added to in place: {@link CounterCell}. */
@DisabledIfSystemProperty(
    named = "jets.expiry",
    matches = "far",
    disabledReason = "no counter is updated in place")
class CounterInPlaceTest {
  private static final int CALLS = 20_000;
  private static final int MODEL_CALLS = 20_000;
  private static final int SEARCHES = 50;

  /** The number of frames beside the first one that overflows. */
  private static final int NEAR = 16;

  private static final long PATIENCE_SECONDS = 60;

  private final TableSpace space = new TableSpace();
  private final Owner owner = space.newOwner();

  @AfterEach
  void close() {
    owner.close();
  }

  /** Returns a table with an object whose counter has been added to in place: 100. */
  private EtsTable table(Variant variant) {
    EtsTable table = owner.newTable("t", variant.options());
    table.insert(t("k", 70, "x"));
    for (int n = 0; n < 3; n++) {
      table.updateCounter(a("k"), 10);
    }
    return table;
  }

  private static boolean isInPlace(EtsTable table, Term key) {
    return ((TableHandle) table).table().store().counter(key) != null;
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#hashSets")
  void updateCounter_presentObject_addsInPlaceFromTheSecondCall(Variant variant) {
    EtsTable table = owner.newTable("t", variant.options());
    table.updateCounter(a("k"), 5, t("x", 0));
    assertThat(isInPlace(table, a("k"))).as("default object").isFalse();
    table.updateCounter(a("k"), 1);
    assertThat(isInPlace(table, a("k"))).isTrue();
    assertThat(table.updateCounter(a("k"), 1)).isEqualTo(i(7));
    assertThat(table.updateCounter(a("k"), CounterOp.add(2, 10, 15, -3))).isEqualTo(i(-3));
    assertThat(table.updateCounter(a("k"), CounterOp.add(2, -1, -4, 9))).isEqualTo(i(-4));
    assertThat(isInPlace(table, a("k"))).isTrue();
    assertThat(table.tab2list()).containsExactly(t("k", -4));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void read_counterInPlace_getsTheTuple(Variant variant) {
    EtsTable table = table(variant);
    Tuple object = t("k", 100, "x");
    assertThat(table.lookup(a("k"))).containsExactly(object);
    assertThat(table.lookupElement(a("k"), 2)).isEqualTo(i(100));
    assertThat(table.lookupElement(a("k"), 3)).isEqualTo(a("x"));
    assertThat(table.tab2list()).containsExactly(object);
    assertThat(table.select(MatchSpec.compile(l(t(t("_", 100, "_"), l(), l("$_"))))))
        .containsExactly(object);
    assertThat(table.stream()).containsExactly(object);
    assertThat(table.first()).contains(a("k"));
    assertThat(table.next(a("k"))).isEmpty();
    assertThat(((LocalTable) table).snapshot().lookup(a("k"))).containsExactly(object);
    assertThat(table.updateCounter(a("k"), 1)).isEqualTo(i(101));
    assertThat(table.lookup(a("k"))).containsExactly(t("k", 101, "x"));
  }

  /** A tuple is packed with integers of 32 bits alone. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void read_counterInPlaceThatFitsIn32BitsAgain_getsAPackedTuple(Variant variant) {
    EtsTable table = table(variant);
    table.updateCounter(a("k"), 1L << 40);
    assertThat(table.lookup(a("k"))).containsExactly(t("k", (1L << 40) + 100, "x"));
    table.updateCounter(a("k"), -(1L << 40));
    Tuple read = table.lookup(a("k")).get(0);
    assertThat(read).isEqualTo(t("k", 100, "x"));
    assertThat(read.isHeld(2)).isFalse();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void write_counterInPlace_replacesTheWholeObject(Variant variant) {
    EtsTable table = table(variant);
    assertThat(table.updateElement(a("k"), 3, a("y"))).isTrue();
    assertThat(table.updateCounter(a("k"), 1)).isEqualTo(i(101));
    assertThat(table.updateCounter(a("k"), 1)).isEqualTo(i(102));
    assertThat(table.insertNew(t("k", 0, "z"))).isFalse();
    table.deleteObject(t("k", 101, "y"));
    assertThat(table.take(a("k"))).containsExactly(t("k", 102, "y"));
    assertThat(table.size()).isZero();
    table.insert(t("k", 1, 2));
    table.updateCounter(a("k"), 1);
    table.updateCounter(a("k"), CounterOp.add(3, 5));
    assertThat(table.updateCounter(a("k"), List.of(CounterOp.add(2, 1), CounterOp.add(3, 1))))
        .containsExactly(i(3), i(8));
    table.updateCounter(a("k"), 1);
    table.deleteObject(t("k", 4, 8));
    assertThat(table.member(a("k"))).isFalse();
    table.insert(t("k", 1));
    table.updateCounter(a("k"), 1);
    table.insert(List.of(t("j", 0), t("k", 9)));
    assertThat(table.lookup(a("k"))).containsExactly(t("k", 9));
    table.updateCounter(a("k"), 1);
    table.deleteAllObjects();
    assertThat(table.tab2list()).isEmpty();
    assertThatThrownBy(() -> table.updateCounter(a("k"), 1)).isInstanceOf(NoSuchKeyException.class);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void updateCounter_badOperation_changesNothing(Variant variant) {
    EtsTable table = table(variant);
    assertThatThrownBy(() -> table.updateCounter(a("k"), CounterOp.add(1, 1)))
        .isInstanceOf(BadArgumentException.class);
    assertThatThrownBy(() -> table.updateCounter(a("k"), CounterOp.add(4, 1)))
        .isInstanceOf(BadArgumentException.class);
    assertThatThrownBy(() -> table.updateCounter(a("k"), CounterOp.add(3, 1)))
        .isInstanceOf(BadArgumentException.class);
    assertThatThrownBy(() -> table.updateCounter(a("k"), 1, t()))
        .isInstanceOf(BadArgumentException.class);
    assertThat(table.lookup(a("k"))).containsExactly(t("k", 100, "x"));
    assertThat(table.updateCounter(a("k"), 1)).isEqualTo(i(101));
  }

  /** Compares sums around each bound of a cell with those of large integers. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#hashSets")
  void updateCounter_valuesOfAllSizes_givesExactSums(Variant variant) {
    long seed = Long.getLong("jets.seed", System.nanoTime());
    Random random = new Random(seed);
    EtsTable table = owner.newTable("t", variant.options());
    table.insert(t("k", 0));
    BigInteger counter = BigInteger.ZERO;
    int inPlace = 0;
    for (int n = 0; n < TestScale.count(MODEL_CALLS); n++) {
      BigInteger increment = random.nextInt(50) == 0 ? counter.negate() : integer(random);
      if (random.nextInt(3) == 0) {
        BigInteger threshold = integer(random);
        BigInteger reset = integer(random);
        BigInteger sum = counter.add(increment);
        int order = sum.compareTo(threshold);
        counter = (increment.signum() < 0 ? order < 0 : order > 0) ? reset : sum;
        CounterOp op =
            CounterOp.add(
                2, IntegerTerm.of(increment), IntegerTerm.of(threshold), IntegerTerm.of(reset));
        assertThat(table.updateCounter(a("k"), op))
            .as("jets.seed=%d", seed)
            .isEqualTo(IntegerTerm.of(counter));
      } else {
        counter = counter.add(increment);
        assertThat(table.updateCounter(a("k"), CounterOp.add(IntegerTerm.of(increment))))
            .as("jets.seed=%d", seed)
            .isEqualTo(IntegerTerm.of(counter));
      }
      inPlace += isInPlace(table, a("k")) ? 1 : 0;
      if (random.nextInt(4) == 0) {
        assertThat(table.lookup(a("k"))).containsExactly(t("k", IntegerTerm.of(counter)));
      }
    }
    assertThat(inPlace).isBetween(1, TestScale.count(MODEL_CALLS) - 1);
  }

  private static BigInteger integer(Random random) {
    BigInteger bound = BigInteger.ONE.shiftLeft(List.of(3, 31, 61, 62, 63).get(random.nextInt(5)));
    BigInteger near = bound.add(BigInteger.valueOf(random.nextInt(5) - 2));
    return random.nextBoolean() ? near : near.negate();
  }

  @Test
  void fits_valuesOf62Bits_do() {
    long largest = (1L << 61) - 1;
    assertThat(CounterCell.fits(largest)).isTrue();
    assertThat(CounterCell.fits(-largest - 1)).isTrue();
    assertThat(CounterCell.fits(largest + 1)).isFalse();
    assertThat(CounterCell.fits(-largest - 2)).isFalse();
    assertThat(CounterCell.fits(Long.MIN_VALUE)).isFalse();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#hashSets")
  void updateCounter_inPlace_allocatesAtMostTheAnswer(Variant variant) {
    EtsTable table = owner.newTable("t", variant.options());
    Term key = i(5_000);
    table.insert(t(5_000, 1_000_000));
    table.updateCounter(key, 1);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 10; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int n = 0; n < CALLS; n++) {
        table.updateCounter(key, 5);
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(least).isLessThanOrEqualTo(16L * CALLS + CALLS);
    assertThat(table.lookup(key)).containsExactly(t(5_000, 1_000_001 + 50 * CALLS));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#hashSets")
  void updateCounter_limitedTable_isNotInPlace(Variant variant) {
    TableSpace limited = new TableSpace();
    limited.limit(Quota.UNLIMITED.withObjects(3), Quota.UNLIMITED);
    limited.join(FakeProcesses.NODE, FakeProcesses.CREATION, new FakeProcesses());
    EtsTable table = limited.newOwner().newTable("t", variant.options());
    assertThat(((TableHandle) table).table().store()).isInstanceOf(MeteredStore.class);
    table.insert(t("k", 1));
    table.updateCounter(a("k"), 1);
    assertThat(isInPlace(table, a("k"))).isFalse();
    assertThat(table.updateCounter(a("k"), 1)).isEqualTo(i(3));
    limited.leave();
  }

  @Test
  void updateCounter_shortHeap_staysInPlaceUnlessTheObjectGrows() {
    ShortHeap heap = new ShortHeap();
    try (Owner paying = heap.start()) {
      EtsTable table = paying.newTable("t", TableOptions.set());
      heap.used.set(0);
      heap.watch.collected();
      table.insert(t("k", 1));
      table.updateCounter(a("k"), 1);
      assertThat(isInPlace(table, a("k"))).isTrue();
      heap.fillHeap(95);
      assertThat(table.updateCounter(a("k"), 1)).isEqualTo(i(3));
      assertThat(isInPlace(table, a("k"))).isTrue();
      assertThat(table.updateCounter(a("k"), 1L << 40)).isEqualTo(i((1L << 40) + 3));
      assertThat(isInPlace(table, a("k"))).isFalse();
    }
  }

  /** An integer that terms share takes no memory, and one beside a packed one does. */
  @Test
  void updateCounter_shortHeap_makesNoIntegersInPlace() {
    ShortHeap heap = new ShortHeap();
    try (Owner paying = heap.start()) {
      EtsTable table = paying.newTable("t", TableOptions.set());
      heap.used.set(0);
      heap.watch.collected();
      table.insert(List.of(t("packed", 1), t(5_000, 1, "x")));
      for (Term key : List.of(a("packed"), i(5_000))) {
        table.updateCounter(key, 1);
        assertThat(isInPlace(table, key)).isTrue();
      }
      heap.fillHeap(95);
      for (Term key : List.of(a("packed"), i(5_000))) {
        table.updateCounter(key, 1);
        assertThat(isInPlace(table, key)).isTrue();
        assertThat(table.updateCounter(key, 100_000)).isEqualTo(i(100_003));
      }
      assertThat(isInPlace(table, a("packed"))).isTrue();
      assertThat(isInPlace(table, i(5_000))).isFalse();
    }
  }

  @Test
  void updateCounter_shortHeap_countsWhatAThresholdMakesGrow() {
    ShortHeap heap = new ShortHeap();
    try (Owner paying = heap.start()) {
      EtsTable table = paying.newTable("t", TableOptions.set());
      heap.used.set(0);
      heap.watch.collected();
      table.insert(t("k", 1));
      table.updateCounter(a("k"), 1);
      heap.fillHeap(95);
      assertThat(table.updateCounter(a("k"), CounterOp.add(2, 1, 9, 1L << 41))).isEqualTo(i(3));
      assertThat(isInPlace(table, a("k"))).isTrue();
      assertThat(table.updateCounter(a("k"), CounterOp.add(2, 7, 9, 1L << 41)))
          .isEqualTo(i(1L << 41));
      assertThat(isInPlace(table, a("k"))).isFalse();
    }
  }

  /** A reader that makes the object later counts no memory. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#hashSets")
  void updateCounter_largerCounter_keepsAnObjectOfThatSize(Variant variant) {
    for (Tuple object :
        List.of(t(5_000, 1), t("k", 1, 70_000), t(5_000, 1, "x"), t(5_000, 1, 2, 3))) {
      for (long increment : List.of(100_000L, -100_000L, 1L << 40)) {
        EtsTable table = owner.newTable("t", variant.options());
        Term key = object.element(1);
        table.insert(object);
        table.updateCounter(key, 1);
        table.updateCounter(key, increment);
        table.updateCounter(key, 1);
        CounterCell counter = ((TableHandle) table).table().store().counter(key);
        assertThat(counter).isNotNull();
        Tuple kept = counter.outline();
        Tuple read = table.lookup(key).get(0);
        assertThat(TermBytes.of(kept)).as("%s", object).isEqualTo(TermBytes.of(read));
        assertThat(!read.isHeld(2) || !isShared(kept.getLong(2))).as("%s", object).isTrue();
      }
    }
  }

  private static boolean isShared(long number) {
    IdentityHashMap<IntegerTerm, Boolean> objects = new IdentityHashMap<>();
    objects.put(i(number), true);
    objects.put(i(number), true);
    return objects.size() == 1;
  }

  @Test
  void grows_integersOf32Bits_doIfTheNewOneIsNotSharedOrPacked() {
    for (long before : List.of(-5_000, -129, -128, 0, 1_023, 1_024, 5_000)) {
      CounterCell held = new CounterCell(t(5_000, before, "x"), 2, before);
      CounterCell packed = new CounterCell(t("k", before).packed(), 2, before);
      for (long after = -2_000; after < 2_000; after++) {
        assertThat(held.grows(held.word(), after))
            .as("from %d to %d", before, after)
            .isEqualTo(isShared(before) && !isShared(after));
        assertThat(packed.grows(packed.word(), after)).isFalse();
      }
    }
  }

  /** Adds in place at the last depths of a small stack, where some additions overflow. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#hashSets")
  void updateCounter_inPlaceAtEachDepthOfTheStack_addsOrOverflowsBefore(Variant variant)
      throws Exception {
    EtsTable table = table(variant);
    CounterOp wrap = CounterOp.add(2, 1, Integer.MAX_VALUE, 0);
    long[] done = new long[1];
    Runnable additions =
        () -> {
          table.updateCounter(a("k"), 1);
          done[0]++;
          table.updateCounter(a("k"), wrap);
          done[0]++;
        };
    Runnable overflows =
        () -> {
          for (int n = 0; n < TestScale.count(SEARCHES); n++) {
            runAtDepthsAroundTheFirstOverflow(additions);
          }
        };
    assertThat(StackEnd.start(StackEnd.BYTES, overflows).get(PATIENCE_SECONDS, TimeUnit.SECONDS))
        .isTrue();
    assertThat(done[0]).isPositive();
    assertThat(isInPlace(table, a("k"))).isTrue();
    assertThat(table.lookup(a("k"))).containsExactly(t("k", 100 + done[0], "x"));
  }

  private static void runAtDepthsAroundTheFirstOverflow(Runnable work) {
    int least = 0;
    int most = 1;
    while (!overflows(most, work)) {
      least = most;
      most *= 2;
    }
    while (most - least > 1) {
      int middle = (least + most) >>> 1;
      if (overflows(middle, work)) {
        most = middle;
      } else {
        least = middle;
      }
    }
    for (int frames = Math.max(0, most - NEAR); frames < most + NEAR; frames++) {
      overflows(frames, work);
    }
  }

  /** Returns whether something overflows below this many frames. */
  private static boolean overflows(int frames, Runnable work) {
    try {
      runBelow(frames, work);
      return false;
    } catch (StackOverflowError e) {
      return true;
    }
  }

  private static void runBelow(int frames, Runnable work) {
    if (frames > 0) {
      runBelow(frames - 1, work);
    } else {
      work.run();
    }
  }

  @Test
  void updateCounter_shortHeap_makesNoNewCounter() {
    ShortHeap heap = new ShortHeap();
    try (Owner paying = heap.start()) {
      EtsTable table = paying.newTable("t", TableOptions.set());
      heap.used.set(0);
      heap.watch.collected();
      table.insert(t("k", 1));
      table.insert(t("other", 1));
      table.updateCounter(a("other"), 1);
      heap.fillHeap(95);
      assertThat(table.updateCounter(a("k"), 1)).isEqualTo(i(2));
      assertThat(isInPlace(table, a("k"))).isFalse();
    }
  }

  /** Runs update_counter with each of its allocations failing once. */
  @Test
  void updateCounter_outOfMemoryAnywhere_leavesTheObjectAsBeforeOrAfter() throws Exception {
    IntPredicate run = AllocationFaults.load(Counting.class);
    int fault = 1;
    while (run.test(fault)) {
      fault++;
    }
    assertThat(fault).isGreaterThan(3);
  }

  /** Makes calls with a fault on each store; false if no call has as many allocations. */
  static final class Counting implements IntPredicate {
    private static final List<Backend> STORES =
        List.of(
            Backend.SPLIT_ORDERED,
            Backend.STRIPED,
            Backend.CONCURRENT_HASH_MAP,
            Backend.NON_BLOCKING_HASH_MAP);

    @Override
    public boolean test(int fault) {
      boolean isFired = false;
      for (Backend store : STORES) {
        for (int added = 0; added < 3; added++) {
          for (CounterOp op :
              List.of(
                  CounterOp.add(7),
                  CounterOp.add(3, 7),
                  CounterOp.add(2, 7, 9, -5),
                  CounterOp.add(1L << 40),
                  CounterOp.add(2, 7, 9, 1L << 61))) {
            isFired |= test(store, added, op, fault);
          }
        }
      }
      return isFired;
    }

    /** Makes a call on an object that has been added to this number of times. */
    private static boolean test(Backend store, int added, CounterOp op, int fault) {
      try (Owner owner = new TableSpace().newOwner()) {
        EtsTable table = owner.newTable("t", TableOptions.set().withBackend(store));
        table.insert(t("k", 5_000, 6_000));
        for (int n = 0; n < added; n++) {
          table.updateCounter(a("k"), 1);
        }
        Tuple before = table.lookup(a("k")).get(0);
        boolean isDone = false;
        boolean isFired;
        AllocationFaults.arm(fault);
        try {
          table.updateCounter(a("k"), op);
          isDone = true;
        } catch (OutOfMemoryError e) {
          // The object is compared below.
        } finally {
          isFired = AllocationFaults.disarm();
        }
        int position = op.position(1);
        IntegerTerm sum = op.apply((IntegerTerm) before.element(position));
        List<Tuple> either = new ArrayList<>(List.of(before.with(position, sum)));
        if (!isDone) {
          either.add(before);
        }
        Tuple after = table.lookup(a("k")).get(0);
        assertThat(either).as("%s, %d, %s, fault %d", store, added, op, fault).contains(after);
        IntegerTerm next = table.updateCounter(a("k"), CounterOp.add(position, 1));
        long expected = ((IntegerTerm) after.element(position)).longValue() + 1;
        assertThat(next).isEqualTo(i(expected));
        assertThat(table.tab2list()).containsExactly(after.with(position, next));
        assertThat(table.size()).isEqualTo(1);
        return isFired;
      }
    }
  }
}
