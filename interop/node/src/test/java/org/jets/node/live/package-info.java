/**
 * Live Erlang nodes for tests. {@link org.jets.node.live.LiveNodeTest} gives a test each available
 * release. {@link org.jets.node.live.LiveNode} is a node, {@link org.jets.node.live.Epmd} the
 * daemon by which nodes find each other, and {@link org.jets.node.live.FaultProxy} a bad network.
 * All of them are at the loopback address. They end when they are closed, and with the JVM at the
 * latest.
 */
@NullMarked
package org.jets.node.live;

import org.jspecify.annotations.NullMarked;
