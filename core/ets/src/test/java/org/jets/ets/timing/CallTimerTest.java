package org.jets.ets.timing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.data.Percentage;
import org.jets.ets.observe.CallSampler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the counts and times of calls with a clock of the test. */
class CallTimerTest {
  private final AtomicLong clock = new AtomicLong();
  private final CallSampler sampler = new CallSampler(clock::get);
  private final CallTimer timer = new CallTimer(sampler, clock::get);

  @ParameterizedTest
  @ValueSource(
      longs = {0, 1, 63, 64, 65, 79, 80, 127, 1_000, 123_456_789, 1L << 35, (1L << 36) - 1})
  void facts_oneTime_isInAClassOfAQuarter(long nanos) {
    timer.record(nanos, 1);

    assertThat(timer.facts().mostNanos())
        .isGreaterThan(nanos)
        .isLessThanOrEqualTo(Math.max(64, nanos + nanos / 4 + 1));
  }

  @ParameterizedTest
  @ValueSource(longs = {1L << 36, Long.MAX_VALUE})
  void facts_longestTimes_areOneClass(long nanos) {
    timer.record(nanos, 1);

    assertThat(timer.facts().mostNanos()).isEqualTo(1L << 36);
  }

  /** A clock that goes back gives no time below 0. */
  @Test
  void facts_negativeTime_isTheShortest() {
    timer.record(-5, 1);

    assertThat(timer.facts().mostNanos()).isEqualTo(64);
  }

  @Test
  void facts_oneOfAHundredIsLong_isNotTheTimeOfMost() {
    timer.record(100, 99);
    timer.record(1_000_000, 1);
    assertThat(timer.facts().mostNanos()).isLessThan(200);

    timer.record(1_000_000, 1);
    assertThat(timer.facts().mostNanos()).isGreaterThan(1_000_000);
    assertThat(timer.facts().count()).isEqualTo(101);
  }

  @Test
  void facts_afterTwoPeriods_areForgotten() {
    timer.record(1_000_000, 2);
    clock.addAndGet(TimeUnit.SECONDS.toNanos(31));
    timer.record(100, 98);
    assertThat(timer.facts().mostNanos()).isGreaterThan(1_000_000);
    clock.addAndGet(TimeUnit.SECONDS.toNanos(31));
    timer.record(100, 200);
    assertThat(timer.facts().mostNanos()).isLessThan(200);

    clock.addAndGet(TimeUnit.SECONDS.toNanos(61));

    assertThat(timer.facts().mostNanos()).isEqualTo(-1);
    assertThat(timer.facts().count()).isEqualTo(300);
  }

  /** Many calls at one time, of which few are chosen: their sum is about that of all. */
  @Test
  void next_manyCallsAtOnce_standForAll() {
    long chosen = 0;
    long sum = 0;
    int calls = 4_000_000;
    for (int i = 0; i < calls; i++) {
      long standsFor = sampler.next();
      sum += standsFor;
      chosen += standsFor > 0 ? 1 : 0;
    }

    assertThat(chosen).isLessThan(calls / 700);
    assertThat(sum).isCloseTo(calls, Percentage.withPercentage(15));
  }

  @Test
  void next_callsFarApart_areAllChosen() {
    for (int i = 0; i < 1_000; i++) {
      clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(5));
      assertThat(sampler.next()).isEqualTo(1);
    }
  }

  /** After many calls the next chosen one is far, but a table that is hardly used is seen soon. */
  @Test
  void refresh_afterManyCalls_choosesTheNextOne() {
    for (int i = 0; i < 100_000; i++) {
      sampler.next();
    }
    clock.addAndGet(TimeUnit.SECONDS.toNanos(1));

    sampler.refresh();

    assertThat(sampler.next()).isEqualTo(1);
  }
}
