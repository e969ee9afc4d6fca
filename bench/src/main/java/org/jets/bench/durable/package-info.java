/** {@code ./jets bench durable}: tables with a log, beside RocksDB and Mnesia. */
@NullMarked
package org.jets.bench.durable;

import org.jspecify.annotations.NullMarked;
