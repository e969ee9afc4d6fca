package org.jets.bench.maps;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Point;
import org.jets.bench.harness.Profile;
import org.jets.bench.harness.Selection;
import org.jets.bench.harness.TurnRun;
import org.jets.bench.harness.turns.TurnLoop;
import org.jets.bench.harness.turns.TurnSuite;
import org.jets.bench.maps.MapTurns.Kind;
import org.jets.bench.maps.MapTurns.Workload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MapTurnsTest {
  private static final int RANGE = 4096;
  private static final Selection SELECTION = new Selection(List.of(1, 2), List.of(), 2, 1L << 30);

  static List<TurnSuite> suites() {
    return List.of(MapTurnSuites.ofMaps(), MapTurnSuites.ofTrees());
  }

  /** A map that counts its calls. */
  private static final class Counting extends MapAccess {
    private int gets;
    private int puts;
    private int removes;

    Counting() {
      super(new ConcurrentHashMap<>());
    }

    @Override
    public Object get(long key) {
      gets++;
      return super.get(key);
    }

    @Override
    public Object put(long key, Object value) {
      puts++;
      return super.put(key, value);
    }

    @Override
    public Object remove(long key) {
      removes++;
      return super.remove(key);
    }
  }

  /** The content of a map after some calls of two threads, one after the other. */
  private static Map<?, ?> after(Workload workload, MapAccess map, int calls) {
    new UpdateLoop(map, workload, 1).run(calls);
    new UpdateLoop(map, workload, 2).run(calls);
    return (Map<?, ?>) map.map();
  }

  @Test
  void run_updates_areTheSameForEachMap() {
    Workload workload = new Workload(Kind.SPARSE, RANGE, RANGE / 2, 50);
    Map<?, ?> expected = after(workload, MeasuredMap.CONCURRENT_HASH_MAP.newMap(), 20_000);

    assertThat(expected.size()).isBetween(RANGE / 4, 3 * RANGE / 4);
    for (MeasuredMap map : MeasuredMap.ours()) {
      assertThat(after(workload, map.newMap(), 20_000).keySet())
          .as(map.title())
          .isEqualTo(expected.keySet());
    }
  }

  @Test
  void run_updates_areHalfPutAndHalfRemove() {
    Counting map = new Counting();

    after(new Workload(Kind.DENSE, RANGE, RANGE / 2, 10), map, 50_000);

    assertThat(map.gets).isBetween(89_000, 91_000);
    assertThat(map.puts).isBetween(4700, 5300);
    assertThat(map.removes).isBetween(4700, 5300);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void loops_eachKind_runsOnATree(Kind kind) {
    runLoops(kind, "tree/CONTENTION_ADAPTING");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void loops_eachKind_runsOnARadixTree(Kind kind) {
    runLoops(kind, "tree/RADIX_TREE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tree/LAZY_SKIP_LIST", "tree/OPTIMISTIC_AVL"})
  void loops_treesOfPapers_runEachKind(String contestant) {
    for (Kind kind : Kind.values()) {
      runLoops(kind, contestant);
    }
  }

  private static void runLoops(Kind kind, String contestant) {
    MapTurns work = new MapTurns();
    String workload = new Workload(kind, RANGE, RANGE / 2, 0).toString();

    List<TurnLoop> loops = work.loops(workload, work.input(workload), contestant, 2);

    assertThat(loops).hasSize(2).allSatisfy(loop -> loop.run(loop.batch()));
  }

  @ParameterizedTest
  @MethodSource("suites")
  void experiments_eachHeat_hasTheRival(TurnSuite suite) {
    List<Experiment> experiments = suite.experiments(Profile.QUICK, SELECTION);

    assertThat(experiments).extracting(Experiment::path).doesNotHaveDuplicates();
    for (Experiment experiment : experiments) {
      for (Point point : experiment.points()) {
        TurnRun run = (TurnRun) point.measured();
        assertThat(experiment.points())
            .as("%s, %s", experiment.path(), point.x())
            .filteredOn(other -> ((TurnRun) other.measured()).heat().equals(run.heat()))
            .filteredOn(other -> other.threads() == point.threads())
            .extracting(other -> other.structure().name())
            .contains(experiment.baseline())
            .doesNotHaveDuplicates();
        assertThat(run.contestant()).doesNotContain(" ");
      }
    }
  }
}
