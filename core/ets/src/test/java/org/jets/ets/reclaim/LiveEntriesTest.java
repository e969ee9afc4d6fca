package org.jets.ets.reclaim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Test;

class LiveEntriesTest {
  private final LiveEntries<Integer> entries = new LiveEntries<>();

  private List<LiveEntries.Entry<Integer>> add(int count) {
    List<LiveEntries.Entry<Integer>> added = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      added.add(new LiveEntries.Entry<>(n));
      entries.add(added.get(n));
    }
    return added;
  }

  @Test
  void empty_hasNothing() {
    assertThat(entries.isEmpty()).isTrue();
    assertThat(entries.first()).isNull();
    assertThat(entries.poll()).isNull();
    assertThat(entries.copy()).isEmpty();
    entries.remove(new LiveEntries.Entry<>(1));
    assertThat(entries.contains(new LiveEntries.Entry<>(1))).isFalse();
  }

  @Test
  void remove_firstMiddleLast_leavesTheOthers() {
    for (int removed = 0; removed < 3; removed++) {
      List<LiveEntries.Entry<Integer>> added = add(3);
      entries.remove(added.get(removed));
      entries.remove(added.get(removed));
      assertThat(entries.contains(added.get(removed))).isFalse();
      assertThat(entries.copy()).hasSize(2).doesNotContain(removed);
      for (int n = 0; n < 3; n++) {
        entries.remove(added.get(n));
      }
      assertThat(entries.isEmpty()).isTrue();
    }
  }

  @Test
  void add_removedBefore_isThereAgain() {
    LiveEntries.Entry<Integer> entry = add(3).get(1);
    entries.remove(entry);
    entries.add(entry);
    assertThat(entries.copy()).containsExactlyInAnyOrder(0, 1, 2);
    assertThat(entries.contains(entry)).isTrue();
  }

  @Test
  void poll_each_takesAllOnce() {
    List<LiveEntries.Entry<Integer>> added = add(5);
    List<Integer> taken = new ArrayList<>();
    while (!entries.isEmpty()) {
      taken.add(entries.poll());
    }
    assertThat(taken).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
    entries.remove(added.get(2));
    assertThat(entries.isEmpty()).isTrue();
  }

  @Test
  void remove_byOtherThreads_leavesNothing() throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> threads = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        threads.add(
            executor.submit(
                () -> {
                  for (int n = 0; n < TestScale.count(20_000); n++) {
                    LiveEntries.Entry<Integer> entry = new LiveEntries.Entry<>(n);
                    entries.add(entry);
                    if (n % 3 == 0) {
                      entries.poll();
                    }
                    entries.remove(entry);
                    assertThat(entries.contains(entry)).isFalse();
                  }
                }));
      }
      for (Future<?> thread : threads) {
        thread.get();
      }
    } finally {
      executor.shutdownNow();
    }
    assertThat(entries.isEmpty()).isTrue();
    assertThat(entries.copy()).isEmpty();
  }
}
