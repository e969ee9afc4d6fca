/** Tables on each store beside the map under it, and beside those of the local Erlang. */
@NullMarked
package org.jets.bench.tables;

import org.jspecify.annotations.NullMarked;
