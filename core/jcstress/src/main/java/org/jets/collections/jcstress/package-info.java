/**
 * Tests of what a read without a lock sees of another thread's changes to a map. jcstress tries
 * each pair of calls millions of times.
 */
@NullMarked
package org.jets.collections.jcstress;

import org.jspecify.annotations.NullMarked;
