/**
 * The protocol between Erlang nodes, below processes: finding nodes, connecting, and control
 * messages in order. Not exported: {@link org.jets.node} is what programs use.
 */
@NullMarked
package org.jets.node.distribution;

import org.jspecify.annotations.NullMarked;
