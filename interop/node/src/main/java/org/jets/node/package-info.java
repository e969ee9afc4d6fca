/**
 * An Erlang node in Java: its processes, the services that it offers to other nodes, and its calls
 * to theirs.
 *
 * <pre>{@code
 * NodeOptions options = NodeOptions.defaults().withCookie("secret");
 * try (ErlangNode node = ErlangNode.start("jets@127.0.0.1", options);
 *     Mailbox mailbox = node.newMailbox("greeter")) {
 *   node.expose("my_mod", call -> Atom.of("hello"));
 *   node.call("a@127.0.0.1", "lists", "reverse", Term.of(List.of(1, 2))).thenAccept(...);
 *   Term message = mailbox.receive();
 * }
 * }</pre>
 *
 * <p>{@link org.jets.node.ErlangNode} is the class to read first. It connects with other nodes,
 * serves tables and {@linkplain org.jets.node.ExposedModule modules} to them, and {@linkplain
 * org.jets.node.Caller calls} theirs. A {@link org.jets.node.Mailbox} is a process of the node.
 * Tables of other nodes are in {@link org.jets.node.remote}.
 */
@NullMarked
package org.jets.node;

import org.jspecify.annotations.NullMarked;
