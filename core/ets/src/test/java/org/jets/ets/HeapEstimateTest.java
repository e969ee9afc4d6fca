package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.ShortHeap.HEAP;
import static org.jets.ets.ShortHeap.MANY;
import static org.jets.ets.ShortHeap.VALUE;
import static org.jets.ets.ShortHeap.assertFull;
import static org.jets.ets.ShortHeap.fill;
import static org.jets.ets.ShortHeap.insertMany;
import static org.jets.ets.ShortHeap.value;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jets.ets.erl.EtsModule;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.ListTerm;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.junit.jupiter.api.Test;

/** Tests the walks that estimate the bytes of all tables, and writes while one is in progress. */
class HeapEstimateTest extends ShortHeapTables {
  /** The estimates that wait to be made. */
  private final List<Runnable> walks = new ArrayList<>();

  /** Starts with a table of many objects in an empty heap, and estimates that wait. */
  private EtsTable startWithMany() {
    Owner owner = heap.start();
    space.heapQuota(new HeapQuota(space, watch, walks::add, 0));
    heap.empty();
    EtsTable table = owner.newTable("t", TableOptions.set());
    insertMany(table);
    return table;
  }

  /** Collections follow each other quickly while the heap is full. */
  @Test
  void insert_refusedOftenWhereObjectsAreLarge_walksOnceItHasBeenPaidFor() {
    Owner owner = heap.start();
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
    heap.empty();
    EtsTable table = owner.newTable("t", TableOptions.set());
    for (int n = 0; n < 100; n++) {
      table.insert(t(n, ListTerm.of(Collections.nCopies(4_000, i(1_000)))));
    }
    heap.full();
    for (int n = 0; n < 1_000; n++) {
      assertThatThrownBy(() -> table.insert(t("x", value((int) HEAP))))
          .isInstanceOf(SystemLimitException.class);
      walks.forEach(Runnable::run);
      walks.clear();
      watch.collected();
    }
    assertThat(made).hasValue(1);
  }

  @Test
  void estimate_fewLargeObjectsAmongManySmallOnes_missesNone() {
    Owner owner = heap.startEmpty();
    space.heapQuota(new HeapQuota(space, watch, Runnable::run, 0));
    EtsTable table = owner.newTable("t", TableOptions.orderedSet());
    insertMany(table);
    // The objects of odd rank.
    for (int n = 1; n < 2 * HEAP * 8 / 10 / VALUE; n += 2) {
      table.insert(t(n, value(VALUE)));
    }
    heap.full();
    assertFull(table);
  }

  /** A write that runs out of memory takes back its count. */
  @Test
  void takeBack_whileAnEstimateIsUnderWay_allocatesNothing() {
    heap.start();
    Term id =
        EtsModule.apply(space, FakeProcesses.process(1), a("new"), List.of(a("t"), l("public")));
    Owner peer = Objects.requireNonNull(space.find((Reference) id).state()).owner();
    HeapQuota quota = new HeapQuota(space, watch, walks::add, 0);
    space.heapQuota(quota);
    heap.empty();
    EtsTable table = peer.open(id);
    insertMany(table);
    heap.full();
    quota.add(peer, 1, 0);
    walks.remove(0).run();
    table.deleteAllObjects();
    quota.freed();
    insertMany(table);
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
  void insert_manyObjectsToEstimate_isNotHeldUp() {
    EtsTable table = startWithMany();
    heap.full();
    int blindly = (int) (HEAP / 20 / VALUE);
    assertThat(fill(table)).isBetween(blindly - 2, blindly);
    assertThat(walks).hasSize(1);
    walks.remove(0).run();
    int full = (int) ((HEAP * 7 / 10 - space.heapQuota().bytes()) / VALUE);
    // Earlier objects are replaced.
    assertThat(fill(table)).isBetween(full + blindly - 20, full + blindly + 20);
    table.deleteAllObjects();
    assertThatCode(() -> table.insert(t("x", value(VALUE)))).doesNotThrowAnyException();
  }

  @Test
  void insert_overwritesWhileAnEstimateIsUnderWay_areNotRefused() {
    EtsTable table = startWithMany();
    table.insert(t("x", value(VALUE)));
    heap.full();
    // Up to the point where nothing can be added before the estimate exists.
    assertThat(fill(table)).isPositive();
    assertThat(walks).hasSize(1);
    for (int n = 0; n < HEAP / VALUE; n++) {
      assertThatCode(() -> table.insert(t("x", value(VALUE)))).doesNotThrowAnyException();
    }
    assertThat(walks).hasSize(1);
  }

  @Test
  void insert_deletedWhileAnEstimateIsUnderWay_isNotRefused() {
    EtsTable table = startWithMany();
    heap.full();
    fill(table);
    assertThat(walks).hasSize(1);
    table.deleteAllObjects();
    assertThatCode(() -> table.insert(t("x", 1))).doesNotThrowAnyException();
    HeapQuota quota = Objects.requireNonNull(space.heapQuota());
    long before = quota.bytes();
    walks.remove(0).run();
    assertThat(quota.bytes()).isEqualTo(before);
  }

  @Test
  void insert_estimateFails_anotherIsMade() {
    EtsTable table = startWithMany();
    heap.full();
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
  }

  @Test
  void selectReplace_nothingGrows_isNotRefused() {
    Owner owner = heap.startEmpty();
    space.heapQuota(new HeapQuota(space, watch, walks::add, 0));
    EtsTable table = owner.newTable("t", TableOptions.set());
    for (int n = 0; n < MANY; n++) {
      table.insert(t(n, value(300), 0));
    }
    heap.fillHeap(60);
    MatchSpec count =
        MatchSpec.compile(TermParser.parse("[{{'$1','$2','$3'},[],[{{'$1','$2',{'+','$3',1}}}]}]"));
    for (int n = 0; n < 2; n++) {
      assertThat(table.selectReplace(count)).isEqualTo(MANY);
      walks.forEach(Runnable::run);
      walks.clear();
    }
  }
}
