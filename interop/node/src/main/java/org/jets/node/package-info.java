/** An Erlang node in Java: its processes, what it offers to other nodes, and calls to them. */
@NullMarked
package org.jets.node;

import org.jspecify.annotations.NullMarked;
