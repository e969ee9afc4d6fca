package org.jets.bench.radix;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jets.testkit.ChosenConstants;
import org.jets.testkit.TestScale;
import org.jets.testkit.faults.FaultReport;
import org.jets.testkit.faults.FaultedLibrary;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Several threads with random faults in each radix map for two seconds, or as the properties {@code
 * jets.map} and {@code jets.seconds} say: {@code ./jets soak --faults} sets them.
 */
@Tag("fault-soak")
class RadixFaultSoakTest {
  private static final FaultedLibrary LIBRARY = FaultedRadixMaps.newLibrary();
  private static final int THREADS = Math.max(3, Runtime.getRuntime().availableProcessors());
  private static final long MILLIS =
      Long.getLong("jets.seconds") == null
          ? TestScale.count(2_000)
          : TimeUnit.SECONDS.toMillis(Long.getLong("jets.seconds"));

  private final long seed = Long.getLong("jets.seed", new SecureRandom().nextLong());

  static Stream<RadixMapUnderTest> maps() {
    return ChosenConstants.of(RadixMapUnderTest.class, "jets.map");
  }

  @ParameterizedTest
  @MethodSource("maps")
  void operations_randomFaultsInManyThreads_keepTheMapSound(RadixMapUnderTest map)
      throws InterruptedException {
    FaultReport report = LIBRARY.soak(map.name(), THREADS, MILLIS, seed);

    System.out.println(FaultReport.header() + System.lineSeparator() + report);
    assertThat(report.damages()).as("%s, seed %d", report, seed).isEmpty();
    assertThat(report.injected()).isPositive();
  }
}
