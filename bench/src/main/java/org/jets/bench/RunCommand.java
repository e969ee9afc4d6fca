package org.jets.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.ForkedRun;
import org.jets.bench.harness.JmhRun;
import org.jets.bench.harness.MeasurementException;
import org.jets.bench.harness.Otp;
import org.jets.bench.harness.Point;
import org.jets.bench.harness.Profile;
import org.jets.bench.harness.Results;
import org.jets.bench.harness.ScalabilitySuite;
import org.jets.bench.harness.Selection;
import org.jets.bench.harness.UsageException;
import org.jets.bench.harness.report.ReportFolder;
import org.jets.bench.harness.report.TextSummary;
import org.jets.bench.harness.run.CpuLayout;
import org.jets.bench.harness.run.Erlangs;
import org.jets.bench.harness.run.JdkFlags;
import org.jets.bench.harness.run.Machine;
import org.jets.bench.harness.run.Pinning;
import org.jets.bench.harness.run.SuiteRun;
import org.jets.bench.harness.run.TimeLeft;
import org.jspecify.annotations.Nullable;

/** {@code ./jets bench run}. */
final class RunCommand {
  private static final int FAILURE = 1;
  private static final Path RESULTS = Path.of("bench-results");
  private static final DateTimeFormatter FOLDER_TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

  private final RunOptions options;
  private final List<String> arguments;
  private final PrintStream out;
  private final Machine machine = Machine.local();

  private RunCommand(List<String> arguments, PrintStream out) throws UsageException {
    this.options = RunOptions.parse(arguments);
    this.arguments = List.copyOf(arguments);
    this.out = out;
  }

  /** Returns the exit status: 1 where a point has failed. */
  static int run(List<String> arguments, PrintStream out, PrintStream err)
      throws UsageException, IOException, InterruptedException {
    if (!arguments.isEmpty() && arguments.get(0).equals("--resume")) {
      if (arguments.size() != 2) {
        throw new UsageException("expected: run --resume DIR");
      }
      Path folder = RunOptions.parsePath("--resume", arguments.get(1));
      Results results;
      try {
        results = Results.reopen(folder);
      } catch (IOException e) {
        throw new UsageException("--resume: " + e.getMessage());
      }
      return new RunCommand(results.arguments(), out).measure(results, err);
    }
    RunCommand command = new RunCommand(arguments, out);
    Path to = command.options.to();
    if (to != null && !isNew(to)) {
      throw new UsageException("--to: " + to + " is there (expected: a new or an empty folder)");
    }
    return command.measure(null, err);
  }

