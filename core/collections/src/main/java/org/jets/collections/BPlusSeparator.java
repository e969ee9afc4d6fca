package org.jets.collections;

/**
 * What is between two children: greater than all keys on its left, and at most those on its right.
 */
record BPlusSeparator<K>(long prefix, K key) {}
