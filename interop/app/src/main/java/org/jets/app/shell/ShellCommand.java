package org.jets.app.shell;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import jdk.jshell.tool.JavaShellToolBuilder;
import org.jets.app.Command;
import org.jets.app.CommandLines;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code ./jets shell}: a JShell whose start-up script makes tables. The property {@value
 * #IS_SCRIPT} says that the standard input is a script; only what the script prints is shown then.
 */
public final class ShellCommand implements Command {
  private static final String IS_SCRIPT = "jets.shell.script";
  private static final String STARTUP = "startup.jsh";

  /** The first release whose JVM warns if a library uses sun.misc.Unsafe. */
  private static final int FIRST_TO_WARN = 24;

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        CommandLines.command(
            "shell",
            "[< SCRIPT]",
            "Runs a JShell in which org.jets.terms.*, org.jets.ets.* and MatchSpec are imported.");
    spec.usageMessage()
        .footer(
            "",
            "It begins with",
            "",
            "  stock          an ordered_set of {Fruit, Count}",
            "  orders         a bag of {Customer, Fruit, Count}",
            "  owner          the owner of both: owner.newTable(\"mine\", TableOptions.set())",
            "  term(TEXT)     the term that an Erlang text stands for; row(TEXT) if it is a tuple",
            "",
            "such as",
            "",
            "  stock.updateCounter(term(\"apple\"), 10)",
            "  orders.lookup(term(\"ann\"))",
            "  stock.tab2file(Path.of(\"stock.tab\"))",
            "",
            "With a script on its standard input it runs that, shows only what the script prints,"
                + " and ends.");
    CommandLines.addCommonOptions(spec);
    return spec;
  }

  @Override
  public int run(ParseResult given, PrintStream out, PrintStream err) throws IOException {
    if (ModuleLayer.boot().findModule("jdk.jshell").isEmpty()) {
      throw new FileNotFoundException(
          System.getProperty("java.home") + ": no JShell in it (a whole JDK has one)");
    }
    if (!Boolean.getBoolean(IS_SCRIPT)) {
      out.println("Tables: stock and orders. ./jets shell --help tells more.");
    }
    return start(JavaShellToolBuilder.builder(), Boolean.getBoolean(IS_SCRIPT));
  }

  /** Returns the exit status of the tool, which ends with its input. */
  static int start(JavaShellToolBuilder tool, boolean isScript) throws IOException {
    Path startup = Files.createTempFile("jets", ".jsh");
    try (InputStream script = ShellCommand.class.getResourceAsStream(STARTUP)) {
      Files.copy(Objects.requireNonNull(script), startup, StandardCopyOption.REPLACE_EXISTING);
      return tool.start(arguments(startup, isScript).toArray(String[]::new));
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("JShell: " + e.getMessage(), e);
    } finally {
      Files.delete(startup);
    }
  }

  private static List<String> arguments(Path startup, boolean isScript) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("--class-path", System.getProperty("java.class.path")));
    arguments.addAll(List.of("--startup", "DEFAULT", "--startup", startup.toString()));
    if (Runtime.version().feature() >= FIRST_TO_WARN) {
      arguments.add("-R--sun-misc-unsafe-memory-access=allow");
    }
    if (isScript) {
      arguments.add("-");
    }
    return arguments;
  }
}
