package org.jets.bench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jets.bench.harness.Axis;
import org.jets.bench.harness.Effort;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Figure;
import org.jets.bench.harness.ForkedMeasurement;
import org.jets.bench.harness.ForkedRun;
import org.jets.bench.harness.JmhRun;
import org.jets.bench.harness.LiveProgram;
import org.jets.bench.harness.LiveRun;
import org.jets.bench.harness.MadeUpResults;
import org.jets.bench.harness.Measurement;
import org.jets.bench.harness.PinnedThreads;
import org.jets.bench.harness.Point;
import org.jets.bench.harness.Results;
import org.jets.bench.harness.Row;
import org.jets.bench.harness.Samples;
import org.jets.bench.harness.Structure;
import org.jets.bench.harness.TurnRun;
import org.jets.bench.harness.Unit;
import org.jets.bench.maps.MapBenchmark;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteRunTest {
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

  /** The characters of a frame of a tree with many base nodes. */
  private static final int LONG = 20_000;

  @TempDir private Path folder;
  private final ByteArrayOutputStream progress = new ByteArrayOutputStream();

  /** Gives three samples and a side line, leaves a mark, or fails, as it is told. */
  public static final class Scripted implements ForkedMeasurement {
    /** Called by reflection. */
    public Scripted() {}

    @Override
    public void measure(List<String> arguments, Samples samples) throws Exception {
      Path marks = Path.of(arguments.get(1));
      Files.writeString(marks.resolve("ran-" + arguments.get(0) + "-" + System.nanoTime()), "here");
      switch (arguments.get(0)) {
        case "throws" -> throw new IllegalStateException("as it was\ntold");
        case "runs-out" -> throw new OutOfMemoryError("in vain");
        case "exits" -> System.exit(3);
        case "silent" -> {}
        default -> {
          samples.sample(1);
          samples.sample(3);
          samples.side("side\nline");
          samples.side("x".repeat(LONG));
        }
      }
    }
  }

  /** Starts threads of the factory, and counts them. */
  public static final class Pinned implements ForkedMeasurement {
    /** Called by reflection. */
    public Pinned() {}

    @Override
    public void measure(List<String> arguments, Samples samples) throws InterruptedException {
      ThreadFactory factory = PinnedThreads.factory();
      AtomicInteger ran = new AtomicInteger();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        Thread thread = factory.newThread(ran::incrementAndGet);
        thread.start();
        threads.add(thread);
      }
      for (Thread thread : threads) {
        thread.join();
      }
      samples.sample(ran.get());
    }
  }

  private Point scripted(String script) throws IOException {
    Path marks = Files.createDirectories(folder.resolve("marks"));
    return new Point(
        new Structure(script, Structure.Origin.JETS),
        "1",
        1,
        new ForkedRun(
            Scripted.class,
            List.of(script, marks.toString()),
            List.of("-Xmx32m"),
            Duration.ofSeconds(5)));
  }

  /** Remembers what it was asked, and its end. */
  private static final class Asked implements LiveProgram {
    private final List<String> events = new ArrayList<>();

    @Override
    public double ask(String question) {
      events.add(question);
      return 2000;
    }

    @Override
    public void end() {
      events.add(".");
    }
  }

  private static Point asking(Structure structure, Asked asked) {
    return new Point(
        structure, "1", 1, new LiveRun(asked, structure.name(), 2, 3, Duration.ofMillis(3)));
  }

  @Test
  void measure_rounds_takeTurnsAndBeginWithAnother() throws Exception {
    Asked asked = new Asked();
    Results results = Results.create(folder.resolve("run"), List.of());
    Experiment experiment =
        experiment(
            Unit.NANOS,
            List.of(asking(MadeUpResults.OURS, asked), asking(MadeUpResults.JDK, asked)));

    measure(results, experiment, unpinned());
    List<String> first = List.copyOf(asked.events);
    measure(Results.reopen(folder.resolve("run")), experiment, unpinned());

    String ours = MadeUpResults.OURS.name();
    String jdk = MadeUpResults.JDK.name();
    assertThat(first)
        .filteredOn(event -> event.length() > 1)
        .containsExactly(ours, jdk, jdk, ours, ours, jdk);
    assertThat(asked.events).filteredOn(event -> event.length() > 1).hasSize(6);
    assertThat(results.rows())
        .extracting(Row::value, Row::repetitions)
        .containsExactly(tuple(1000.0, 3), tuple(1000.0, 3));
    assertThat(results.measurements()).hasSize(2);
  }

  /** Gives a line for each contestant. */
  public static final class Heat implements ForkedMeasurement {
    /** Called by reflection. */
    public Heat() {}

    @Override
    public void measure(List<String> arguments, Samples samples) throws Exception {
      Path marks = Path.of(arguments.get(0));
      Files.writeString(marks.resolve("ran-heat-" + System.nanoTime()), "here");
      for (String contestant : arguments.subList(1, arguments.size())) {
        if (contestant.equals("1*lost")) {
          samples.side("lost 1*lost java.lang.Error: in vain");
        } else if (!contestant.equals("1*silent")) {
          samples.side("turn " + contestant + " 0.9 1.5 2.0 4.0");
        }
      }
      samples.sample(1);
    }
  }

  private Point contestant(Structure structure, String name) throws IOException {
    Path marks = Files.createDirectories(folder.resolve("marks"));
    ForkedRun heat =
        new ForkedRun(Heat.class, List.of(marks.toString()), List.of(), Duration.ofSeconds(5));
    return new Point(structure, "1", 1, new TurnRun(heat, name, 1, 2));
  }

  @Test
  void measure_turns_takeOneJvmInARoundForAllContestants() throws Exception {
    Results results = Results.create(folder.resolve("run"), List.of());
    Experiment experiment =
        experiment(
            Unit.MOPS,
            List.of(contestant(MadeUpResults.OURS, "a"), contestant(MadeUpResults.JDK, "b")));

    assertThat(measure(results, experiment, unpinned())).isZero();

    assertThat(timesRun("heat")).isEqualTo(2);
    assertThat(results.measurements().values())
        .hasSize(2)
        .allSatisfy(
            each -> {
              assertThat(each.samples()).containsExactly(2.0, 4.0, 2.0, 4.0);
              assertThat(each.share()).isEqualTo(0.9, within(1e-9));
              assertThat(each.steadySeconds()).isEqualTo(1.5, within(1e-9));
            });
  }

  @Test
  void measure_contestantsThatAreLost_failTheirOwnRows() throws Exception {
    Results results = Results.create(folder.resolve("run"), List.of());
    Experiment experiment =
        experiment(
            Unit.MOPS,
            List.of(
                contestant(MadeUpResults.OURS, "a"),
                contestant(MadeUpResults.JDK, "silent"),
                contestant(MadeUpResults.TREE, "lost")));

    assertThat(measure(results, experiment, unpinned())).isEqualTo(2);

    assertThat(timesRun("heat")).isEqualTo(2);
    assertThat(results.rows())
        .extracting(Row::failure)
        .containsExactly("", "no line of it", "java.lang.Error: in vain");
  }

  /** Gives another value each time that it runs: the last one of its arguments from then on. */
  public static final class Changing implements ForkedMeasurement {
    /** Called by reflection. */
    public Changing() {}

    @Override
    public void measure(List<String> arguments, Samples samples) throws Exception {
      Path marks = Path.of(arguments.get(0));
      String mark = "ran-" + arguments.get(1) + "-";
      int runs;
      try (Stream<Path> files = Files.list(marks)) {
        runs = (int) files.filter(file -> file.getFileName().toString().startsWith(mark)).count();
      }
      Files.writeString(marks.resolve(mark + System.nanoTime()), "here");
      List<String> values = arguments.subList(2, arguments.size());
      double value = Double.parseDouble(values.get(Math.min(runs, values.size() - 1)));
      samples.sample(value);
      samples.sample(value);
    }
  }

  private Point changing(int threads, String name, String... values) throws IOException {
    Path marks = Files.createDirectories(folder.resolve("marks"));
    List<String> arguments = new ArrayList<>(List.of(marks.toString(), name));
    arguments.addAll(List.of(values));
    return Point.ofThreads(
        MadeUpResults.OURS,
        threads,
        new ForkedRun(Changing.class, arguments, List.of(), Duration.ofSeconds(5)));
  }

  @Test
  void measure_speedupThatCannotBe_isRepeatedThreeTimesAndLeftOut() throws Exception {
    Results results = Results.create(folder.resolve("run"), List.of());
    Experiment experiment =
        experiment(Unit.MOPS, List.of(changing(1, "one", "1.0"), changing(2, "two", "3.0")));

    assertThat(measure(results, experiment, unpinned())).isZero();

    assertThat(timesRun("one")).isEqualTo(4);
    assertThat(timesRun("two")).isEqualTo(4);
    assertThat(results.rows())
        .extracting(Row::repetitions, Row::failure)
        .containsExactly(
            tuple(2, ""),
            tuple(
                0,
                "left out: 3.00 times the throughput of 1 thread (expected: at most 2.20 times)"));
    assertThat(results.lastAttempt()).isEqualTo(4);
  }

  @Test
  void measure_speedupThatCannotBeAtFirst_isThatOfTheSecondAttempt() throws Exception {
    Results results = Results.create(folder.resolve("run"), List.of());
    Experiment experiment =
        experiment(Unit.MOPS, List.of(changing(1, "one", "1.0"), changing(2, "two", "3.0", "2.0")));

    measure(results, experiment, unpinned());

    assertThat(timesRun("two")).isEqualTo(2);
    assertThat(results.rows())
        .extracting(Row::value, Row::repetitions)
        .containsExactly(tuple(1.0, 2), tuple(2.0, 2));
    assertThat(results.measurements().values())
        .extracting(Measurement::samples)
        .containsExactly(List.of(1.0, 1.0), List.of(2.0, 2.0));
  }

  private long timesRun(String script) {
    String[] names = folder.resolve("marks").toFile().list();
    return names == null
        ? 0
        : List.of(names).stream().filter(name -> name.startsWith("ran-" + script + "-")).count();
  }

  private static Experiment experiment(Unit unit, List<Point> points) {
    return new Experiment(
        "suite", "name", "title", "", Figure.LINES, Axis.THREADS, unit, "", points);
  }

  private int measure(Results results, Experiment experiment, Pinning pinning)
      throws IOException, InterruptedException {
    PrintStream out = new PrintStream(progress, true, StandardCharsets.UTF_8);
    Machine quiet = new Machine(folder.resolve("proc"), folder.resolve("sys"));
    return new SuiteRun(List.of(experiment), results, JAVA, pinning, out, new CellRules(2), quiet)
        .measure();
  }

  private Pinning unpinned() {
    return Pinning.none(folder.resolve("pinning.txt"));
  }

  @Test
  void measure_pointsThatFail_failTheirOwnRows() throws Exception {
    Results results = Results.create(folder.resolve("run"), List.of());
    Experiment experiment =
        experiment(
            Unit.COUNT,
            List.of(
                scripted("throws"),
                scripted("runs-out"),
                scripted("exits"),
                scripted("silent"),
                scripted("works")));

    int failed = measure(results, experiment, unpinned());

    assertThat(failed).isEqualTo(4);
    assertThat(results.rows())
        .extracting(Row::failure)
        .satisfiesExactly(
            reason ->
                assertThat(reason).isEqualTo("java.lang.IllegalStateException: as it was told"),
            reason -> assertThat(reason).isEqualTo("java.lang.OutOfMemoryError: in vain"),
            reason -> assertThat(reason).startsWith("ended with status 3"),
            reason -> assertThat(reason).isEqualTo("gave no sample"),
            reason -> assertThat(reason).isEmpty());
    Row works = results.rows().get(4);
    assertThat(works)
        .extracting(Row::value, Row::low, Row::high, Row::repetitions)
        .containsExactly(2.0, 1.0, 3.0, 2);
    assertThat(results.sides(works)).containsExactly("side line", "x".repeat(LONG));
    assertThat(progress.toString(StandardCharsets.UTF_8))
        .contains("[1/5, 0:25 left] suite/name, throws, threads 1: FAILED: ")
        .contains("works, threads 1: 2 ");
  }

  @Test
  void measure_again_runsOnlyWhatHasNoValue() throws Exception {
    Results results = Results.create(folder.resolve("run"), List.of());
    Experiment experiment = experiment(Unit.COUNT, List.of(scripted("works"), scripted("throws")));
    measure(results, experiment, unpinned());

    measure(Results.open(folder.resolve("run")), experiment, unpinned());

    assertThat(timesRun("works")).isEqualTo(1);
    assertThat(timesRun("throws")).isEqualTo(2);
    assertThat(results.rows()).hasSize(2);
    assertThat(progress.toString(StandardCharsets.UTF_8))
        .contains("1 of 2 trials are finished already");
  }

  @Test
  void measure_jmh_turnsItsScoreIntoTheUnit() throws Exception {
    Results results = Results.create(folder.resolve("run"), List.of());
    Map<String, String> parameters =
        Map.of("map", "STRIPED", "range", "100", "present", "50", "updates", "10");
    JmhRun jmh =
        new JmhRun(
            MapBenchmark.class,
            "call",
            parameters,
            new Effort(1, 0, 10, 2, 50),
            List.of("-Xmx64m"),
            Duration.ofSeconds(1));
    JmhRun broken =
        new JmhRun(
            MapBenchmark.class,
            "call",
            Map.of("map", "NO_MAP"),
            new Effort(1, 0, 10, 1, 10),
            List.of("-Xmx64m"),
            Duration.ofSeconds(1));
    Experiment experiment =
        experiment(
            Unit.MOPS,
            List.of(
                Point.ofThreads(MadeUpResults.OURS, 2, jmh),
                Point.ofThreads(MadeUpResults.JDK, 2, broken)));

    int failed = measure(results, experiment, unpinned());

    assertThat(failed).isEqualTo(1);
    Row row = results.rows().get(0);
    assertThat(row.repetitions()).isEqualTo(2);
    assertThat(row.low()).isPositive().isLessThanOrEqualTo(row.value());
    assertThat(results.rows().get(1).failure()).contains("NO_MAP");
    assertThat(folder.resolve("run/jmh.json"))
        .content()
        .startsWith("[")
        .contains("\"threads\" : 2")
        .doesNotContain("NO_MAP");
  }

  @Test
  void measure_pinned_saysWhereThreadsAreOrThatTheyAreNot() throws Exception {
    Results results = Results.create(folder.resolve("run"), List.of());
    Point point =
        Point.ofThreads(
            MadeUpResults.OURS,
            3,
            new ForkedRun(Pinned.class, List.of(), List.of(), Duration.ofSeconds(5)));
    int noProcessor = 1 << 20;
    Pinning pinning =
        new Pinning(PinningPolicy.COMPACT, List.of(noProcessor), folder.resolve("pinning.txt"));

    int failed = measure(results, experiment(Unit.COUNT, List.of(point)), pinning);

    assertThat(failed).isZero();
    assertThat(results.rows().get(0).value()).isEqualTo(3);
    assertThat(progress.toString(StandardCharsets.UTF_8))
        .containsOnlyOnce("not pinned: thread ")
        .contains("processor " + noProcessor);
  }

  @Test
  void score_jmhUnits_areConverted() {
    assertThat(JmhScore.in(Unit.MOPS, 4, "ops/us", 2)).isCloseTo(4, within(1e-9));
    assertThat(JmhScore.in(Unit.MOPS, 500, "ns/op", 2)).isCloseTo(4, within(1e-9));
    assertThat(JmhScore.in(Unit.NANOS, 4, "ops/us", 2)).isCloseTo(500, within(1e-9));
    assertThat(JmhScore.in(Unit.NANOS, 2, "us/op", 8)).isCloseTo(2000, within(1e-9));
    assertThat(JmhScore.in(Unit.NANOS, 1500, "ms/op", 1)).isCloseTo(1.5e9, within(1e-9));
  }
}
