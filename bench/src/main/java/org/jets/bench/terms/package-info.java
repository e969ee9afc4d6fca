/**
 * Benchmarks of terms beside jinterface, Long, String and records: external format, ordered code,
 * keys, order, memory.
 */
@NullMarked
package org.jets.bench.terms;

import org.jspecify.annotations.NullMarked;
