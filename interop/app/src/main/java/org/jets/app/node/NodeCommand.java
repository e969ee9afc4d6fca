package org.jets.app.node;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jets.app.UsageException;
import org.jets.app.node.NodeCommandOptions.NamedTable;
import org.jets.ets.EtsException;
import org.jets.ets.TableOptions;

/** {@code ./jets node}: an Erlang node in the foreground, with tables for other nodes. */
public final class NodeCommand {
  private static final int FAILURE = 1;
  private static final int MISUSE = 2;

  private NodeCommand() {}

  /** Runs the node; ends the JVM with its status: 0 if it was told to end, 2 if misused, else 1. */
  public static void main(String[] args) throws InterruptedException {
    int status = run(List.of(args), System.out, System.err);
    System.exit(status);
  }

  /** Returns the exit status if the node does not start, or only help is wanted. */
  static int run(List<String> arguments, PrintStream out, PrintStream err)
      throws InterruptedException {
    try {
      NodeCommandOptions options = NodeCommandOptions.parse(arguments);
      if (options.help()) {
        out.print(NodeCommandLine.usage());
        return 0;
      }
      LogLevels.set(options.rules().logLevel());
      try (ServedNode node = ServedNode.start(options.name(), options.cookie(), options.node())) {
        options.warnings().forEach(line -> err.println("jets: node: warning: " + line));
        makeTables(node, options);
        node.serve(out, options.isFoundByName());
      }
      return 0;
    } catch (UsageException e) {
      err.println("jets: node: " + e.getMessage());
      return MISUSE;
    } catch (NoSuchFileException e) {
      err.println("jets: node: " + e.getMessage() + ": no such file");
      return FAILURE;
    } catch (IOException | EtsException e) {
      err.println("jets: node: " + e.getMessage());
      return FAILURE;
    }
  }

  private static void makeTables(ServedNode node, NodeCommandOptions options) {
    for (NamedTable table : options.tables()) {
      node.owner().newTable(table.name(), TableOptions.of(table.type()).named().publicAccess());
    }
    for (Path file : options.files()) {
      node.owner().file2tab(file);
    }
  }
}
