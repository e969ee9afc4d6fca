package org.jets.node;

import org.jets.terms.Term;

/**
 * A module of functions that other nodes may call, as they call functions of Erlang: with {@code
 * rpc} and {@code erpc}. Its functions run concurrently in threads of the node's pool.
 *
 * <p>A function that blocks keeps its place in the pool until it is interrupted. A function that
 * computes for long can let other calls run, and end with its caller. To that end it calls {@link
 * org.jets.terms.PausableThread#pause} on {@link org.jets.terms.PausableThread#current}, with no
 * lock held.
 */
@FunctionalInterface
public interface ExposedModule {
  /**
   * Calls a function.
   *
   * @return the result for the caller
   * @throws ErlangException the exception for the caller; {@link ErlangException#undefined} if
   *     there is no such function
   * @throws InterruptedException if the thread is interrupted, as it is when the caller no longer
   *     waits
   */
  Term call(IncomingCall call) throws ErlangException, InterruptedException;
}