  private static boolean isNew(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return true;
    }
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.findAny().isEmpty();
    }
  }

  /** What the suites are told. */
  static Selection selection(Profile profile, List<Integer> threads, List<Otp> otps) {
    int processors = Runtime.getRuntime().availableProcessors();
    return new Selection(
        threads.isEmpty() ? List.copyOf(profile.threads(processors)) : threads,
        otps,
        processors,
        Machine.memoryBytes());
  }

  private int measure(@Nullable Results earlier, PrintStream err)
      throws UsageException, IOException, InterruptedException {
    List<Otp> otps = Erlangs.find(options.erlangs(), line -> err.println("jets: " + line));
    Selection selection = selection(options.profile(), options.threads(), otps);
    List<ScalabilitySuite> suites = options.chosenSuites();
    List<Experiment> experiments = options.experiments(suites, selection);
    Results results = earlier == null ? Results.create(newFolder(), arguments) : earlier;
    results.writeExperiments(experiments);
    Pinning pinning = pinning(results, err);
    Set<String> warnings = new LinkedHashSet<>(machine.warningsBefore());
    warnings.forEach(warning -> err.println("jets: warning: " + warning));
    Map<String, String> configuration =
        configuration(results, selection, suites, experiments, pinning);
    configuration.forEach((name, value) -> out.println(name + ": " + value));
    out.println("results: " + results.folder());
    results.writeConfiguration(configuration);

    // Whoever ends the runner ends what it measures.
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> ProcessHandle.current().descendants().forEach(ProcessHandle::destroy)));
    Machine.Throttling before = machine.throttling();
    long start = System.nanoTime();
    int failed = new SuiteRun(experiments, results, options.java(), pinning, out).measure();
    Duration took = Duration.ofNanos(System.nanoTime() - start);

    List<String> after = machine.warningsSince(before, took.toMillis() / 1e3);
    after.forEach(warning -> err.println("jets: warning: " + warning));
    warnings.addAll(after);
    configuration.put("load average at the end", load());
    configuration.put("took", TimeLeft.text(took));
    if (!warnings.isEmpty()) {
      configuration.put("warnings", String.join("; ", warnings));
    }
    results.writeConfiguration(configuration);
    ReportFolder report = ReportFolder.beside(results);
    report.write(results);
    TextSummary.of(results).forEach(out::println);
    out.println();
    if (failed > 0) {
      out.printf("%d points failed, run --resume %s tries them again%n", failed, results.folder());
    }
    out.println("written to " + report.page());
    return failed > 0 ? FAILURE : 0;
  }

  private Path newFolder() {
    return options.to() != null
        ? options.to()
        : RESULTS.resolve("scale-" + LocalDateTime.now(ZoneOffset.UTC).format(FOLDER_TIME));
  }

  /** What was asked for, or none where the machine does not let us. */
  private Pinning pinning(Results results, PrintStream err)
      throws IOException, InterruptedException {
    Path report = results.folder().resolve("pinning.txt");
    Pinning pinning =
        new Pinning(options.pinning(), options.pinning().order(CpuLayout.ofThisMachine()), report);
    try {
      pinning.check(options.java(), results.folder().resolve("pinning.log"));
      return pinning;
    } catch (MeasurementException e) {
      err.println("jets: warning: threads run unpinned: " + e.getMessage());
      return Pinning.none(report);
    }
  }

  private Map<String, String> configuration(
      Results results,
      Selection selection,
      List<ScalabilitySuite> suites,
      List<Experiment> experiments,
      Pinning pinning)
      throws IOException {
    Map<String, String> all = new LinkedHashMap<>();
    String now =
        DateTimeFormatter.ISO_INSTANT.format(ZonedDateTime.now(ZoneOffset.UTC).withNano(0));
    String begun = results.configuration().get("date");
    all.put("date", begun == null ? now : begun);
    if (begun != null) {
      all.put("resumed", now);
    }
    all.put("command", command());
    all.put("commit", System.getProperty("jets.commit", "unknown"));
    all.put("machine", machine.describe());
    all.put("processors", CpuLayout.ofThisMachine().toString());
    all.put("system", Machine.operatingSystem());
    all.put("JDK", JdkFlags.describe(options.jdkHome()));
    all.put(
        "OTP",
        selection.otps().isEmpty()
            ? "none"
            : selection.otps().stream()
                .map(otp -> otp.release() + " (" + String.join(" ", otp.command()) + ")")
                .collect(Collectors.joining(", ")));
    all.put("pinning", pinning + "; Erlang: +sbt " + pinning.policy().erlangsName());
    all.put("governor", machine.governor());
    all.put("load average at the start", load());
    all.put("threads", selection.threads().toString());
    all.put("profile", options.profile().option().substring(2));
    all.put("JMH", "forks x (warm-up + measured): " + options.profile().effort());
    for (ScalabilitySuite suite : suites) {
      List<String> counts = suite.counts(options.profile(), selection);
      if (!counts.isEmpty()) {
        all.put("counts of " + suite.name(), String.join("; ", counts));
      }
      String flags = flags(suite, experiments);
      if (!flags.isEmpty()) {
        all.put("flags of " + suite.name(), flags);
      }
    }
    return all;
  }

  private static String flags(ScalabilitySuite suite, List<Experiment> experiments) {
    Set<String> sets = new LinkedHashSet<>();
    for (Experiment experiment : experiments) {
      if (experiment.suite().equals(suite.name())) {
        for (Point point : experiment.points()) {
          if (point.measured() instanceof JmhRun jmh) {
            sets.add(String.join(" ", jmh.flags()));
          } else if (point.measured() instanceof ForkedRun forked) {
            sets.add(String.join(" ", forked.flags()));
          }
        }
      }
    }
    sets.remove("");
    return String.join(" or ", sets);
  }

  private String load() {
    return String.format(Locale.ROOT, "%.1f", machine.load());
  }

  /** The command that anyone can repeat. */
  private String command() {
    List<String> words = new ArrayList<>(List.of("./jets", "bench", "run"));
    for (String argument : arguments) {
      words.add(
          argument.matches("[A-Za-z0-9_./,:=+-]+")
              ? argument
              : "'" + argument.replace("'", "'\\''") + "'");
    }
    return String.join(" ", words);
  }
}
