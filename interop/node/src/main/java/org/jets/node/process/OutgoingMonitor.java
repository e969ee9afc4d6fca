package org.jets.node.process;

import org.jets.terms.Term;

/**
 * A process that a process of this node monitors.
 *
 * @param session the session with its node
 * @param target the process, as the message of its end names it
 */
record OutgoingMonitor(Session session, Term target) {}
