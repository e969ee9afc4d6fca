package org.jets.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PeerReportTest {
  private static final Counts COUNTS = new Counts(0, 3, 100, 1_000, 16_000_000, 50);

  @Test
  void lines_twiceAsFastAsTheRival_reachesTheGoal() {
    PeerTimes samples = new PeerTimes();
    add(samples, Workload.SEND, Peer.JETS, 1e9, 1e9, 1e9);
    add(samples, Workload.SEND, Peer.JINTERFACE, 3e9, 2e9, 2.5e9);

    List<String> lines = PeerReport.lines(samples, COUNTS);

    assertThat(lines)
        .anyMatch(
            line -> line.matches("small sends from Erlang +jets +1,000 \\(1,000 to 1,000\\) +/s"))
        .anyMatch(
            line ->
                line.matches(
                    " +jinterface +400 \\(367 to 450\\) +/s +2.50 \\(2.25 to 2.75\\) +>= 2.0 +reached"));
  }

  @Test
  void lines_slowerThanErlang_missesTheGoalOfLookupsOnly() {
    PeerTimes samples = new PeerTimes();
    add(samples, Workload.LOOKUP_8, Peer.JETS, 2e9, 2e9, 2e9);
    add(samples, Workload.LOOKUP_8, Peer.ERLANG, 1e9, 1e9, 1e9);
    add(samples, Workload.PING_PONG, Peer.JETS, 2e9, 2e9, 2e9);
    add(samples, Workload.PING_PONG, Peer.ERLANG, 1e9, 1e9, 1e9);

    List<String> lines = PeerReport.lines(samples, COUNTS);

    assertThat(lines).filteredOn(line -> line.endsWith("missed")).hasSize(1);
    assertThat(lines)
        .anyMatch(line -> line.matches("ping-pong of a small tuple +jets +20,000.0 .* us"));
  }

  @Test
  void lines_noJinterface_saySoInOneLineEach() {
    PeerTimes samples = new PeerTimes();
    add(samples, Workload.SEND, Peer.JETS, 1e9);

    assertThat(PeerReport.lines(samples, COUNTS))
        .filteredOn(line -> line.strip().matches("jinterface +not there"))
        .hasSize(5);
  }

  @Test
  void verdict_goalBetweenTheQuartiles_isAQuestion() {
    assertThat(PeerReport.verdict(new Quartiles(0.7, 0.9, 1.1), 0.8)).isEqualTo("reached?");
    assertThat(PeerReport.verdict(new Quartiles(0.7, 0.75, 0.8), 0.8)).isEqualTo("missed?");
    assertThat(PeerReport.verdict(new Quartiles(0.8, 0.9, 1.1), 0.8)).isEqualTo("reached");
  }

  @Test
  void quartiles_ofFew_areBetweenTheSamples() {
    assertThat(Quartiles.of(List.of(4.0, 1.0, 3.0, 2.0))).isEqualTo(new Quartiles(1.75, 2.5, 3.25));
    assertThat(Quartiles.of(List.of(7.0))).isEqualTo(new Quartiles(7, 7, 7));
  }

  private static void add(PeerTimes samples, Workload workload, Peer peer, double... nanos) {
    for (double time : nanos) {
      samples.add(workload, peer, time);
    }
  }
}
