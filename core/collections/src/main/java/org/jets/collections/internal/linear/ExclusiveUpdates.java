package org.jets.collections.internal.linear;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jets.collections.internal.sync.BucketLock;
import org.jets.collections.internal.sync.StackRoom;

/**
 * Updates of several keys of a {@link LinearHashTable} at one moment, under all stripes. All is
 * prepared first; then the buckets are marked exclusive, which sends readers to the locks, and
 * stores do the rest.
 */
public final class ExclusiveUpdates<K, V> {
  static {
    // Links the calls of steps that cannot be undone: the JVM allocates before the first one.
    Stripe stripe = new Stripe(null);
    Stripe.INSERTED.setOpaque(stripe, 0L);
    Stripe.REMOVED.setOpaque(stripe, 0L);
  }

  private final StripedKeys<K> keys;
  private final LinearHashTable<K> table;
  private final LockStripes locks;
  private final TableSizer<K> sizer;

  public ExclusiveUpdates(LinearHashTable<K> table, LockStripes locks, TableSizer<K> sizer) {
    this.keys = table.keys;
    this.table = table;
    this.locks = locks;
    this.sizer = sizer;
  }

  /**
   * Puts all mappings, into copies of the buckets concerned, which then take their places.
   *
   * @param ifAbsent whether nothing is done if one of the keys is there
   * @return whether the mappings have been put
   */
  public boolean putAll(Map<? extends K, ? extends V> mappings, boolean ifAbsent) {
    Object[] pairs = pairsOf(mappings);
    int[] hashes = new int[pairs.length / 2];
    long[] tags = new long[pairs.length / 2];
    for (int i = 0; i < hashes.length; i++) {
      K key = keys.key(pairs, 2 * i);
      hashes[i] = keys.hash(key);
      tags[i] = keys.tag(key, hashes[i]);
    }
    keys.callbacks.requireOutside();
    int published;
    StackRoom.require(); // For the loops under the locks.
    lockGeometry();
    try {
      Stripe[] all = locks.lockAll();
      try {
        if (ifAbsent && isAnyPresent(pairs, hashes, tags)) {
          return false;
        }
        Map<Integer, BucketReplacement<K>> byIndex = new HashMap<>();
        for (int i = 0; i < hashes.length; i++) {
          int index = LinearHashTable.address(hashes[i], table.buckets());
          BucketReplacement<K> replacement = byIndex.get(index);
          if (replacement == null) {
            replacement = new BucketReplacement<>(index, table.bucketAt(index));
            byIndex.put(index, replacement);
          }
          putCopied(replacement, keys.key(pairs, 2 * i), hashes[i], tags[i], pairs[2 * i + 1]);
        }
        BucketReplacement<K>[] replacements = BucketReplacement.toArray(byIndex.values());
        published = commitAll(all, replacements);
      } finally {
        try {
          LockStripes.unlock(all, all.length);
        } catch (VirtualMachineError e) {
          for (Stripe stripe : all) {
            stripe.quiet = false;
            stripe.word = BucketLock.QUEUED;
          }
        }
      }
    } finally {
      try {
        sizer.geometry.unlock();
      } catch (VirtualMachineError e) {
        sizer.geometry.word = BucketLock.QUEUED;
      }
    }
    if (published != 0) {
      sizer.follow(published);
    }
    return true;
  }

  private void putCopied(BucketReplacement<K> to, K key, int hash, long tag, Object value) {
    Object present = to.copy.seek(keys, key, hash, tag);
    if (present == null) {
      to.copy.prepareInsert(keys, key, hash, tag, value);
    } else {
      to.copy.prepareSet(keys, hash, value);
    }
    to.copy.commit();
    to.added += present == null ? 1 : 0;
  }

  /** Allocates nothing, and calls nothing that throws, from the first visible step on. */
  private int commitAll(Stripe[] all, BucketReplacement<K>[] replacements) {
    StackRoom.require();
    int published = 0;
    for (Stripe stripe : all) {
      stripe.exitQuiet();
    }
    int buckets = table.bucketCount;
    table.bucketCount = buckets | LinearHashTable.EXCLUSIVE; // Takes effect here.
    for (BucketReplacement<K> replacement : replacements) {
      replacement.bucket.commitCopy(replacement.copy);
      Stripe stripe = all[replacement.index & (all.length - 1)];
      Stripe.INSERTED.setOpaque(stripe, stripe.inserted + replacement.added);
      int unpublished = stripe.unpublished + replacement.added;
      stripe.unpublished = 0;
      sizer.estimate.getAndAdd(TableSizer.ESTIMATE, unpublished);
      published += unpublished;
    }
    table.bucketCount = buckets;
    return published;
  }

  private void lockGeometry() {
    boolean locked = sizer.geometry.lock();
    assert locked; // Never retired.
  }

  private Object[] pairsOf(Map<? extends K, ? extends V> mappings) {
    List<Object> pairs = new ArrayList<>();
    mappings.forEach(
        (key, value) -> {
          pairs.add(requireNonNull(key, "key"));
          pairs.add(requireNonNull(value, "value"));
        });
    return pairs.toArray();
  }

  private boolean isAnyPresent(Object[] pairs, int[] hashes, long[] tags) {
    for (int i = 0; i < hashes.length; i++) {
      K key = keys.key(pairs, 2 * i);
      if (table.bucket(hashes[i]).seek(keys, key, hashes[i], tags[i]) != null) {
        return true;
      }
    }
    return false;
  }

  /** Removes all mappings at one moment. */
  public void clear() {
    keys.callbacks.requireOutside();
    StackRoom.require(); // For the loops under the locks.
    lockGeometry();
    try {
      Stripe[] all = locks.lockAll();
      try {
        int buckets = Math.max(sizer.minBuckets(), all.length);
        commitClear(all, LinearHashTable.newDirectory(buckets), buckets);
      } finally {
        try {
          LockStripes.unlock(all, all.length);
        } catch (VirtualMachineError e) {
          for (Stripe stripe : all) {
            stripe.quiet = false;
            stripe.word = BucketLock.QUEUED;
          }
        }
      }
      sizer.tunePublishing();
    } finally {
      try {
        sizer.geometry.unlock();
      } catch (VirtualMachineError e) {
        sizer.geometry.word = BucketLock.QUEUED;
      }
    }
  }

  /** Clears the table by stores. Allocates nothing. */
  private void commitClear(Stripe[] all, Object[] fresh, int buckets) {
    StackRoom.require();
    for (Stripe stripe : all) {
      stripe.exitQuiet();
    }
    table.setDirectory(fresh, buckets); // Takes effect here.
    sizer.estimate.set(TableSizer.ESTIMATE, 0);
    for (Stripe stripe : all) {
      Stripe.REMOVED.setOpaque(stripe, stripe.inserted);
      Stripe.INSERTED.setOpaque(stripe, stripe.inserted);
      stripe.unpublished = 0;
    }
    table.bucketCount = buckets;
  }
}
