package org.jets.bench.peers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.jets.terms.oracle.ErlangOracle;
import org.jets.terms.oracle.LiveErlangTest;

/** All of the suite beside a live Erlang, with counts that say nothing about speed. */
class PeerSuiteTest {
  private static final Counts FEW = new Counts(1, 2, 5, 300, 1 << 20, 16);
  private static final List<String> SMALL_JVM =
      List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  @LiveErlangTest
  void measure_fewOfEach_hasATimeForEachRound(ErlangOracle isThere) throws Exception {
    PeerOptions options = PeerOptions.parse(List.of());
    ByteArrayOutputStream progress = new ByteArrayOutputStream();
    PeerTimes samples;
    List<String> plan;

    try (PeerSuite suite = PeerSuite.start(options, SMALL_JVM)) {
      plan = suite.plan(FEW);
      samples = suite.measure(FEW, new PrintStream(progress, true, UTF_8));
    }

    for (Workload workload : Workload.values()) {
      for (Peer peer : Peer.values()) {
        boolean isMeasured =
            workload.suits(peer) && (peer != Peer.JINTERFACE || options.otpErlangJar() != null);
        assertThat(samples.of(workload, peer))
            .as("%s, %s", workload, peer)
            .hasSize(isMeasured ? FEW.rounds() : 0)
            .allMatch(nanos -> nanos > 0);
      }
    }
    assertThat(plan.get(0)).matches("erl .*, OTP [0-9]+");
    assertThat(progress.toString(UTF_8)).contains("warming up", "round 2 of 2");
  }
}
