package org.jets.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jets.app.Command;
import org.jets.app.CommandLines;
import org.jets.app.UsageException;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Results;
import org.jets.bench.harness.Suite;
import org.jets.bench.harness.comparison.ComparisonSuite;
import org.jets.bench.harness.run.PinningPolicy;
import org.jets.bench.harness.turns.TurnSuite;
import org.jets.bench.peers.PeerComparisons;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code ./jets bench run}, and the commands that each run one suite of comparisons. */
final class RunCommand implements Command {
  private static final String JAR = "--otp-erlang-jar";

  /** The path at which Debian's package {@code erlang-jinterface} puts it. */
  private static final Path DEBIAN_JAR = Path.of("/usr/share/java/OtpErlang.jar");

  private static final Path RESULTS = Path.of("bench-results");
  private static final DateTimeFormatter FOLDER_TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

  /** A suite of comparisons or of turns; null for the scalability suites. */
  private final @Nullable Suite suite;

  private RunCommand(@Nullable Suite suite) {
    this.suite = suite;
  }

  /** Returns the command that runs scalability suites. */
  static RunCommand ofScalability() {
    return new RunCommand(null);
  }

  /** Returns the command that runs a suite of comparisons. */
  static RunCommand of(ComparisonSuite suite) {
    return new RunCommand(suite);
  }

  /** Returns the command that runs a suite by turns. */
  static RunCommand of(TurnSuite suite) {
    return new RunCommand(suite);
  }

  private String name() {
    return suite == null ? "run" : suite.name();
  }

  private boolean takesJar() {
    return name().equals(Suites.NODE);
  }

  private PinningPolicy usualPinning() {
    return suite == null ? PinningPolicy.NUMA : PinningPolicy.NONE;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec;
    if (suite == null) {
      spec =
          CommandLines.command(
              "bench run",
              "[SUITE]... [OPTION]...",
              "Runs scalability suites, all where none is named, and draws them.");
      spec.addPositional(RunOptions.words("SUITE", "one that ./jets bench list shows"));
      RunOptions.addScalabilityTo(spec);
    } else {
      spec =
          CommandLines.command(
              "bench " + suite.name(),
              "[ROUNDS] [OPTION]...",
              "Measures " + suite.description() + ".");
      spec.addPositional(
          RunOptions.words(
              "ROUNDS",
              (suite instanceof TurnSuite
                      ? "how many JVMs measure everything"
                      : "how often everything is measured")
                  + " (default: "
                  + usualRounds(suite)
                  + ")"));
      if (suite instanceof TurnSuite turns) {
        RunOptions.addTurnsTo(spec);
        if (turns.hasErlangs()) {
          RunOptions.addErlangsTo(spec);
        }
      }
    }
    if (takesJar()) {
      spec.addOption(
          CommandLines.value(JAR, "FILE", "jinterface as it comes with Erlang", DEBIAN_JAR + ""));
    }
    RunOptions.addTo(spec, usualPinning().option());
    CommandLines.addCommonOptions(spec);
    return spec;
  }

  private static String usualRounds(Suite suite) {
    return suite instanceof ComparisonSuite comparisons
        ? Integer.toString(comparisons.rounds())
        : "the JVMs of the profile";
  }

  /** Returns the exit status: 1 where a point has failed, or all values are left out. */
  @Override
  public int run(ParseResult given, PrintStream out, PrintStream err)
      throws UsageException, IOException, InterruptedException {
    RunOptions options = RunOptions.of(given);
    if (options.resume() == null) {
      Path to = options.to();
      if (to != null && !isNew(to)) {
        throw new UsageException("--to: " + to + " has files (expected: a new or an empty folder)");
      }
      return measure(given, options, null, out, err);
    }
    Results earlier;
    try {
      earlier = Results.reopen(options.resume());
    } catch (IOException e) {
      throw new UsageException("--resume: " + e.getMessage());
    }
    ParseResult before = CommandLines.parse(spec(), earlier.arguments());
    return measure(before, RunOptions.of(before), earlier, out, err);
  }

  private int measure(
      ParseResult given,
      RunOptions options,
      @Nullable Results earlier,
      PrintStream out,
      PrintStream err)
      throws UsageException, IOException, InterruptedException {
    List<Suite> suites = suites(given, options);
    if (earlier != null) {
      for (Experiment experiment : earlier.experiments()) {
        if (suites.stream().noneMatch(each -> each.name().equals(experiment.suite()))) {
          throw new UsageException(
              "--resume: %s has %s (expected: a run of ./jets bench %s)"
                  .formatted(earlier.folder(), experiment.suite(), name()));
        }
      }
    }
    Run run = new Run(name(), options, suites, given.originalArgs(), out, err);
    PinningPolicy pinning = options.pinning() == null ? usualPinning() : options.pinning();
    return run.measure(earlier, newFolder(options), pinning);
  }

  private List<Suite> suites(ParseResult given, RunOptions options) throws UsageException {
    if (suite == null) {
      return options.chosenSuites();
    }
    if (suite instanceof TurnSuite turns) {
      return List.of(turns.withJvms(options.roundsOr(0)));
    }
    ComparisonSuite comparisons = (ComparisonSuite) suite;
    int rounds = options.roundsOr(comparisons.rounds());
    ComparisonSuite chosen =
        takesJar() ? PeerComparisons.suite(jar(given), Suites.FLAGS) : comparisons;
    return List.of(chosen.withRounds(rounds));
  }

  private static @Nullable Path jar(ParseResult given) throws UsageException {
    String text = given.matchedOptionValue(JAR, null);
    if (text == null) {
      return Files.isReadable(DEBIAN_JAR) ? DEBIAN_JAR : null;
    }
    Path jar = RunOptions.parsePath(JAR, text);
    if (Files.isRegularFile(jar) && Files.isReadable(jar)) {
      return jar;
    }
    throw new UsageException(JAR + ": " + text + " (expected: the OtpErlang.jar of an Erlang)");
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

  private Path newFolder(RunOptions options) {
    String time = LocalDateTime.now(ZoneOffset.UTC).format(FOLDER_TIME);
    String kind = suite == null ? "scale" : suite.name();
    return options.to() != null ? options.to() : RESULTS.resolve(kind + "-" + time);
  }
}
