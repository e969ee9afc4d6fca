package org.jets.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import org.jets.app.Command;
import org.jets.app.CommandLines;
import org.jets.app.UsageException;
import org.jets.bench.harness.report.RunComparison;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code ./jets bench compare}. */
final class CompareCommand implements Command {
  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        CommandLines.command(
            "bench compare", "DIR DIR", "Says what differs between two runs beyond the noise.");
    spec.addPositional(RunOptions.words("DIR", "the folders of the runs"));
    CommandLines.addCommonOptions(spec);
    return spec;
  }

  @Override
  public int run(ParseResult given, PrintStream out, PrintStream err)
      throws UsageException, IOException {
    List<String> folders = RunOptions.wordsOf(given);
    if (folders.size() != 2) {
      throw new UsageException("expected: compare DIR DIR");
    }
    RunComparison.of(ReportCommand.open(folders.get(0)), ReportCommand.open(folders.get(1)))
        .lines()
        .forEach(out::println);
    return 0;
  }
}
