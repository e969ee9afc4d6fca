package org.jets.bench.peers;

import java.time.Duration;
import java.util.List;
import org.jets.bench.harness.LiveRun;
import org.jets.bench.harness.Measured;
import org.jets.bench.harness.comparison.Subject;

/** A workload of a node, once in each round. */
record PeerQuestion(PeerNodes nodes, Workload workload, Peer peer, Counts counts)
    implements Subject {
  private static final Duration EXPECTED = Duration.ofMillis(1500);

  PeerQuestion {
    nodes.add(workload.question(peer, counts));
  }

  @Override
  public int threads() {
    return workload.processes();
  }

  @Override
  public Measured measured(List<String> flags, int rounds) {
    return new LiveRun(
        nodes,
        workload.question(peer, counts),
        workload.count(counts),
        rounds,
        EXPECTED.multipliedBy(rounds));
  }
}
