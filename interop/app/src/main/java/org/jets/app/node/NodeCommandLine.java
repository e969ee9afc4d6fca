package org.jets.app.node;

import java.util.ArrayList;
import java.util.List;
import org.jets.app.CommandLines;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;

/** The command line of {@code ./jets node}: its flags, and the text that explains them. */
final class NodeCommandLine {
  private NodeCommandLine() {}

  /** Returns the specification of the command line. */
  static CommandSpec spec() {
    CommandSpec spec =
        CommandLines.command(
            "node",
            "--name NAME [OPTION]...",
            "Runs an Erlang node whose tables other nodes use with erpc and rpc, until it gets"
                + " SIGTERM.");
    spec.usageMessage()
        .footer(
            "",
            "The heap is set for the JVM: JDK_JAVA_OPTIONS=-Xmx2g ./jets node --name NAME",
            "Exit status: 0 if the node was told to end after it was ready, 143 or 130 if before, by"
                + " SIGTERM or Ctrl-C, 2 for wrong flags, else 1.");
    spec.addOption(CommandLines.value("--name", "NAME", "the node's name, such as jets@127.0.0.1"));
    spec.addOption(
        CommandLines.value("--cookie", "COOKIE", "the cookie that the other nodes have too"));
    spec.addOption(
        CommandLines.value(
            "--cookie-file",
            "FILE",
            "a file with it, which only its owner may read",
            "(default: .erlang.cookie, where Erlang has it)"));
    spec.addOption(
        CommandLines.value("--port", "N", "listen at this port (default: whichever is free)"));
    spec.addOption(
        CommandLines.flag("--no-epmd", "do without epmd; other nodes have to know the port"));
    spec.addOption(
        CommandLines.value("--bind", "ADDRESS", "listen at this address (default: the loopback)"));
    spec.addOption(
        CommandLines.value(
            "--tls-cert",
            "FILE",
            "speak TLS, as nodes with -proto_dist inet_tls: this certificate,"));
    spec.addOption(CommandLines.value("--tls-key", "FILE", "its private key,"));
    spec.addOption(
        CommandLines.value(
            "--tls-ca", "FILE", "and those who sign the other nodes' certificates; all in PEM"));
    spec.addOption(
        CommandLines.values(
            "--table",
            "NAME:TYPE",
            "make a public table: a set, ordered_set, bag or duplicate_bag; may be repeated"));
    spec.addOption(
        CommandLines.values(
            "--load",
            "FILE",
            "load a table from a file that ets:tab2file or jets has written; may be repeated"));
    spec.addOption(
        CommandLines.value(
            SavedTables.FLAG,
            "FOLDER",
            "save the tables of --table in files there at the end, and load them at the start"));
    spec.addOption(
        CommandLines.values(
            "--allow",
            "NAME",
            "connect with the nodes that are named so, and with no others; may be repeated"));
    spec.addOption(
        CommandLines.values(
            "--read-only",
            "NAME",
            "let this node's processes read tables and not change them; may be repeated"));
    spec.addOption(CommandLines.flag("--no-dial", "accept connections, and make none"));
    spec.addOption(
        CommandLines.value(
            "--log-level",
            "LEVEL",
            "log this and what is worse: debug, info, warning, error, off"));
    spec.addOption(
        CommandLines.value(
            ConfigFile.FLAG,
            "FILE",
            "take the options that are not here from this file, which has one in each line"));
    ObserveFlags.addTo(spec);
    CommandLines.addCommonOptions(spec);
    group(spec, "%nOther nodes and files:%n", NodeLimits.places());
    group(
        spec,
        "%nLimits, whose defaults and meaning are in src/site/markdown/node.md:%n",
        NodeLimits.flags());
    return spec;
  }

  private static void group(CommandSpec spec, String heading, Iterable<String> flags) {
    ArgGroupSpec.Builder group =
        ArgGroupSpec.builder().heading(heading).validate(false).exclusive(false);
    for (String flag : flags) {
      group.addArg(CommandLines.value(flag, NodeLimits.label(flag), NodeLimits.description(flag)));
    }
    spec.addArgGroup(group.build());
  }

  /** Returns the flags that set one option of the node by a value. */
  static List<String> settings() {
    List<String> flags = new ArrayList<>(NodeLimits.places());
    flags.addAll(NodeLimits.flags());
    return flags;
  }
}
