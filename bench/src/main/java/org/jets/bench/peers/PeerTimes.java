package org.jets.bench.peers;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The times that were measured: of each workload and node one for each round, in nanoseconds. */
final class PeerTimes {
  private final Map<Workload, Map<Peer, List<Double>>> nanos = new EnumMap<>(Workload.class);

  void add(Workload workload, Peer peer, double time) {
    nanos
        .computeIfAbsent(workload, key -> new EnumMap<>(Peer.class))
        .computeIfAbsent(peer, key -> new ArrayList<>())
        .add(time);
  }

  /** Returns the times of all rounds; none if the node was not there. */
  List<Double> of(Workload workload, Peer peer) {
    return nanos.getOrDefault(workload, Map.of()).getOrDefault(peer, List.of());
  }

  /**
   * Returns how many times as fast as another node jets was in each round: what goes on in the
   * machine for a while meets both.
   */
  List<Double> speedups(Workload workload, Peer rival) {
    List<Double> ours = of(workload, Peer.JETS);
    List<Double> rivals = of(workload, rival);
    List<Double> speedups = new ArrayList<>();
    for (int round = 0; round < rivals.size(); round++) {
      speedups.add(rivals.get(round) / ours.get(round));
    }
    return speedups;
  }

  /** Returns a line for each workload and node. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    nanos.forEach(
        (workload, ofPeers) ->
            ofPeers.forEach(
                (peer, times) ->
                    lines.add(workload.title() + ", " + peer.title() + ", ns: " + times)));
    return lines;
  }
}
