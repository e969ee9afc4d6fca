/**
 * Tables of other nodes, used like tables of this JVM. This package stands above {@link
 * org.jets.node}: it uses an {@link org.jets.node.ErlangNode} as any program does, and nothing of
 * the node uses it.
 *
 * <p>Read {@link org.jets.node.remote.RemoteOwner} first, which makes and opens tables, and then
 * {@link org.jets.node.remote.RemoteEtsTable}, which says what each call costs and how it fails.
 */
@NullMarked
package org.jets.node.remote;

import org.jspecify.annotations.NullMarked;
