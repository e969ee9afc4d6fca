/**
 * Linear hashing under striped locks. {@link org.jets.collections.internal.linear.LinearHashTable}
 * is the class to read first, and says how all of it works; {@code StripedHashMap} shows it.
 */
@NullMarked
package org.jets.collections.internal.linear;

import org.jspecify.annotations.NullMarked;
