package org.jets.bench.radix;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;
import org.jets.testkit.ChosenConstants;
import org.jets.testkit.LiveHeap;
import org.jets.testkit.TestScale;
import org.jets.testkit.soak.Soak;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Churn with growth and shrinking of each radix map for a second, or as the properties {@code
 * jets.map} and {@code jets.seconds} say: {@code ./jets soak} sets them.
 */
@Tag("soak")
class RadixSoakTest {
  private static final long SECONDS = Long.getLong("jets.seconds", TestScale.count(1));
  private static final int THREADS = Math.max(2, Runtime.getRuntime().availableProcessors());
  private static final long SLACK_BYTES = 1 << 20;

  private final long seed = Long.getLong("jets.seed", new SecureRandom().nextLong());

  static Stream<RadixMapUnderTest> chosenMaps() {
    return ChosenConstants.of(RadixMapUnderTest.class, "jets.map");
  }

  @ParameterizedTest
  @MethodSource("chosenMaps")
  void churn_forItsTime_staysSoundWithAFlatHeap(RadixMapUnderTest kind)
      throws InterruptedException {
    ConcurrentMap<Long, Long> map = kind.ofLongs();
    try (Soak soak =
        new Soak(
            map,
            () -> RadixMapUnderTest.mappingCount(map),
            () -> RadixMapUnderTest.validate(map),
            THREADS,
            seed)) {
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
}
