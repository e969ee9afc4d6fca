/**
 * Tables of other nodes, used like tables of this JVM. This package is above {@link org.jets.node}:
 * it uses an {@link org.jets.node.ErlangNode} as any program does, and the node does not use this
 * package.
 *
 * <p>Read {@link org.jets.node.remote.RemoteOwner} first, which creates and opens tables; then
 * {@link org.jets.node.remote.RemoteEtsTable}, which documents the cost and the failures of each
 * call.
 */
@NullMarked
package org.jets.node.remote;

import org.jspecify.annotations.NullMarked;
