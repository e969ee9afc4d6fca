package org.jets.collections.internal.linear;

import org.jspecify.annotations.Nullable;

/**
 * The keys of a bucket that have a certain hash, as they were at one moment. They are read under a
 * lock if need be, and compared without it.
 */
public final class SameHashReader<K> implements BucketReader {
  private final int hash;
  private final Object[] pairs = new Object[2 * BucketLayout.PAIRS];
  private int length;
  private @Nullable OverflowEntries<K> overflow;

  SameHashReader(int hash) {
    this.hash = hash;
  }

  @Override
  public void read(long[] words, Object[] slots, int index, int depth) {
    int word = BucketLayout.wordOf(index);
    int first = BucketLayout.slotOf(index);
    @SuppressWarnings("unchecked") // Where overflows are.
    OverflowEntries<K> present = (OverflowEntries<K>) BucketLayout.overflowAcquire(slots, first);
    overflow = present;
    length = 0;
    int slot = 0;
    for (long used = BucketLayout.tagsAcquire(words, word); used != 0; used >>>= 8, slot++) {
      if ((used & 0xFF) != 0 && BucketLayout.hash(words, word, slot) == hash) {
        pairs[length++] = BucketLayout.getAcquire(slots, first + 2 * slot);
        pairs[length++] = BucketLayout.getAcquire(slots, first + 2 * slot + 1);
      }
    }
  }

  /** The value of a key that has the hash, or null. */
  @Nullable Object find(StripedKeys<K> keys, K key) {
    for (int i = 0; i < length; i += 2) {
      if (keys.equal(key, keys.key(pairs, i))) {
        return pairs[i + 1];
      }
    }
    return OverflowEntries.find(overflow, keys, key, hash, null);
  }
}
