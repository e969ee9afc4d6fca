package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.jets.collections.internal.lfca.BaseNodeState;
import org.jets.collections.internal.lfca.ImmutableLeaf;
import org.jets.collections.internal.lfca.LockFreeBaseNode;
import org.jets.collections.internal.lfca.LockFreeTree;
import org.jets.collections.internal.order.PrefixOrder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The interleavings that a {@link LockFreeAdaptingTreeMap} has to survive, each by name. A thread
 * that stands still in the middle of something is one that has done only the steps before. Of those
 * that the paper's ranges have to survive, one that helps a query that is done is here a helper
 * that comes late with a stamp, and one that splits what a query has frozen cannot be: nothing is.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LockFreeTreeRaceTest {
  private static final PrefixOrder<Long> ORDER = PrefixOrder.natural();

  private final LockFreeAdaptingTreeMap<Long, Long> map =
      new LockFreeAdaptingTreeMap<>(PrefixOrder.natural(), MapUnderTest.SMALL_LEAVES);
  private final LockFreeTree<Long, Long> tree = map.tree();

  @AfterEach
  void validate() {
    map.validate();
  }

  private void fill(long from, long to) {
    LongStream.range(from, to).forEach(key -> map.put(key, key));
  }

  private LockFreeBaseNode<Long, Long> baseOf(Long key) {
    return tree.baseFor(ORDER.prefix(key), key);
  }

  private static ImmutableLeaf<Long, Long> leafOf(LockFreeBaseNode<Long, Long> base) {
    return (ImmutableLeaf<Long, Long>) base.state();
  }

  /** Two neighbouring base nodes that somebody has begun to join. */
  private final class StalledJoin {
    final LockFreeBaseNode<Long, Long> left;
    final LockFreeBaseNode<Long, Long> right;
    final BaseNodeState.Join<Long, Long> join = new BaseNodeState.Join<>();
    final BaseNodeState.Held<Long, Long> leftHeld;
    final BaseNodeState.Held<Long, Long> rightHeld;

    StalledJoin(Long keyOfLeft) {
      left = baseOf(keyOfLeft);
      right = baseOf(left.high);
      leftHeld = new BaseNodeState.Held<>(leafOf(left), join);
      rightHeld = new BaseNodeState.Held<>(leafOf(right), join);
      assertThat(left.casState(leafOf(left), leftHeld)).isTrue();
      assertThat(right.casState(leafOf(right), rightHeld)).isTrue();
    }

    boolean tryCommit() {
      ImmutableLeaf<Long, Long> both =
          leftHeld.leaf.joinedWith(
              tree.order,
              rightHeld.leaf,
              tree.versions.linksToRows(ORDER, leftHeld.leaf, rightHeld.leaf, right.low));
      tree.versions.keepBoth(leftHeld.leaf, rightHeld.leaf);
      return join.tryCommit(new LockFreeBaseNode<>(left.low, right.high, both));
    }

    void publish() {
      left.casState(leftHeld, leftHeld.successor());
      right.casState(rightHeld, rightHeld.successor());
    }
  }

  @Test
  void join_updateInBetween_isAbortedAndCannotBeCommitted() {
    fill(0, 8);
    StalledJoin stalled = new StalledJoin(0L);

    assertThat(map.put(0L, 100L)).isZero();

    assertThat(stalled.tryCommit()).isFalse();
    stalled.publish();
    assertThat(map).hasSize(8).containsEntry(0L, 100L).containsEntry(7L, 7L);
  }

  @Test
  void join_updateOfTheOtherBaseNode_isAbortedToo() {
    fill(0, 8);
    StalledJoin stalled = new StalledJoin(0L);

    assertThat(map.remove(stalled.right.low)).isEqualTo(stalled.right.low);

    assertThat(stalled.tryCommit()).isFalse();
    stalled.publish();
    assertThat(map).hasSize(7).doesNotContainKey(stalled.right.low);
  }

  @Test
  void join_committedButNotPublished_leadsOthersToItsTarget() {
    fill(0, 8);
    StalledJoin stalled = new StalledJoin(0L);
    long key = stalled.right.low;
    assertThat(stalled.tryCommit()).isTrue();

    assertThat(map.get(key)).isEqualTo(key);
    assertThat(map.put(key, 100L)).isEqualTo(key);
    assertThat(map.remove(0L)).isZero();
    stalled.publish();

    assertThat(map).hasSize(7).containsEntry(key, 100L).doesNotContainKey(0L);
  }

  @Test
  void read_baseNodesHeld_neitherWaitsNorAborts() {
    fill(0, 8);
    StalledJoin stalled = new StalledJoin(0L);

    assertThat(map.get(0L)).isZero();
    assertThat(map.get(100L)).isNull();
    assertThat(map.higherKey(0L)).isEqualTo(1);
    assertThat(map.keySet()).hasSize(8);
    assertThat(map.snapshot()).hasSize(8);

    assertThat(stalled.tryCommit()).isTrue();
    stalled.publish();
    map.put(0L, 0L); // Comes by the base node that is gone, and sees to the routing nodes.
  }

  @Test
  void remove_keyNotInABaseNodeThatIsHeld_returnsNull() {
    fill(0, 8);
    map.remove(1L);
    StalledJoin stalled = new StalledJoin(0L);

    assertThat(map.remove(1L)).isNull();
    assertThat(map.putIfAbsent(0L, 5L)).isZero();

    stalled.publish();
  }

  @Test
  void pollFirstEntry_baseNodeHeld_doesNotWait() {
    fill(0, 8);
    StalledJoin stalled = new StalledJoin(0L);

    assertThat(map.pollFirstEntry().getKey()).isZero();

    stalled.publish();
    assertThat(map).hasSize(7);
  }

  @Test
  void pollFirstEntry_viewBeginsAtTheEndOfALeaf_takesTheNextLeafIn() {
    fill(0, 40);
    for (long key = 0; key < 40; key += 2) {
      Map.Entry<Long, Long> polled = map.tailMap(key, false).pollFirstEntry();
      assertThat(polled.getKey()).isEqualTo(key + 1);
      assertThat(map.headMap(key + 2, false).pollLastEntry().getKey()).isEqualTo(key);
    }
    assertThat(map).isEmpty();
  }

  @Test
  void join_neighbourSplitMeanwhile_comesToNothing() {
    fill(0, 8);
    LockFreeBaseNode<Long, Long> left = baseOf(0L);
    LockFreeBaseNode<Long, Long> right = baseOf(left.high);
    BaseNodeState.Join<Long, Long> join = new BaseNodeState.Join<>();
    BaseNodeState.Held<Long, Long> held = new BaseNodeState.Held<>(leafOf(left), join);
    ImmutableLeaf<Long, Long> seen = leafOf(right);
    left.casState(leafOf(left), held);

    fill(100, 110); // Splits the right one.

    assertThat(right.casState(seen, new BaseNodeState.Held<>(seen, join))).isFalse();
    join.abort();
    left.casState(held, held.successor());
    assertThat(map).hasSize(18);
  }

  @Test
  void join_neighbourJoinedAwayMeanwhile_comesToNothing() {
    fill(0, 12);
    LockFreeBaseNode<Long, Long> left = baseOf(0L);
    LockFreeBaseNode<Long, Long> right = baseOf(left.high);
    BaseNodeState.Join<Long, Long> join = new BaseNodeState.Join<>();
    BaseNodeState.Held<Long, Long> held = new BaseNodeState.Held<>(leafOf(left), join);
    ImmutableLeaf<Long, Long> seen = leafOf(right);
    left.casState(leafOf(left), held);
    long joins = map.shape().joins();

    LongStream.range(right.low, 12).forEach(map::remove); // Joins the right one with its own.

    assertThat(map.shape().joins()).isGreaterThan(joins);
    assertThat(right.casState(seen, new BaseNodeState.Held<>(seen, join))).isFalse();
    join.abort();
    left.casState(held, held.successor());
    assertThat(map).hasSize(right.low.intValue());
  }

  @Test
  void join_ofAllThatThereIs_takesTheRootsPlace() {
    fill(0, 6);
    assertThat(map.shape().bases()).isEqualTo(2);
    StalledJoin stalled = new StalledJoin(0L);
    assertThat(stalled.left.low).isNull();
    assertThat(stalled.right.high).isNull();

    assertThat(stalled.tryCommit()).isTrue();

    assertThat(map.keySet()).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
    map.remove(0L);
    stalled.publish();
    map.remove(1L);
    map.remove(2L);
    assertThat(map.keySet()).containsExactly(3L, 4L, 5L);
  }

  @Test
  void pollFirstEntry_guardChangedMeanwhile_comesToNothing() {
    fill(0, 8);
    LockFreeBaseNode<Long, Long> guard = baseOf(0L);
    ImmutableLeaf<Long, Long> guardLeaf = leafOf(guard);
    LockFreeBaseNode<Long, Long> base = baseOf(guard.high);
    ImmutableLeaf<Long, Long> leaf = leafOf(base);
    map.put(0L, 100L);

    assertThat(
            tree.joins()
                .tryReplaceBeside(guard, guardLeaf, base, leaf, leaf.without(0, 1, 0), false))
        .isNull();

    assertThat(map).hasSize(8);
  }

  @Test
  void pollFirstEntry_leavesFull_leavesNoneTooLarge() {
    LockFreeAdaptingTreeMap<Long, Long> full =
        new LockFreeAdaptingTreeMap<>(PrefixOrder.natural(), MapUnderTest.SMALL_LEAVES);
    for (long key = 0; key < 40; key++) {
      full.put(key, key);
    }
    for (long key = 3; key < 36; key++) {
      full.tailMap(key, false).pollFirstEntry();
      full.validate();
      full.put(key + 1, 0L);
      full.headMap(key, false).pollLastEntry();
      full.validate();
      full.put(key - 1, 0L);
    }
    assertThat(full).hasSize(40);
  }

  @Test
  void pollFirstEntry_emptyBaseNodesBetween_takesThemIn() {
    fill(0, 12);
    LockFreeBaseNode<Long, Long> guard = baseOf(0L);
    LockFreeBaseNode<Long, Long> middle = baseOf(guard.high);
    ImmutableLeaf<Long, Long> leaf = leafOf(middle);
    middle.casState(leaf, leaf.without(0, leaf.size(), 0)); // By a thread that has yet to join it.
    long last = guard.high - 1;

    assertThat(map.tailMap(last, false).pollFirstEntry().getKey()).isEqualTo(middle.high);

    assertThat(map).doesNotContainKey(middle.high).containsKey(middle.high + 1);
  }

  @Test
  void remove_neighbourHeld_leavesTheEmptyLeafToThePassingThread() {
    fill(0, 12);
    LockFreeBaseNode<Long, Long> emptied = baseOf(0L);
    long next = emptied.high;
    StalledJoin stalled = new StalledJoin(next);

    LongStream.range(0, next).forEach(map::remove);

    assertThat(baseOf(0L)).isSameAs(emptied);
    assertThat(map.firstKey()).isEqualTo(next); // Has to leave it as well, and to abort nothing.
    assertThat(baseOf(0L)).isSameAs(emptied);
    assertThat(stalled.left.state()).isSameAs(stalled.leftHeld);
    stalled.join.abort();
    stalled.publish();

    assertThat(map.firstKey()).isEqualTo(next);
    assertThat(baseOf(0L)).isSameAs(baseOf(next));
    assertThat(map).hasSize(12 - (int) next);
  }

  @Test
  void firstEntry_emptyLeafFilledBeforeItIsJoined_losesNothing() {
    fill(0, 12);
    LockFreeBaseNode<Long, Long> base = baseOf(0L);
    long next = base.high;
    ImmutableLeaf<Long, Long> leaf = leafOf(base);
    ImmutableLeaf<Long, Long> nothing = leaf.without(0, leaf.size(), 0);
    assertThat(base.casState(leaf, nothing)).isTrue(); // By a thread that has yet to join it.
    map.put(0L, 100L);
    long joins = map.shape().joins();

    tree.joins().joinPassed(new LockFreeTree.LeafPath<>(base, nothing, null), false);

    assertThat(map.shape().joins()).isEqualTo(joins);
    assertThat(map).hasSize(13 - (int) next).containsEntry(0L, 100L);
  }

  @Test
  void joinPassed_comparatorThrows_leavesWhatIsThere() {
    AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);
    LockFreeAdaptingTreeMap<Long, Long> fragile =
        new LockFreeAdaptingTreeMap<>(
            PrefixOrder.<Long>of(
                (a, b) -> {
                  if (left.getAndDecrement() <= 0) {
                    throw new IllegalStateException("a comparison too many");
                  }
                  return Long.compare(a, b);
                }),
            MapUnderTest.SMALL_LEAVES);
    LongStream.range(0, 40).forEach(key -> fragile.put(key, key));
    LockFreeBaseNode<Long, Long> base = fragile.tree().baseFor(0, 20L);
    ImmutableLeaf<Long, Long> leaf = leafOf(base);
    ImmutableLeaf<Long, Long> nothing = leaf.without(0, leaf.size(), 0);
    assertThat(base.casState(leaf, nothing)).isTrue();
    fragile.tree().versions.settle(nothing);

    for (int comparisons = 0; comparisons < 4; comparisons++) {
      left.set(comparisons);
      fragile.tree().joins().joinPassed(new LockFreeTree.LeafPath<>(base, nothing, null), false);
    }
    left.set(Integer.MAX_VALUE);

    assertThat(fragile).hasSize(40 - leaf.size());
    assertThat(fragile.higherKey(base.low - 1)).isEqualTo(base.high);
    assertThat(fragile.tree().baseFor(0, base.low)).isNotSameAs(base);
    fragile.validate();
  }

  @Test
  void range_withinTheActionOfAnother_seesWhatHasChangedSince() {
    fill(0, 40);
    List<Long> outer = new ArrayList<>();
    List<Long> inner = new ArrayList<>();

    map.forEachInRange(
        0L,
        true,
        40L,
        true,
        (key, value) -> {
          outer.add(value);
          map.put(key, -1L);
          if (key == 10) {
            map.forEachInRange(8L, true, 13L, true, (k, v) -> inner.add(v));
          }
        });

    assertThat(outer).isEqualTo(LongStream.range(0, 40).boxed().toList());
    assertThat(inner).containsExactly(-1L, -1L, -1L, 11L, 12L, 13L);
  }

  @Test
  void range_updatesWhileItReads_isOfTheTimeBeforeOrAfterEach() {
    List<Runnable> changes = new ArrayList<>();
    LockFreeAdaptingTreeMap<Long, Long> changing =
        new LockFreeAdaptingTreeMap<>(
            PrefixOrder.<Long>of(
                (a, b) -> {
                  if (!changes.isEmpty()) {
                    changes.remove(0).run();
                  }
                  return Long.compare(a, b);
                }),
            MapUnderTest.SMALL_LEAVES);
    LongStream.range(0, 40).forEach(key -> changing.put(key, 0L));
    for (int before = 0; before < 30; before++) {
      long round = before + 1L;
      for (int i = 0; i < before; i++) {
        changes.add(() -> {});
      }
      changes.add(
          () -> {
            changes.clear();
            for (long key = 0; key < 40; key++) {
              changing.put(
                  key, round); // In this order, so that no range may have it the other way.
            }
          });
      List<Long> seen = new ArrayList<>();

      changing.forEachInRange(0L, true, 39L, true, (key, value) -> seen.add(value));
      changes.clear();

      assertThat(seen).hasSize(40).containsOnly(seen.get(0)).doesNotContainNull();
      LongStream.range(0, 40).forEach(key -> changing.put(key, round));
    }
    changing.validate();
  }

  @Test
  void compute_leafReplacedByItsFunction_runsAgain() {
    fill(0, 4);
    AtomicInteger runs = new AtomicInteger();

    Long result =
        map.compute(
            1L,
            (key, value) -> {
              if (runs.incrementAndGet() == 1) {
                map.put(1L, 10L);
              }
              return value + 1;
            });

    assertThat(result).isEqualTo(11);
    assertThat(runs).hasValue(2);
  }

  @Test
  void compute_baseNodeSplitByItsFunction_findsTheNewOne() {
    fill(0, 4);
    long splitsBefore = map.shape().splits();

    map.compute(
        1L,
        (key, value) -> {
          fill(10, 40);
          return value + 1;
        });

    assertThat(map.shape().splits()).isGreaterThan(splitsBefore);
    assertThat(map).hasSize(34).containsEntry(1L, 2L);
  }

  @Test
  void compute_baseNodeJoinedByItsFunction_findsTheNewOne() {
    fill(0, 40);
    long joinsBefore = map.shape().joins();

    map.compute(
        1L,
        (key, value) -> {
          LongStream.range(2, 40).forEach(map::remove);
          return value + 1;
        });

    assertThat(map.shape().joins()).isGreaterThan(joinsBefore);
    assertThat(map).hasSize(2).containsEntry(1L, 2L);
  }

  @Test
  void compute_mapClearedByItsFunction_countsAsBeforeOrSeesIt() {
    fill(0, 20);

    map.computeIfPresent(
        1L,
        (key, value) -> {
          map.clear();
          return value + 1;
        });

    assertThat(map).isEmpty();
  }

  @Test
  void snapshot_updateNotStampedYet_isOfLater() {
    fill(0, 8);
    LockFreeBaseNode<Long, Long> base = baseOf(0L);
    ImmutableLeaf<Long, Long> leaf = leafOf(base);
    ImmutableLeaf<Long, Long> next = leaf.withValue(0, 100L, 0);
    assertThat(base.casState(leaf, next)).isTrue();

    NavigableMap<Long, Long> snapshot = map.snapshot();

    assertThat(snapshot.get(0L)).isZero();
    assertThat(map.get(0L)).isEqualTo(100);
    tree.versions.settle(next); // The thread that made it resumes.
    assertThat(snapshot.get(0L)).isZero();
  }

  @Test
  void snapshot_updateThatHasBeenRead_isIncluded() {
    fill(0, 8);
    LockFreeBaseNode<Long, Long> base = baseOf(0L);
    ImmutableLeaf<Long, Long> leaf = leafOf(base);
    ImmutableLeaf<Long, Long> next = leaf.withValue(0, 100L, 0);
    assertThat(base.casState(leaf, next)).isTrue();

    assertThat(map.get(0L)).isEqualTo(100);

    assertThat(map.snapshot().get(0L)).isEqualTo(100);
    tree.versions.settle(next);
  }

  @Test
  void stamp_helperThatComesLate_changesNothing() {
    fill(0, 4);
    ImmutableLeaf<Long, Long> leaf = leafOf(baseOf(0L));
    long stamp = leaf.stamp();
    map.snapshot();

    leaf.tryStamp(stamp + 1);
    tree.versions.settle(leaf);

    assertThat(leaf.stamp()).isEqualTo(stamp);
  }

  @Test
  void snapshots_ofSeveralTimes_seeTheirOwnWhateverGoesFirst() {
    List<NavigableMap<Long, Long>> snapshots = new ArrayList<>();
    for (long time = 0; time < 20; time++) {
      for (long key = 0; key < 30; key++) {
        map.put(key, time);
      }
      snapshots.add(map.snapshot());
    }
    for (int dropped = 0; dropped < 20; dropped += 3) {
      snapshots.set(dropped, map.snapshot());
    }
    System.gc();

    LongStream.range(0, 30).forEach(map::remove);

    for (int time = 0; time < 20; time++) {
      long expected = time % 3 == 0 ? 19 : time;
      assertThat(snapshots.get(time).values()).hasSize(30).containsOnly(expected);
    }
  }

  @Test
  void snapshot_splitsAndJoinsAfterwards_seesWhatWasThere() {
    fill(0, 60);
    NavigableMap<Long, Long> full = map.snapshot();
    LongStream.range(0, 60).filter(key -> key % 10 != 0).forEach(map::remove);
    NavigableMap<Long, Long> joined = map.snapshot();
    LongStream.range(0, 60).forEach(key -> map.put(key, -key));
    NavigableMap<Long, Long> split = map.snapshot();
    map.clear();

    assertThat(full).hasSize(60).containsEntry(7L, 7L);
    assertThat(joined.keySet()).containsExactly(0L, 10L, 20L, 30L, 40L, 50L);
    assertThat(joined.descendingMap().keySet()).containsExactly(50L, 40L, 30L, 20L, 10L, 0L);
    assertThat(joined.subMap(10L, false, 30L, true).values()).containsExactly(20L, 30L);
    assertThat(split).hasSize(60).containsEntry(7L, -7L);
    assertThat(split.higherKey(20L)).isEqualTo(21);
    assertThat(joined.higherKey(20L)).isEqualTo(30);
    assertThat(joined.lowerKey(20L)).isEqualTo(10);
  }

  @Test
  void iterator_baseNodesJoinedBehindIt_repeatsNothing() {
    fill(0, 40);
    Iterator<Long> iterator = map.keySet().iterator();
    List<Long> seen = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      seen.add(iterator.next());
    }
    LongStream.range(0, 19).forEach(map::remove);
    LongStream.range(0, 4).forEach(key -> map.put(key, key));
    iterator.forEachRemaining(seen::add);

    assertThat(seen).containsExactlyElementsOf(LongStream.range(0, 40).boxed().toList());
  }

  @Test
  void iterator_baseNodesSplitAhead_missesNothing() {
    LongStream.range(0, 10).forEach(key -> map.put(10 * key, key));
    Iterator<Long> iterator = map.keySet().iterator();
    List<Long> seen = new ArrayList<>();
    seen.add(iterator.next());
    fill(0, 100);
    iterator.forEachRemaining(seen::add);

    assertThat(seen).isSorted().doesNotHaveDuplicates().contains(0L, 10L, 20L, 50L, 90L);
  }

  @Test
  void comparatorThrows_anyOperation_changesNothing() {
    AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);
    LockFreeAdaptingTreeMap<Long, Long> fragile =
        new LockFreeAdaptingTreeMap<>(
            PrefixOrder.<Long>of(
                (a, b) -> {
                  if (left.getAndDecrement() <= 0) {
                    throw new IllegalStateException("a comparison too many");
                  }
                  return Long.compare(a, b);
                }),
            MapUnderTest.SMALL_LEAVES);
    LongStream.range(0, 100).forEach(key -> fragile.put(key, key));

    for (int comparisons = 0; comparisons < 4; comparisons++) {
      left.set(comparisons);
      assertThatThrownBy(() -> fragile.put(1_000L, 0L)).hasMessage("a comparison too many");
      left.set(comparisons);
      assertThatThrownBy(() -> fragile.remove(50L)).hasMessage("a comparison too many");
    }

    left.set(Integer.MAX_VALUE);
    fragile.validate();
    assertThat(fragile).hasSize(100).containsKey(50L).doesNotContainKey(1_000L);
  }
}
