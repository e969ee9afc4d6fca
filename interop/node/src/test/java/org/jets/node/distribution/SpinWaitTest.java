package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class SpinWaitTest {
  @Test
  void returnsWhenConditionHolds() {
    AtomicInteger looks = new AtomicInteger();
    SpinWait.until(() -> looks.incrementAndGet() == 3, Long.MAX_VALUE);
    assertThat(looks).hasValue(3);
  }

  @Test
  void withoutTime_looksOnce() {
    AtomicInteger looks = new AtomicInteger();
    SpinWait.until(() -> looks.incrementAndGet() == 3, 0);
    assertThat(looks).hasValue(1);
  }

  @Test
  void conditionThatNeverHolds_endsWithTime() {
    AtomicInteger looks = new AtomicInteger();
    SpinWait.until(() -> looks.incrementAndGet() == 0);
    assertThat(looks).hasPositiveValue();
  }

  @Test
  void lookThatFails_ends() {
    assertThatThrownBy(
            () ->
                SpinWait.until(
                    () -> {
                      throw new IOException("closed");
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage("closed");
  }
}
