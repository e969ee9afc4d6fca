/**
 * Benchmarks of the concurrent maps beside those of the JDK, of JCTools and of other libraries:
 * lookups, updates, walks, memory.
 */
@NullMarked
package org.jets.bench.maps;

import org.jspecify.annotations.NullMarked;
