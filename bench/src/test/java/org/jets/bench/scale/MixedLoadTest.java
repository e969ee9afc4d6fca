package org.jets.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Profile;
import org.jets.bench.harness.TurnRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class MixedLoadTest {
  private static final int RANGE = 1000;
  private static final int TIMES = 1_000_000;

  /** The mixes of all experiments, and those of tables alone. */
  static Stream<String> mixes() {
    Stream<String> ofTables = Stream.of("select1000=40:select_half=30:count=20:next=10");
    Stream<String> ofSuites = mixesOfSuites();
    return Stream.concat(ofTables, ofSuites);
  }

  private static Stream<String> mixesOfSuites() {
    return Stream.of(new EtsBenchSuite(), new ThroughputSuite())
        .flatMap(suite -> suite.experiments(Profile.FULL, SuitesTest.SELECTION).stream())
        .map(Experiment::points)
        .flatMap(points -> points.stream())
        .filter(point -> point.measured() instanceof TurnRun)
        .map(point -> ((TurnRun) point.measured()).heat().arguments().get(1).split("/", 3)[2])
        .distinct();
  }

  @ParameterizedTest
  @MethodSource("mixes")
  void run_manyTimes_doesWhatTheMixSaysToAllKeysAlike(String mix) {
    CountingKeyed counting = new CountingKeyed(RANGE);
    MixedLoad load = new MixedLoad(Mix.parse(mix), RANGE, counting);
    SplittableRandom random = new SplittableRandom(3);

    for (int i = 0; i < TIMES; i++) {
      load.run(random.nextLong());
    }

    double sum = 0;
    for (String part : mix.split(":", -1)) {
      String[] sides = part.split("=", -1);
      double share = Double.parseDouble(sides[1]) / 100;
      sum += share;
      double done =
          counting.operations.getOrDefault(Operation.valueOf(sides[0].toUpperCase(Locale.ROOT)), 0);
      double deviation = Math.sqrt(TIMES * share * (1 - share));
      assertThat(done).as(part).isCloseTo(TIMES * share, within(6 * deviation + 1e-6));
    }
    assertThat(sum).isCloseTo(1, within(1e-9));
    assertThat(counting.used()).isEqualTo(RANGE);
    assertThat(counting.isUsed(0)).isFalse();
    assertThat(counting.isUsed(RANGE + 1)).isFalse();
    assertThat(counting.most()).isLessThan(TIMES / RANGE * 6 / 5);
  }

  @Test
  void insertHalf_range_usesEachKeyAtMostOnce() {
    CountingKeyed counting = new CountingKeyed(RANGE);

    new MixedLoad(Mix.parse("lookup=100"), RANGE, counting).insertHalf();

    assertThat(counting.operations.get(Operation.INSERT)).isEqualTo(RANGE / 2);
    assertThat(counting.used()).isEqualTo(RANGE / 2);
  }

  @Test
  void insertAll_range_usesEachKeyOnce() {
    CountingKeyed counting = new CountingKeyed(RANGE);

    new MixedLoad(Mix.parse("lookup=100"), RANGE, counting).insertAll();

    assertThat(counting.used()).isEqualTo(RANGE);
    assertThat(counting.most()).isEqualTo(1);
    assertThat(counting.isUsed(0)).isFalse();
  }

  @Test
  void insertRandomly_asManyAsKeys_missesSomeAndHitsSomeTwice() {
    CountingKeyed counting = new CountingKeyed(RANGE);

    new MixedLoad(Mix.parse("lookup=100"), RANGE, counting).insertRandomly(RANGE);

    assertThat(counting.operations.get(Operation.INSERT)).isEqualTo(RANGE);
    // 1 - 1/e of them.
    assertThat(counting.used()).isBetween(580L, 680L);
    assertThat(counting.isUsed(0)).isFalse();
  }

  @Test
  void constructor_noKeys_throws() {
    assertThatThrownBy(() -> new MixedLoad(Mix.parse("lookup=100"), 0, new CountingKeyed(0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("range: 0 (expected: >= 1)");
  }

  @ParameterizedTest
  @CsvSource({
    "map/STRIPED, nextseq10, steps or ranges",
    "store/STRIPED, partial_select1000, steps or ranges",
    "map/STRIPED, next, steps",
    "tree/LOCK_FREE, select1000, selects or counts",
    "map/STRIPED, count, selects or counts"
  })
  void constructor_operationThatTheStructureLacks_throws(
      String structure, String operation, String what) {
    Keyed keyed = KeyedStructures.newStructure(structure);
    Mix mix = Mix.parse(operation + "=1:lookup=99");

    assertThatThrownBy(() -> new MixedLoad(mix, RANGE, keyed))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("mix: " + what + ", and a structure ");
  }
}
