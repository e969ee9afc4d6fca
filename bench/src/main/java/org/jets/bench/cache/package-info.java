/** Tables with a bound beside Caffeine: hit rates on generated traces, calls by JMH, and memory. */
@NullMarked
package org.jets.bench.cache;

import org.jspecify.annotations.NullMarked;
