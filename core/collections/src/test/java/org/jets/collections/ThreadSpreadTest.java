package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import org.jets.collections.internal.sync.ThreadSpread;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ThreadSpreadTest {
  /** A thread that refuses to tell its id, its name and its hash. */
  private static final class Secretive extends Thread {
    private int calls;

    Secretive() {}

    Secretive(Runnable target) {
      super(target);
    }

    @Override
    public long getId() {
      calls++;
      throw new UnsupportedOperationException("getId");
    }

    @Override
    public int hashCode() {
      calls++;
      throw new UnsupportedOperationException("hashCode");
    }

    @Override
    public boolean equals(Object other) {
      calls++;
      throw new UnsupportedOperationException("equals");
    }
  }

  @Test
  void of_asManyThreadsInARowAsPlaces_eachHasItsOwn() {
    for (int places = 2; places <= 64; places *= 2) {
      for (long first = 1; first < 10_000; first += 97) {
        Set<Integer> taken = new HashSet<>();
        for (int i = 0; i < places; i++) {
          taken.add(ThreadSpread.ofId(first + i) & places - 1);
        }
        assertThat(taken).as("%d places from thread %d on", places, first).hasSize(places);
      }
    }
  }

  @Test
  void of_threadsThatOverrideGetId_areSpreadWithoutACall() {
    Set<Integer> numbers = new HashSet<>();
    for (int i = 0; i < 64; i++) {
      Secretive thread = new Secretive();
      int number = ThreadSpread.of(thread);
      assertThat(ThreadSpread.of(thread)).isEqualTo(number);
      assertThat(thread.calls).isZero();
      numbers.add(number);
    }
    assertThat(numbers).hasSizeGreaterThan(32);
  }

  @Test
  void of_threadsOfTheJdk_haveTheirIds() {
    Thread thread = new Thread(() -> {});
    ForkJoinWorkerThread worker =
        ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(ForkJoinPool.commonPool());

    assertThat(ThreadSpread.of(thread)).isEqualTo((int) thread.getId());
    assertThat(ThreadSpread.of(worker)).isEqualTo((int) worker.getId());
  }

  @ParameterizedTest
  @EnumSource
  void map_usedByAThreadThatOverridesGetId_worksAsForOthers(MapUnderTest kind)
      throws InterruptedException {
    AbstractConcurrentMap<Long, Long> map = kind.ofLongs();
    DecentralizedCounter counter = new DecentralizedCounter(4);
    Secretive thread =
        new Secretive(
            () -> {
              for (long key = 0; key < 300; key++) {
                map.put(key, key);
                map.compute(key, (k, v) -> v + 1);
                counter.increment();
              }
              for (long key = 0; key < 300; key += 2) {
                map.remove(key);
              }
            });

    thread.start();
    thread.join();

    assertThat(counter.snapshot()).isEqualTo(300);
    assertThat(map).hasSize(150).containsEntry(299L, 300L);
    map.validate();
  }
}
