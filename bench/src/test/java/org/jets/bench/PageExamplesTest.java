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
import javax.tools.ToolProvider;
import org.jets.testkit.PageExample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The Java in the README and in the pages of the site. Each example compiles. One that shows output
 * in its comments runs, and prints that output.
 */
class PageExamplesTest {
  private static final Path REPOSITORY = Path.of("..");

  @TempDir Path folder;

  static List<PageExample> examples() throws IOException {
    return PageExample.all(REPOSITORY);
  }

  @Test
  void readme_hasATableAndAMap() throws IOException {
    assertThat(examples())
        .filteredOn(example -> example.page().endsWith("README.md"))
        .hasSize(2)
        .noneMatch(example -> example.output().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("examples")
  void example_run_printsWhatItsCommentsSay(PageExample example) throws Exception {
    compile(example);

    List<String> expected = example.output();
    if (!expected.isEmpty()) {
      assertThat(run()).containsExactlyElementsOf(expected);
    }
  }

  private void compile(PageExample example) throws IOException {
    Path source = folder.resolve("Example.java");
    Files.writeString(
        source,
        example.imports()
            + "\npublic class Example { public static void main(String[] args) throws Exception {\n"
            + example.body()
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
