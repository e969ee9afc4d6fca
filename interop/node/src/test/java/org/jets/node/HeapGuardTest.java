package org.jets.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The decision that the heap is above its mark, without filling a heap. */
class HeapGuardTest {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final FakeHeap heap = new FakeHeap();
  private final List<String> told = new ArrayList<>();
  private long now;
  private int reliefs;
  private final HeapGuard guard =
      new HeapGuard(heap, 0.9, PATIENCE, () -> now, this::relieve, told::add);

  /** A heap of 1,000 bytes. */
  private static final class FakeHeap implements HeapGuard.Heap {
    long live;
    long garbage;
    long left;
    int collections;
    boolean isFull;

    @Override
    public long maxBytes() {
      return 1_000;
    }

    @Override
    public long usedBytes() {
      if (isFull) {
        throw new OutOfMemoryError("of the test");
      }
      return live + garbage;
    }

    @Override
    public long leftBytes() {
      return left;
    }

    @Override
    public void collect() {
      collections++;
      garbage = 0;
      left = live;
    }
  }

  /** The number of peers, of which each round drops one. */
  private int peers = 1;

  private boolean relieve(int round) {
    if (round >= peers) {
      return false;
    }
    reliefs++;
    return true;
  }

  private void lookAfter(long nanos) {
    now += nanos;
    guard.look();
  }

  @Test
  void look_garbageAlone_collectsNothing() {
    heap.live = 100;
    heap.garbage = 850;
    heap.left = 100;

    lookAfter(1);

    assertThat(guard.isHigh()).isFalse();
    assertThat(heap.collections).isZero();
  }

  @Test
  void look_leftAboveTheMarkButGarbageByNow_isNotHigh() {
    heap.live = 100;
    heap.garbage = 850;
    heap.left = 950;

    lookAfter(1);

    assertThat(guard.isHigh()).isFalse();
    assertThat(heap.collections).isEqualTo(1);
  }

  @Test
  void look_liveAboveTheMark_isHighUntilItIsNotAndTellsNobody() {
    heap.live = 950;
    heap.left = 950;
    lookAfter(1);
    assertThat(guard.isHigh()).isTrue();

    heap.live = 500;
    lookAfter(PATIENCE.toNanos());

    assertThat(guard.isHigh()).isFalse();
    assertThat(told).isEmpty();
  }

  @Test
  void look_aboveTheMarkForLong_tellsOnce() {
    heap.live = 950;
    heap.left = 950;
    lookAfter(1);
    assertThat(told).isEmpty();

    for (int i = 0; i < 3; i++) {
      lookAfter(PATIENCE.toNanos());
    }

    assertThat(guard.isHigh()).isTrue();
    assertThat(told).hasSize(1);
  }

  @Test
  void look_markOfTheWholeHeap_isNeverHigh() {
    HeapGuard none = new HeapGuard(heap, 1, PATIENCE, () -> now, this::relieve, told::add);
    heap.live = 1_000;
    heap.left = 1_000;

    none.look();

    assertThat(none.isHigh()).isFalse();
    assertThat(heap.collections).isZero();
  }

  @Test
  void look_aboveTheMark_releasesWhatPeersHoldBeforeItTells() {
    heap.live = 950;
    heap.left = 950;
    lookAfter(1);
    assertThat(reliefs).isZero();

    lookAfter(PATIENCE.toNanos() / 2);
    assertThat(reliefs).isEqualTo(1);
    assertThat(told).isEmpty();

    heap.live = 500;
    lookAfter(PATIENCE.toNanos() / 2);
    assertThat(guard.isHigh()).isFalse();

    heap.live = 950;
    heap.left = 950;
    lookAfter(1);
    lookAfter(PATIENCE.toNanos() / 2);
    assertThat(reliefs).isEqualTo(2);
    assertThat(told).isEmpty();
  }

  @Test
  void look_withoutMemoryToLook_isHigh() {
    heap.isFull = true;

    lookAfter(1);

    assertThat(guard.isHigh()).isTrue();
  }

  @Test
  void look_toldWithoutMemory_tellsAgain() {
    int[] tries = new int[1];
    HeapGuard telling =
        new HeapGuard(
            heap,
            0.9,
            PATIENCE,
            () -> now,
            round -> false,
            message -> {
              if (tries[0]++ == 0) {
                throw new OutOfMemoryError("of the test");
              }
            });
    heap.live = 950;
    heap.left = 950;
    telling.look();
    for (int i = 0; i < 5; i++) {
      now += PATIENCE.toNanos() / 2;
      try {
        telling.look();
      } catch (OutOfMemoryError e) {
        assertThat(tries[0]).isEqualTo(1);
      }
    }

    assertThat(tries[0]).isEqualTo(2);
  }

  @Test
  void looked_withoutMemoryForThePatience_tellsOnce() {
    peers = 0;
    guard.looked(false);
    now += PATIENCE.toNanos() - 1;
    guard.looked(false);
    assertThat(told).isEmpty();

    now += 1;
    guard.looked(false);
    guard.looked(false);

    assertThat(told).containsExactly("the heap is full");
  }

  @Test
  void looked_withoutMemory_releasesWhatPeersHoldBeforeItTells() {
    guard.looked(false);
    now += PATIENCE.toNanos() / 2;
    guard.looked(false);
    assertThat(reliefs).isEqualTo(1);

    now += PATIENCE.toNanos() - 1;
    guard.looked(false);
    assertThat(told).isEmpty();
    now += 1;
    guard.looked(false);

    assertThat(reliefs).isEqualTo(1);
    assertThat(told).containsExactly("the heap is full");
  }

  @Test
  void look_aboveTheMarkWithSeveralPeers_releasesAsLongAsThereAreAny() {
    peers = 3;
    heap.live = 950;
    heap.left = 950;
    lookAfter(1);

    for (int round = 1; round <= 3; round++) {
      lookAfter(PATIENCE.toNanos() / 2);
      assertThat(reliefs).isEqualTo(round);
    }
    lookAfter(PATIENCE.toNanos() / 2);
    assertThat(told).isEmpty();
    lookAfter(PATIENCE.toNanos() / 2);

    assertThat(told).hasSize(1);
  }

  @Test
  void looked_withoutMemory_letsGoOfItsReserveUntilThereIsMemory() {
    guard.looked(false);
    now += PATIENCE.toNanos() / 2 - 1;
    guard.looked(false);
    assertThat(guard.hasReserve()).isTrue();

    now += 1;
    guard.looked(false);
    assertThat(guard.hasReserve()).isFalse();
    guard.looked(true);

    assertThat(guard.hasReserve()).isTrue();
  }

  @Test
  void looked_withMemoryInBetween_beginsAnew() {
    guard.looked(false);
    now += PATIENCE.toNanos() - 1;
    guard.looked(true);
    guard.looked(false);
    now += PATIENCE.toNanos() - 1;
    guard.looked(false);

    assertThat(told).isEmpty();
  }

  @Test
  void look_afterTheRelease_waitsTheWholePatience() {
    heap.live = 950;
    heap.left = 950;
    lookAfter(1);
    lookAfter(PATIENCE.toNanos() / 2);
    assertThat(reliefs).isEqualTo(1);

    lookAfter(PATIENCE.toNanos() / 2);
    assertThat(told).isEmpty();
    lookAfter(PATIENCE.toNanos() / 2);

    assertThat(told).hasSize(1);
  }
}
