package org.jets.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
import org.jets.app.UsageException;
import org.jets.bench.harness.ErlangCommand;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.ForkedRun;
import org.jets.bench.harness.JmhRun;
import org.jets.bench.harness.LiveRun;
import org.jets.bench.harness.MeasurementException;
import org.jets.bench.harness.Otp;
import org.jets.bench.harness.Point;
import org.jets.bench.harness.Profile;
import org.jets.bench.harness.Results;
import org.jets.bench.harness.Selection;
import org.jets.bench.harness.Suite;
import org.jets.bench.harness.TurnRun;
import org.jets.bench.harness.comparison.ComparisonSuite;
import org.jets.bench.harness.report.ReportFolder;
import org.jets.bench.harness.run.CellRules;
import org.jets.bench.harness.run.CpuLayout;
import org.jets.bench.harness.run.Erlangs;
import org.jets.bench.harness.run.JdkFlags;
import org.jets.bench.harness.run.Machine;
import org.jets.bench.harness.run.Pinning;
import org.jets.bench.harness.run.PinningPolicy;
import org.jets.bench.harness.run.RemainingTime;
import org.jets.bench.harness.run.SuiteRun;
import org.jets.bench.harness.turns.TurnSuite;
import org.jspecify.annotations.Nullable;

/**
 * A run of suites: measures, warns of what makes its numbers worth less, and writes the results
 * with their configuration and report.
 */
final class Run {
  private static final int FAILURE = 1;

  private final String command;
  private final RunOptions options;
  private final List<Suite> suites;
  private final List<String> arguments;
  private final PrintStream out;
  private final PrintStream err;
  private final Machine machine = Machine.local();

  /**
   * Says what to run.
   *
   * @param command its name after {@code ./jets bench}
   * @param arguments of the command line, to repeat it
   */
  Run(
      String command,
      RunOptions options,
      List<Suite> suites,
      List<String> arguments,
      PrintStream out,
      PrintStream err) {
    this.command = command;
    this.options = options;
    this.suites = List.copyOf(suites);
    this.arguments = List.copyOf(arguments);
    this.out = out;
    this.err = err;
  }

  /** Returns the choices that suites are told. */
  static Selection selection(RunOptions options, Profile profile, List<Otp> otps) {
    int processors = Runtime.getRuntime().availableProcessors();
    List<Integer> threads = options.threads();
    return new Selection(
        threads.isEmpty() ? List.copyOf(profile.threads(processors)) : threads,
        otps,
        processors,
        Machine.memoryBytes(),
        options.collectors());
  }

