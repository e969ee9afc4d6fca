package org.jets.collections.internal.linear;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * The content of a bucket at one moment, to find the mapping after a key. It has a copy of the
 * slots, and the overflow, which does not change. Reused from bucket to bucket.
 */
public final class RankedSlots<K> implements BucketReader {
  private final StripedKeys<K> keys;
  private final Object[] slotKeys = new Object[BucketLayout.PAIRS];
  private final Object[] slotValues = new Object[BucketLayout.PAIRS];
  private final long[] slotPlaces = new long[BucketLayout.PAIRS];
  private int length;
  private @Nullable OverflowEntries<K> overflow;
  private long end;

  // Where the key is that is gone from: in a slot, in an array of the overflow, or not there.
  private int currentSlot;
  private Object @Nullable [] currentGroup;
  private int currentAt;
  private @Nullable Object currentValue;
  private boolean isMissing;

  // The mapping behind it.
  private @Nullable K key;
  private @Nullable Object value;
  private long place;

  RankedSlots(StripedKeys<K> keys) {
    this.keys = keys;
  }

  @Override
  public void read(long[] words, Object[] slots, int index, int depth) {
    end = BucketCopy.endOf(index, depth);
    int word = BucketLayout.wordOf(index);
    int first = BucketLayout.slotOf(index);
    @SuppressWarnings("unchecked") // Where overflows are.
    OverflowEntries<K> present = (OverflowEntries<K>) BucketLayout.overflowAcquire(slots, first);
    overflow = present;
    length = 0;
    int slot = 0;
    for (long used = BucketLayout.tagsAcquire(words, word); used != 0; used >>>= 8, slot++) {
      Object slotKey = BucketLayout.getAcquire(slots, first + 2 * slot);
      Object slotValue = BucketLayout.getAcquire(slots, first + 2 * slot + 1);
      if ((used & 0xFF) != 0 && slotKey != null && slotValue != null) {
        slotKeys[length] = slotKey;
        slotValues[length] = slotValue;
        slotPlaces[length++] = BucketCopy.placeOf(BucketLayout.hash(words, word, slot));
      }
    }
  }

  /**
   * Finds the mapping that comes behind a key.
   *
   * @param current null for the first one of the given place or behind
   * @param from the place of the key
   * @return false if there is none in this bucket
   */
  boolean findNext(@Nullable K current, long from) {
    currentSlot = -1;
    currentGroup = null;
    currentValue = null;
    K stored = current == null ? null : seek(current, from);
    isMissing = currentGroup == null && currentSlot < 0;
    key = null;
    if (overflow != null) {
      findNextOverflow(overflow, stored, from);
    }
    int best = -1;
    for (int slot = 0; slot < length; slot++) {
      if (isBehind(slot, stored, from) && (best < 0 || compare(best, slot) > 0)) {
        best = slot;
      }
    }
    if (best >= 0 && (key == null || isOverflowBehind(best))) {
      key = slotKey(best);
      value = slotValues[best];
      place = slotPlaces[best];
    }
    return key != null;
  }

  private K slotKey(int slot) {
    return keys.key(slotKeys, slot);
  }

  /** Finds the key that is equal to the current one, which is returned if there is none. */
  private K seek(K current, long from) {
    for (int slot = 0; slot < length; slot++) {
      if (slotPlaces[slot] == from && keys.equal(current, slotKey(slot))) {
        currentSlot = slot;
        currentValue = slotValues[slot];
        return slotKey(slot);
      }
    }
    OverflowEntries.Place found = new OverflowEntries.Place();
    currentValue = OverflowEntries.find(overflow, keys, current, BucketCopy.hashAt(from), found);
    currentGroup = found.group;
    currentAt = found.at;
    return currentGroup == null ? current : keys.key(currentGroup, currentAt);
  }

  private void findNextOverflow(OverflowEntries<K> root, @Nullable K stored, long from) {
    OverflowEntries<K> node;
    if (stored == null) {
      node = OverflowEntries.ceiling(root, from);
    } else if (currentGroup != null && currentAt + 2 < currentGroup.length) {
      setOverflow(currentGroup, currentAt + 2, from);
      return;
    } else {
      node = OverflowEntries.higher(root, keys, BucketCopy.hashAt(from), stored, isMissing);
    }
    if (node != null) {
      setOverflow(node.group(), 0, BucketCopy.placeOf(node.hash()));
    }
  }

  private void setOverflow(Object[] group, int at, long itsPlace) {
    key = keys.key(group, at);
    value = BucketLayout.getAcquire(group, at + 1);
    place = itsPlace;
  }

  private boolean isBehind(int slot, @Nullable K stored, long from) {
    if (stored == null || slotPlaces[slot] != from) {
      return slotPlaces[slot] >= from;
    }
    if (slot == currentSlot) {
      return false;
    }
    int comparison =
        isMissing
            ? keys.compareOrdered(stored, slotKey(slot))
            : keys.compareTied(stored, slotKey(slot));
    return comparison < 0 || (comparison == 0 && slot > currentSlot);
  }

  private int compare(int slot, int other) {
    return slotPlaces[slot] == slotPlaces[other]
        ? keys.compareTied(slotKey(slot), slotKey(other))
        : Long.compare(slotPlaces[slot], slotPlaces[other]);
  }

  /** Returns true if the overflowed mapping that was found comes behind the one in a slot. */
  private boolean isOverflowBehind(int slot) {
    return place == slotPlaces[slot]
        ? keys.compareTied(requireNonNull(key), slotKey(slot)) > 0
        : place > slotPlaces[slot];
  }

  /** The value of the key that was gone from; null if it is not there. */
  @Nullable Object valueOfCurrent() {
    return currentValue;
  }

  long end() {
    return end;
  }

  K key() {
    return requireNonNull(key);
  }

  Object value() {
    return requireNonNull(value);
  }

  long place() {
    return place;
  }
}
