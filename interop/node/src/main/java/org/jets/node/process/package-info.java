/**
 * The processes of a node and the signals between processes: messages, links, monitors, aliases and
 * requests to spawn, by the rules of Erlang's distribution protocol. Not exported: programs use
 * {@link org.jets.node}.
 *
 * <p>Read {@link org.jets.node.process.Router} first, which passes on incoming signals and opens
 * connections for outgoing ones. A {@link org.jets.node.process.LocalProcess} knows its links and
 * the monitors in both directions. A {@link org.jets.node.process.Session} knows the links and
 * monitors across one connection, and ends them with the connection.
 */
@NullMarked
package org.jets.node.process;

import org.jspecify.annotations.NullMarked;
