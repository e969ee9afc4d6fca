/** Benchmarks of tables with secondary indexes, beside scans and second tables. */
@NullMarked
package org.jets.bench.indexed;

import org.jspecify.annotations.NullMarked;
