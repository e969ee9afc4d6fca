package org.jets.app.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jets.node.Await;
import org.jets.node.live.ErlangRelease;
import org.jets.node.live.ErlangShell;
import org.jets.node.live.LiveNodeTest;
import org.jets.node.live.Loopback;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.junit.jupiter.api.AfterEach;

/** The sessions of an Erlang shell in the README and in the page about Erlang, on a live node. */
class ErlangPagesTest {
  private static final Path ROOT = Path.of("..", "..");
  private static final Path README = ROOT.resolve("README.md");
  private static final Path PAGE = ROOT.resolve(Path.of("src", "site", "markdown", "erlang.md"));

  private static final Pattern SESSION =
      Pattern.compile("^```erlang\\n(.*?)^```", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern INPUT =
      Pattern.compile("^\\(a@127\\.0\\.0\\.1\\)(\\d+)> (.*)\\.\\n", Pattern.MULTILINE);
  private static final Pattern ASSIGNMENT = Pattern.compile("^([A-Z]\\w*) = .*");
  private static final Pattern ERROR =
      Pattern.compile("\\*\\* exception error: \\{exception,(\\w+),");

  /** The expression by which a session ends the process of its shell. */
  private static final String CRASH = "1 / 0";

  private final String name = Loopback.uniqueName("jets") + "@" + Loopback.HOST;
  private final Map<String, Term> variables = new TreeMap<>();
  private NodeProcess process;
  private ErlangShell shell;

  /** An expression, and the output that the page shows below it. */
  private record Step(String expression, String output) {}

  @AfterEach
  void end() throws InterruptedException {
    if (shell != null) {
      shell.close();
    }
    if (process != null) {
      process.kill();
    }
  }

  @LiveNodeTest
  void session_ofTheReadme_givesWhatItShows(ErlangRelease erlang) throws Exception {
    List<Step> steps = steps(README);

    assertThat(steps).hasSize(3);
    run(erlang, steps);
  }

  @LiveNodeTest
  void session_ofThePage_givesWhatItShows(ErlangRelease erlang) throws Exception {
    List<Step> steps = steps(PAGE);

    assertThat(steps).hasSize(24);
    run(erlang, steps);
  }

  private static List<Step> steps(Path page) throws IOException {
    List<Step> steps = new ArrayList<>();
    Matcher session = SESSION.matcher(Files.readString(page));
    while (session.find()) {
      String text = session.group(1);
      Matcher input = INPUT.matcher(text);
      boolean more = input.find();
      while (more) {
        String expression = input.group(2);
        assertThat(input.group(1)).isEqualTo(Integer.toString(steps.size() + 1));
        int start = input.end();
        more = input.find();
        steps.add(
            new Step(expression, text.substring(start, more ? input.start() : text.length())));
      }
    }
    return steps;
  }

  private void run(ErlangRelease erlang, List<Step> steps) throws Exception {
    process =
        NodeProcess.start(
            List.of(),
            List.of(
                "--name",
                name,
                "--cookie",
                erlang.node().cookie(),
                "--table",
                "squares:ordered_set"),
            Map.of("ERL_EPMD_PORT", Integer.toString(erlang.epmd().port())));
    process.awaitReady(1);
    shell = erlang.node().shell();
    for (Step step : steps) {
      if (step.expression().equals(CRASH)) {
        shell.close();
        shell = erlang.node().shell();
      } else {
        run(step);
      }
    }
  }

  private void run(Step step) {
    String expression = step.expression().replace("jets@127.0.0.1", name);
    String output = step.output().strip().replace("jets@127.0.0.1", name);
    Matcher error = ERROR.matcher(output);
    if (error.lookingAt()) {
      assertThatThrownBy(() -> shell.eval(expression, variables))
          .hasMessageContaining(error.group(1));
      return;
    }
    Matcher assignment = ASSIGNMENT.matcher(expression);
    if (assignment.matches()) {
      Term value = shell.eval(expression, variables);
      variables.put(assignment.group(1), value);
      if (output.startsWith("#Ref<")) {
        assertThat(value).isInstanceOf(Reference.class);
      } else if (output.startsWith("<")) {
        assertThat(value).isInstanceOf(Pid.class);
      }
    } else {
      // The end of a shell's process reaches the node at a time of its own.
      Term expected = TermParser.parse(output + ".");
      Await.until(
          expression + " gives " + output,
          () -> shell.eval(expression, variables).equals(expected));
    }
  }
}
