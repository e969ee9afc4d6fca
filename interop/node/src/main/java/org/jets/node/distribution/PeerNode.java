package org.jets.node.distribution;

import org.jets.terms.Atom;

/**
 * The node with which the handshake has been made.
 *
 * @param creation which incarnation of the node, unsigned
 * @param flags the capabilities of both nodes
 */
record PeerNode(Atom name, int creation, long flags) {}
