package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jets.testkit.faults.FaultKind;
import org.jets.testkit.faults.FaultReport;
import org.jets.testkit.faults.FaultedLibrary;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every operation of every map with a fault of each kind at each place: no mapping is lost, no lock
 * held, no count wrong. The properties {@code jets.map} and {@code jets.fault} choose one of them.
 */
@Tag("sequential")
class FaultInjectionTest {
  private static final FaultedLibrary LIBRARY = FaultedMaps.newLibrary();
  private static final List<FaultReport> REPORTS = new ArrayList<>();

  private final long seed = Long.getLong("jets.seed", new SecureRandom().nextLong());

  static Stream<Arguments> faults() {
    String map = System.getProperty("jets.map");
    String fault = System.getProperty("jets.fault");
    return (map == null ? MapUnderTest.ofScale() : Stream.of(MapUnderTest.valueOf(map)))
        .flatMap(
            one ->
                Stream.of(FaultKind.values())
                    .filter(kind -> fault == null || kind.name().equals(fault))
                    .map(kind -> Arguments.of(one, kind)));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void operations_faultAtEachPlace_keepTheMapSound(MapUnderTest map, FaultKind fault)
      throws InterruptedException {
    double scale = Double.parseDouble(System.getProperty("jets.scale", "1"));

    FaultReport report = LIBRARY.inject(map.name(), fault, scale, seed);

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
