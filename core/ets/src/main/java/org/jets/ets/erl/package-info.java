/**
 * Erlang's module {@code ets}, with terms as the only arguments and results. Its functions take the
 * same arguments as Erlang's and raise the same errors. {@link org.jets.ets.erl.EtsModule} calls a
 * function. {@link org.jets.ets.erl.JetsModule} calls a function of {@code jets}, a module of what
 * Erlang's tables do not have. A call that fails throws an {@link
 * org.jets.ets.erl.EtsCallException}. {@link org.jets.ets.erl.EtsErrors} turns the errors of
 * another node's tables into Java exceptions.
 */
@NullMarked
package org.jets.ets.erl;

import org.jspecify.annotations.NullMarked;
