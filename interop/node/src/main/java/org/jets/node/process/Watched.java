package org.jets.node.process;

import org.jets.terms.Term;

/**
 * What a process of this node monitors.
 *
 * @param session with the node where that is
 * @param target as the message of its end shows it
 */
record Watched(Session session, Term target) {}
