package org.jets.app.log;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jets.app.Command;
import org.jets.app.CommandLines;
import org.jets.app.CommandRunner;
import org.jets.app.UsageException;
import org.jets.ets.durable.DataFolder;
import org.jets.ets.durable.LogFormatException;
import org.jets.ets.durable.LogInspector;
import org.jets.ets.durable.LogProperties;
import org.jets.ets.log.LogReport;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code ./jets log}: prints, verifies and compacts the logs of durable tables. */
public final class LogCommand implements Command {
  private static final int FAILURE = 1;

  private static final List<String> TASKS = List.of("print", "verify", "compact");

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        CommandLines.command(
            "log",
            "TASK FOLDER",
            "Prints, verifies or compacts the log of a durable table, or each log in the folder of"
                + " ./jets node --data.");
    spec.addPositional(
        CommandLines.argument(
            0,
            "TASK",
            "print: a line for each change; verify: read all and report; compact: replace a log"
                + " that is not open by a snapshot"));
    spec.addPositional(CommandLines.argument(1, "FOLDER", "the folder of a table, or of tables"));
    CommandLines.addCommonOptions(spec);
    spec.usageMessage()
        .footer(
            "",
            "print and verify change nothing, and may be used while the table is open: what is being"
                + " written then looks like the end that a crash leaves.",
            "Exit status: 0 if each log can be opened, 1 if not, 2 for wrong arguments.");
    return spec;
  }

  @Override
  public int run(ParseResult given, PrintStream out, PrintStream err)
      throws UsageException, IOException {
    String task = given.matchedPositionalValue(0, "");
    if (!TASKS.contains(task)) {
      throw new UsageException(
          (task.isEmpty() ? "no task" : task)
              + " (expected: one of "
              + String.join(", ", TASKS)
              + ")");
    }
    String folder = given.matchedPositionalValue(1, "");
    if (folder.isEmpty()) {
      throw new UsageException(task + ": no folder (expected: that of a durable table)");
    }
    Path path = path(folder);
    List<Path> logs = logs(path);
    if (logs.isEmpty()) {
      out.println(path + ": no durable tables");
    }
    int status = 0;
    for (Path log : logs) {
      try {
        run(task, log, out);
      } catch (LogFormatException e) {
        err.println("jets: log: " + CommandLines.oneLine(e.getMessage()));
        status = FAILURE;
      } catch (IOException e) {
        // A compaction meanwhile may have removed a file, or the log is open.
        err.println("jets: log: " + CommandLines.oneLine(log + ": " + CommandRunner.messageOf(e)));
        status = FAILURE;
      }
    }
    return status;
  }

  private static Path path(String text) throws UsageException {
    try {
      Path folder = Path.of(text);
      if (Files.isDirectory(folder)) {
        return folder;
      }
    } catch (InvalidPathException e) {
      // Not a folder either.
    }
    throw new UsageException(text + " (expected: a folder)");
  }

  /**
   * Returns a folder, if it has a log, or those of its folders that have one. A data folder may
   * have none.
   */
  private static List<Path> logs(Path folder) throws UsageException, IOException {
    if (hasLog(folder)) {
      return List.of(folder);
    }
    List<Path> logs = new ArrayList<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(folder)) {
      for (Path each : folders) {
        if (Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS) && hasLog(each)) {
          logs.add(each);
        }
      }
    }
    if (logs.isEmpty() && !DataFolder.isLikely(folder)) {
      throw new UsageException(
          folder + " (expected: a folder with the log of a durable table, or a data folder)");
    }
    Collections.sort(logs);
    return logs;
  }

  private static boolean hasLog(Path folder) throws IOException {
    try {
      return LogInspector.of(folder).properties() != null;
    } catch (LogFormatException e) {
      return true;
    }
  }

  private static void run(String task, Path folder, PrintStream out) throws IOException {
    LogInspector log = LogInspector.of(folder);
    LogProperties properties = log.properties();
    LogReport report =
        switch (task) {
          case "print" -> log.print(out::println);
          case "compact" -> log.compact();
          default -> log.verify();
        };
    out.println(
        folder
            + ": table "
            + properties
            + ", records: "
            + report.records()
            + ", changed keys: "
            + report.cells()
            + (report.snapshot() > 0 ? ", with a snapshot" : ""));
    LogReport.Cut cut = report.cut();
    if (cut != null) {
      out.println(
          cut.file()
              + ", byte "
              + cut.position()
              + ": "
              + cut.cause()
              + "; without the last "
              + cut.bytes()
              + " bytes");
    }
    if (task.equals("compact")) {
      out.println(folder + ": now records: " + log.verify().records());
    }
  }
}
