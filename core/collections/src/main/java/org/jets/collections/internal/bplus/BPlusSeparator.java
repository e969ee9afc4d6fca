package org.jets.collections.internal.bplus;

/**
 * The key between two children: greater than all keys on its left, and at most those on its right.
 */
public record BPlusSeparator<K>(long prefix, K key) {}
