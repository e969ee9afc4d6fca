/**
 * Benchmarks of the concurrent maps beside those of the JDK and of JCTools: lookups, updates,
 * walks, memory.
 */
@NullMarked
package org.jets.bench.maps;

import org.jspecify.annotations.NullMarked;
