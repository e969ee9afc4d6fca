package org.jets.app.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.util.function.Predicate;
import org.jets.app.Command;
import org.jets.app.CommandLines;
import org.jets.app.UsageException;
import org.jets.app.demo.ClassImage.ClassFile;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code ./jets demo}. The property {@code jets.progress} is {@code bar} if the standard error is a
 * terminal.
 */
public final class DemoCommand implements Command {
  private final Predicate<ClassFile> selection;
  private final boolean terminal;

  /** Creates the command that indexes all classes. */
  public DemoCommand() {
    this(file -> true, System.getProperty("jets.progress", "lines").equals("bar"));
  }

  DemoCommand(Predicate<ClassFile> selection, boolean terminal) {
    this.selection = selection;
    this.terminal = terminal;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        CommandLines.command(
            "demo",
            "[OPTION]...",
            "Indexes all classes of a JDK into three tables and asks them questions.");
    spec.addOption(
        CommandLines.value(
            "--store",
            "NAME",
            "keep tables in this store, where it serves their type",
            "(a name from the list below)"));
    spec.addOption(
        CommandLines.value(
            "--threads", "N", "fill and read the tables with N threads (default: all cores)"));
    spec.addOption(
        CommandLines.value(
            "--jdk", "PATH", "index the JDK with this home (default: the one that runs the demo)"));
    spec.addOption(
        CommandLines.value(
            "--node",
            "NAME",
            "then serve the tables classes, references and methods to Erlang nodes,",
            "as a node of this name, such as jets@127.0.0.1, until SIGTERM comes"));
    spec.addOption(
        CommandLines.value(
            "--cookie", "COOKIE", "the node's cookie (default: the one in .erlang.cookie)"));
    CommandLines.addCommonOptions(spec);
    spec.usageMessage().footer("", "stores:", "  " + DemoOptions.storeNames());
    return spec;
  }

  @Override
  public int run(ParseResult given, PrintStream out, PrintStream err)
      throws IOException, UsageException, InterruptedException {
    return new Demo(DemoOptions.of(given), terminal, out, err).run(selection);
  }
}
