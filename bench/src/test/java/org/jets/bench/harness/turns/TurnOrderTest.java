package org.jets.bench.harness.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TurnOrderTest {
  private static List<List<Integer>> rounds(int contestants) {
    TurnOrder order = new TurnOrder(contestants);
    return IntStream.range(0, 2 * contestants).mapToObj(order::ofRound).toList();
  }

  private static Map<Object, Long> counts(List<?> values) {
    Map<Object, Long> counts = new HashMap<>();
    values.forEach(value -> counts.merge(value, 1L, Long::sum));
    return counts;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 7, 8})
  void ofRound_eachRound_hasAllContestants(int contestants) {
    assertThat(rounds(contestants))
        .allSatisfy(
            order ->
                assertThat(order)
                    .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, contestants).boxed().toList()));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 7, 8})
  void ofRound_twiceAsManyRounds_eachBeginsTwice(int contestants) {
    assertThat(counts(rounds(contestants).stream().map(order -> order.get(0)).toList()))
        .hasSize(contestants)
        .allSatisfy((contestant, times) -> assertThat(times).isEqualTo(2));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 7, 8})
  void ofRound_twiceAsManyRounds_eachFollowsEachTwice(int contestants) {
    List<List<Integer>> pairs = new ArrayList<>();
    for (List<Integer> order : rounds(contestants)) {
      for (int i = 1; i < order.size(); i++) {
        pairs.add(order.subList(i - 1, i + 1));
      }
    }

    assertThat(counts(pairs))
        .hasSize(contestants * (contestants - 1))
        .allSatisfy((pair, times) -> assertThat(times).isEqualTo(2));
  }
}
