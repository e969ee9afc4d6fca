package org.jets.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jets.bench.harness.ErlangRun;
import org.jets.bench.harness.ForkedRun;
import org.jets.bench.harness.JmhRun;
import org.jets.bench.harness.Measured;
import org.jets.bench.harness.comparison.Comparison;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ErlangComparisonsTest {
  private static final int ROUNDS = 3;

  static Stream<Comparison> all() {
    return Stream.of(ErlangComparisons.ofSets(), ErlangComparisons.ofOrderedSets())
        .flatMap(List::stream);
  }

  @ParameterizedTest
  @MethodSource("all")
  void measured_bothSides_haveTheSameLoadAndRounds(Comparison comparison) {
    Measured ours = comparison.ours().measured(List.of("-Xmx1g"), ROUNDS);
    ErlangRun rival = (ErlangRun) comparison.rival().measured(List.of("-Xmx1g"), ROUNDS);

    assertThat(comparison.rival().threads()).isEqualTo(comparison.ours().threads());
    assertThat(rival.rounds()).isEqualTo(ours.rounds());
    if (ours instanceof JmhRun run && run.method().equals("traverse")) {
      assertThat(rival.request().subList(1, 4))
          .containsExactly("traverse", "set", run.parameters().get("keys"));
    } else if (ours instanceof JmhRun run) {
      Map<String, String> parameters = run.parameters();
      boolean isRange = comparison.title().startsWith("range of 1,000 ");
      assertThat(rival.request().subList(2, 6))
          .containsExactly(
              isRange ? "nextseq1000=100" : parameters.get("mix"),
              Integer.toString(comparison.ours().threads()),
              parameters.get("range"),
              parameters.get("filling").toLowerCase(Locale.ROOT));
      assertThat(KeyedStructures.newStructure(parameters.get("structure")))
          .isInstanceOf(KeyedTable.class);
      assertThat(Mix.parse(parameters.get("mix")).needsAllKeys())
          .isEqualTo(parameters.get("mix").matches("(count|select_half)=100"));
    } else {
      List<String> arguments = ((ForkedRun) ours).arguments();
      boolean isPair = arguments.get(2).equals("PER_PAIR");
      assertThat(rival.request().subList(2, 4))
          .containsExactly(arguments.get(1), isPair ? "2" : "1");
    }
  }
}
