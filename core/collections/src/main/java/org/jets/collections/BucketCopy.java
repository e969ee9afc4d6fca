package org.jets.collections;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What was in a bucket at one moment, sorted by {@link HashOrder}. Reused from bucket to bucket.
 *
 * <p>Places are hashes with their bits reversed, from 0 to 2^32: so ordered, the hashes of a bucket
 * are all those from {@link #start} up to {@link #end}.
 */
final class BucketCopy<K> {
  private final HashOrder<K> order;
  private Object[] pairs = new Object[32];
  private long[] places = new long[16];
  private int length;
  private long start;
  private long end;

  BucketCopy(HashOrder<K> order) {
    this.order = order;
  }

  static long placeOf(int hash) {
    return Integer.toUnsignedLong(Integer.reverse(hash));
  }

  static int hashAt(long place) {
    return Integer.reverse((int) place);
  }

  /** Reads what may be changing; the caller finds out whether it was. */
  void read(long[] words, int word, Object[] slots, int index, int depth) {
    start = placeOf(index);
    end = start + (1L << (Integer.SIZE - depth));
    length = 0;
    @SuppressWarnings("unchecked") // Where spills are.
    Spill<K> spill = (Spill<K>) Bucket.getAcquire(slots, Bucket.spillSlot(words, word));
    if (spill != null) {
      Object[] spilled = spill.toArray();
      for (int i = 0; i < spilled.length; i += 2) {
        add(spilled[i], Bucket.getAcquire(spilled, i + 1));
      }
    }
    int first = Bucket.firstSlot(word);
    for (long free = Bucket.tagsAcquire(words, word), i = 0; i < Bucket.PAIRS; i++, free >>>= 8) {
      if ((free & 0xFF) != 0) {
        int slot = first + 2 * (int) i;
        add(Bucket.getAcquire(slots, slot), Bucket.getAcquire(slots, slot + 1));
      }
    }
  }

  private void add(@Nullable Object key, @Nullable Object value) {
    if (key == null || value == null) {
      return; // Just taken out: the version tells.
    }
    if (length == pairs.length) {
      pairs = Arrays.copyOf(pairs, 2 * length);
      places = Arrays.copyOf(places, length);
    }
    pairs[length++] = key;
    pairs[length++] = value;
  }

  /** Sorts, and keeps only what is in this range of places. */
  void sort(long from, long to) {
    int all = length;
    length = 0;
    for (int i = 0; i < all; i += 2) {
      K key = order.key(pairs, i);
      Object value = pairs[i + 1];
      long place = placeOf(order.hash(key));
      if (place >= from && place < to) {
        int at = length;
        while (at > 0 && isAfter(at - 2, key, place)) {
          pairs[at] = pairs[at - 2];
          pairs[at + 1] = pairs[at - 1];
          places[at / 2] = places[at / 2 - 1];
          at -= 2;
        }
        pairs[at] = key;
        pairs[at + 1] = value;
        places[at / 2] = place;
        length += 2;
      }
    }
  }

  private boolean isAfter(int at, K key, long place) {
    return places[at / 2] == place
        ? order.compareColliding(key(at), key) > 0
        : places[at / 2] > place;
  }

  /**
   * Where what comes behind a key begins: behind the key itself if it is here, else behind all that
   * the order puts in front of it.
   */
  int indexBehind(K key) {
    long place = placeOf(order.hash(key));
    int behind = 0;
    for (int i = 0; i < length; i += 2) {
      if (places[i / 2] == place && order.equal(key, key(i))) {
        return i + 2;
      }
      boolean isBefore =
          places[i / 2] == place ? order.compareColliding(key(i), key) < 0 : places[i / 2] < place;
      behind = isBefore ? i + 2 : behind;
    }
    return behind;
  }

  int length() {
    return length;
  }

  K key(int i) {
    return order.key(pairs, i);
  }

  Object value(int i) {
    return pairs[i + 1];
  }

  long start() {
    return start;
  }

  long end() {
    return end;
  }
}
