package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The steps that are repeated where memory is short. */
class ThreadsTest {

  /** A pause of an interrupted thread takes no time, so that the steps would follow at once. */
  @Test
  void insist_interrupted_keepsTheInterruptUntilTheStepSucceeds() {
    List<Boolean> isInterrupted = new ArrayList<>();
    Thread.currentThread().interrupt();
    try {
      Threads.insist(
          () -> {
            isInterrupted.add(Thread.currentThread().isInterrupted());
            if (isInterrupted.size() < 3) {
              throw new OutOfMemoryError("of the test");
            }
          });
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }

    assertThat(isInterrupted).containsExactly(true, false, false);
  }
}
