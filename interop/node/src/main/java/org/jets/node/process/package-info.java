/**
 * The processes of a node and the signals between processes: messages, links, monitors, aliases and
 * requests to spawn, by the rules of Erlang's distribution protocol. Not exported: {@link
 * org.jets.node} is what programs use.
 *
 * <p>A {@link org.jets.node.process.LocalProcess} knows what it is linked with, what it monitors
 * and who monitors it; a {@link org.jets.node.process.Session} knows the same for one connection,
 * and has it end with the connection. The {@link org.jets.node.process.Router}, which is to be read
 * first, hands on what comes in, and opens connections where something is to go out.
 */
@NullMarked
package org.jets.node.process;

import org.jspecify.annotations.NullMarked;
