package org.jets.ets.expiry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a timer wheel beside a list of the ticks at which cells are due. */
class TimerWheelTest {
  private static DatedCell cell() {
    return new DatedCell(Tuple.of(), 0);
  }

  private static List<DatedCell> pollAll(TimerWheel wheel) {
    List<DatedCell> polled = new ArrayList<>();
    for (DatedCell cell; (cell = wheel.poll()) != null; ) {
      polled.add(cell);
    }
    return polled;
  }

  /** Advances to a tick, with what a caller does: cells that come early are scheduled again. */
  private static Set<DatedCell> due(
      TimerWheel wheel, long tick, IdentityHashMap<DatedCell, Long> ticks) {
    wheel.advance(tick);
    Set<DatedCell> due = new HashSet<>();
    for (DatedCell cell : pollAll(wheel)) {
      long at = ticks.get(cell);
      if (at <= tick) {
        due.add(cell);
      } else {
        wheel.schedule(cell, at);
      }
    }
    return due;
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 63, 64, -1, -4097, 1L << 37, -(1L << 50)})
  void advance_anyDistance_givesEachCellAtItsTick(long start) {
    long[] distances = {
      1,
      2,
      63,
      64,
      65,
      4_095,
      4_096,
      4_097,
      262_143,
      262_144,
      262_145,
      16_777_216,
      16_777_217,
      TimerWheel.MOST_TICKS - 1,
      TimerWheel.MOST_TICKS,
      TimerWheel.MOST_TICKS + 1,
      1L << 40
    };
    for (long distance : distances) {
      TimerWheel wheel = new TimerWheel(start);
      DatedCell cell = cell();
      IdentityHashMap<DatedCell, Long> ticks = new IdentityHashMap<>();
      ticks.put(cell, start + distance);
      wheel.schedule(cell, start + distance);
      assertThat(due(wheel, start + distance - 1, ticks)).as("before %d", distance).isEmpty();
      assertThat(due(wheel, start + distance, ticks)).as("at %d", distance).containsOnly(cell);
      assertThat(wheel.isDue(start + distance)).isFalse();
    }
  }

  @Test
  void advance_randomSteps_givesWhatAListGives() {
    long seed = System.nanoTime();
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < TestScale.count(200); round++) {
      long tick = random.nextLong(-1L << 40, 1L << 40);
      TimerWheel wheel = new TimerWheel(tick);
      IdentityHashMap<DatedCell, Long> ticks = new IdentityHashMap<>();
      for (int step = 0; step < 500; step++) {
        long distance = random.nextLong(1L << random.nextInt(1, 36));
        if (random.nextBoolean()) {
          DatedCell cell = cell();
          ticks.put(cell, Math.max(tick + 1, tick + distance));
          wheel.schedule(cell, tick + distance);
        } else if (random.nextInt(4) == 0 && !ticks.isEmpty()) {
          DatedCell cell = ticks.keySet().iterator().next();
          TimerWheel.retire(cell);
          ticks.remove(cell);
        } else {
          tick += distance;
          Set<DatedCell> due = due(wheel, tick, ticks);
          Set<DatedCell> expected = new HashSet<>();
          for (Map.Entry<DatedCell, Long> entry : ticks.entrySet()) {
            if (entry.getValue() <= tick) {
              expected.add(entry.getKey());
            }
          }
          assertThat(due).as("seed %d", seed).isEqualTo(expected);
          ticks.keySet().removeAll(due);
        }
      }
    }
  }

  @Test
  void advance_back_givesAllCells() {
    TimerWheel wheel = new TimerWheel(1_000);
    DatedCell cell = cell();
    wheel.schedule(cell, 5_000);
    wheel.advance(900);
    assertThat(pollAll(wheel)).containsExactly(cell);
    wheel.schedule(cell, 901);
    wheel.advance(901);
    assertThat(pollAll(wheel)).containsExactly(cell);
  }

  @Test
  void schedule_farInThePastOrFuture_doesNotOverflow() {
    TimerWheel wheel = new TimerWheel(0);
    DatedCell past = cell();
    DatedCell future = cell();
    wheel.schedule(past, Long.MIN_VALUE >> 6);
    wheel.schedule(future, Long.MAX_VALUE >> 6);
    wheel.advance(1);
    assertThat(pollAll(wheel)).containsExactly(past);
    wheel.advance(TimerWheel.MOST_TICKS + 1);
    assertThat(pollAll(wheel)).containsExactly(future);
  }

  /** A thread that has read the clock a little earlier than another one. */
  @Test
  void advance_aLittleBack_changesNothing() {
    TimerWheel wheel = new TimerWheel(0);
    wheel.advance(10);
    wheel.schedule(cell(), 40);
    assertThat(wheel.isDue(9)).isFalse();
    wheel.advance(9);
    assertThat(pollAll(wheel)).isEmpty();
    assertThat(wheel.isDue(10)).isFalse();
    wheel.advance(40);
    assertThat(pollAll(wheel)).hasSize(1);
  }

  @Test
  void substitute_takesThePlace() {
    TimerWheel wheel = new TimerWheel(0);
    DatedCell before = cell();
    DatedCell after = cell();
    wheel.schedule(before, 70);
    TimerWheel.substitute(before, after);
    assertThat(TimerWheel.isRetired(before)).isTrue();
    assertThat(TimerWheel.isLinked(before)).isFalse();
    wheel.advance(70);
    assertThat(pollAll(wheel)).containsExactly(after);
  }

  @Test
  void clear_unlinksAll() {
    TimerWheel wheel = new TimerWheel(0);
    DatedCell near = cell();
    DatedCell far = cell();
    wheel.schedule(near, 3);
    wheel.schedule(far, 1_000_000);
    wheel.clear();
    assertThat(TimerWheel.isLinked(near) || TimerWheel.isLinked(far)).isFalse();
    wheel.advance(2_000_000);
    assertThat(wheel.poll()).isNull();
  }
}
