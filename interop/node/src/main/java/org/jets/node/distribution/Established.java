package org.jets.node.distribution;

/**
 * A channel on which the handshake has been made.
 *
 * @param self this node, which the other may have given its name
 * @param creation which incarnation of this node this is, unsigned
 */
record Established(Channel channel, NodeName self, int creation, PeerNode peer) {}
