package org.jets.node.process;

import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;

/**
 * A process of another node that monitors one of this node.
 *
 * @param target the pid or the name by which it is monitored; the message of its end has the same
 */
record IncomingMonitor(
    LocalProcess process, Session session, Pid from, Term target, Reference ref) {}
