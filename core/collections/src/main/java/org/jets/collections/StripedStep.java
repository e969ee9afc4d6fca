package org.jets.collections;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * A step in a {@link StripedHashMap} by {@link HashOrder}: the search, and what it has come to.
 *
 * <p>It goes by the hashes in a bucket, and reads no key but the one that it goes from and the one
 * that it comes to. Where hashes do not decide, because some are equal or there is a {@link Spill},
 * a {@link StripedCursor} makes the step, by a sorted copy of the bucket.
 */
final class StripedStep<K, V> implements CursorMap.Step<K, V>, BucketReader {
  private static final long NOWHERE = -1;

  private final StripedHashMap<K, V> map;

  /** Null for the first step, which goes from {@link #NOWHERE}. */
  private final @Nullable K from;

  private final long fromPlace;

  /** What is in front of here has been searched. */
  private long place;

  // What the search of the last bucket has found.

  /** Where its places end. */
  private long end;

  private boolean isDecided;

  /** The least place from {@link #place} on that has a key, other than {@link #from}. */
  private long least;

  private @Nullable Object key;
  private @Nullable Object value;
  private @Nullable Object origin;

  private StripedStep(StripedHashMap<K, V> map, @Nullable K from, long fromPlace) {
    this.map = map;
    this.from = from;
    this.fromPlace = fromPlace;
    this.place = Math.max(0, fromPlace);
  }

  static <K, V> @Nullable StripedStep<K, V> first(StripedHashMap<K, V> map) {
    return new StripedStep<K, V>(map, null, NOWHERE).search();
  }

  static <K, V> @Nullable StripedStep<K, V> from(StripedHashMap<K, V> map, K key) {
    return new StripedStep<>(map, key, BucketCopy.placeOf(map.order.hash(key))).search();
  }

  private @Nullable StripedStep<K, V> search() {
    while (place < StripedCursor.END) {
      map.read(BucketCopy.hashAt(place), this);
      if (!isDecided) {
        return byCursor();
      }
      if (value == null) {
        place = end;
      } else if (value == LinearHashTable.TOMBSTONE) {
        place = least + 1;
      } else {
        return this;
      }
    }
    return null;
  }

  @Override
  public void read(long[] words, Object[] slots, int index, int depth) {
    end = BucketCopy.endOf(index, depth);
    value = null;
    if (BucketCopy.placeOf(index) <= fromPlace && fromPlace < end) {
      origin = null;
    }
    int word = Bucket.wordOf(index);
    isDecided = (Bucket.versionAcquire(words, word) & Bucket.SPILLED) == 0;
    if (isDecided) {
      readSlots(words, word, slots, Bucket.slotOf(index));
    }
  }

  private void readSlots(long[] words, int word, Object[] slots, int first) {
    least = StripedCursor.END;
    int leastAt = -1;
    boolean isTie = false;
    long used = Bucket.fetch(slots, first) ? Bucket.tagsAcquire(words, word) : 0;
    for (int slot = 0; used != 0; used >>>= 8, slot++) {
      if ((used & 0xFF) == 0) {
        continue;
      }
      long here = BucketCopy.placeOf(Bucket.hash(words, word, slot));
      if (here == fromPlace) {
        readOrigin(slots, first + 2 * slot);
      } else if (here >= place && here <= least) {
        isTie = here == least;
        least = here;
        leastAt = first + 2 * slot;
      }
    }
    isDecided &= !isTie;
    if (leastAt >= 0) {
      key = Bucket.getAcquire(slots, leastAt);
      value = Bucket.getAcquire(slots, leastAt + 1);
    }
  }

  private void readOrigin(Object[] slots, int at) {
    @SuppressWarnings("unchecked") // Where keys are.
    K other = (K) Bucket.getAcquire(slots, at);
    if (other != null && map.order.equal(requireNonNull(from), other)) {
      origin = Bucket.getAcquire(slots, at + 1);
    } else {
      isDecided =
          false; // Another key of the same hash; or just taken out, which the version tells.
    }
  }

  private @Nullable StripedStep<K, V> byCursor() {
    StripedCursor<K, V> cursor =
        from == null ? new StripedCursor<>(map) : new StripedCursor<>(map, from);
    if (!cursor.advance()) {
      return null;
    }
    key = cursor.key();
    value = cursor.value();
    origin = cursor.origin();
    return this;
  }

  @Override
  @SuppressWarnings("unchecked") // Where keys are.
  public K key() {
    return (K) requireNonNull(key);
  }

  @Override
  @SuppressWarnings("unchecked") // Not a tombstone, so a value.
  public V value() {
    return (V) requireNonNull(value);
  }

  @Override
  public @Nullable V origin() {
    return map.live(origin);
  }
}
