package org.jets.bench.radix;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jets.testkit.TestScale;
import org.jets.testkit.faults.FaultKind;
import org.jets.testkit.faults.FaultReport;
import org.jets.testkit.faults.FaultedLibrary;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Operations of radix trees with a fault of each kind at each place, in one thread and beside
 * others: no mapping is lost, no lock held, no count wrong.
 */
class RadixFaultTest {
  private static final FaultedLibrary LIBRARY = FaultedRadixMaps.newLibrary();
  private static final List<FaultReport> REPORTS = new ArrayList<>();
  private static final int THREADS = 3;
  private static final long MILLIS = TestScale.count(1_500);

  private final long seed = Long.getLong("jets.seed", new SecureRandom().nextLong());

  static Stream<Arguments> faults() {
    return Stream.of(FaultedRadixMaps.Keys.values())
        .flatMap(keys -> Stream.of(FaultKind.values()).map(kind -> Arguments.of(keys, kind)));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void operations_faultAtEachPlace_keepTheMapSound(FaultedRadixMaps.Keys keys, FaultKind fault)
      throws InterruptedException {
    double scale = Double.parseDouble(System.getProperty("jets.scale", "1"));

    assertSound(LIBRARY.inject(keys.name(), fault, scale, seed));
  }

  @ParameterizedTest
  @EnumSource
  void operations_randomFaultsInManyThreads_keepTheMapSound(FaultedRadixMaps.Keys keys)
      throws InterruptedException {
    assertSound(LIBRARY.soak(keys.name(), THREADS, MILLIS, seed));
  }

  private void assertSound(FaultReport report) {
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
