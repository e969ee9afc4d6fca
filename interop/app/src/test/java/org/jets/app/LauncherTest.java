package org.jets.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jets.node.live.LiveNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the launcher says to what it cannot do, before it builds anything. */
class LauncherTest {
  private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "soak NO_MAP",
        "soak STRIPED x",
        "jcstress NO_MAP",
        "jcstress STRIPED x",
        "fuzz terms x",
        "test --no-option",
        "nonsense"
      })
  void misuse_isOneLineAndStatus2(String arguments) throws IOException, InterruptedException {
    assertThat(launcher(2, arguments.split(" ", -1)))
        .startsWith("jets: ")
        .endsWith(" (./jets help lists the commands)\n")
        .hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"help", "--help", "test --help", "soak -h", "jcstress --help", "fuzz -h"})
  void help_ofEachCommand_isShown(String arguments) throws IOException, InterruptedException {
    assertThat(launcher(0, arguments.split(" ", -1)))
        .startsWith("usage: ./jets COMMAND [OPTION]...\n");
  }

  @Test
  void version_isThatOfTheProject() throws IOException, InterruptedException {
    assertThat(launcher(0, "--version")).matches("jets [0-9]+\\.[0-9]+\\.[0-9]+(-SNAPSHOT)?\n");
  }

  /** Returns what the launcher writes. Checks that it ends in bounded time, with this status. */
  private static String launcher(int status, String... arguments)
      throws IOException, InterruptedException {
    // A file, not a pipe: reading it never waits.
    Path output = Files.createTempFile("launcher", ".txt");
    ProcessBuilder builder = new ProcessBuilder(arguments);
    builder.command().add(0, ROOT.resolve("jets").toString());
    Process process = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
    try {
      assertThat(process.waitFor(LiveNode.BOUND.toSeconds(), TimeUnit.SECONDS))
          .as("the launcher ends")
          .isTrue();
      String written = Files.readString(output);
      assertThat(process.exitValue()).as(written).isEqualTo(status);
      return written;
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      Files.delete(output);
    }
  }
}
