package org.jets.bench.peers;

/** A node that is measured. */
enum Peer {
  JETS("jets"),
  JINTERFACE("jinterface"),
  ERLANG("erl");

  private final String title;

  Peer(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /** The node's name. */
  String nodeName() {
    return title + "@127.0.0.1";
  }
}
