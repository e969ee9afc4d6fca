/** Tables with a bound beside Caffeine: hit rates on generated traces, and calls by JMH. */
@NullMarked
package org.jets.bench.cache;

import org.jspecify.annotations.NullMarked;
