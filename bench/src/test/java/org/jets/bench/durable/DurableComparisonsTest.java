package org.jets.bench.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.jets.bench.harness.LiveRun;
import org.jets.bench.harness.MeasurementException;
import org.jets.bench.harness.Unit;
import org.jets.bench.harness.comparison.Comparison;
import org.jets.bench.harness.comparison.Subject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurableComparisonsTest {
  /** Counts that say nothing about speed. */
  private static final Counts FEW = new Counts(3, 200, 500);

  private static final List<String> SMALL_JVM =
      List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  @TempDir private Path folder;

  @Test
  void ask_eachTask_isAnsweredWithATimeAndLeavesNoFile() throws Exception {
    List<Comparison> comparisons =
        DurableComparisons.of(folder, SMALL_JVM, FEW, DurableComparisons.hasMnesia());
    try {
      for (Comparison comparison : comparisons) {
        for (Subject subject : List.of(comparison.ours(), comparison.rival())) {
          LiveRun run = (LiveRun) subject.measured(SMALL_JVM, 1);
          assertThat(run.in(comparison.unit(), run.program().ask(run.question())))
              .as("%s, %s", comparison.title(), subject)
              .isPositive();
        }
      }
    } finally {
      ((StoreQuestion) comparisons.get(0).ours()).program().end();
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void of_noMnesia_comparesWithRocksDbAlone() {
    List<Comparison> comparisons = DurableComparisons.of(folder, SMALL_JVM, FEW, false);
    assertThat(comparisons)
        .hasSize(Force.values().length * 3 + 1)
        .allSatisfy(
            each -> assertThat(each.rivalStructure()).isEqualTo(Contestant.ROCKSDB.structure()));
    assertThat(DurableComparisons.of(folder, SMALL_JVM, FEW, true)).hasSize(2 * comparisons.size());
  }

  @Test
  void ask_wrongTask_saysTheError() {
    StorePrograms programs = new StorePrograms(folder, SMALL_JVM, 1);
    try {
      assertThatThrownBy(() -> programs.ask("JETS put sometimes 1 1"))
          .isInstanceOf(MeasurementException.class)
          .hasMessageContaining("put sometimes 1 1: java.lang.IllegalArgumentException");
    } finally {
      programs.end();
    }
  }

  @Test
  void in_nanoseconds_becomeTheUnitOfTheTask() {
    StorePrograms none = new StorePrograms(folder, SMALL_JVM, 1);
    StoreQuestion puts = new StoreQuestion(none, Contestant.JETS, "put each 4 8", 4, 8);
    assertThat(((LiveRun) puts.measured(List.of(), 1)).in(Unit.PER_SECOND, 2e9)).isEqualTo(4);
    StoreQuestion opening = new StoreQuestion(none, Contestant.JETS, "recover 9", 1, 1);
    assertThat(((LiveRun) opening.measured(List.of(), 1)).in(Unit.SECONDS, 2e9)).isEqualTo(2);
  }
}
