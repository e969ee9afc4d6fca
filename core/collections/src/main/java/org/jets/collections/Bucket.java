package org.jets.collections;

import static java.util.Objects.requireNonNull;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A bucket as a writer sees it that holds its lock, with the place where a key has been sought.
 *
 * <p><b>Layout.</b> A segment of the table is two arrays. For each bucket the first has two words:
 * a version, and eight tags of a byte, one for each slot: 0 if it is free, else eight bits of the
 * hash. The second has for each bucket eight keys and values in turn; behind all of these it has
 * for each bucket its {@link Spill}, if it has one. So a search reads the keys whose tags fit, and
 * seldom any other; a miss seldom reads more than the two words.
 *
 * <p><b>Version.</b> Bit 0 is set while the bucket is in use and at rest, bit 1 if there is a
 * spill, the rest counts. What a reader without the lock has read counts if the bucket was at rest
 * before, and has the same version afterwards. A new mapping in a free slot and another value for a
 * key change nothing that was there and need no other version: the tag, or the value, is what
 * publishes them. All else happens between {@link #begin} and {@link #end}.
 */
final class Bucket<K> {
  /** How many buckets a segment has. Large, but not so large as to be humongous to G1. */
  static final int SEGMENT = 1024;

  static final long AT_REST = 1;
  static final long SPILLED = 2;
  private static final long ONE_CHANGE = 4;

  static final int PAIRS = 8;
  private static final long LOW_BITS = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;

  private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle OBJECTS = MethodHandles.arrayElementVarHandle(Object[].class);

  private final long[] words;
  private final Object[] slots;
  private final int word;

  /** The array in which {@link #seek} has found the key at {@link #at}, or found it missing. */
  private Object[] place;

  private int at = -1;

  Bucket(Object[] directory, int index) {
    words = words(directory, index);
    slots = slots(directory, index);
    word = wordOf(index);
    place = slots;
  }

  // The two arrays

  static long[] newWords(int buckets) {
    return new long[2 * buckets];
  }

  static Object[] newSlots(int buckets) {
    return new Object[(2 * PAIRS + 1) * buckets];
  }

  static long[] words(Object[] directory, int index) {
    return (long[]) directory[2 * (index / SEGMENT)];
  }

  static Object[] slots(Object[] directory, int index) {
    return (Object[]) directory[2 * (index / SEGMENT) + 1];
  }

  static int wordOf(int index) {
    return (index & SEGMENT - 1) << 1;
  }

  static int firstSlot(int word) {
    return word * PAIRS;
  }

  static int spillSlot(long[] words, int word) {
    return (words.length * PAIRS) + (word >>> 1);
  }

  static long versionAcquire(long[] words, int word) {
    return (long) WORDS.getAcquire(words, word);
  }

  /** Behind acquiring reads of what is to be validated. */
  static long versionOpaque(long[] words, int word) {
    return (long) WORDS.getOpaque(words, word);
  }

  static long tagsAcquire(long[] words, int word) {
    return (long) WORDS.getAcquire(words, word + 1);
  }

  static @Nullable Object getAcquire(Object[] array, int index) {
    return OBJECTS.getAcquire(array, index);
  }

  private static void setRelease(Object[] array, int index, @Nullable Object value) {
    OBJECTS.setRelease(array, index, value);
  }

  // Tags

  /** The tag of a hash: never 0. */
  static long tag(int hash) {
    int bits = hash >>> 24;
    return bits == 0 ? 1 : bits;
  }

  /**
   * The tags that are the given one: a bit for each, {@link #nextMatch} tells its slot. Above the
   * lowest one there may be some too many.
   */
  static long matches(long tags, long tag) {
    long differences = tags ^ tag * LOW_BITS;
    return (differences - LOW_BITS) & ~differences & HIGH_BITS;
  }

  /** How far the lowest match's key is from the bucket's first slot. */
  static int nextMatch(long matches) {
    return Long.numberOfTrailingZeros(matches) >>> 3 << 1;
  }

  // Under the lock

  /** Looks for a key, and returns its value or null. */
  @Nullable Object seek(HashOrder<K> order, K key, int hash) {
    int first = firstSlot(word);
    for (long matches = matches(words[word + 1], tag(hash)); matches != 0; matches &= matches - 1) {
      int slot = first + nextMatch(matches);
      if (slots[slot] != null && order.equal(key, order.key(slots, slot))) {
        place = slots;
        at = slot;
        return slots[slot + 1];
      }
    }
    Spill<K> spill = spill();
    if (spill != null) {
      place = spill.groupOf(key);
      at = spill.indexOf(place, key);
      return at < 0 ? null : place[at + 1];
    }
    at = -1;
    return null;
  }

  /** Gives the key that was found another value. */
  void set(Object value) {
    setRelease(place, at + 1, value);
  }

  /** Adds a key that was not found. */
  void insert(HashOrder<K> order, K key, int hash, Object value) {
    if (matches(words[word + 1], 0) == 0) {
      begin();
      add(order, key, tag(hash), value);
      end();
    } else {
      add(order, key, tag(hash), value);
    }
  }

  private void add(HashOrder<K> order, K key, long tag, Object value) {
    long tags = words[word + 1];
    long free = matches(tags, 0);
    if (free == 0) {
      setSpill(Spill.with(spill(), order, key, value));
    } else {
      int offset = nextMatch(free);
      int slot = firstSlot(word) + offset;
      setRelease(slots, slot + 1, value);
      setRelease(slots, slot, key);
      WORDS.setRelease(words, word + 1, tags | tag << (offset << 2)); // Can be found from now on.
    }
  }

  /** Takes out the key that was found. */
  void remove(HashOrder<K> order) {
    begin();
    Spill<K> spill = spill();
    if (place != slots) {
      setSpill(requireNonNull(spill).without(order.key(place, at)));
    } else {
      clear(at);
      if (spill != null && !spill.isTree()) {
        Object[] pairs = spill.toArray();
        K moved = order.key(pairs, 0);
        setSpill(spill.without(moved));
        add(order, moved, tag(order.hash(moved)), pairs[1]);
      }
    }
    end();
  }

  private void clear(int slot) {
    slots[slot] = null;
    slots[slot + 1] = null;
    int shift = (slot - firstSlot(word)) << 2;
    WORDS.setOpaque(words, word + 1, words[word + 1] & ~(0xFFL << shift));
  }

  /** Takes out all keys with this value. */
  void removeAll(HashOrder<K> order, Object value) {
    Object[] pairs = toArray();
    for (int i = 0; i < pairs.length; i += 2) {
      if (pairs[i + 1] == value) {
        K key = order.key(pairs, i);
        seek(order, key, order.hash(key));
        remove(order);
      }
    }
  }

  /** All keys and values in turn. */
  Object[] toArray() {
    Spill<K> spill = spill();
    Object[] spilled = spill == null ? new Object[0] : spill.toArray();
    Object[] pairs = Arrays.copyOf(spilled, spilled.length + 2 * PAIRS);
    int length = spilled.length;
    int first = firstSlot(word);
    for (int slot = first; slot < first + 2 * PAIRS; slot += 2) {
      if (slots[slot] != null) {
        pairs[length++] = slots[slot];
        pairs[length++] = slots[slot + 1];
      }
    }
    return Arrays.copyOf(pairs, length);
  }

  // Splits and merges, between begin and end of both buckets

  /**
   * Moves the keys with this bit in their hashes to an empty bucket. Begins this one, which is to
   * be ended by the caller; before that nothing has changed, should a hash function fail.
   */
  void splitInto(Bucket<K> target, HashOrder<K> order, int bit) {
    int first = firstSlot(word);
    int moving = 0;
    for (int i = 0; i < PAIRS; i++) {
      Object key = slots[first + 2 * i];
      if (key != null && (order.hash(order.key(slots, first + 2 * i)) & bit) != 0) {
        moving |= 1 << i;
      }
    }
    Spill<K> spill = spill();
    Object[] spilled = spill == null ? new Object[0] : spill.toArray();
    int[] hashes = new int[spilled.length / 2];
    int spilledMoving = 0;
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = order.hash(order.key(spilled, 2 * i));
      spilledMoving += (hashes[i] & bit) == 0 ? 0 : 1;
    }
    begin();
    for (int i = 0; i < PAIRS; i++) {
      int slot = first + 2 * i;
      if ((moving & (1 << i)) != 0) {
        target.add(
            order, order.key(slots, slot), words[word + 1] >>> (i << 3) & 0xFF, slots[slot + 1]);
        clear(slot);
      }
    }
    if (spill == null || (spill.isTree() && spilledMoving == 0)) {
      return;
    }
    setSpill(null);
    if (spill.isTree() && spilledMoving == hashes.length) {
      target.setSpill(spill);
      return;
    }
    for (int i = 0; i < hashes.length; i++) {
      Bucket<K> side = (hashes[i] & bit) == 0 ? this : target;
      side.add(order, order.key(spilled, 2 * i), tag(hashes[i]), spilled[2 * i + 1]);
    }
  }

  /** Takes over all that another bucket has. Both have been begun; the other one stays so. */
  void absorb(Bucket<K> source, HashOrder<K> order) {
    Spill<K> spill = source.spill();
    if (spill != null && spill() == null) {
      setSpill(spill);
    } else if (spill != null) {
      Object[] spilled = spill.toArray();
      for (int i = 0; i < spilled.length; i += 2) {
        setSpill(Spill.with(spill(), order, order.key(spilled, i), spilled[i + 1]));
      }
    }
    source.setSpill(null);
    int first = firstSlot(source.word);
    for (int i = 0; i < PAIRS; i++) {
      int slot = first + 2 * i;
      if (source.slots[slot] != null) {
        long tag = source.words[source.word + 1] >>> (i << 3) & 0xFF;
        add(order, order.key(source.slots, slot), tag, source.slots[slot + 1]);
        source.clear(slot);
      }
    }
  }

  boolean isAtRest() {
    return (words[word] & AT_REST) != 0;
  }

  /** From here on nothing that a reader without the lock reads counts. */
  void begin() {
    WORDS.setOpaque(words, word, words[word] & ~AT_REST);
    VarHandle.storeStoreFence();
  }

  /** In use and at rest again. */
  void end() {
    long counted = (words[word] & ~(AT_REST | SPILLED)) + ONE_CHANGE;
    WORDS.setRelease(words, word, counted | AT_REST | (spill() == null ? 0 : SPILLED));
  }

  @Nullable Spill<K> spill() {
    @SuppressWarnings("unchecked") // Where spills are.
    Spill<K> spill = (Spill<K>) slots[spillSlot(words, word)];
    return spill;
  }

  private void setSpill(@Nullable Spill<K> spill) {
    setRelease(slots, spillSlot(words, word), spill);
  }
}
