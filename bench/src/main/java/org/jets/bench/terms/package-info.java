/**
 * Benchmarks of terms beside jinterface, Long, String and records: external format, keys, order,
 * memory.
 */
@NullMarked
package org.jets.bench.terms;

import org.jspecify.annotations.NullMarked;
