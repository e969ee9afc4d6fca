package org.jets.node.distribution;

import org.jets.terms.Atom;

/**
 * Whom the handshake has been made with.
 *
 * @param creation which incarnation of the node, unsigned
 * @param flags what both nodes can do
 */
record PeerNode(Atom name, int creation, long flags) {}
