/**
 * A hash table of {@code long} keys in flat buckets, each with a lock and a version in one word.
 * {@link org.jets.collections.internal.longs.LongHashTable} is the class to read first, and
 * explains the algorithm. {@code LongHashMap} is its view as a map.
 */
@NullMarked
package org.jets.collections.internal.longs;

import org.jspecify.annotations.NullMarked;
