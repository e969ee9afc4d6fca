package org.jets.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jets.bench.harness.Results;
import org.jets.bench.harness.UsageException;
import org.jets.bench.harness.report.ReportFolder;
import org.jets.bench.harness.report.RunComparison;
import org.jets.bench.harness.report.TextSummary;

/** {@code ./jets bench list|run|report|compare}: the scalability suites. */
public final class ScaleCommand {
  private static final int FAILURE = 1;
  private static final int MISUSE = 2;
  private static final Set<String> VERBS = Set.of("list", "run", "report", "compare");

  /** What the command line may say. */
  public static final String USAGE =
      """
      ./jets bench list [SUITE]...            what there is to run, and how long it takes
      ./jets bench run [SUITE]... [OPTION]... run scalability suites, all if none is named
        --quick, --standard, --full           how much of everything (default: --standard;
                                              quick: all within 10 minutes on 2 processors)
        --threads 1,2,4                       the numbers of threads of the sweeps
        --only GLOB,...                       only these experiments, such as 'ets_bench/*'
        --structures GLOB,...                 only these structures, such as '*Map,ETS*'
        --jdk HOME                            measure on this JDK
        --pin compact|spread|numa|none        where threads run (default: numa, one node at a
                                              time and a core for each thread, as +sbt tnnps)
        --erl CMD,...                         the Erlangs to measure beside, or none (default:
                                              those of JETS_ERL, else erl)
        --to DIR                              the folder of the results (default: a new one in
                                              ./bench-results)
      ./jets bench run --resume DIR           go on with an interrupted run
      ./jets bench report DIR [--to DIR]      draw the report of a run; with --to only the page
                                              and its SVGs, for publishing
      ./jets bench compare DIR DIR            what differs between two runs by more than the noise
      """;

  private ScaleCommand() {}

  /** Whether this is one of our commands, and no benchmark's name. */
  public static boolean isVerb(String argument) {
    return VERBS.contains(argument);
  }

  /** Returns the exit status. */
  public static int run(List<String> arguments, PrintStream out, PrintStream err) {
    List<String> rest = arguments.subList(1, arguments.size());
    try {
      return switch (arguments.get(0)) {
        case "list" -> ListCommand.run(rest, out);
        case "run" -> RunCommand.run(rest, out, err);
        case "report" -> report(rest, out);
        case "compare" -> compare(rest, out);
        default -> throw new IllegalArgumentException(arguments.get(0));
      };
    } catch (UsageException e) {
      err.println("jets: bench " + arguments.get(0) + ": " + e.getMessage());
      return MISUSE;
    } catch (IOException e) {
      err.println("jets: bench " + arguments.get(0) + ": " + e.getMessage());
      return FAILURE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return FAILURE;
    }
  }

  private static int report(List<String> arguments, PrintStream out)
      throws UsageException, IOException {
    List<String> folders = new ArrayList<>(arguments);
    Path to = null;
    int option = folders.indexOf("--to");
    if (option >= 0) {
      if (option + 1 >= folders.size()) {
        throw new UsageException("--to: no value (expected: one after it)");
      }
      to = RunOptions.parsePath("--to", folders.get(option + 1));
      folders.subList(option, option + 2).clear();
    }
    if (folders.size() != 1) {
      throw new UsageException("expected: report DIR [--to DIR]");
    }
    Results results = openResults(folders.get(0));
    ReportFolder report =
        to == null ? ReportFolder.beside(results) : ReportFolder.forPublishing(to);
    report.write(results);
    TextSummary.of(results).forEach(out::println);
    out.println();
    out.println("written to " + report.page());
    return 0;
  }

  private static int compare(List<String> arguments, PrintStream out)
      throws UsageException, IOException {
    if (arguments.size() != 2) {
      throw new UsageException("expected: compare DIR DIR");
    }
    RunComparison comparison =
        RunComparison.of(openResults(arguments.get(0)), openResults(arguments.get(1)));
    comparison.lines().forEach(out::println);
    return 0;
  }

  private static Results openResults(String folder) throws UsageException {
    Path path = RunOptions.parsePath("folder", folder);
    if (!Files.isDirectory(path)) {
      throw new UsageException(folder + ": no such folder (expected: that of a run)");
    }
    try {
      return Results.open(path);
    } catch (IOException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }
}
