package org.jets.node;

import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The common parts of tests of one node and a peer that follows a script. */
abstract class ScriptedNodes {
  static final String NODE = "jets@h";
  static final String PEER = "peer@h";

  final MemoryNetwork network = new MemoryNetwork();
  ErlangNode node;
  ScriptedPeer peer;

  @BeforeEach
  void startNodes() throws InterruptedException {
    node = start(NODE, UnaryOperator.identity());
    peer = new ScriptedPeer(network, PEER, NODE);
  }

  ErlangNode start(String name, UnaryOperator<NodeOptions> settings) {
    return ErlangNode.start(network.transport(name, 5), settings.apply(NodeOptions.defaults()));
  }

  @AfterEach
  void closeNodes() {
    peer.close();
    node.close();
  }
}
