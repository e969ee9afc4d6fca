package org.jets.bench.radix;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jets.testkit.ChosenConstants;
import org.jets.testkit.faults.FaultKey;
import org.jets.testkit.faults.FaultKind;
import org.jets.testkit.faults.FaultPoints;
import org.jets.testkit.faults.FaultReport;
import org.jets.testkit.faults.FaultValue;
import org.jets.testkit.faults.FaultedLibrary;
import org.jets.testkit.faults.FaultedMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every operation of the radix maps with a fault of each kind at each place: no mapping is lost, no
 * lock held, no count wrong. The properties {@code jets.map} and {@code jets.fault} choose one.
 */
class RadixFaultTest {
  private static final FaultedLibrary LIBRARY = FaultedRadixMaps.newLibrary();
  private static final List<FaultReport> REPORTS = new ArrayList<>();

  private static final int ITERATED = 90;
  private static final int FARTHEST_FAULT = 24;

  /** The number of frames of a step. To measure the depth at each method entry takes long. */
  private static final int DEEPEST_FAULT = 6;

  private final long seed = Long.getLong("jets.seed", new SecureRandom().nextLong());

  static Stream<Arguments> faults() {
    return ChosenConstants.of(RadixMapUnderTest.class, "jets.map")
        .flatMap(
            map ->
                ChosenConstants.of(FaultKind.class, "jets.fault")
                    .map(kind -> Arguments.of(map, kind)));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void operations_faultAtEachPlace_keepTheMapSound(RadixMapUnderTest map, FaultKind fault)
      throws InterruptedException {
    double scale = Double.parseDouble(System.getProperty("jets.scale", "1"));

    FaultReport report = LIBRARY.inject(map.name(), fault, scale, seed);

    REPORTS.add(report);
    assertThat(report.damages()).as("%s, seed %d", report, seed).isEmpty();
    assertThat(report.injected()).isPositive();
  }

  @ParameterizedTest
  @MethodSource("faults")
  void iteration_faultInEachStep_givesEachKeyOnce(RadixMapUnderTest map, FaultKind fault) {
    FaultPoints.Fuse fuse = new FaultPoints.Fuse();
    fuse.attach();
    int farthest = fault == FaultKind.STACK_DEPTH ? DEEPEST_FAULT : FARTHEST_FAULT;
    for (FaultedMap kind : LIBRARY.maps(map.name())) {
      ConcurrentMap<Object, FaultValue> filled = kind.newMap();
      IntStream.range(0, ITERATED).forEach(i -> filled.put(kind.key(i), new FaultValue(i)));
      for (int k = 1; k <= farthest; k++) {
        assertThat(givenWithFaults(filled.keySet().iterator(), fuse, fault, k))
            .as("%s, k = %d", kind, k)
            .containsExactlyInAnyOrderElementsOf(IntStream.range(0, ITERATED).boxed().toList());
      }
    }
  }

  /** Takes each step with a fault, and takes it once more without if it has thrown. */
  private static List<Integer> givenWithFaults(
      Iterator<Object> keys, FaultPoints.Fuse fuse, FaultKind fault, int k) {
    Supplier<Optional<Object>> step =
        () -> keys.hasNext() ? Optional.of(keys.next()) : Optional.empty();
    List<Integer> given = new ArrayList<>();
    Optional<Object> key;
    do {
      try {
        key = fuse.call(fault, k, step);
      } catch (RuntimeException | Error e) {
        assertThat(fuse.isFired()).isTrue();
        key = step.get();
      }
      key.map(FaultKey::number).ifPresent(given::add);
    } while (key.isPresent());
    return given;
  }

  @AfterAll
  static void printReports() {
    System.out.println(FaultReport.header());
    REPORTS.forEach(System.out::println);
  }
}
