package org.jets.bench.peers;

import org.jets.bench.harness.Unit;

/** A workload of the driver with another node, and the goal for jets. */
enum Workload {
  PING_PONG("ping-pong of a small tuple", "ping_pong", 1, 1.0),
  SEND("small sends from Erlang", "send", 1, 2.0),
  RECEIVE("small sends to Erlang", "receive_items", 1, 2.0),
  SEND_BINARY("64 MB binary from Erlang", "send_binary", 1, 1.0),
  RECEIVE_BINARY("64 MB binary to Erlang", "receive_binary", 1, 1.0),
  LOOKUP_1("ets:lookup by erpc, 1 process", "lookup", 1, 0.8),
  LOOKUP_8("ets:lookup by erpc, 8 processes", "lookup", 8, 0.8),
  LOOKUP_64("ets:lookup by erpc, 64 processes", "lookup", 64, 0.8);

  private final String title;
  private final String function;
  private final int processes;
  private final double goal;

  Workload(String title, String function, int processes, double goal) {
    this.title = title;
    this.function = function;
    this.processes = processes;
    this.goal = goal;
  }

  int processes() {
    return processes;
  }

  String title() {
    return title;
  }

  boolean isLookup() {
    return function.equals("lookup");
  }

  private boolean isBinary() {
    return this == SEND_BINARY || this == RECEIVE_BINARY;
  }

  /** The rival whose speed the goal is a multiple of. */
  Peer rival() {
    return isLookup() ? Peer.ERLANG : Peer.JINTERFACE;
  }

  /** Returns the least speedup over the rival that jets is to reach. */
  double goal() {
    return goal;
  }

  /** Returns true if a node can do this: jinterface calls no functions. */
  boolean suits(Peer peer) {
    return !isLookup() || peer != Peer.JINTERFACE;
  }

  /** Returns how much is done in one sample: round trips, messages, bytes or calls. */
  int count(Counts counts) {
    if (isBinary()) {
      return counts.binaryBytes();
    }
    return isLookup()
        ? counts.calls(processes)
        : this == PING_PONG ? counts.roundTrips() : counts.messages();
  }

  /** Returns the line that has the driver do it. */
  String question(Peer peer, Counts counts) {
    String ofProcesses = isLookup() ? processes + " " : "";
    return function + " " + peer.nodeName() + " " + ofProcesses + count(counts);
  }

  Unit unit() {
    return this == PING_PONG
        ? Unit.NANOS
        : isBinary() ? Unit.MEGABYTES_PER_SECOND : Unit.PER_SECOND;
  }
}
