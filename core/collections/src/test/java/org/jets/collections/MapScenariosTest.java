package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** That the written scenarios come to what they are there for. */
class MapScenariosTest {

  /** Trees have no table. */
  static Stream<MapUnderTest> hashMaps() {
    return MapUnderTest.linearizable()
        .filter(kind -> kind != MapUnderTest.LONG_TREE)
        .filter(kind -> !(kind.ofLongs() instanceof AbstractOrderedMap));
  }

  private static void run(MapOperations operations, List<Actor> actors) throws Exception {
    for (Actor actor : actors) {
      actor.getMethod().invoke(operations, actor.getArguments().toArray());
    }
  }

  /** Returns the number of buckets. */
  private static int buckets(AbstractConcurrentMap<Long, Integer> map) {
    if (map instanceof LongMapView<Integer> longs) {
      return longs.table.buckets();
    }
    return map instanceof SplitOrderedMap<Long, Integer> split
        ? split.list.table().size()
        : ((StripedHashMap<Long, Integer>) map).table.buckets();
  }

  @ParameterizedTest
  @MethodSource("hashMaps")
  void of_eachHashMap_growsAndShrinksBesideAnotherThread(MapUnderTest kind) throws Exception {
    List<Integer> changes = new ArrayList<>();
    for (ExecutionScenario scenario : MapScenarios.of(false)) {
      AbstractConcurrentMap<Long, Integer> map = kind.ofLongs();
      MapOperations.workOn(() -> map);
      MapOperations operations = new MapOperations();
      run(operations, scenario.getInitExecution());
      int before = buckets(map);
      run(operations, scenario.getParallelExecution().get(0).subList(0, 1));
      if (!scenario.getParallelExecution().get(0).get(0).getMethod().getName().equals("clear")) {
        changes.add(Integer.signum(buckets(map) - before));
      }
    }
    assertThat(changes).contains(1, -1);
  }
}
