package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.stream.Stream;
import org.jets.testkit.ChosenConstants;
import org.jets.testkit.LiveHeap;
import org.jets.testkit.TestScale;
import org.jets.testkit.soak.Soak;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Churn with growth and shrinking, and ranges that are read while they change. It takes a second on
 * each map, or as the properties {@code jets.map} and {@code jets.seconds} say: {@code ./jets soak}
 * sets them. The property {@code jets.seed} repeats the calls of a run, each thread for itself.
 */
@Tag("soak")
class SoakTest {
  private static final long SECONDS = Long.getLong("jets.seconds", TestScale.count(1));
  private static final int THREADS = Math.max(2, Runtime.getRuntime().availableProcessors());
  private static final long SLACK_BYTES = 1 << 20;

  private final long seed = Long.getLong("jets.seed", new SecureRandom().nextLong());

  static Stream<MapUnderTest> chosenMaps() {
    return ChosenConstants.of(MapUnderTest.class, "jets.map");
  }

  @ParameterizedTest
  @MethodSource("chosenMaps")
  void churn_forItsTime_staysSoundWithAFlatHeap(MapUnderTest kind) throws InterruptedException {
    AbstractConcurrentMap<Long, Long> map = kind.ofLongs();
    try (Soak soak = new Soak(map, map::mappingCount, map::validate, THREADS, seed)) {
      soak.cycle();
      long before = LiveHeap.bytes();
      int cycles = soak.run(SECONDS);
      assertThat(LiveHeap.bytes())
          .as("bytes alive after %d cycles, seed %d", cycles, seed)
          .isLessThan(before + SLACK_BYTES);
    } catch (AssertionError e) {
      throw new AssertionError(kind + ", seed " + seed + ": " + e.getMessage(), e);
    }
  }

  static Stream<MapUnderTest> chosenOrderedMaps() {
    return chosenMaps().filter(map -> map.has(MapUnderTest.Trait.ORDERED));
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("chosenOrderedMaps")
  void ranges_forTheirTime_areOfOneMoment(MapUnderTest kind) throws InterruptedException {
    boolean movesMoney = kind.has(MapUnderTest.Trait.ATOMIC_RANGES);
    try (RangeSoak soak = new RangeSoak(kind.ofOrder(null), movesMoney, THREADS, seed)) {
      assertThat(soak.run(SECONDS)).isPositive();
    } catch (AssertionError e) {
      throw new AssertionError(kind + ", seed " + seed + ": " + e.getMessage(), e);
    }
  }
}
