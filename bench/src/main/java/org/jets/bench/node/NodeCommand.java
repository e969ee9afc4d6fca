package org.jets.bench.node;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jets.bench.UsageException;
import org.jets.bench.node.NodeCommandOptions.NamedTable;
import org.jets.ets.EtsException;
import org.jets.ets.TableOptions;

/** {@code ./jets node}: an Erlang node in the foreground, with tables for other nodes. */
public final class NodeCommand {
  private static final int FAILURE = 1;
  private static final int MISUSE = 2;

  private static final String USAGE =
      """
      usage: ./jets node --name NAME [OPTION]...

      Runs an Erlang node whose tables other nodes use with erpc and rpc, until it gets SIGTERM.

        --name NAME          the node's name, such as jets@127.0.0.1
        --cookie COOKIE      the cookie that the other nodes have too
        --cookie-file FILE   a file with it, which only its owner may read
                             (default: .erlang.cookie, where Erlang has it)
        --port N             listen at this port (default: whichever is free)
        --no-epmd            do without epmd; other nodes have to know the port
        --bind ADDRESS       listen at this address (default: the loopback)
        --tls-cert FILE      speak TLS, as nodes with -proto_dist inet_tls: this certificate,
        --tls-key FILE       its private key,
        --tls-ca FILE        and those who sign the other nodes' certificates; all in PEM
        --table NAME:TYPE    make a public table: a set, ordered_set, bag or duplicate_bag
        --load FILE          load a table from a file that ets:tab2file or jets has written
        --help               show this text
      """;

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
        out.print(USAGE);
        return 0;
      }
      try (ServedNode node = ServedNode.start(options.name(), options.cookie(), options.node())) {
        makeTables(node, options);
        node.serve(out);
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
