package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ThreadSpreadTest {
  /** A thread that is never started. */
  private static final class Numbered extends Thread {
    private final long id;

    Numbered(long id) {
      this.id = id;
    }

    @Override
    public long getId() {
      return id;
    }
  }

  @Test
  void of_asManyThreadsInARowAsPlaces_eachHasItsOwn() {
    for (int places = 2; places <= 64; places *= 2) {
      for (long first = 1; first < 10_000; first += 97) {
        Set<Integer> taken = new HashSet<>();
        for (int i = 0; i < places; i++) {
          taken.add(ThreadSpread.of(new Numbered(first + i)) & places - 1);
        }
        assertThat(taken).as("%d places from thread %d on", places, first).hasSize(places);
      }
    }
  }
}
