package org.jets.app;

import java.io.IOException;
import java.io.PrintStream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** A command of {@code ./jets}. */
public interface Command {
  /** Returns the name of the command, its options and the text that explains them. */
  CommandSpec spec();

  /**
   * Runs the command.
   *
   * @param given the options, of which neither {@code --help} nor {@code --version} is one
   * @return the exit status
   * @throws UsageException if the options make no sense
   */
  int run(ParseResult given, PrintStream out, PrintStream err)
      throws UsageException, IOException, InterruptedException;
}
