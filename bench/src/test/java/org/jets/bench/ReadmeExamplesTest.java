package org.jets.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
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

/** The Java in the README compiles, and prints what its comments say. */
class ReadmeExamplesTest {
  private static final Path README = Path.of("../README.md");
  private static final Pattern EXAMPLE =
      Pattern.compile("^```java\\n(.*?)^```", Pattern.MULTILINE | Pattern.DOTALL);

  /** The comment behind a line is its output; a bar parts several lines of it. */
  private static final Pattern PRINTED =
      Pattern.compile("System\\.out\\.println\\(.*\\); // (.*)$", Pattern.MULTILINE);

  @TempDir Path folder;

  static Stream<String> examples() throws IOException {
    return EXAMPLE.matcher(Files.readString(README)).results().map(match -> match.group(1));
  }

  @Test
  void readme_hasAnExampleForEachKindOfUser() throws IOException {
    assertThat(examples()).hasSize(4);
  }

  @ParameterizedTest
  @MethodSource("examples")
  void example_run_printsWhatItsCommentsSay(String example) throws Exception {
    List<String> expected =
        PRINTED
            .matcher(example)
            .results()
            .flatMap(match -> Stream.of(match.group(1).split(" \\| ")))
            .toList();

    assertThat(expected).isNotEmpty();
    assertThat(run(example)).containsExactlyElementsOf(expected);
  }

  private List<String> run(String example) throws Exception {
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
