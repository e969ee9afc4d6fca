/**
 * Linear hashing under striped locks. {@link org.jets.collections.internal.linear.LinearHashTable}
 * is the class to read first, and explains the algorithm. {@code StripedHashMap} is its view as a
 * map.
 */
@NullMarked
package org.jets.collections.internal.linear;

import org.jspecify.annotations.NullMarked;
