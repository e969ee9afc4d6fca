package org.jets.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jets.app.Command;
import org.jets.app.CommandLines;
import org.jets.app.UsageException;
import org.jets.bench.harness.Results;
import org.jets.bench.harness.report.ReportFolder;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code ./jets bench report}. */
final class ReportCommand implements Command {
  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        CommandLines.command(
            "bench report", "DIR [--to DIR]", "Draws the report of a run, whichever it was.");
    spec.addPositional(RunOptions.words("DIR", "the folder of the run"));
    spec.addOption(
        CommandLines.value("--to", "DIR", "write only the page and its SVGs there, to publish"));
    CommandLines.addCommonOptions(spec);
    return spec;
  }

  @Override
  public int run(ParseResult given, PrintStream out, PrintStream err)
      throws UsageException, IOException {
    List<String> folders = RunOptions.wordsOf(given);
    if (folders.size() != 1) {
      throw new UsageException("expected: report DIR [--to DIR]");
    }
    Results results = open(folders.get(0));
    String to = given.matchedOptionValue("--to", null);
    ReportFolder report =
        to == null
            ? ReportFolder.beside(results)
            : ReportFolder.forPublishing(RunOptions.parsePath("--to", to));
    report.write(results);
    Summary.of(results).forEach(out::println);
    out.println();
    if (!results.isFinished()) {
      out.println(results.folder() + ": " + Results.UNFINISHED);
    }
    out.println("written to " + report.page());
    return 0;
  }

  /** Opens the folder of a run. */
  static Results open(String folder) throws UsageException {
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
