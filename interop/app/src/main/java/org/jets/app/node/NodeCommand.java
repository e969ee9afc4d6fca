package org.jets.app.node;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.net.BindException;
import java.nio.file.Path;
import org.jets.app.Command;
import org.jets.app.CommandLines;
import org.jets.app.UsageException;
import org.jets.app.node.NodeCommandOptions.NamedTable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code ./jets node}: an Erlang node in the foreground, with tables for other nodes. */
public final class NodeCommand implements Command {
  private static final String NOTE = "jets: node: ";
  private static final String WARNING = "jets: node: warning: ";

  @Override
  public CommandSpec spec() {
    return NodeCommandLine.spec();
  }

  @Override
  public int run(ParseResult commandLine, PrintStream out, PrintStream err)
      throws IOException, UsageException, InterruptedException {
    if (ObserveFlags.isCheck(commandLine)) {
      return ObserveFlags.check(commandLine, out, err);
    }
    ConfigFile config = ConfigFile.of(spec(), commandLine);
    try {
      return run(config.merged(), commandLine, out, err);
    } catch (UsageException e) {
      throw config.placed(e);
    }
  }

  private static int run(
      ParseResult given, ParseResult commandLine, PrintStream out, PrintStream err)
      throws IOException, UsageException, InterruptedException {
    NodeCommandOptions options = NodeCommandOptions.of(given);
    ObserveFlags observing = ObserveFlags.of(given);
    LogLevels.set(options.rules().logLevel());
    try (SavedTables tables = SavedTables.in(options.saved());
        ServedNode node = start(options)) {
      options.warnings(commandLine::hasMatchedOption).forEach(line -> print(err, WARNING + line));
      options.hostWarning().ifPresent(line -> print(err, WARNING + line));
      node.data().forEach(line -> print(err, NOTE + line));
      makeTables(node, tables, options, err);
      Closeable observation = observing.start(node.node(), out);
      try {
        if (options.saved() != null) {
          node.saveAtEnd(tables);
        }
        node.serve(out, options.isFoundByName());
      } finally {
        observation.close();
      }
    }
    return 0;
  }

  /**
   * Starts the node. If it listens at all addresses, only the port can be in use: the address has
   * been tried.
   */
  private static ServedNode start(NodeCommandOptions options) throws IOException, UsageException {
    try {
      return ServedNode.start(options.name(), options.cookie(), options.node());
    } catch (BindException e) {
      throw new IOException(
          "--port: "
              + ObserveFlags.why(options.port(), e)
              + " (expected: a free port; without --port the node finds one)",
          e);
    }
  }

  private static void makeTables(
      ServedNode node, SavedTables tables, NodeCommandOptions options, PrintStream err)
      throws IOException {
    for (NamedTable table : options.tables()) {
      tables.open(node.owner(), table).ifPresent(line -> print(err, NOTE + line));
    }
    for (Path file : options.files()) {
      print(err, NOTE + TableFiles.load(node.owner(), file));
    }
  }

  private static void print(PrintStream err, String line) {
    err.println(CommandLines.oneLine(line));
  }
}
