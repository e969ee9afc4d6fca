package org.jets.collections.internal.linear;

import static java.util.Objects.requireNonNull;

import org.jets.collections.internal.cursor.CursorEntry;
import org.jets.collections.internal.order.TieBreaker;
import org.jspecify.annotations.Nullable;

/**
 * A step in a {@link LinearHashTable} by place: the search, and its result.
 *
 * <p>The search compares the hashes in a bucket. It reads only two keys: the one that it goes from,
 * and the one that it comes to. Where hashes do not decide, because some are equal or there is a
 * {@link OverflowEntries}, it compares keys.
 *
 * <p>Keys of one place come in the order of {@link TieBreaker}. Among those that it does not tell
 * apart, the overflowed ones in the order of their array and then those in slots. A step takes time
 * logarithmic in the number of colliding keys, if they have an order. So it does from an object
 * that is in the table. From an object that is equal to such a key, and has no order, it compares
 * that with all of them.
 *
 * <p>Callbacks run without a lock: what is read under one is compared later.
 */
public final class NextEntrySearch<K, V> extends CursorEntry<K, V> implements BucketReader {
  private static final long NOWHERE = -1;

  private final LinearHashTable<K> table;

  /** The key of the start, or null for the first step, which starts from {@link #NOWHERE}. */
  private final @Nullable K from;

  private final long fromPlace;

  /** The place up to which all has been searched. */
  private long place;

  // What the search of the last bucket has found.

  /** The end of its places. */
  private long end;

  private boolean isDecided;

  /** The only key in a slot that has the place of {@link #from}. */
  private @Nullable Object tiedKey;

  private @Nullable Object tiedValue;
  private @Nullable Object key;
  private @Nullable Object value;
  private @Nullable Object origin;

  private NextEntrySearch(LinearHashTable<K> table, @Nullable K from, long fromPlace) {
    this.table = table;
    this.from = from;
    this.fromPlace = fromPlace;
    this.place = Math.max(0, fromPlace);
  }

  public static <K, V> @Nullable NextEntrySearch<K, V> first(LinearHashTable<K> table) {
    return new NextEntrySearch<K, V>(table, null, NOWHERE).search();
  }

  public static <K, V> @Nullable NextEntrySearch<K, V> from(LinearHashTable<K> table, K key) {
    return new NextEntrySearch<K, V>(table, key, BucketCopy.placeOf(table.keys.hash(key))).search();
  }

  private @Nullable NextEntrySearch<K, V> search() {
    while (place < HashOrderCursor.END) {
      table.read(BucketCopy.hashAt(place), this);
      if (!isDecided || !isOriginDecided()) {
        return searchRanked();
      }
      if (value == null) {
        place = end;
      } else {
        return this;
      }
    }
    return null;
  }

  private boolean isOriginDecided() {
    if (tiedKey == null) {
      return true;
    }
    @SuppressWarnings("unchecked") // Where keys are.
    K tied = (K) tiedKey;
    if (!table.keys.equal(requireNonNull(from), tied)) {
      return false;
    }
    origin = tiedValue;
    return true;
  }

  @Override
  public void read(long[] words, Object[] slots, int index, int depth) {
    end = BucketCopy.endOf(index, depth);
    value = null;
    tiedKey = null;
    int word = BucketLayout.wordOf(index);
    isDecided = (BucketLayout.versionAcquire(words, word) & BucketLayout.HAS_OVERFLOW) == 0;
    if (isDecided) {
      readSlots(words, word, slots, BucketLayout.slotOf(index));
    }
  }

  private void readSlots(long[] words, int word, Object[] slots, int first) {
    long least = HashOrderCursor.END; // The least place from the current one on that has a key.
    int leastAt = -1;
    boolean isTie = false;
    long used = BucketLayout.fetch(slots, first) ? BucketLayout.tagsAcquire(words, word) : 0;
    for (int slot = 0; used != 0; used >>>= 8, slot++) {
      if ((used & 0xFF) == 0) {
        continue;
      }
      long here = BucketCopy.placeOf(BucketLayout.hash(words, word, slot));
      if (here == fromPlace) {
        isDecided &= tiedKey == null;
        tiedKey = BucketLayout.getAcquire(slots, first + 2 * slot);
        tiedValue = BucketLayout.getAcquire(slots, first + 2 * slot + 1);
      } else if (here >= place && here <= least) {
        isTie = here == least;
        least = here;
        leastAt = first + 2 * slot;
      }
    }
    isDecided &= !isTie;
    if (leastAt >= 0) {
      key = BucketLayout.getAcquire(slots, leastAt);
      value = BucketLayout.getAcquire(slots, leastAt + 1);
    }
  }

  /** Searches again, and compares keys where hashes are equal. */
  private @Nullable NextEntrySearch<K, V> searchRanked() {
    RankedSlots<K> slots = new RankedSlots<>(table.keys);
    K current = from;
    long currentPlace = Math.max(0, fromPlace);
    boolean isOrigin = true;
    while (currentPlace < HashOrderCursor.END) {
      table.read(BucketCopy.hashAt(currentPlace), slots);
      boolean isThere = slots.findNext(current, currentPlace);
      if (isOrigin) {
        origin = slots.valueOfCurrent();
        isOrigin = false;
      }
      if (!isThere) {
        current = null;
        currentPlace = slots.end();
      } else {
        key = slots.key();
        value = slots.value();
        return this;
      }
    }
    return null;
  }

  @Override
  @SuppressWarnings("unchecked") // Where keys are.
  public K getKey() {
    return (K) requireNonNull(key);
  }

  @Override
  @SuppressWarnings("unchecked") // Where values are.
  public V getValue() {
    return (V) requireNonNull(value);
  }

  @Override
  @SuppressWarnings("unchecked") // Where values are.
  public @Nullable V origin() {
    return (V) origin;
  }

  @Override
  public boolean hasOrigin() {
    return origin != null;
  }
}
