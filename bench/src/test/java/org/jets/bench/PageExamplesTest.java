package org.jets.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The Java in the README and in the pages of the site. Each example compiles. One that shows output
 * in its comments runs, and prints that output.
 */
class PageExamplesTest {
  private static final Path README = Path.of("..", "README.md");
  private static final Path PAGES = Path.of("..", "src", "site", "markdown");
  private static final Pattern EXAMPLE =
      Pattern.compile("^```java\\n(.*?)^```", Pattern.MULTILINE | Pattern.DOTALL);

  /** The comment behind a line is its output; a bar parts several lines of it. */
  private static final Pattern PRINTED =
      Pattern.compile("System\\.out\\.println\\(.*\\); // (.*)$", Pattern.MULTILINE);

  /** The characters of an example in the name of its test. */
  private static final int SHOWN = 60;

  @TempDir Path folder;

  /** An example, and the page that shows it. */
  record Example(Path page, String code) {
    List<String> output() {
      return PRINTED
          .matcher(code)
          .results()
          .flatMap(match -> Stream.of(match.group(1).split(" \\| ")))
          .toList();
    }

    @Override
    public String toString() {
      String begin = code.substring(0, Math.min(code.length(), SHOWN));
      return page.getFileName() + ": " + begin.replace('\n', ' ');
    }
  }

  static Stream<Example> examples() throws IOException {
    try (Stream<Path> pages = Files.list(PAGES)) {
      return Stream.concat(Stream.of(README), pages.sorted())
          .filter(page -> page.toString().endsWith(".md"))
          .flatMap(PageExamplesTest::examplesOf)
          .toList()
          .stream();
    }
  }

  private static Stream<Example> examplesOf(Path page) {
    try {
      return EXAMPLE
          .matcher(Files.readString(page))
          .results()
          .map(match -> new Example(page, match.group(1)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void readme_hasATableAndAMap() throws IOException {
    assertThat(examples().filter(example -> example.page().equals(README)))
        .hasSize(2)
        .noneMatch(example -> example.output().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("examples")
  void example_run_printsWhatItsCommentsSay(Example example) throws Exception {
    compile(example.code());

    List<String> expected = example.output();
    if (!expected.isEmpty()) {
      assertThat(run()).containsExactlyElementsOf(expected);
    }
  }

  private void compile(String example) throws IOException {
    Path source = folder.resolve("Example.java");
    List<String> imports = example.lines().filter(line -> line.startsWith("import ")).toList();
    List<String> body = example.lines().filter(line -> !line.startsWith("import ")).toList();
    Files.writeString(
        source,
        String.join("\n", imports)
            + "\npublic class Example { public static void main(String[] args) throws Exception {\n"
            + String.join("\n", body)
            + "\n}}\n");
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                errors,
                "--release",
                "17",
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                folder.toString(),
                source.toString());
    assertThat(status).as(errors.toString(StandardCharsets.UTF_8)).isZero();
  }

  private List<String> run() throws Exception {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream standardOutput = System.out;
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()});
        PrintStream capture = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
      System.setOut(capture);
      loader.loadClass("Example").getMethod("main", String[].class).invoke(null, (Object) null);
    } finally {
      System.setOut(standardOutput);
    }
    return printed.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
