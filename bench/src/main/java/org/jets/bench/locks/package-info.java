/**
 * Locks that are given operations to run: delegation locks, read indicators, and the locks of the
 * JDK and of the library behind the same interface.
 */
@NullMarked
package org.jets.bench.locks;

import org.jspecify.annotations.NullMarked;
