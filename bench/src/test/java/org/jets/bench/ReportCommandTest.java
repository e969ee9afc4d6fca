package org.jets.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jets.bench.harness.MadeUpResults;
import org.jets.bench.harness.Results;
import org.jets.bench.harness.Row;
import org.jets.bench.harness.Unit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {
  @TempDir private Path folder;

  private String report() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
    Path page = folder.resolve("page");
    String[] arguments = {"report", folder.toString(), "--to", page.toString()};
    assertThat(Bench.run(List.of(arguments), print, print)).isZero();
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void report_ofAnInterruptedRun_saysSo() throws IOException {
    Results results = MadeUpResults.in(folder);
    Map<String, String> configuration = new LinkedHashMap<>(results.configuration());
    configuration.put(Results.TOOK, Results.UNFINISHED);
    results.writeConfiguration(configuration);

    assertThat(report()).contains(folder + ": unfinished: values may lack rounds");
    assertThat(Files.readString(folder.resolve("page/report.html"))).contains("unfinished: ");
  }

  @Test
  void report_ofAFinishedRun_doesNot() throws IOException {
    Results results = MadeUpResults.in(folder);
    Map<String, String> configuration = new LinkedHashMap<>(results.configuration());
    configuration.put(Results.TOOK, "1:00");
    results.writeConfiguration(configuration);

    assertThat(report()).doesNotContain("unfinished");
  }

  @Test
  void hasValues_allLeftOut_isFalse() throws IOException {
    Results results = Results.create(folder, List.of());
    results.add(row(Row.LEFT_OUT + "its repetitions rise", "1"));

    assertThat(Run.hasValues(results)).isFalse();

    results.add(row("", "2"));
    assertThat(Run.hasValues(results)).isTrue();
  }

  private static Row row(String failure, String x) {
    return new Row(
        "suite",
        "name",
        MadeUpResults.OURS,
        x,
        1,
        Unit.MOPS,
        1,
        1,
        1,
        failure.isEmpty() ? 1 : 0,
        failure);
  }
}
