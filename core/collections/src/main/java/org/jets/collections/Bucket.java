package org.jets.collections;

import static java.util.Objects.requireNonNull;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A bucket as a writer sees it that holds its lock, with the place where a key has been sought.
 *
 * <p><b>Layout.</b> A segment of the table is two arrays. The first has for each bucket a version,
 * eight tags of a byte and eight hashes: a tag is 0 where a slot is free, else the key's
 * {@linkplain HashOrder#kind kind} and six bits of its hash. The second has for each bucket eight
 * keys and values in turn, and its {@link Spill}, if it has one. So a search compares all tags at
 * once and then the hashes whose tags fit; it reads a key only where a hash is the same and does
 * not say all about the key, and a miss seldom reads more than one cache line.
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
  private static final int WORDS_EACH = 2 + PAIRS / 2;
  private static final int SLOTS_EACH = 2 * PAIRS + 1;
  private static final int SPILL = 2 * PAIRS;

  /** What a bucket takes, with references of four bytes. */
  static final int BYTES = WORDS_EACH * Long.BYTES + SLOTS_EACH * 4;

  private static final long LOW_BITS = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;

  /** Is in no slot. */
  private static final Object NEVER = new Object();

  private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle OBJECTS = MethodHandles.arrayElementVarHandle(Object[].class);

  private final long[] words;
  private final Object[] slots;
  private final int word;
  private final int first;

  /** The array in which {@link #seek} has found the key at {@link #at}, or found it missing. */
  private Object[] place;

  private int at = -1;

  Bucket(Object[] directory, int index) {
    words = words(directory, index);
    slots = slots(directory, index);
    word = wordOf(index);
    first = slotOf(index);
    place = slots;
  }

  // The two arrays

  static long[] newWords(int buckets) {
    return new long[WORDS_EACH * buckets];
  }

  static Object[] newSlots(int buckets) {
    return new Object[SLOTS_EACH * buckets];
  }

  static int capacity(long[] words) {
    return words.length / WORDS_EACH;
  }

  static long[] words(Object[] directory, int index) {
    return (long[]) directory[index / SEGMENT * 2];
  }

  static Object[] slots(Object[] directory, int index) {
    return (Object[]) directory[index / SEGMENT * 2 + 1];
  }

  /** Where the words of a bucket begin. */
  static int wordOf(int index) {
    return (index & (SEGMENT - 1)) * WORDS_EACH;
  }

  /** Where the slots of a bucket begin. */
  static int slotOf(int index) {
    return (index & (SEGMENT - 1)) * SLOTS_EACH;
  }

  static long versionAcquire(long[] words, int word) {
    return (long) WORDS.getAcquire(words, word);
  }

  /** The version after all that has been read before. */
  static long versionAfterwards(long[] words, int word) {
    VarHandle.acquireFence();
    return (long) WORDS.getOpaque(words, word);
  }

  /** A version that says nothing about what else is read. */
  static long versionOpaque(long[] words, int word) {
    return (long) WORDS.getOpaque(words, word);
  }

  static long tagsAcquire(long[] words, int word) {
    return (long) WORDS.getAcquire(words, word + 1);
  }

  /** The hash of a slot: to be validated by the version, unless it is read under the lock. */
  static int hash(long[] words, int word, int slot) {
    return (int) (words[word + 2 + (slot >>> 1)] >>> (slot << 5));
  }

  static @Nullable Object getAcquire(Object[] array, int index) {
    return OBJECTS.getAcquire(array, index);
  }

  static @Nullable Object spillAcquire(Object[] slots, int first) {
    return OBJECTS.getAcquire(slots, first + SPILL);
  }

  /**
   * Reads a slot, for nothing but that the processor fetches it together with the words.
   *
   * @return true, and so the read is needed; written as a test because the compiler cannot know
   */
  static boolean fetch(Object[] slots, int first) {
    return OBJECTS.getAcquire(slots, first + PAIRS / 2) != NEVER;
  }

  private static void setRelease(Object[] array, int index, @Nullable Object value) {
    OBJECTS.setRelease(array, index, value);
  }

  // Tags

  /** The tag of a key of some kind: never 0. */
  static long tag(int hash, int kind) {
    return Integer.toUnsignedLong((kind << 6) | (hash >>> 26));
  }

  /**
   * The tags that are the given one: a bit for each, {@link #nextMatch} tells its slot. Above the
   * lowest one there may be some too many.
   */
  static long matches(long tags, long tag) {
    long differences = tags ^ tag * LOW_BITS;
    return (differences - LOW_BITS) & ~differences & HIGH_BITS;
  }

  /** The slot of the lowest match. */
  static int nextMatch(long matches) {
    return Long.numberOfTrailingZeros(matches) >>> 3;
  }

  // Under the lock

  /** Looks for a key, and returns its value or null. */
  @Nullable Object seek(HashOrder<K> order, K key, int hash) {
    int kind = order.kind(key);
    long tags = fetch(slots, first) ? words[word + 1] : 0;
    for (long matches = matches(tags, tag(hash, kind)); matches != 0; matches &= matches - 1) {
      int slot = nextMatch(matches);
      if (hash(words, word, slot) == hash
          && (kind != HashOrder.ANY || order.equal(key, order.key(slots, first + 2 * slot)))) {
        place = slots;
        at = first + 2 * slot;
        return slots[at + 1];
      }
    }
    at = -1;
    Spill<K> spill = spill();
    if (spill == null) {
      return null;
    }
    place = spill.groupOf(key);
    at = spill.indexOf(place, key);
    return at < 0 ? null : place[at + 1];
  }

  /** Gives the key that was found another value. */
  void set(Object value) {
    setRelease(place, at + 1, value);
  }

  /** Adds a key that was not found. */
  void insert(HashOrder<K> order, K key, int hash, Object value) {
    if (matches(words[word + 1], 0) == 0) {
      begin();
      add(order, key, hash, value);
      end();
    } else {
      add(order, key, hash, value);
    }
  }

  private void add(HashOrder<K> order, K key, int hash, Object value) {
    long tags = words[word + 1];
    long free = matches(tags, 0);
    if (free == 0) {
      setSpill(Spill.with(spill(), order, key, value));
    } else {
      put(nextMatch(free), key, hash, tag(hash, order.kind(key)), value);
    }
  }

  private void put(int slot, K key, int hash, long tag, Object value) {
    setRelease(slots, first + 2 * slot + 1, value);
    setRelease(slots, first + 2 * slot, key);
    int pair = word + 2 + (slot >>> 1);
    long mask = 0xFFFFFFFFL << (slot << 5);
    words[pair] = (words[pair] & ~mask) | (Integer.toUnsignedLong(hash) << (slot << 5));
    WORDS.setRelease(words, word + 1, words[word + 1] | tag << (slot << 3)); // Can be found now.
  }

  /** Takes out the key that was found. */
  void remove(HashOrder<K> order) {
    begin();
    Spill<K> spill = spill();
    if (place != slots) {
      setSpill(requireNonNull(spill).without(order.key(place, at)));
    } else {
      clear((at - first) / 2);
      if (spill != null && !spill.isTree()) {
        Object[] pairs = spill.toArray();
        K moved = order.key(pairs, 0);
        setSpill(spill.without(moved));
        add(order, moved, order.hash(moved), pairs[1]);
      }
    }
    end();
  }

  private void clear(int slot) {
    slots[first + 2 * slot] = null;
    slots[first + 2 * slot + 1] = null;
    WORDS.setOpaque(words, word + 1, words[word + 1] & ~(0xFFL << (slot << 3)));
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
    for (int slot = 0; slot < PAIRS; slot++) {
      if (slots[first + 2 * slot] != null) {
        pairs[length++] = slots[first + 2 * slot];
        pairs[length++] = slots[first + 2 * slot + 1];
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
    Spill<K> spill = spill();
    Object[] spilled = spill == null ? new Object[0] : spill.toArray();
    int[] hashes = new int[spilled.length / 2];
    int spilledMoving = 0;
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = order.hash(order.key(spilled, 2 * i));
      spilledMoving += (hashes[i] & bit) == 0 ? 0 : 1;
    }
    begin();
    int moved = 0;
    for (long used = words[word + 1], slot = 0; used != 0; used >>>= 8, slot++) {
      int hash = hash(words, word, (int) slot);
      if ((used & 0xFF) != 0 && (hash & bit) != 0) {
        target.take(moved++, this, (int) slot);
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
      side.add(order, order.key(spilled, 2 * i), hashes[i], spilled[2 * i + 1]);
    }
  }

  /** Moves a slot of another bucket to a free one of this. */
  private void take(int slot, Bucket<K> source, int sourceSlot) {
    @SuppressWarnings("unchecked") // Where keys are.
    K key = (K) source.slots[source.first + 2 * sourceSlot];
    int hash = hash(source.words, source.word, sourceSlot);
    long tag = source.words[source.word + 1] >>> (sourceSlot << 3) & 0xFF;
    put(slot, key, hash, tag, source.slots[source.first + 2 * sourceSlot + 1]);
    source.clear(sourceSlot);
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
    for (int slot = 0; slot < PAIRS; slot++) {
      if ((source.words[source.word + 1] >>> (slot << 3) & 0xFF) != 0) {
        long free = matches(words[word + 1], 0);
        if (free != 0) {
          take(nextMatch(free), source, slot);
        } else {
          int from = source.first + 2 * slot;
          K key = order.key(source.slots, from);
          setSpill(Spill.with(spill(), order, key, source.slots[from + 1]));
          source.clear(slot);
        }
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
    WORDS.setRelease(words, word, (words[word] + ONE_CHANGE) | AT_REST);
  }

  @Nullable Spill<K> spill() {
    if ((words[word] & SPILLED) == 0) {
      return null; // As nearly always, and known without a look at the slots.
    }
    @SuppressWarnings("unchecked") // Where spills are.
    Spill<K> spill = (Spill<K>) slots[first + SPILL];
    return spill;
  }

  private void setSpill(@Nullable Spill<K> spill) {
    if (spill != null || (words[word] & SPILLED) != 0) {
      setRelease(slots, first + SPILL, spill);
      long rest = words[word] & ~SPILLED;
      WORDS.setOpaque(words, word, spill == null ? rest : rest | SPILLED);
    }
  }
}
