package org.jets.collections;

/**
 * What was in the place of a leaf before two were joined to it, for snapshots of that time.
 *
 * @param separator the least key of the right one
 */
record LeafPair<K, V>(K separator, ImmutableLeaf<K, V> left, ImmutableLeaf<K, V> right) {}
