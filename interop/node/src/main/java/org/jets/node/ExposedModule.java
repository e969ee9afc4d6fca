package org.jets.node;

import org.jets.terms.Term;

/**
 * A module of functions that other nodes may call, as they call functions of Erlang: with {@code
 * rpc} and {@code erpc}. Its functions run in threads of the node's pool, many at a time.
 *
 * <p>A function that blocks holds its place until it is interrupted; one that computes for long can
 * let others run, and end with its caller, by {@link org.jets.terms.PausableThread#pause} on {@link
 * org.jets.terms.PausableThread#current}, with no lock held.
 */
@FunctionalInterface
public interface ExposedModule {
  /**
   * Calls a function.
   *
   * @return what the caller gets
   * @throws ErlangException what the caller gets as an exception; {@link ErlangException#undefined}
   *     if there is no such function
   * @throws InterruptedException if the thread is interrupted, as it is when the caller waits no
   *     more
   */
  Term call(RemoteCall call) throws ErlangException, InterruptedException;
}
