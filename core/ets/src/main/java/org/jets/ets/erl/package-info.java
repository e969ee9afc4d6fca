/**
 * Erlang's module {@code ets}, with terms as the only arguments and results. Its functions take the
 * same arguments as Erlang's and raise the same errors. {@link org.jets.ets.erl.EtsModule} calls a
 * function, an {@link org.jets.ets.erl.EtsCallException} is what a call raises, and {@link
 * org.jets.ets.erl.EtsErrors} reads the errors of another node's tables.
 */
@NullMarked
package org.jets.ets.erl;

import org.jspecify.annotations.NullMarked;
