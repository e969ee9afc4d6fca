package org.jets.collections.internal.linear;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The content of a bucket at one moment. Reused from bucket to bucket.
 *
 * <p>Places are hashes with their bits reversed, from 0 to 2^32. So ordered, the hashes of a bucket
 * are all those from {@link #start} up to {@link #end}.
 */
public final class BucketCopy<K> implements BucketReader {
  private final StripedKeys<K> keys;
  private Object[] pairs = new Object[32];
  private long[] places = new long[16];
  private int length;

  /** Up to here they are in order. */
  private int sorted;

  private long start;
  private long end;

  BucketCopy(StripedKeys<K> keys) {
    this.keys = keys;
  }

  static long placeOf(int hash) {
    return Integer.toUnsignedLong(Integer.reverse(hash));
  }

  static int hashAt(long place) {
    return Integer.reverse((int) place);
  }

  /** Returns the end of the places of a bucket. */
  static long endOf(int index, int depth) {
    return placeOf(index) + (1L << (Integer.SIZE - depth));
  }

  @Override
  public void read(long[] words, Object[] slots, int index, int depth) {
    start = placeOf(index);
    end = endOf(index, depth);
    length = 0;
    int first = BucketLayout.slotOf(index);
    int word = BucketLayout.wordOf(index);
    if ((BucketLayout.versionAcquire(words, word) & BucketLayout.HAS_OVERFLOW) != 0) {
      addOverflow(slots, first);
    }
    sorted = length;
    int slot = 0;
    for (long used = BucketLayout.tagsAcquire(words, word); used != 0; used >>>= 8) {
      if ((used & 0xFF) != 0) {
        int at = first + 2 * slot;
        add(
            BucketLayout.getAcquire(slots, at),
            BucketLayout.getAcquire(slots, at + 1),
            placeOf(BucketLayout.hash(words, word, slot)));
      }
      slot++;
    }
  }

  private void addOverflow(Object[] slots, int first) {
    @SuppressWarnings("unchecked") // Where overflows are.
    OverflowEntries<K> overflow = (OverflowEntries<K>) BucketLayout.overflowAcquire(slots, first);
    if (overflow != null) {
      overflow.copyTo(this);
    }
  }

  void add(@Nullable Object key, @Nullable Object value, long place) {
    if (key == null || value == null) {
      return; // Just taken out: the version tells.
    }
    if (length == pairs.length) {
      pairs = Arrays.copyOf(pairs, 2 * length);
      places = Arrays.copyOf(places, length);
    }
    places[length >> 1] = place;
    pairs[length++] = key;
    pairs[length++] = value;
  }

  /** Keeps only what is in this range of places. */
  void keep(long from, long to) {
    if (from <= start && end <= to) {
      return;
    }
    int all = length;
    int allSorted = sorted;
    length = 0;
    sorted = 0;
    for (int i = 0; i < all; i += 2) {
      if (places[i / 2] >= from && places[i / 2] < to) {
        move(i, length);
        length += 2;
        sorted = i < allSorted ? length : sorted;
      }
    }
  }

  private void move(int from, int to) {
    pairs[to] = pairs[from];
    pairs[to + 1] = pairs[from + 1];
    places[to / 2] = places[from / 2];
  }

  /** Sorts: only the slots are not yet in order. An error of a comparison leaves all mappings. */
  void sort() {
    for (int i = Math.max(2, sorted); i < length; i += 2) {
      K key = key(i);
      Object value = value(i);
      long place = places[i / 2];
      int to = i;
      while (to > 0 && isAfter(to - 2, key, place)) {
        to -= 2;
      }
      for (int from = i; from > to; from -= 2) { // Few: a call would take longer.
        move(from - 2, from);
      }
      pairs[to] = key;
      pairs[to + 1] = value;
      places[to / 2] = place;
    }
  }

  /** Replaces the content by one mapping. */
  void set(K key, Object value) {
    pairs[0] = key;
    pairs[1] = value;
    length = 2;
  }

  /** Forgets what has been read. */
  void forget() {
    length = 0;
  }

  private boolean isAfter(int at, K key, long place) {
    return places[at / 2] == place ? isTiedAfter(key(at), key) : places[at / 2] > place;
  }

  /** Two keys that refuse to be compared have no order: they stay as they are. */
  private boolean isTiedAfter(K a, K b) {
    try {
      return keys.compareTied(a, b) > 0;
    } catch (RuntimeException e) {
      return false;
    }
  }

  int length() {
    return length;
  }

  K key(int i) {
    return keys.key(pairs, i);
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
