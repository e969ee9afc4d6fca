package org.jets.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jets.node.live.LiveNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages of the launcher about commands that it cannot run, before it builds anything. */
class LauncherTest {
  private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "soak STRIPED x",
        "soak STRIPED 1 x",
        "jcstress STRIPED quick x",
        "fuzz terms x",
        "soak --no-option",
        "soak --faults --no-option",
        "jcstress --no-option",
        "jcstress STRIPED --no-option",
        "test --no-option",
        "soak ",
        "soak STRIPED ",
        "bench ",
        "nonsense",
        "nonsense --version"
      })
  void misuse_isOneLineAndStatus2(String arguments) throws IOException, InterruptedException {
    assertThat(launcher(2, arguments.split(" ", -1)))
        .startsWith("jets: ")
        .endsWith(" (./jets help lists the commands)\n")
        .hasLineCount(1);
  }

  @Test
  void otp_releaseThatThereIsNot_isOneLineAndStatus2() throws IOException, InterruptedException {
    assertThat(launcher(2, "otp", "26"))
        .isEqualTo("jets: otp: release: 26 (expected: 27 or 29; ./jets otp --help tells more)\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"help", "--help", "-h"})
  void help_ofAll_listsTheCommands(String arguments) throws IOException, InterruptedException {
    assertThat(launcher(0, arguments))
        .startsWith("usage: ./jets COMMAND [OPTION]...\n")
        .contains("\n  demo ", "\n  node ", "\n  test ", "\n  bench ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "test --help",
        "test --long -h",
        "soak --help",
        "soak --faults STRIPED -h",
        "jcstress -h",
        "jcstress STRIPED quick --help",
        "fuzz --help",
        "fuzz frame 10 -h",
        "otp -h",
        "otp 29 --help",
        "site --help",
        "site -h"
      })
  void help_ofACommandWithoutAProgram_isItsOwn(String arguments)
      throws IOException, InterruptedException {
    String[] words = arguments.split(" ", -1);

    assertThat(launcher(0, words)).startsWith("usage: ./jets " + words[0]);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--version",
        "-V",
        "version",
        "test -V",
        "test --no-install --version",
        "soak --faults -V",
        "jcstress STRIPED --version",
        "fuzz --version",
        "otp -V",
        "site --version",
        "bench -V",
        "demo --version",
        "node -V",
        "shell --version",
        "log --version"
      })
  void version_behindAnyCommand_isThatOfTheProject(String arguments)
      throws IOException, InterruptedException {
    assertThat(launcher(0, arguments.split(" ", -1)))
        .matches("jets [0-9]+\\.[0-9]+\\.[0-9]+(-SNAPSHOT)?\n");
  }

  @Test
  void test_inCiWithoutErlang_fails(@TempDir Path tools) throws IOException, InterruptedException {
    for (String tool : List.of("bash", "dirname", "readlink", "sed", "head", "id")) {
      Files.createSymbolicLink(tools.resolve(tool), Path.of("/usr/bin", tool).toRealPath());
    }

    assertThat(
            launcher(
                1,
                Map.of(
                    "PATH",
                    tools.toString(),
                    "CI",
                    "true",
                    "JETS_ERL",
                    "",
                    "JAVA_HOME",
                    System.getProperty("java.home")),
                "test",
                "--no-install"))
        .startsWith("jets: no erl, and CI=true: install erlang-nox")
        .hasLineCount(1);
  }

  /** Returns the output of the launcher. Checks that it ends in bounded time, with this status. */
  private static String launcher(int status, String... arguments)
      throws IOException, InterruptedException {
    return launcher(status, Map.of(), arguments);
  }

  private static String launcher(int status, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    // A file, not a pipe: reading it never waits.
    Path output = Files.createTempFile("launcher", ".txt");
    ProcessBuilder builder = new ProcessBuilder(arguments);
    builder.command().add(0, ROOT.resolve("jets").toString());
    builder.environment().putAll(environment);
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
