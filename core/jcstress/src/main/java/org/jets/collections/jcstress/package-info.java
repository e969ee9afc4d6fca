/**
 * Tests of what threads see of each other through the maps, where reads take no lock: tried on this
 * machine with jcstress, millions of times for each pair of calls.
 */
@NullMarked
package org.jets.collections.jcstress;

import org.jspecify.annotations.NullMarked;
