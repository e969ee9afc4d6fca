package org.jets.app.shell;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.jshell.tool.JavaShellToolBuilder;
import org.jets.app.CommandRunner;
import org.jets.testkit.PageExample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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
        stock.insert(row("{kiwi, 2}"));
        System.out.println(stock.lookup(term("kiwi")));
        """;

    assertThat(outputOf(script))
        .containsExactly(
            "13", "[{ann,apple,2}, {ann,pear,1}]", "[{bob,lemon,4}]", "0", "[{kiwi,2}]");
  }

  /** The examples are pasted one after the other, as a reader of the page may do. */
  @ParameterizedTest
  @MethodSource("pages")
  void start_examplesOfAPage_printWhatTheirCommentsSay(Path page) throws IOException {
    StringBuilder script = new StringBuilder();
    List<String> expected = new ArrayList<>();
    for (PageExample example : examples()) {
      if (example.page().equals(page)) {
        script.append(example.output().isEmpty() ? compiled(example) : example.code());
        expected.addAll(example.output().isEmpty() ? List.of("true") : example.output());
      }
    }

    assertThat(outputOf(script.toString())).containsExactlyElementsOf(expected);
  }

  static Set<Path> pages() throws IOException {
    return examples().stream()
        .map(PageExample::page)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static List<PageExample> examples() throws IOException {
    return PageExample.all(Path.of("..", ".."));
  }

  /** Returns a script that does not run the example. It prints true if the example compiles. */
  private static String compiled(PageExample example) {
    return """
        %s
        class Example { void run() throws Exception {
        %s
        }}
        System.out.println(new Example() != null);
        """
        .formatted(example.imports(), example.body());
  }

  /** Returns the lines that a shell prints for the script. */
  private List<String> outputOf(String script) throws IOException {
    JavaShellToolBuilder tool =
        JavaShellToolBuilder.builder()
            .in(new ByteArrayInputStream(script.getBytes(UTF_8)), null)
            .out(print)
            .err(print)
            .persistence(new HashMap<>());

    assertThat(ShellCommand.start(tool, true)).isZero();

    return written.toString(UTF_8).lines().toList();
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
