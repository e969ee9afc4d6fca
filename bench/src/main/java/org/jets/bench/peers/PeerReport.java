package org.jets.bench.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The table of the suite: each node's figures, and jets beside each rival with the goal. */
final class PeerReport {
  private PeerReport() {}

  static List<String> lines(PeerTimes samples, Counts counts) {
    List<String> lines = new ArrayList<>();
    lines.add("Medians and quartiles of " + counts.rounds() + " rounds; jets: times as fast");
    lines.add(line("", "", "", "", "", "as the rival", "goal", ""));
    for (Workload workload : Workload.values()) {
      for (Peer peer : Peer.values()) {
        List<Double> times = samples.of(workload, peer);
        if (!times.isEmpty()) {
          lines.add(line(workload, peer, samples, counts));
        } else if (workload.suits(peer)) {
          lines.add(line(titleOf(workload, peer), peer.title(), "not there", "", "", "", "", ""));
        }
      }
    }
    return lines;
  }

  private static String line(Workload workload, Peer peer, PeerTimes samples, Counts counts) {
    Quartiles values =
        Quartiles.of(
            samples.of(workload, peer).stream().map(t -> workload.value(t, counts)).toList());
    String ratio = "";
    String goal = "";
    String verdict = "";
    if (peer != Peer.JETS) {
      Quartiles speedup = Quartiles.of(samples.speedups(workload, peer));
      ratio =
          String.format(
              Locale.ROOT,
              "%.2f (%.2f to %.2f)",
              speedup.median(),
              speedup.lower(),
              speedup.upper());
      if (peer == workload.rival()) {
        goal = String.format(Locale.ROOT, ">= %.1f", workload.goal());
        verdict = verdict(speedup, workload.goal());
      }
    }
    return line(
        titleOf(workload, peer),
        peer.title(),
        workload.format(values.median()),
        "(" + workload.format(values.lower()) + " to " + workload.format(values.upper()) + ")",
        workload.unit(),
        ratio,
        goal,
        verdict);
  }

  /** With a question mark where the goal is between the quartiles. */
  static String verdict(Quartiles speedup, double goal) {
    boolean isOpen = speedup.lower() < goal && goal <= speedup.upper();
    return (speedup.median() >= goal ? "reached" : "missed") + (isOpen ? "?" : "");
  }

  private static String titleOf(Workload workload, Peer peer) {
    return peer == Peer.JETS ? workload.title() : "";
  }

  /** Of title, node, median, quartiles, unit, ratio, goal and verdict. */
  private static String line(Object... columns) {
    return String.format(Locale.ROOT, "%-33s %-10s %11s %-23s %-5s %-19s %-6s %s", columns)
        .stripTrailing();
  }
}
