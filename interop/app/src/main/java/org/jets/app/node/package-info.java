/** {@code ./jets node}: an Erlang node in the foreground, with tables for other nodes. */
@NullMarked
package org.jets.app.node;

import org.jspecify.annotations.NullMarked;
