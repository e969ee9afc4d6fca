/**
 * Benchmarks of tables on each store, beside the bare map under it and the tables of the local
 * Erlang.
 */
@NullMarked
package org.jets.bench.tables;

import org.jspecify.annotations.NullMarked;
