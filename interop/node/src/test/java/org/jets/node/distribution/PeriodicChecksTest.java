package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jets.node.live.LiveNode;
import org.junit.jupiter.api.Test;

/** The objects that one thread looks after. */
class PeriodicChecksTest {
  private static void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(LiveNode.BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void look_errors_areFollowedByMoreRounds() throws Exception {
    CountDownLatch looked = new CountDownLatch(1);
    AtomicInteger looks = new AtomicInteger();
    PeriodicChecks.Attended attended =
        new PeriodicChecks.Attended() {
          @Override
          void look(long nowNanos) {
            if (looks.incrementAndGet() == 3) {
              looked.countDown();
            }
            throw new OutOfMemoryError("of the test");
          }
        };
    try (PeriodicChecks rounds =
        new PeriodicChecks("rounds-test", TimeUnit.MILLISECONDS.toNanos(1))) {
      rounds.add(attended);

      await(looked);
      rounds.remove(attended);
    }
  }

  @Test
  void remove_several_leavesTheOthers() throws Exception {
    CountDownLatch[] looks = new CountDownLatch[4];
    PeriodicChecks.Attended[] attended = new PeriodicChecks.Attended[looks.length];
    try (PeriodicChecks rounds =
        new PeriodicChecks("rounds-test", TimeUnit.MILLISECONDS.toNanos(1))) {
      for (int i = 0; i < looks.length; i++) {
        int number = i;
        looks[i] = new CountDownLatch(1);
        attended[i] =
            new PeriodicChecks.Attended() {
              @Override
              void look(long nowNanos) {
                looks[number].countDown();
              }
            };
        rounds.add(attended[i]);
      }
      for (CountDownLatch latch : looks) {
        await(latch);
      }
      looks[0] = new CountDownLatch(1);
      looks[2] = new CountDownLatch(1);
      rounds.remove(attended[1]);
      rounds.remove(attended[3]);

      await(looks[0]);
      await(looks[2]);
    }
  }
}
