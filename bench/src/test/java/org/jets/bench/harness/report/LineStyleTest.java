package org.jets.bench.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.jets.bench.harness.MadeUpResults;
import org.jets.bench.harness.Outcome;
import org.jets.bench.harness.Results;
import org.jets.bench.harness.Structure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineStyleTest {
  private static final int MANY = 20;

  @TempDir private Path folder;

  @Test
  void ofAll_moreStructuresThanColours_barsDiffer() throws IOException {
    Results results = MadeUpResults.in(folder.resolve("run"));
    MeasuredExperiment first = MeasuredExperiment.of(results).get(0);
    for (int i = 0; i < MANY; i++) {
      Structure structure = new Structure("Rare" + i, Structure.Origin.JETS);
      results.add(Outcome.failedRow(first.experiment(), MadeUpResults.point(structure, "1"), "no"));
    }

    Map<Structure, LineStyle> styles = LineStyle.ofAll(MeasuredExperiment.of(results));

    assertThat(styles).hasSizeGreaterThan(MANY);
    assertThat(styles.values().stream().map(LineStyle::fill).limit(MANY)).doesNotHaveDuplicates();
  }

  @Test
  void ofAll_structureOfMostFigures_isFirst() throws IOException {
    Results results = MadeUpResults.in(folder.resolve("run"));

    Map<Structure, LineStyle> styles = LineStyle.ofAll(MeasuredExperiment.of(results));

    assertThat(styles.keySet()).first().isEqualTo(MadeUpResults.TREE);
    assertThat(styles.keySet()).last().isEqualTo(new Structure("Broken", Structure.Origin.JDK));
  }
}
