/** {@code ./jets bench node}: nodes of jets, of jinterface and of Erlang, measured from Erlang. */
@NullMarked
package org.jets.bench.peers;

import org.jspecify.annotations.NullMarked;
