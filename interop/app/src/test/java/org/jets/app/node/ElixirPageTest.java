package org.jets.app.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jets.node.live.ErlangRelease;
import org.jets.node.live.LiveNode;
import org.jets.node.live.LiveNodeTest;
import org.jets.node.live.Loopback;
import org.jets.testkit.ErlangProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The examples of the page about Elixir, on a live node of Elixir. Elixir is optional: without an
 * {@code elixir} on the path the examples are skipped, also where a missing Erlang is a failure.
 */
class ElixirPageTest {
  private static final Path PAGE = Path.of("..", "..", "src", "site", "markdown", "elixir.md");
  private static final Pattern BLOCK =
      Pattern.compile("^```elixir\\n(.*?)^```", Pattern.MULTILINE | Pattern.DOTALL);

  /** Code, and the comment with its value if there is one. */
  private static final Pattern STEP = Pattern.compile("((?:(?!# ).*\\n)+)(?:# (.*)\\n)?");

  private static final String RESULT = "result: ";
  private static final String AS_SHOWN = RESULT + "as shown";

  /** Evaluates a step with the variables of those before, and compares its value. */
  private static final String RUN =
      """
      run = fn code, shown, variables ->
        {value, variables} = Code.eval_string(code, variables)
        if shown != "" do
          {expected, _} = Code.eval_string(shown)
          same = if value == expected, do: "as shown", else: inspect(value, width: :infinity)
          IO.puts("result: " <> same)
        end
        variables
      end
      variables = []
      """;

  private final String name = Loopback.uniqueName("jets") + "@" + Loopback.HOST;
  @TempDir Path folder;
  private NodeProcess process;

  /** Code, and the value that the page shows below it; empty if it shows none. */
  private record Step(String code, String value) {}

  @AfterEach
  void end() throws InterruptedException {
    if (process != null) {
      process.kill();
    }
  }

  @Test
  void page_examples_haveValues() throws IOException {
    assertThat(steps()).hasSize(5).noneMatch(step -> step.value().isEmpty());
  }

  @LiveNodeTest
  void examples_ofThePage_giveWhatTheyShow(ErlangRelease erlang) throws Exception {
    assumeTrue(hasElixir(), "an elixir on the path");
    Map<String, String> epmd = Map.of("ERL_EPMD_PORT", Integer.toString(erlang.epmd().port()));
    String cookie = Loopback.uniqueCookie();
    process =
        NodeProcess.start(
            List.of(),
            List.of("--name", name, "--cookie", cookie, "--table", "squares:ordered_set"),
            epmd);
    process.awaitReady(1);
    Path script = Files.writeString(folder.resolve("page.exs"), script());
    ProcessBuilder builder =
        new ProcessBuilder("elixir", "--name", elixirName(), "--cookie", cookie, "" + script);
    builder.environment().putAll(epmd);

    List<String> lines = output(builder.redirectErrorStream(true));

    assertThat(lines.stream().filter(line -> line.startsWith(RESULT)))
        .as("%s", lines)
        .hasSize(5)
        .allMatch(AS_SHOWN::equals);
  }

  private static boolean hasElixir() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
        .anyMatch(place -> Files.isExecutable(Path.of(place, "elixir")));
  }

  private static String elixirName() {
    return Loopback.uniqueName("elixir") + "@" + Loopback.HOST;
  }

  private static List<Step> steps() throws IOException {
    List<Step> steps = new ArrayList<>();
    Matcher block = BLOCK.matcher(Files.readString(PAGE));
    while (block.find()) {
      Matcher step = STEP.matcher(block.group(1));
      while (step.find()) {
        String value = step.group(2);
        steps.add(new Step(step.group(1), value == null ? "" : value));
      }
    }
    return steps;
  }

  private String script() throws IOException {
    StringBuilder script = new StringBuilder(RUN);
    for (Step step : steps()) {
      script.append(
          """
          variables = run.(~S'''
          %s''', ~S'%s', variables)
          """
              .formatted(step.code().replace("jets@127.0.0.1", name), step.value()));
    }
    return script.toString();
  }

  private static List<String> output(ProcessBuilder builder) throws Exception {
    ErlangProcess elixir = ErlangProcess.start(builder);
    boolean hasEnded;
    try {
      hasEnded = elixir.handle().waitFor(LiveNode.BOUND.toSeconds(), TimeUnit.SECONDS);
    } finally {
      elixir.close();
    }
    // The output is complete once the process is closed.
    assertThat(hasEnded).as("elixir ends: %s", elixir.output()).isTrue();
    return elixir.output().lines().toList();
  }
}
