package org.jets.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsTest {
  private static final Experiment EXPERIMENT =
      new Experiment(
          "suite",
          "name",
          "a \"title\", with a comma",
          "",
          Figure.LINES,
          Axis.THREADS,
          Unit.MOPS,
          "",
          List.of());

  @TempDir private Path folder;

  @Test
  void rows_written_areReadBack() throws IOException {
    Results results = Results.create(folder, List.of("--quick"));
    Row row =
        new Measurement(List.of(new Outcome(List.of(1.5, 2.5, 2.0), List.of())))
            .row(EXPERIMENT, MadeUpResults.point(MadeUpResults.ETS, "1"));
    Row failed =
        Outcome.failedRow(
            EXPERIMENT, MadeUpResults.point(MadeUpResults.OURS, "1"), "for \"a\", no reason");
    results.add(row);
    results.add(failed);
    results.writeExperiments(List.of(EXPERIMENT));
    results.writeConfiguration(Map.of("JDK", "17: a"));

    Results opened = Results.open(folder);

    assertThat(opened.rows()).containsExactly(row, failed);
    assertThat(row).extracting(Row::value, Row::low, Row::high).containsExactly(2.0, 1.5, 2.5);
    assertThat(failed.hasFailed()).isTrue();
    assertThat(opened.experiments()).containsExactly(EXPERIMENT);
    assertThat(opened.arguments()).containsExactly("--quick");
    assertThat(opened.configuration()).containsExactly(Map.entry("JDK", "17: a"));
  }

  @Test
  void rows_ofAnEarlierVersion_haveNoShare() throws IOException {
    Results results = Results.create(folder, List.of());
    Files.writeString(
        folder.resolve("results.csv"),
        """
        suite,experiment,structure,origin,x,threads,unit,value,low,high,repetitions,failure
        suite,name,table set,JETS,1,1,MOPS,2.28,2.18,2.37,3,
        """);

    assertThat(results.rows()).singleElement().satisfies(row -> assertThat(row.share()).isNaN());
  }

  @Test
  void measurements_anotherAttempt_replacesTheOneBefore() throws IOException {
    Results results = Results.create(folder, List.of());
    Point point = MadeUpResults.point(MadeUpResults.OURS, "1");
    Outcome round = new Outcome(List.of(1.0), List.of(), 24, 0.9, 1.5, 0.01);
    Outcome again = new Outcome(List.of(2.0), List.of(), 24, 0.8, 1.5, 0.02);
    results.add(EXPERIMENT, point, round, 1);
    results.add(EXPERIMENT, point, round, 1);
    results.add(EXPERIMENT, point, again, 2);
    results.add(EXPERIMENT, point, again, 2);

    assertThat(results.measurements())
        .containsExactly(
            Map.entry(point.identity(EXPERIMENT), new Measurement(List.of(again, again))));
    assertThat(results.lastAttempt()).isEqualTo(2);
  }

  @Test
  void rows_pointMeasuredAgain_theLaterOneCounts() throws IOException {
    Results results = Results.create(folder, List.of());
    Point point = MadeUpResults.point(MadeUpResults.OURS, "1");
    results.add(Outcome.failedRow(EXPERIMENT, point, "once"));
    Row again =
        new Measurement(List.of(new Outcome(List.of(1.0), List.of()))).row(EXPERIMENT, point);
    results.add(again);

    assertThat(results.rows()).containsExactly(again);
  }

  @Test
  void rows_lastLineCutShort_isLeftOut() throws IOException {
    Results results = Results.create(folder, List.of());
    Row row =
        new Measurement(List.of(new Outcome(List.of(1.0), List.of())))
            .row(EXPERIMENT, MadeUpResults.point(MadeUpResults.OURS, "1"));
    results.add(row);
    Files.writeString(folder.resolve("results.csv"), "suite,na", StandardOpenOption.APPEND);

    assertThat(results.rows()).containsExactly(row);
  }

  @Test
  void reopen_lastLineCutShort_nextRowIsOneOfItsOwn() throws IOException {
    Results results = Results.create(folder, List.of());
    Row before =
        new Measurement(List.of(new Outcome(List.of(1.0), List.of())))
            .row(EXPERIMENT, MadeUpResults.point(MadeUpResults.OURS, "1"));
    results.add(before);
    Files.writeString(folder.resolve("results.csv"), "suite,na", StandardOpenOption.APPEND);
    Row after =
        new Measurement(List.of(new Outcome(List.of(2.0), List.of())))
            .row(EXPERIMENT, MadeUpResults.point(MadeUpResults.OURS, "2"));

    Results.reopen(folder).add(after);

    assertThat(Results.open(folder).rows()).containsExactly(before, after);
  }

  @Test
  void rows_lineOfAnotherWidth_isAnError() throws IOException {
    Results results = Results.create(folder, List.of());
    Files.writeString(folder.resolve("results.csv"), "a,b\n", StandardOpenOption.APPEND);

    assertThatThrownBy(results::rows)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("2 values (expected: 13)");
  }

  @Test
  void open_notARun_isAnError() {
    assertThatThrownBy(() -> Results.open(folder))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has no arguments.txt (expected: the folder of a run)");
  }
}
