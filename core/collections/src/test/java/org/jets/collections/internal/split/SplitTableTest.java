package org.jets.collections.internal.split;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The steps of a resize, one by one and beside each other. */
class SplitTableTest {
  private static final int BITS = 4;
  private static final int SLOTS = 1 << BITS;

  private static SplitNode<String> entry(long order, @Nullable SplitNode<String> next) {
    return new SplitEntry.OfLong<>(order, Long.toHexString(order), next);
  }

  /** The place in the middle of one of so many buckets, and a little more. */
  private static long order(int bits, int index, int more) {
    return ((2L * index + 1) << (Long.SIZE - 1 - bits)) + more;
  }

  /** A table that has two entries for each bucket of twice the size. */
  private static SplitTable<String> filled() {
    SplitTable<String> table = new SplitTable<>(BITS);
    for (int index = 0; index < SLOTS; index++) {
      SplitNode<String> chain = null;
      for (int more = 0; more < 2; more++) {
        chain = entry(order(BITS + 1, 2 * index, more), chain);
        chain = entry(order(BITS + 1, 2 * index + 1, more), chain);
      }
      assertThat(table.casHead(index, null, chain)).isTrue();
    }
    return table;
  }

  private static List<Long> orders(@Nullable SplitNode<String> head) {
    List<Long> orders = new ArrayList<>();
    for (SplitNode<String> node = head; node != null; node = node.next) {
      orders.add(node.order);
    }
    return orders;
  }

  private static List<Long> ordersIn(SplitTable<String> table) {
    List<Long> orders = new ArrayList<>();
    for (int index = 0; index < table.size(); index++) {
      orders.addAll(orders(table.fetchedHead(index)));
    }
    return orders;
  }

  @Test
  void indexOf_orders_areInTheOrderOfBuckets() {
    SplitTable<String> table = new SplitTable<>(BITS);

    assertThat(table.indexOf(0)).isZero();
    assertThat(table.indexOf(-1)).isEqualTo(SLOTS - 1);
    for (int index = 0; index < SLOTS; index++) {
      assertThat(table.indexOf(table.lastOrder(index))).isEqualTo(index);
      assertThat(table.indexOf(table.lastOrder(index) + 1)).isEqualTo((index + 1) % SLOTS);
    }
  }

  @Test
  void fetchedHead_largerTable_cutsTheBucket() {
    SplitTable<String> larger = filled().resized(BITS + 1);

    for (int index = 0; index < larger.size(); index++) {
      assertThat(orders(larger.fetchedHead(index)))
          .containsExactlyInAnyOrder(order(BITS + 1, index, 0), order(BITS + 1, index, 1));
    }
  }

  @Test
  void fetchedHead_smallerTable_joinsTheBuckets() {
    SplitTable<String> smaller = filled().resized(BITS - 1);

    for (int index = 0; index < smaller.size(); index++) {
      assertThat(orders(smaller.fetchedHead(index)))
          .hasSize(8)
          .allMatch(order -> order >>> (Long.SIZE - BITS + 1) == smaller.indexOf(order));
    }
  }

  @Test
  void casHead_frozenSlot_failsForEver() {
    SplitTable<String> table = filled();
    SplitNode<String> before = table.head(3);
    SplitNode<String> update = entry(order(BITS, 3, 7), before);

    table.resized(BITS + 1).fetchedHead(6);

    assertThat(SplitNode.isDetour(table.head(3))).isTrue();
    assertThat(table.casHead(3, before, update)).isFalse();
    assertThat(SplitNode.isDetour(table.head(4))).isFalse();
  }

  @Test
  void fetchedHead_bucketEmptiedAfterFetch_isNotFetchedAgain() {
    SplitTable<String> larger = filled().resized(BITS + 1);
    SplitNode<String> fetched = larger.fetchedHead(6);
    assertThat(larger.casHead(6, fetched, null)).isTrue();

    while (larger.isFilling()) {
      larger.help();
    }

    assertThat(orders(larger.fetchedHead(6))).isEmpty();
  }

  @Test
  void help_allBuckets_letsGoOfTheSource() {
    SplitTable<String> table = filled();
    List<Long> before = ordersIn(table);
    SplitTable<String> larger = table.resized(BITS + 1);

    assertThat(larger.isFilling()).isTrue();
    larger.help();

    assertThat(larger.isFilling()).isFalse();
    assertThat(ordersIn(larger)).containsExactlyInAnyOrderElementsOf(before);
  }

  @Test
  void help_allBucketsClaimedByADeadThread_letsGoOfTheSource() throws ReflectiveOperationException {
    SplitTable<String> table = filled();
    List<Long> before = ordersIn(table);
    SplitTable<String> larger = table.resized(BITS + 1);
    Field claimed = SplitTable.class.getDeclaredField("claimed");
    claimed.setAccessible(true);
    claimed.setInt(larger, table.size());

    for (int call = 0; call < table.size(); call++) {
      larger.help();
    }

    assertThat(larger.isFilling()).isFalse();
    assertThat(ordersIn(larger)).containsExactlyInAnyOrderElementsOf(before);
  }

  @Test
  void fetchedHead_lastBucketOfTheLargestTable_isFetched() {
    SplitTable<String> table = new SplitTable<>(SplitTable.MAX_BITS - 1);
    int last = table.size() - 1;
    assertThat(table.casHead(last, null, entry(-1, null))).isTrue();

    SplitTable<String> largest = table.resized(SplitTable.MAX_BITS);

    assertThat(largest.indexOf(-1)).isEqualTo(largest.size() - 1);
    assertThat(largest.lastOrder(largest.size() - 1)).isEqualTo(-1);
    assertThat(orders(largest.fetchedHead(largest.indexOf(-1)))).containsExactly(-1L);
    largest.help();
    assertThat(largest.isFilling()).isTrue();
    assertThat(largest.isTooSmall()).isFalse();
  }

  /** Two threads that fetch one bucket compute the same result, and only the first publishes it. */
  @Test
  void fetchedHead_manyThreads_fillEachSlotOnce() throws Exception {
    int threads = 3;
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      for (int round = 0; round < 300; round++) {
        SplitTable<String> table = filled();
        SplitTable<String> resized = table.resized(round % 2 == 0 ? BITS + 1 : BITS - 1);
        CyclicBarrier start = new CyclicBarrier(threads);
        List<Future<List<SplitNode<String>>>> found = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
          found.add(
              executor.submit(
                  () -> {
                    start.await();
                    List<SplitNode<String>> heads = new ArrayList<>();
                    for (int index = 0; index < resized.size(); index++) {
                      heads.add(resized.fetchedHead(index));
                    }
                    return heads;
                  }));
        }
        List<SplitNode<String>> first = found.get(0).get();
        for (Future<List<SplitNode<String>>> other : found) {
          assertThat(other.get()).usingElementComparator((a, b) -> a == b ? 0 : 1).isEqualTo(first);
        }
      }
    } finally {
      executor.shutdownNow();
    }
  }
}
