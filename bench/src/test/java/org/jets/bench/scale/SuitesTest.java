package org.jets.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.ForkedRun;
import org.jets.bench.harness.JmhRun;
import org.jets.bench.harness.Otp;
import org.jets.bench.harness.Point;
import org.jets.bench.harness.Profile;
import org.jets.bench.harness.Selection;
import org.jets.bench.harness.Suite;
import org.jets.bench.harness.TurnRun;
import org.jets.bench.harness.Unit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

class SuitesTest {
  static final Selection SELECTION =
      new Selection(List.of(1, 2), List.of(new Otp(List.of("erl"), "27")), 2, 8L << 30);

  private static final Selection WITHOUT_ERLANG = new Selection(List.of(3), List.of(), 3, 1L << 30);

  static Stream<Suite> suites() {
    return Stream.of(
        new EtsBenchSuite(),
        new ThroughputSuite(),
        new FritchieSuite(),
        new MemorySuite(),
        new LatencySuite(),
        new CatreeSuite());
  }

  static Stream<Suite> withTables() {
    return Stream.concat(suites(), Stream.of(TableTurnSuite.suite()));
  }

  private static Stream<Experiment> experiments(Suite suite) {
    return Stream.of(Profile.values())
        .flatMap(
            profile ->
                Stream.of(SELECTION, WITHOUT_ERLANG)
                    .flatMap(selection -> suite.experiments(profile, selection).stream()));
  }

  static Stream<Point> points() {
    return withTables().flatMap(SuitesTest::experiments).flatMap(each -> each.points().stream());
  }

  @ParameterizedTest
  @MethodSource("withTables")
  void experiments_eachProfile_haveNamesAndPlacesOfTheirOwn(Suite suite) {
    for (Profile profile : Profile.values()) {
      Set<String> names = new HashSet<>();
      for (Experiment experiment : suite.experiments(profile, SELECTION)) {
        assertThat(experiment.suite()).isEqualTo(suite.name());
        assertThat(names.add(experiment.name())).as(experiment.name()).isTrue();
        Set<List<Object>> places = new HashSet<>();
        for (Point point : experiment.points()) {
          assertThat(places.add(List.of(point.structure(), point.x())))
              .as("%s: %s at %s", experiment.path(), point.structure(), point.x())
              .isTrue();
        }
        assertThat(places).isNotEmpty();
      }
      assertThat(suite.counts(profile, SELECTION)).isNotEmpty();
    }
    assertThat(suite.description()).isNotBlank();
  }

  @Test
  void experiments_withoutErlang_haveNoneAndTheBaselineThatIsThere() {
    List<Experiment> all =
        withTables().flatMap(s -> s.experiments(Profile.QUICK, WITHOUT_ERLANG).stream()).toList();

    assertThat(all)
        .flatExtracting(Experiment::points)
        .noneMatch(point -> point.structure().name().contains("ETS"));
    assertThat(all)
        .filteredOn(experiment -> !experiment.baseline().isEmpty())
        .isNotEmpty()
        .allSatisfy(
            experiment ->
                assertThat(experiment.points())
                    .anyMatch(p -> p.structure().name().equals(experiment.baseline())));
  }

  @Test
  void experiments_ofJmh_nameBenchmarksAndTheirParameters() {
    Set<JmhRun> runs = new HashSet<>();
    points()
        .filter(point -> point.measured() instanceof JmhRun)
        .forEach(point -> runs.add((JmhRun) point.measured()));

    assertThat(runs).isNotEmpty();
    for (JmhRun run : runs) {
      Method method =
          Arrays.stream(run.benchmark().getMethods())
              .filter(candidate -> candidate.getName().equals(run.method()))
              .findFirst()
              .orElseThrow(() -> new AssertionError(run.toString()));
      assertThat(method.isAnnotationPresent(Benchmark.class)).as("%s", run).isTrue();
      assertThat(run.parameters().keySet()).isEqualTo(parameters(run.benchmark()));
    }
  }

  private static Set<String> parameters(Class<?> benchmark) {
    Set<String> names = new HashSet<>();
    Stream.concat(Stream.of(benchmark), Stream.of(benchmark.getClasses()))
        .flatMap(each -> Stream.of(each.getDeclaredFields()))
        .filter(field -> field.isAnnotationPresent(Param.class))
        .map(Field::getName)
        .forEach(names::add);
    return names;
  }

  @Test
  void experiments_quick_areExpectedToTakeAQuarterOfAnHour() {
    Duration sum =
        suites()
            .flatMap(suite -> suite.experiments(Profile.QUICK, SELECTION).stream())
            .flatMap(experiment -> experiment.points().stream())
            .map(point -> point.measured().expected())
            .reduce(Duration.ZERO, Duration::plus);

    assertThat(sum).isLessThan(Duration.ofMinutes(15));
  }

  @Test
  void fritchie_memory_boundsTheKeys() {
    assertThat(FritchieSuite.sizes(Profile.FULL, selection(256L << 30)))
        .containsExactly(
            700, 7_000, 70_000, 700_000, 7_000_000, 14_000_000, 21_000_000, 54_000_100);
    assertThat(FritchieSuite.sizes(Profile.FULL, selection(24L << 30)))
        .containsExactly(700, 7_000, 70_000, 700_000, 7_000_000, 14_000_000, 21_000_000);
    assertThat(FritchieSuite.sizes(Profile.STANDARD, selection(1L << 30)))
        .containsExactly(700, 7_000, 70_000, 700_000);
  }

  @Test
  void fritchie_full_hasEachProgramOfTheRadixTreesAtEachSize() {
    List<Experiment> programs =
        new FritchieSuite()
            .experiments(Profile.FULL, selection(256L << 30)).stream()
                .filter(experiment -> experiment.unit() == Unit.NANOS)
                .toList();

    assertThat(programs).hasSize(7);
    for (Experiment program : programs) {
      for (Contestant tree : List.of(Contestant.RADIX_TREE, Contestant.HASHED_RADIX)) {
        assertThat(program.points())
            .filteredOn(point -> point.structure().equals(tree.structure()))
            .extracting(Point::x)
            .containsExactly(
                "700", "7000", "70000", "700000", "7000000", "14000000", "21000000", "54000100");
      }
    }
  }

  private static Selection selection(long memoryBytes) {
    return new Selection(List.of(1), List.of(), 1, memoryBytes);
  }

  @Test
  void experiments_eachStructure_hasAModelsAnswers() {
    Set<String> structures = new HashSet<>();
    points()
        .forEach(
            point -> {
              if (point.measured() instanceof JmhRun run) {
                structures.add(run.parameters().get("structure"));
              } else if (point.measured() instanceof ForkedRun run
                  && run.measurement() != ShapeMeasurement.class) {
                structures.add(run.arguments().get(0));
              } else if (point.measured() instanceof TurnRun run) {
                structures.add(run.contestant());
              }
            });

    assertThat(structures).anyMatch(name -> name.startsWith("ets/"));
    structures.removeIf(name -> name.startsWith("ets/"));
    assertThat(structures).hasSizeGreaterThan(30);
    assertThat(structures).allSatisfy(KeyedStructuresTest::checkAnswers);
  }
}
