package org.jets.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jets.bench.harness.Configuration;
import org.jets.bench.harness.UsageException;
import org.jets.bench.harness.comparison.Measurement;
import org.jets.bench.harness.comparison.Report;
import org.jets.bench.harness.comparison.Score;
import org.jets.bench.harness.comparison.Subject;
import org.jets.bench.peers.PeerSuite;
import org.openjdk.jmh.runner.RunnerException;

/**
 * {@code ./jets bench SUITE} measures jets beside its rivals, prints the ratios and keeps JMH's
 * results; {@code list}, {@code run}, {@code report} and {@code compare} are the scalability
 * suites' ({@link ScaleCommand}); any other arguments go to JMH.
 */
public final class Bench {
  private static final int FAILURE = 1;
  private static final int MISUSE = 2;
  private static final int MAX_ROUNDS = 100;
  private static final Path RESULTS = Path.of("bench-results");
  private static final DateTimeFormatter FOLDER_TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);
  private static final String USAGE =
      """
      usage: ./jets bench SUITE [ROUNDS]      measure, print the ratios, and write them with JMH's
                                              results to ./bench-results (default: 3 rounds,
                                              of erlang 2, of node 5; node takes
                                              --otp-erlang-jar FILE too)
             ./jets bench JMH ARGUMENT...     run JMH itself (-h lists its arguments, -l the benchmarks)

      suites:
      """;
  private static final String SCALABILITY = "\nscalability suites:\n";

  private Bench() {}

  /**
   * Runs the suite that the first argument names, else JMH; without arguments, or with --help, it
   * lists suites.
   */
  public static void main(String[] args) throws IOException {
    Suite suite = args.length == 0 ? null : Suite.named(args[0]);
    if (asksForHelp(List.of(args))) {
      printUsage(System.out);
    } else if (ScaleCommand.isVerb(args[0])) {
      System.exit(ScaleCommand.run(List.of(args), System.out, System.err));
    } else if (args[0].equals(PeerSuite.TITLE)) {
      System.exit(runPeers(List.of(args).subList(1, args.length), System.out, System.err));
    } else if (suite == null) {
      org.openjdk.jmh.Main.main(args);
    } else {
      System.exit(run(suite, List.of(args).subList(1, args.length), System.out, System.err));
    }
  }

  /** Returns true if there is nothing to measure; {@code -h} alone is JMH's. */
  static boolean asksForHelp(List<String> arguments) {
    if (arguments.isEmpty() || arguments.get(0).equals("--help")) {
      return true;
    }
    String first = arguments.get(0);
    boolean isOurs =
        Suite.named(first) != null || ScaleCommand.isVerb(first) || first.equals(PeerSuite.TITLE);
    return isOurs && (arguments.contains("--help") || arguments.contains("-h"));
  }

  private static void printUsage(PrintStream out) {
    out.print(USAGE);
    for (Suite suite : Suite.values()) {
      out.printf("  %-8s %s%n", suite.title(), suite.description());
    }
    out.printf("  %-8s %s%n", PeerSuite.TITLE, PeerSuite.DESCRIPTION);
    out.print(SCALABILITY + ScaleCommand.USAGE.indent(2));
  }

  /** Returns the exit status. */
  static int runPeers(List<String> arguments, PrintStream out, PrintStream err) {
    try {
      PeerSuite.run(arguments, folder(PeerSuite.TITLE), out, err);
      return 0;
    } catch (UsageException e) {
      err.println("jets: " + e.getMessage());
      return MISUSE;
    } catch (IOException | IllegalStateException e) {
      err.println("jets: bench: " + e);
      return FAILURE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return FAILURE;
    }
  }

  /** Returns the exit status. */
  static int run(Suite suite, List<String> arguments, PrintStream out, PrintStream err) {
    int rounds = arguments.isEmpty() ? suite.rounds() : parseRounds(arguments.get(0));
    if (rounds == 0 || arguments.size() > 1) {
      err.printf(
          "jets: bench %s: %s (expected: a number of rounds, 1 to %d)%n",
          suite.title(), String.join(" ", arguments), MAX_ROUNDS);
      return MISUSE;
    }
    try {
      measure(suite, rounds, out, err);
      return 0;
    } catch (IOException | RunnerException e) {
      err.println("jets: bench: " + e);
      return FAILURE;
    }
  }

  /** Returns 0 where the text is not a number of rounds. */
  private static int parseRounds(String text) {
    return text.matches("[0-9]{1,3}") && Integer.parseInt(text) <= MAX_ROUNDS
        ? Integer.parseInt(text)
        : 0;
  }

  /** Returns where the results of a run that begins now go. */
  private static Path folder(String suite) {
    return RESULTS.resolve(suite + "-" + LocalDateTime.now(ZoneOffset.UTC).format(FOLDER_TIME));
  }

  private static void measure(Suite suite, int rounds, PrintStream out, PrintStream progress)
      throws IOException, RunnerException {
    Path folder = Files.createDirectories(folder(suite.title()));
    Measurement measurement =
        new Measurement(suite.comparisons(), suite.jvmFlags(), rounds, folder, progress);
    List<String> lines = new ArrayList<>(Configuration.lines());
    lines.add(measurement.plan());
    Map<Subject, Score> scores = measurement.run();
    Report.addTo(lines, suite.comparisons(), scores);
    suite.addMemoryTo(lines);
    Files.write(folder.resolve("report.txt"), lines);
    lines.forEach(out::println);
    out.println();
    out.println("written to " + folder);
  }
}
