package org.jets.node;

import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What tests of one node and a peer that follows a script have in common. */
abstract class ScriptedNodes {
  static final String NODE = "jets@h";
  static final String PEER = "peer@h";

  final MemoryNetwork network = new MemoryNetwork();
  ErlangNode node;
  ScriptedPeer peer;

  @BeforeEach
  void startNodes() throws InterruptedException {
    node = start(NODE, options -> {});
    peer = new ScriptedPeer(network, PEER, NODE);
  }

  ErlangNode start(String name, Consumer<NodeOptions.Builder> settings) {
    NodeOptions.Builder options = NodeOptions.builder();
    settings.accept(options);
    return ErlangNode.start(network.transport(name, 5), options.build());
  }

  @AfterEach
  void closeNodes() {
    peer.close();
    node.close();
  }
}
