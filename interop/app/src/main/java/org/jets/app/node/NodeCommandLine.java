package org.jets.app.node;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jets.app.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line of {@code ./jets node}: its flags, and the text that explains them. */
final class NodeCommandLine {
  private static final int WIDTH = 100;
  private static final int FLAG_WIDTH = 36;

  private NodeCommandLine() {}

  /** Returns what the command takes. */
  static CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("./jets node");
    spec.usageMessage()
        .description(
            "Runs an Erlang node whose tables other nodes use with erpc and rpc, until it gets"
                + " SIGTERM.")
        .customSynopsis("usage: ./jets node --name NAME [OPTION]...")
        .synopsisHeading("")
        .descriptionHeading("%n")
        .optionListHeading("%n")
        .sortOptions(false)
        .width(WIDTH)
        .longOptionsMaxWidth(FLAG_WIDTH)
        .footer(
            "",
            "The heap is set for the JVM: JDK_JAVA_OPTIONS=-Xmx2g ./jets node --name NAME",
            "Exit status: 0 if the node was told to end, 2 for wrong flags, else 1.");
    spec.addOption(value("--name", "NAME", "the node's name, such as jets@127.0.0.1"));
    spec.addOption(value("--cookie", "COOKIE", "the cookie that the other nodes have too"));
    spec.addOption(
        value(
            "--cookie-file",
            "FILE",
            "a file with it, which only its owner may read",
            "(default: .erlang.cookie, where Erlang has it)"));
    spec.addOption(value("--port", "N", "listen at this port (default: whichever is free)"));
    spec.addOption(plain("--no-epmd", "do without epmd; other nodes have to know the port"));
    spec.addOption(value("--bind", "ADDRESS", "listen at this address (default: the loopback)"));
    spec.addOption(
        value(
            "--tls-cert",
            "FILE",
            "speak TLS, as nodes with -proto_dist inet_tls: this certificate,"));
    spec.addOption(value("--tls-key", "FILE", "its private key,"));
    spec.addOption(
        value("--tls-ca", "FILE", "and those who sign the other nodes' certificates; all in PEM"));
    spec.addOption(
        values(
            "--table",
            "NAME:TYPE",
            "make a public table: a set, ordered_set, bag or duplicate_bag; may be repeated"));
    spec.addOption(
        values(
            "--load",
            "FILE",
            "load a table from a file that ets:tab2file or jets has written; may be repeated"));
    spec.addOption(
        values(
            "--allow",
            "NAME",
            "connect with the nodes that are named so, and with no others; may be repeated"));
    spec.addOption(
        values(
            "--read-only",
            "NAME",
            "let this node's processes read tables and not change them; may be repeated"));
    spec.addOption(plain("--no-dial", "connect with no node, be connected with alone"));
    spec.addOption(
        value(
            "--log-level",
            "LEVEL",
            "log this and what is worse: debug, info, warning, error, off"));
    spec.addOption(
        OptionSpec.builder("-h", "--help").usageHelp(true).description("show this text").build());
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
      group.addArg(value(flag, NodeLimits.label(flag), NodeLimits.description(flag)));
    }
    spec.addArgGroup(group.build());
  }

  private static OptionSpec value(String flag, String label, String... description) {
    return OptionSpec.builder(flag)
        .type(String.class)
        .arity("1")
        .paramLabel(label)
        .description(description)
        .build();
  }

  private static OptionSpec values(String flag, String label, String description) {
    return OptionSpec.builder(flag)
        .type(List.class)
        .auxiliaryTypes(String.class)
        .arity("1")
        .paramLabel(label)
        .description(description)
        .build();
  }

  private static OptionSpec plain(String flag, String description) {
    return OptionSpec.builder(flag).type(boolean.class).arity("0").description(description).build();
  }

  /** Returns the flags that set one option of the node by a value. */
  static List<String> settings() {
    List<String> flags = new ArrayList<>(NodeLimits.places());
    flags.addAll(NodeLimits.flags());
    return flags;
  }

  /** Returns the text that explains the command. */
  static String usage() {
    return new CommandLine(spec()).getUsageMessage(CommandLine.Help.Ansi.OFF);
  }

  /** Reads a command line. */
  static ParseResult parse(List<String> arguments) throws UsageException {
    CommandSpec spec = spec();
    checkOnce(arguments, spec);
    CommandLine line =
        new CommandLine(spec)
            .setOverwrittenOptionsAllowed(true)
            .setExpandAtFiles(false)
            .setAbbreviatedOptionsAllowed(false);
    try {
      return line.parseArgs(arguments.toArray(String[]::new));
    } catch (UnmatchedArgumentException e) {
      String given = e.getUnmatched().get(0);
      throw new UsageException(
          given.startsWith("-")
              ? given + ": no such option (expected: one that --help lists)"
              : given + ": no such argument (expected: options, which --help lists)");
    } catch (MissingParameterException e) {
      throw new UsageException(name(e.getMissing().get(0)) + ": no value (expected: one after it)");
    } catch (ParameterException e) {
      throw new UsageException(
          name(e.getArgSpec()) + ": " + e.getMessage() + " (expected: see --help)");
    }
  }

  /** Picocli does not see it where options are in groups. */
  private static void checkOnce(List<String> arguments, CommandSpec spec) throws UsageException {
    Set<String> seen = new HashSet<>();
    for (String word : arguments) {
      String flag = word.substring(0, word.indexOf('=') < 0 ? word.length() : word.indexOf('='));
      OptionSpec option = flag.startsWith("--") ? spec.findOption(flag) : null;
      if (option != null && !option.isMultiValue() && !seen.add(flag)) {
        throw new UsageException(flag + ": more than once (expected: once)");
      }
    }
  }

  private static String name(@Nullable ArgSpec given) {
    return given instanceof OptionSpec option ? option.longestName() : "./jets node";
  }
}
