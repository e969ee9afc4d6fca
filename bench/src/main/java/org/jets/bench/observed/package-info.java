/** Benchmarks of tables that are observed, with a live page that is read, beside others. */
@NullMarked
package org.jets.bench.observed;

import org.jspecify.annotations.NullMarked;
