package org.jets.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jshell.tool.JavaShellToolBuilder;
import org.jets.collections.HashingStrategy;
import org.jets.ets.EtsTable;
import org.jets.node.live.LiveNode;
import org.jets.terms.Term;
import org.junit.jupiter.api.Test;

/** The command {@code ./jets shell}: its script of a start, and the launcher's part in it. */
class ShellTest {
  private static final Path ROOT = root();

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("mvnw"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  @Test
  void startup_script_findsTheTables() throws Exception {
    String script =
        """
        System.out.println(stock.updateCounter(term("apple"), 10));
        System.out.println(orders.lookup(term("ann")));
        System.out.println(orders.select(MatchSpec.objectsLike(term("{'_', lemon, '_'}"))));
        System.out.println(owner.newTable("mine", TableOptions.set()).size());
        """;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, UTF_8);
    JavaShellToolBuilder.builder()
        .in(new ByteArrayInputStream(script.getBytes(UTF_8)), null)
        .out(print)
        .err(print)
        .persistence(new HashMap<>())
        .run(
            "--class-path",
            Stream.of(EtsTable.class, HashingStrategy.class, Term.class)
                .map(ShellTest::placeOf)
                .collect(Collectors.joining(File.pathSeparator)),
            "--startup",
            "DEFAULT",
            "--startup",
            ROOT.resolve("src/shell/startup.jsh").toString(),
            "-");
    assertThat(out.toString(UTF_8).lines())
        .containsExactly("13", "[{ann,apple,2}, {ann,pear,1}]", "[{bob,lemon,4}]", "0");
  }

  private static String placeOf(Class<?> type) {
    return Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString()))
        .toString();
  }

  @Test
  void shell_unknownOption_isOneLineAndStatus2() throws IOException, InterruptedException {
    assertThat(launcher(2, "shell", "--nonsense"))
        .isEqualTo("jets: shell: unknown option: --nonsense (./jets help lists the commands)\n");
  }

  @Test
  void shell_help_namesTheTables() throws IOException, InterruptedException {
    assertThat(launcher(0, "shell", "--help")).contains("usage: ./jets shell", "stock", "orders");
  }

  /** Returns what the launcher writes. Checks that it ends in bounded time, with this status. */
  static String launcher(int status, String... arguments) throws IOException, InterruptedException {
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
