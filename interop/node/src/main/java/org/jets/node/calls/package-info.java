/**
 * The requests of this node to other nodes: messages, calls of functions by {@code erpc} and {@code
 * rex}, and calls of servers. Not exported.
 *
 * <p>Read {@link org.jets.node.calls.OutgoingCalls} first.
 */
@NullMarked
package org.jets.node.calls;

import org.jspecify.annotations.NullMarked;
