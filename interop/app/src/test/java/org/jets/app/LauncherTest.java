package org.jets.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the launcher says to what it cannot do, before it builds anything. */
class LauncherTest {

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
    assertThat(ShellTest.launcher(2, arguments.split(" ", -1)))
        .startsWith("jets: ")
        .endsWith(" (./jets help lists the commands)\n")
        .hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"help", "--help", "test --help", "soak -h", "jcstress --help", "fuzz -h"})
  void help_ofEachCommand_isShown(String arguments) throws IOException, InterruptedException {
    assertThat(ShellTest.launcher(0, arguments.split(" ", -1)))
        .startsWith("usage: ./jets COMMAND [OPTION]...\n");
  }

  @Test
  void version_isThatOfTheProject() throws IOException, InterruptedException {
    assertThat(ShellTest.launcher(0, "--version"))
        .matches("jets [0-9]+\\.[0-9]+\\.[0-9]+(-SNAPSHOT)?\n");
  }
}