  /**
   * Measures, and returns the exit status.
   *
   * @param earlier the results to go on with; null for new ones
   * @param newFolder where new ones go
   */
  int measure(@Nullable Results earlier, Path newFolder, PinningPolicy policy)
      throws UsageException, IOException, InterruptedException {
    List<Otp> otps = otps();
    Selection selection = selection(options, options.profile(), otps);
    List<Experiment> experiments = options.experiments(suites, selection);
    Results results = earlier == null ? Results.create(newFolder, arguments) : earlier;
    results.writeExperiments(experiments);
    Pinning pinning = pinning(policy, results);
    Set<String> warnings = new LinkedHashSet<>();
    warn(warnings, machine.warningsBefore());
    Map<String, String> configuration = configuration(results, selection, experiments, pinning);
    configuration.forEach((name, value) -> out.println(name + ": " + value));
    out.println("results: " + results.folder());
    results.writeConfiguration(configuration);
    // The end of the runner is the end of what it measures.
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> ProcessHandle.current().descendants().forEach(ProcessHandle::destroy)));
    Machine.Throttling before = machine.throttling();
    long start = System.nanoTime();
    CellRules rules =
        suites.stream().anyMatch(ComparisonSuite.class::isInstance)
            ? CellRules.NONE
            : new CellRules(Runtime.getRuntime().availableProcessors());
    int failed =
        new SuiteRun(experiments, results, options.java(), pinning, out, rules, machine).measure();
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    warn(warnings, machine.warningsSince(before, took.toMillis() / 1e3));
    configuration.put("load average at the end", load());
    configuration.put(Results.TOOK, RemainingTime.text(took));
    if (!warnings.isEmpty()) {
      configuration.put("warnings", String.join("; ", warnings));
    }
    results.writeConfiguration(configuration);
    ReportFolder report = ReportFolder.beside(results);
    report.write(results);
    List<String> lines = new ArrayList<>(Summary.of(results));
    addAppendices(lines);
    lines.forEach(out::println);
    List<String> text = new ArrayList<>();
    configuration.forEach((name, value) -> text.add(name + ": " + value));
    text.addAll(lines);
    Files.write(results.folder().resolve("report.txt"), text);
    out.println();
    if (failed > 0) {
      out.printf(
          "%d points failed, ./jets bench %s --resume %s tries them again%n",
          failed, command, results.folder());
    }
    boolean hasValues = hasValues(results);
    if (!hasValues) {
      out.println("no value is left: see the reason of each above");
    }
    out.println("written to " + report.page());
    return failed > 0 || !hasValues ? FAILURE : 0;
  }

  /** Returns whether there is a value that has not failed and is not left out. */
  static boolean hasValues(Results results) throws IOException {
    return results.rows().stream().anyMatch(row -> !row.hasFailed());
  }

  private boolean isScalability() {
    return suites.stream().allMatch(Suites.scalability()::contains);
  }

  /** Finds the Erlangs to measure beside; comparisons need the first one. */
  private List<Otp> otps() throws InterruptedException {
    if (isScalability() || suites.stream().anyMatch(Run::hasErlangs)) {
      return Erlangs.find(options.erlangs(), line -> err.println("jets: " + line));
    }
    boolean asks =
        suites.stream()
            .flatMap(
                suite ->
                    suite
                        .experiments(
                            options.profile(), selection(options, options.profile(), List.of()))
                        .stream())
            .flatMap(experiment -> experiment.points().stream())
            .map(Point::measured)
            .anyMatch(LiveRun.class::isInstance);
    List<String> first = ErlangCommand.commands().subList(0, 1);
    return asks ? Erlangs.find(first, line -> err.println("jets: " + line)) : List.of();
  }

  private static boolean hasErlangs(Suite suite) {
    return suite instanceof TurnSuite turns && turns.hasErlangs();
  }

  private void warn(Set<String> warnings, List<String> more) {
    more.forEach(warning -> err.println("jets: warning: " + warning));
    warnings.addAll(more);
  }

  private void addAppendices(List<String> lines) {
    for (Suite suite : suites) {
      if (suite instanceof ComparisonSuite comparisons && options.only().isEmpty()) {
        comparisons.appendix().accept(lines);
      }
    }
  }

  /** Returns the pinning asked for, or none where the machine does not allow it. */
  private Pinning pinning(PinningPolicy policy, Results results)
      throws IOException, InterruptedException {
    Path report = results.folder().resolve("pinning.txt");
    Pinning pinning = new Pinning(policy, policy.order(CpuLayout.ofThisMachine()), report);
    try {
      pinning.check(options.java(), results.folder().resolve("pinning.log"));
      return pinning;
    } catch (MeasurementException e) {
      err.println("jets: warning: threads run unpinned: " + e.getMessage());
      return Pinning.none(report);
    }
  }

  private Map<String, String> configuration(
      Results results, Selection selection, List<Experiment> experiments, Pinning pinning)
      throws IOException {
    Map<String, String> all = new LinkedHashMap<>();
    String now =
        DateTimeFormatter.ISO_INSTANT.format(ZonedDateTime.now(ZoneOffset.UTC).withNano(0));
    String begun = results.configuration().get("date");
    all.put("date", begun == null ? now : begun);
    if (begun != null) {
      all.put("resumed", now);
    }
    all.put("command", commandLine());
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
    all.put(Results.TOOK, Results.UNFINISHED);
    if (isScalability()) {
      all.put("threads", selection.threads().toString());
      all.put("profile", options.profile().option().substring(2));
      all.put("JMH", "forks x (warm-up + measured): " + options.profile().effort());
    }
    for (Suite suite : suites) {
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

  private static String flags(Suite suite, List<Experiment> experiments) {
    Set<String> sets = new LinkedHashSet<>();
    for (Experiment experiment : experiments) {
      if (experiment.suite().equals(suite.name())) {
        for (Point point : experiment.points()) {
          if (point.measured() instanceof JmhRun jmh) {
            sets.add(String.join(" ", jmh.flags()));
          } else if (point.measured() instanceof ForkedRun forked) {
            sets.add(String.join(" ", forked.flags()));
          } else if (point.measured() instanceof TurnRun turns) {
            sets.add(String.join(" ", turns.heat().flags()));
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

  /** Returns the command that repeats the run. */
  private String commandLine() {
    List<String> words = new ArrayList<>(List.of("./jets", "bench", command));
    for (String argument : arguments) {
      words.add(
          argument.matches("[A-Za-z0-9_./,:=+-]+")
              ? argument
              : "'" + argument.replace("'", "'\\''") + "'");
    }
    return String.join(" ", words);
  }
}
