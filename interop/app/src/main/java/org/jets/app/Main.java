package org.jets.app;

import java.io.PrintStream;
import java.util.List;
import org.jets.app.demo.DemoCommand;
import org.jets.app.log.LogCommand;
import org.jets.app.node.NodeCommand;
import org.jets.app.node.NodeLogManager;
import org.jets.app.shell.ShellCommand;

/** Runs one command of {@code ./jets}. The first argument names it; the others are its options. */
public final class Main {
  private static final List<Command> COMMANDS =
      List.of(new DemoCommand(), new NodeCommand(), new ShellCommand(), new LogCommand());
  private static final int MISUSE = 2;
  private static final String LOG_MANAGER = "java.util.logging.manager";

  private Main() {}

  /** Runs a command and ends the JVM with its exit status. */
  public static void main(String[] args) {
    chooseLogManager();
    System.exit(run(List.of(args), System.out, System.err));
  }

  /** Must not initialize the class, which would create the JDK's own log manager first. */
  private static void chooseLogManager() {
    if (System.getProperty(LOG_MANAGER) == null) {
      System.setProperty(LOG_MANAGER, NodeLogManager.class.getName());
    }
  }

  /** Returns the exit status. */
  static int run(List<String> arguments, PrintStream out, PrintStream err) {
    String first = arguments.isEmpty() ? "--help" : arguments.get(0);
    for (Command command : COMMANDS) {
      if (command.spec().name().equals(first)) {
        return CommandRunner.run(command, arguments.subList(1, arguments.size()), out, err);
      }
    }
    switch (first) {
      case "--help", "-h" -> printUsage(out);
      case "--version", "-V" -> out.println(CommandRunner.version());
      default -> {
        err.println("jets: " + first + ": no such command (expected: one that --help lists)");
        return MISUSE;
      }
    }
    return 0;
  }

  private static void printUsage(PrintStream out) {
    out.println("usage: java -jar jets-app-all.jar COMMAND [OPTION]...");
    out.println();
    for (Command command : COMMANDS) {
      out.printf(
          "  %-6s %s%n", command.spec().name(), command.spec().usageMessage().description()[0]);
    }
    out.println();
    out.println("COMMAND --help lists the options of a command; --version shows the version.");
  }
}
