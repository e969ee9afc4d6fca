package org.jets.app.shell;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.List;
import jdk.jshell.tool.JavaShellToolBuilder;
import org.jets.app.CommandRunner;
import org.junit.jupiter.api.Test;

class ShellCommandTest {
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final PrintStream print = new PrintStream(written, true, UTF_8);

  private int run(String... arguments) {
    return CommandRunner.run(new ShellCommand(), List.of(arguments), print, print);
  }

  @Test
  void start_script_findsTheTables() throws IOException {
    String script =
        """
        System.out.println(stock.updateCounter(term("apple"), 10));
        System.out.println(orders.lookup(term("ann")));
        System.out.println(orders.select(MatchSpec.objectsLike(term("{'_', lemon, '_'}"))));
        System.out.println(owner.newTable("mine", TableOptions.set()).size());
        """;
    JavaShellToolBuilder tool =
        JavaShellToolBuilder.builder()
            .in(new ByteArrayInputStream(script.getBytes(UTF_8)), null)
            .out(print)
            .err(print)
            .persistence(new HashMap<>());

    assertThat(ShellCommand.start(tool, true)).isZero();

    assertThat(written.toString(UTF_8).lines())
        .containsExactly("13", "[{ann,apple,2}, {ann,pear,1}]", "[{bob,lemon,4}]", "0");
  }

  @Test
  void run_unknownOption_isMisuse() {
    assertThat(run("--nonsense")).isEqualTo(2);

    assertThat(written.toString(UTF_8).lines())
        .containsExactly(
            "jets: shell: --nonsense: no such option (expected: one that --help lists)");
  }

  @Test
  void run_help_namesTheTables() {
    assertThat(run("--help")).isZero();

    assertThat(written.toString(UTF_8)).contains("usage: ./jets shell", "stock", "orders");
  }
}
