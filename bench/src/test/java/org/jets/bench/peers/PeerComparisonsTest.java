package org.jets.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jets.bench.harness.LiveRun;
import org.jets.bench.harness.comparison.Comparison;
import org.jets.bench.harness.comparison.Subject;
import org.jets.terms.oracle.ErlangOracle;
import org.jets.terms.oracle.LiveErlangTest;
import org.junit.jupiter.api.Test;

class PeerComparisonsTest {
  /** Counts that say nothing about speed. */
  private static final Counts FEW = new Counts(5, 300, 1 << 20, 16);

  private static final List<String> SMALL_JVM =
      List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  @LiveErlangTest
  void ask_eachWorkload_isAnsweredWithATime(ErlangOracle isThere) throws Exception {
    List<Comparison> comparisons = PeerComparisons.of(null, SMALL_JVM, FEW);

    try {
      for (Comparison comparison : comparisons) {
        for (Subject subject : List.of(comparison.ours(), comparison.rival())) {
          LiveRun run = (LiveRun) subject.measured(SMALL_JVM, 1);
          assertThat(run.in(comparison.unit(), run.program().ask(run.question())))
              .as("%s, %s", comparison.workload(), subject)
              .isPositive();
        }
      }
    } finally {
      ((PeerQuestion) comparisons.get(0).ours()).nodes().end();
    }
  }

  @Test
  void of_noJinterface_comparesWithErlangAlone() {
    assertThat(PeerComparisons.of(null, List.of(), FEW))
        .hasSize(Workload.values().length)
        .allSatisfy(each -> assertThat(each.rivalStructure()).isEqualTo(Peer.ERLANG.structure()));
  }

  @Test
  void in_nanoseconds_becomeTheUnitOfTheWorkload() {
    assertThat(value(Workload.PING_PONG, 5e6)).isEqualTo(1e6);
    assertThat(value(Workload.SEND, 1e9)).isEqualTo(300);
    assertThat(value(Workload.SEND_BINARY, 1e9)).isEqualTo(1.048576);
    assertThat(value(Workload.LOOKUP_8, 1e9)).isEqualTo(64);
  }

  private static double value(Workload workload, double nanos) {
    PeerNodes none = new PeerNodes(null, List.of());
    LiveRun run = (LiveRun) new PeerQuestion(none, workload, Peer.JETS, FEW).measured(List.of(), 1);
    return run.in(workload.unit(), nanos);
  }
}
