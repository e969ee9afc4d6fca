package org.jets.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The pages of the published runs, which {@code src/scripts/RunPage.java} makes from their values.
 */
class RunPageTest {
  private static final String QUICK = "-quick";
  private static final List<String> BY_TURNS =
      List.of(
          "-maps",
          "-maps-zgc",
          "-trees",
          "-trees-parallel",
          "-trees-zgc",
          "-sets",
          "-steps",
          "-tables");

  @Test
  void page_publishedRun_isMadeFromItsValues() throws Exception {
    assertThat(page("published-run.md")).isEqualTo(made(List.of(newest(QUICK))));
  }

  @Test
  void page_runsByTurns_isMadeFromWhatTheyPrinted() throws Exception {
    List<String> arguments = new ArrayList<>(List.of("--turns"));
    for (String suite : BY_TURNS) {
      arguments.add(newest(suite));
    }
    assertThat(page("by-turns.md")).isEqualTo(made(arguments));
  }

  @Test
  void readme_charts_areThoseOfThePublishedRun() throws IOException {
    String date = Path.of(newest(QUICK)).getFileName().toString().replace(QUICK, "");

    assertThat(Files.readString(Repository.ROOT.resolve("README.md")))
        .containsPattern("charts are from one run of `./jets bench run --quick`[^:]*, " + date);
  }

  private static String page(String name) throws IOException {
    return Files.readString(Repository.ROOT.resolve(Path.of("src", "site", "markdown", name)));
  }

  private static String made(List<String> arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add(Repository.ROOT.resolve(Path.of("src", "scripts", "RunPage.java")).toString());
    command.addAll(arguments);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String made = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return made;
  }

  private static String newest(String suffix) throws IOException {
    try (Stream<Path> runs = Files.list(Repository.ROOT.resolve(Path.of("src", "site", "runs")))) {
      List<String> sorted =
          runs.map(Path::toString).filter(run -> run.endsWith(suffix)).sorted().toList();
      return sorted.get(sorted.size() - 1);
    }
  }
}
