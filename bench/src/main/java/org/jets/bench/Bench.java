package org.jets.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jets.app.Command;
import org.jets.app.CommandRunner;
import org.jets.bench.harness.comparison.ComparisonSuite;
import org.jets.bench.harness.turns.TurnSuite;

/**
 * {@code ./jets bench COMMAND}: runs a suite, or one of {@code list}, {@code report}, {@code
 * compare} and {@code hits}. What is no command goes to JMH.
 */
public final class Bench {
  private static final String USAGE =
      """
      usage: ./jets bench COMMAND [OPTION]...  measure; results and report go to ./bench-results
             ./jets bench JMH ARGUMENT...      run JMH itself (-h lists its arguments, -l the
                                               benchmarks)
      """;

  /**
   * A word that can only be meant as a command: benchmarks have capitals or dots in their names.
   */
  private static final Pattern COMMAND = Pattern.compile("[a-z]+");

  private static final int MISUSE = 2;

  private Bench() {}

  /** Runs the command that the first argument names, else JMH. */
  public static void main(String[] args) throws IOException {
    List<String> arguments = List.of(args);
    if (isOurs(arguments)) {
      System.exit(run(arguments, System.out, System.err));
    } else {
      org.openjdk.jmh.Main.main(args);
    }
  }

  private static List<Command> commands() {
    List<Command> all = new ArrayList<>();
    for (TurnSuite suite : Suites.byTurns()) {
      all.add(RunCommand.of(suite));
    }
    for (ComparisonSuite suite : Suites.comparisons()) {
      all.add(RunCommand.of(suite));
    }
    all.add(RunCommand.ofScalability());
    all.add(new ListCommand());
    all.add(new ReportCommand());
    all.add(new CompareCommand());
    all.add(new HitsCommand());
    return all;
  }

  private static String name(Command command) {
    return command.spec().name().replaceFirst("^bench ", "");
  }

  /** Returns false for the arguments of JMH; {@code -h} and {@code -l} alone are. */
  static boolean isOurs(List<String> arguments) {
    return arguments.isEmpty()
        || List.of("--help", "--version", "-V").contains(arguments.get(0))
        || COMMAND.matcher(arguments.get(0)).matches();
  }

  /** Returns the exit status. */
  static int run(List<String> arguments, PrintStream out, PrintStream err) {
    String first = arguments.isEmpty() ? "--help" : arguments.get(0);
    for (Command command : commands()) {
      if (name(command).equals(first)) {
        return CommandRunner.run(command, arguments.subList(1, arguments.size()), out, err);
      }
    }
    if (COMMAND.matcher(first).matches()) {
      err.println("jets: bench: " + first + ": no such command (expected: one that --help lists)");
      return MISUSE;
    }
    if (first.equals("--help")) {
      printUsage(out);
    } else {
      out.println(CommandRunner.version());
    }
    return 0;
  }

  private static void printUsage(PrintStream out) {
    out.print(USAGE);
    out.println();
    for (Command command : commands()) {
      out.printf("  %-9s %s%n", name(command), command.spec().usageMessage().description()[0]);
    }
    out.println();
    out.println("COMMAND --help lists its options; --version shows the version.");
  }
}
