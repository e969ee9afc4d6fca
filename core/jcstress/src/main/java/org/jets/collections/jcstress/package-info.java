/**
 * Tests of reads without a lock: which changes of another thread to a map they see. jcstress tries
 * each pair of calls millions of times.
 */
@NullMarked
package org.jets.collections.jcstress;

import org.jspecify.annotations.NullMarked;
