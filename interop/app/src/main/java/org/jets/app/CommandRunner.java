package org.jets.app;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Objects;
import org.jets.ets.EtsException;
import picocli.CommandLine.ParseResult;

/** Runs a command: shows its help, and turns its exceptions into one line and an exit status. */
public final class CommandRunner {
  private static final int FAILURE = 1;
  private static final int MISUSE = 2;

  private CommandRunner() {}

  /** Returns the exit status: 2 for wrong options, and 1 if a file or a peer fails. */
  public static int run(Command command, List<String> arguments, PrintStream out, PrintStream err) {
    String prefix = "jets: " + command.spec().name() + ": ";
    try {
      ParseResult given = CommandLines.parse(command.spec(), arguments);
      if (given.isUsageHelpRequested()) {
        out.print(CommandLines.usage(command.spec()));
        return 0;
      }
      if (given.isVersionHelpRequested()) {
        out.println(version());
        return 0;
      }
      return command.run(given, out, err);
    } catch (UsageException e) {
      err.println(prefix + CommandLines.oneLine(e.getMessage()));
      return MISUSE;
    } catch (IOException e) {
      err.println(prefix + CommandLines.oneLine(messageOf(e)));
      return FAILURE;
    } catch (EtsException e) {
      err.println(prefix + CommandLines.oneLine(e.getMessage()));
      return FAILURE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return FAILURE;
    }
  }

  /**
   * Returns the message of an exception. It has the reason too where the exception's own message is
   * the name of a file alone.
   */
  public static String messageOf(IOException e) {
    if (e instanceof NoSuchFileException) {
      return e.getMessage() + ": no such file";
    }
    if (e instanceof AccessDeniedException) {
      return e.getMessage() + ": permission denied";
    }
    if (e instanceof FileAlreadyExistsException) {
      return e.getMessage() + ": exists already";
    }
    return Objects.requireNonNullElse(e.getMessage(), e.toString());
  }

  /** Returns the line that names the version; classes outside of an archive have none. */
  public static String version() {
    String version = CommandRunner.class.getPackage().getImplementationVersion();
    return "jets " + Objects.requireNonNullElse(version, "(no version: not from an archive)");
  }
}
