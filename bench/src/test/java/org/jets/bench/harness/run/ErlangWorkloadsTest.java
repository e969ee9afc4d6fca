package org.jets.bench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jets.bench.harness.ErlangRun;
import org.jets.bench.harness.MeasurementException;
import org.jets.bench.harness.Outcome;
import org.jets.terms.oracle.ErlangOracle;
import org.jets.terms.oracle.LiveErlangTest;
import org.junit.jupiter.api.io.TempDir;

/**
 * The workloads of {@code jets_scale.erl} with tiny counts, in a live Erlang; several in each,
 * since an Erlang takes a moment to start.
 */
class ErlangWorkloadsTest {
  @TempDir Path folder;

  private Outcome run(ErlangOracle erlang, String request) throws Exception {
    ErlangRun run =
        new ErlangRun(erlang.command(), List.of(request.split(" ", -1)), Duration.ofSeconds(1));
    return ChildProcess.run(
        run.commandWith(List.of()), Duration.ofMinutes(1), folder.resolve("erl.log"));
  }

  @LiveErlangTest
  void disjoint_twoProcesses_haveRates(ErlangOracle erlang) throws Exception {
    Outcome outcome = run(erlang, "disjoint ordered_set:w=auto 2 1000 1 2");

    assertThat(outcome.samples()).hasSize(2).allMatch(rate -> rate > 0 && Double.isFinite(rate));
  }

  @LiveErlangTest
  void timers_haveTimes(ErlangOracle erlang) throws Exception {
    assertThat(run(erlang, "timers 1000 2 5").samples())
        .hasSize(2)
        .allMatch(nanos -> nanos > 0 && Double.isFinite(nanos));
  }

  @LiveErlangTest
  void programs_each_haveTimes(ErlangOracle erlang) throws Exception {
    List<String> requests = new ArrayList<>();
    for (String program :
        List.of(
            "insert_in_order",
            "insert_shuffled",
            "lookup_in_order",
            "lookup_shuffled",
            "traverse",
            "count",
            "delete")) {
      requests.add("program " + program + " set 700 2 2 5");
    }

    assertThat(run(erlang, "all " + String.join(" and ", requests)).samples())
        .hasSize(2 * requests.size())
        .allMatch(nanos -> nanos >= 0 && Double.isFinite(nanos));
  }

  @LiveErlangTest
  void memory_tables_haveWordsOfTheirObjects(ErlangOracle erlang) throws Exception {
    Outcome outcome =
        run(
            erlang,
            "all bytes set 10000 1 and bytes set 10000 2 and empty set"
                + " and footprint full set 10000 and footprint rest set 10000");

    List<Double> bytes = outcome.samples();
    assertThat(bytes.get(0)).isBetween(40.0, 90.0);
    assertThat(bytes.get(1) - bytes.get(0)).isCloseTo(8, within(1e-6));
    assertThat(bytes.get(2)).isBetween(500.0, 50_000.0);
    assertThat(bytes.get(3)).isBetween(10_000 * 40.0, 10_000 * 90.0);
    assertThat(bytes.get(4)).isLessThan(bytes.get(3) / 2);
  }

  @LiveErlangTest
  void objectBytes_eachKind_haveWordsOfTheirParts(ErlangOracle erlang) throws Exception {
    Outcome outcome =
        run(
            erlang,
            "all object_bytes ordered_set 10000 int 1 and object_bytes ordered_set 10000 ints 1"
                + " and object_bytes ordered_set 10000 triple 2"
                + " and object_bytes ordered_set 10000 tuple_key 1");

    List<Double> bytes = outcome.samples();
    assertThat(bytes.get(0)).isBetween(40.0, 90.0);
    assertThat(bytes.get(1) - bytes.get(0)).isCloseTo(8, within(1e-6));
    assertThat(bytes.get(2) - bytes.get(1)).isGreaterThan(8);
    assertThat(bytes.get(3) - bytes.get(1)).isCloseTo(24, within(1e-6));
  }

  @LiveErlangTest
  void latency_eachDisturbance_hasAscendingPercentiles(ErlangOracle erlang) throws Exception {
    List<String> requests = new ArrayList<>();
    for (String beside : List.of("steady", "growing", "hot", "scans")) {
      requests.add("latency set:w insert=10:delete=10:lookup=80 " + beside + " 1 500 5 2 10");
    }

    Outcome outcome = run(erlang, "all " + String.join(" and ", requests));

    assertThat(outcome.samples()).hasSize(8).allMatch(nanos -> nanos > 0);
    assertThat(outcome.sides()).hasSize(4 * 8);
    for (int i = 0; i < 4; i++) {
      assertThat(outcome.sides().subList(8 * i, 8 * i + 8))
          .extracting(line -> Long.parseLong(line.split(" ", -1)[1]))
          .isSorted();
    }
  }

  @LiveErlangTest
  void run_unknownRequest_fails(ErlangOracle erlang) {
    assertThatThrownBy(() -> run(erlang, "bogus"))
        .isInstanceOf(MeasurementException.class)
        .hasMessageContaining("function_clause");
  }
}
