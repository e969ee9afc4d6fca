/**
 * A bridge for programs that use jinterface, Erlang's own library for Java. {@link
 * org.jets.jinterface.JinterfaceTerms} turns its objects into terms of jets and back. {@link
 * org.jets.jinterface.EtsMailboxServer} serves tables to processes that can send messages to an
 * {@code OtpMbox}, and {@link org.jets.jinterface.EtsMailboxClient} uses tables from an {@code
 * OtpMbox}.
 *
 * <p>The bridge runs with jinterface 1.6.1, the latest version on Maven Central, and with the
 * {@code OtpErlang.jar} that comes with Erlang. Only this jar connects with nodes of OTP 25 and
 * later, and can represent their pids, ports, references and funs. A program that does not use
 * jinterface yet should use {@link org.jets.node} instead.
 */
@NullMarked
package org.jets.jinterface;

import org.jspecify.annotations.NullMarked;
