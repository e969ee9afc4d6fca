package org.jets.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of the published run, which {@code src/scripts/RunPage.java} makes from its values. */
class RunPageTest {
  @Test
  void page_publishedRun_isMadeFromItsValues() throws Exception {
    Path script = Repository.ROOT.resolve(Path.of("src", "scripts", "RunPage.java"));
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Process process =
        new ProcessBuilder(java.toString(), script.toString(), newestRun().toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String made = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).isZero();
    Path page = Repository.ROOT.resolve(Path.of("src", "site", "markdown", "published-run.md"));
    assertThat(Files.readString(page)).isEqualTo(made);
  }

  private static Path newestRun() throws IOException {
    try (Stream<Path> runs = Files.list(Repository.ROOT.resolve(Path.of("src", "site", "runs")))) {
      List<Path> sorted = runs.sorted().toList();
      return sorted.get(sorted.size() - 1);
    }
  }
}
