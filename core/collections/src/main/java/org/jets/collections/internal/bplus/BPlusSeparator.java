package org.jets.collections.internal.bplus;

import org.jspecify.annotations.Nullable;

/**
 * The key between two children: greater than all keys on its left, and at most those on its right.
 *
 * @param prefix of the key from its start
 * @param key null if the prefix says all of it
 */
public record BPlusSeparator<K>(long prefix, @Nullable K key) {}
