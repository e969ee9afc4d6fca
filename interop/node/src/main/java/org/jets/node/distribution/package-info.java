/**
 * The protocol between Erlang nodes, below processes: finding nodes, connecting to them, and
 * passing on control messages in order. Not exported: {@link org.jets.node} is what programs use.
 *
 * <p>Read {@link org.jets.node.distribution.Distribution} first, which listens and connects; then
 * {@link org.jets.node.distribution.SocketConnection}, which reads and writes, and {@link
 * org.jets.node.distribution.MessageReader}, which parses frames.
 */
@NullMarked
package org.jets.node.distribution;

import org.jspecify.annotations.NullMarked;
