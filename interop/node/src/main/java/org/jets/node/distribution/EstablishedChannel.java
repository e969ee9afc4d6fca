package org.jets.node.distribution;

/**
 * A channel on which the handshake has succeeded.
 *
 * @param self this node's name, which the other node may have given to it
 * @param creation which incarnation of this node this is, unsigned
 */
record EstablishedChannel(Channel channel, NodeName self, int creation, PeerNode peer) {}
