/**
 * Many timers, most of which are started again before they are over: objects of a table that
 * expire, beside the executors and wheels of others.
 */
@NullMarked
package org.jets.bench.timers;

import org.jspecify.annotations.NullMarked;
