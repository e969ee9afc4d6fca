package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jets.testkit.TestScale;
import org.jets.testkit.faults.FaultReport;
import org.jets.testkit.faults.FaultedLibrary;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Several threads with random faults in each map for a second, or as the properties {@code
 * jets.map} and {@code jets.seconds} say: {@code ./jets soak --faults} sets them.
 */
@Tag("fault-soak")
class FaultSoakTest {
  private static final long MILLIS =
      Long.getLong("jets.seconds") == null
          ? TestScale.count(1_500)
          : TimeUnit.SECONDS.toMillis(Long.getLong("jets.seconds"));

  private static final int THREADS = Math.max(3, Runtime.getRuntime().availableProcessors());
  private static final FaultedLibrary LIBRARY = FaultedMaps.newLibrary();
  private static final List<FaultReport> REPORTS = new ArrayList<>();

  private final long seed = Long.getLong("jets.seed", new SecureRandom().nextLong());

  static Stream<MapUnderTest> maps() {
    return CallbackRuleTest.maps().filter(map -> map != MapUnderTest.MINIMAL);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("maps")
  void operations_randomFaultsInManyThreads_keepTheMapSound(MapUnderTest map)
      throws InterruptedException {
    FaultReport report = LIBRARY.soak(map.name(), THREADS, MILLIS, seed);

    REPORTS.add(report);
    assertThat(report.damages()).as("%s, seed %d", report, seed).isEmpty();
    assertThat(report.injected()).isPositive();
  }

  @AfterAll
  static void printReports() {
    System.out.println(FaultReport.header());
    REPORTS.forEach(System.out::println);
  }
}
