package org.jets.ets.timing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.data.Percentage;
import org.jets.ets.Backend;
import org.jets.ets.TableType;
import org.jets.ets.observe.CallSampler;
import org.jets.ets.observe.TableFacts;
import org.jets.ets.store.Concurrency;
import org.jets.ets.store.StoreConfig;
import org.jets.ets.store.Stores;
import org.jets.ets.store.TableStore;
import org.jets.terms.Atom;
import org.jets.terms.Reference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the counts and times of calls with a clock of the test. */
class CallTimerTest {
  private final AtomicLong clock = new AtomicLong();
  private final CallSampler sampler = new CallSampler(clock::get);
  private final StoreConfig config =
      new StoreConfig(Reference.of(Atom.of("n@h"), 1, 1), TableType.SET, 1, Concurrency.UNNAMED);
  private final TableStore store = Stores.newStore(Backend.STRIPED, config);
  private boolean isTable = true;
  private boolean isTiming = true;
  private final CallTimer timer = new CallTimer(sampler, store, this::turn, clock::get);

  private boolean turn(CallTimer turned, boolean isTimingNext) {
    isTiming = isTimingNext;
    return isTable;
  }

  private void passMillis(long millis) {
    clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private void endWindow(long calls) {
    timer.record(100, calls);
    passMillis(20);
    sampler.closeWindow();
  }

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
      long standsFor = sampler.next() ? sampler.take() : 0;
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
      assertThat(sampler.next()).isTrue();
      assertThat(sampler.take()).isEqualTo(1);
      assertThat(sampler.take()).isZero();
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

    assertThat(sampler.next()).isTrue();
    assertThat(sampler.take()).isEqualTo(1);
  }

  private void becomeBusy(long callsInASecond) {
    for (int second = 0; second < 2; second++) {
      assertThat(isTiming).isTrue();
      timer.record(100, callsInASecond);
      passMillis(1_000);
      sampler.closeWindow();
    }
  }

  /** A burst, such as the filling of a table, does not stand for the second after it. */
  @Test
  void closeWindow_oneBurst_isCountedOnce() {
    timer.record(100, 100_000);
    passMillis(100);
    sampler.closeWindow();
    passMillis(900);
    sampler.closeWindow();
    passMillis(1_000);
    sampler.closeWindow();

    assertThat(isTiming).isTrue();
    assertThat(timer.facts().count()).isEqualTo(100_000);
  }

  @Test
  void closeWindow_fewCalls_stayTimed() {
    for (int second = 0; second < 5; second++) {
      sampler.openWindow();
      timer.record(100, 15_000);
      passMillis(1_000);
      sampler.closeWindow();

      assertThat(isTiming).isTrue();
    }
    assertThat(timer.facts().count()).isEqualTo(75_000);
  }

  /** A window stands for the time until the next one, and the count goes on evenly meanwhile. */
  @Test
  void closeWindow_busyTable_isTimedInWindowsAlone() {
    becomeBusy(100_000);
    assertThat(isTiming).isFalse();
    assertThat(timer.facts().count()).isEqualTo(200_000);
    passMillis(490);
    assertThat(timer.facts().count()).isEqualTo(249_000);
    passMillis(490);

    sampler.openWindow();

    assertThat(isTiming).isTrue();
    assertThat(timer.facts().count()).isEqualTo(298_000);
    endWindow(4_000);
    assertThat(isTiming).isFalse();
    assertThat(timer.facts().count()).isEqualTo(302_000);
    passMillis(1_000);
    assertThat(timer.facts().count()).isEqualTo(502_000);
  }

  @Test
  void closeWindow_calmAgain_isTimedAllTheTime() {
    becomeBusy(100_000);
    passMillis(980);
    sampler.openWindow();
    endWindow(100);

    assertThat(isTiming).isTrue();
    long count = timer.facts().count();
    passMillis(5_000);
    timer.record(100, 7);
    assertThat(timer.facts().count()).isEqualTo(count + 7);
  }

  /** A call in a window weighs as the calls that are not timed in its place. */
  @Test
  void facts_callsInAWindow_weighAsAllOfItsSecond() {
    becomeBusy(1_000_000);
    for (int second = 0; second < 2; second++) {
      passMillis(980);
      sampler.openWindow();
      timer.record(1_000_000, 1_000);
      endWindow(19_000);
    }

    assertThat(timer.facts().mostNanos()).isGreaterThan(1_000_000);
  }

  @Test
  void closeWindow_tableIsGone_isAskedNoMore() {
    timer.record(100, 1);
    passMillis(1_000);
    isTable = false;
    sampler.closeWindow();
    assertThat(timer.facts().mostNanos()).isEqualTo(-1);
    isTiming = false;

    sampler.closeWindow();

    assertThat(isTiming).isFalse();
  }

  @Test
  void closeWindow_noCallsForTwoPeriods_releasesTimes() {
    timer.record(100, 1);
    passMillis(1_000);
    sampler.closeWindow();
    assertThat(timer.hasPeriod()).isTrue();
    passMillis(60_000);

    sampler.closeWindow();

    assertThat(timer.hasPeriod()).isFalse();
    timer.record(100, 1);
    assertThat(timer.hasPeriod()).isTrue();
    assertThat(timer.facts().count()).isEqualTo(2);
  }

  /** Nobody asks for two minutes: calls are counted, but their times are not kept. */
  @Test
  void closeWindow_nobodyAsks_releasesTimes() {
    for (int second = 0; second < 121; second++) {
      timer.record(100, 1);
      passMillis(1_000);
      sampler.closeWindow();
    }
    assertThat(timer.hasPeriod()).isFalse();
    timer.record(100, 1);
    assertThat(timer.hasPeriod()).isFalse();

    assertThat(timer.facts()).isEqualTo(new TableFacts.Calls(122, -1));

    timer.record(100, 1);
    assertThat(timer.facts().mostNanos()).isPositive();
  }
}
