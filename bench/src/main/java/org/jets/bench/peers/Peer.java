package org.jets.bench.peers;

import org.jets.bench.harness.Structure;
import org.jets.bench.harness.Structure.Origin;

/** A node that is measured. */
enum Peer {
  JETS("jets", Origin.JETS),
  JINTERFACE("jinterface", Origin.OTHER),
  ERLANG("erl", Origin.ETS);

  private final String title;
  private final Origin origin;

  Peer(String title, Origin origin) {
    this.title = title;
    this.origin = origin;
  }

  Structure structure() {
    return new Structure(title, origin);
  }

  String title() {
    return title;
  }

  /** The node's name. */
  String nodeName() {
    return title + "@127.0.0.1";
  }
}
