package org.jets.collections.internal.linear;

import org.jets.collections.internal.sync.CallbackGuard;
import org.jspecify.annotations.Nullable;

/** Mappings that are to move from an overflow into free slots, and what is left of it. */
final class OverflowRefill<K> {
  final Object[] pairs;
  final int[] hashes;
  final long[] tags;
  int count;
  @Nullable OverflowEntries<K> rest;

  private static final Object[] NO_PAIRS = {};
  private static final int[] NO_HASHES = {};
  private static final long[] NO_TAGS = {};

  OverflowRefill(StripedKeys<K> keys, @Nullable OverflowEntries<K> overflow, int free) {
    rest = overflow;
    boolean isEmpty = overflow == null || free <= 0;
    pairs = isEmpty ? NO_PAIRS : new Object[2 * free];
    hashes = isEmpty ? NO_HASHES : new int[free];
    tags = isEmpty ? NO_TAGS : new long[free];
    if (!isEmpty) {
      fill(keys, free);
    }
  }

  private void fill(StripedKeys<K> keys, int free) {
    OverflowEntries<K> left = rest;
    while (left != null && count < free) {
      OverflowEntries<K> node = OverflowEntries.first(left);
      Object[] group = node.group();
      if (group.length > 2 * BucketLayout.PAIRS) {
        break; // A copy of so many costs more than their search.
      }
      K key = keys.key(group, 0);
      pairs[2 * count] = key;
      pairs[2 * count + 1] = group[1];
      hashes[count] = node.hash();
      CallbackGuard.Place callback = keys.enter(key);
      try {
        tags[count] = keys.tag(key, node.hash());
      } finally {
        if (callback != null) {
          callback.thread = null;
        }
      }
      count++;
      left = OverflowEntries.withoutFirst(left);
    }
    rest = left;
  }
}
