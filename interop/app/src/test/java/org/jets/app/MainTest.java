package org.jets.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();

  private int run(String... arguments) {
    PrintStream print = new PrintStream(written, true, UTF_8);
    return Main.run(List.of(arguments), print, print);
  }

  private String written() {
    return written.toString(UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"demo", "node", "shell", "log"})
  void run_helpOfEachCommand_explainsIt(String command) {
    assertThat(run(command, "--help")).isZero();

    assertThat(written()).startsWith("usage: ./jets " + command + " ").contains("--version");
  }

  @ParameterizedTest
  @ValueSource(strings = {"demo", "node", "shell", "log"})
  void run_versionOfEachCommand_isThatOfJets(String command) {
    assertThat(run(command, "--version")).isZero();

    assertThat(written()).startsWith("jets ").hasLineCount(1);
  }

  @Test
  void run_nothing_listsTheCommands() {
    assertThat(run()).isZero();

    assertThat(written()).contains("  demo ", "  node ", "  shell ", "  log ");
  }

  @Test
  void run_unknownCommand_isMisuse() {
    assertThat(run("nonsense")).isEqualTo(2);

    assertThat(written())
        .isEqualToIgnoringNewLines(
            "jets: nonsense: no such command (expected: one that --help lists)");
  }
}
