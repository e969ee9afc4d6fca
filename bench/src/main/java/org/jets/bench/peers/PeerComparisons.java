package org.jets.bench.peers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jets.bench.harness.comparison.Comparison;
import org.jets.bench.harness.comparison.ComparisonSuite;
import org.jets.bench.harness.comparison.Goal;
import org.jspecify.annotations.Nullable;

/** A node of jets beside those of jinterface and of Erlang. */
public final class PeerComparisons {
  private static final int ROUNDS = 5;
  private static final String NO_JINTERFACE =
      "jinterface: not there (install erlang-jinterface, or give --otp-erlang-jar FILE)";

  private PeerComparisons() {}

  /**
   * Returns the suite.
   *
   * @param otpErlangJar jinterface as it comes with Erlang; null if it is not there
   * @param jvmFlags of both JVMs
   */
  public static ComparisonSuite suite(@Nullable Path otpErlangJar, List<String> jvmFlags) {
    return new ComparisonSuite(
        "node",
        "a node beside jinterface's and Erlang's own, through the loopback; about 4 minutes",
        jvmFlags,
        ROUNDS,
        () -> of(otpErlangJar, jvmFlags, Counts.FULL),
        lines -> {
          lines.add("");
          lines.add(Counts.FULL.toString());
          lines.add(otpErlangJar == null ? NO_JINTERFACE : "jinterface: " + otpErlangJar);
        });
  }

  /** Returns the comparisons of all workloads, with the same nodes. */
  static List<Comparison> of(@Nullable Path otpErlangJar, List<String> jvmFlags, Counts counts) {
    PeerNodes nodes = new PeerNodes(otpErlangJar, jvmFlags);
    List<Comparison> all = new ArrayList<>();
    for (Workload workload : Workload.values()) {
      for (Peer rival : Peer.values()) {
        boolean isThere = rival != Peer.JINTERFACE || otpErlangJar != null;
        if (rival != Peer.JETS && isThere && workload.suits(rival)) {
          all.add(
              new Comparison(
                  workload.title(),
                  "",
                  workload.unit(),
                  new PeerQuestion(nodes, workload, Peer.JETS, counts),
                  rival.structure(),
                  new PeerQuestion(nodes, workload, rival, counts),
                  rival == workload.rival()
                      ? Goal.speedupOfAtLeast(workload.goal())
                      : Goal.ANY_SPEEDUP,
                  false));
        }
      }
    }
    return all;
  }
}
