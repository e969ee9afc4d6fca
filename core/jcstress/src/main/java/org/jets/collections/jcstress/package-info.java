/**
 * Tests of what threads see of each other through the maps, where reads take no lock. jcstress
 * tries each pair of calls millions of times.
 */
@NullMarked
package org.jets.collections.jcstress;

import org.jspecify.annotations.NullMarked;
