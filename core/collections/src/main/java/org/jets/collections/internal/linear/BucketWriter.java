package org.jets.collections.internal.linear;

import static java.util.Objects.requireNonNull;
import static org.jets.collections.internal.linear.BucketLayout.AT_REST;
import static org.jets.collections.internal.linear.BucketLayout.HAS_OVERFLOW;
import static org.jets.collections.internal.linear.BucketLayout.OBJECTS;
import static org.jets.collections.internal.linear.BucketLayout.ONE_CHANGE;
import static org.jets.collections.internal.linear.BucketLayout.OVERFLOW;
import static org.jets.collections.internal.linear.BucketLayout.PAIRS;
import static org.jets.collections.internal.linear.BucketLayout.SLOTS_EACH;
import static org.jets.collections.internal.linear.BucketLayout.WORDS;
import static org.jets.collections.internal.linear.BucketLayout.WORDS_EACH;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jets.collections.internal.sync.CallbackGuard;
import org.jspecify.annotations.Nullable;

/**
 * The view of a bucket for a writer that holds its lock, with the result of the last search for a
 * key. {@link BucketLayout} describes the parts of a bucket.
 *
 * <p><b>Errors.</b> Each step is prepared first. The preparation compares keys and allocates; if it
 * throws, the bucket is unchanged. The step itself, a method {@code commit...}, only writes. Where
 * the stack has no room for a call of a VarHandle, a step of one key is done by plain stores.
 * {@link #barrier}, which is volatile, keeps them in order.
 */
public final class BucketWriter<K> {
  static {
    // Links the calls of steps that cannot be undone: the JVM allocates before the first one.
    long[] words = new long[1];
    Object[] objects = new Object[1];
    OverflowEntries<?> overflow = null;
    WORDS.setOpaque(words, 0, 0L);
    WORDS.setRelease(words, 0, 0L);
    OBJECTS.setRelease(objects, 0, objects[0]);
    OBJECTS.setRelease(objects, 0, overflow);
  }

  /** A volatile field whose write orders stores if the stack has no room for a call. Never read. */
  @SuppressWarnings("UnusedVariable") // The write is the use.
  private static volatile int barrier;

  final long[] words;
  final Object[] slots;
  final int word;
  final int first;

  /** The array in which {@link #seek} has found the key at {@link #at}, or found it missing. */
  private Object[] place;

  private int at = -1;

  /** True if the arrays are a copy, while overflowed mappings are still those of the map. */
  private final boolean isCopy;

  // Steps.

  /** Another value for the key that was found. */
  private static final int SET = 0;

  /** A mapping in a free slot. */
  private static final int ADD = 1;

  /** Another overflow and, unless {@link #slot} is negative, another mapping or none in a slot. */
  private static final int CHANGE = 2;

  // The step that has been prepared.
  private int step;
  private int slot;
  private @Nullable Object key;
  private @Nullable Object value;
  private int hash;
  private long tag;
  private @Nullable OverflowEntries<K> nextOverflow;

  private BucketWriter(long[] words, Object[] slots) {
    this.words = words;
    this.slots = slots;
    word = 0;
    first = 0;
    place = slots;
    isCopy = true;
  }

  BucketWriter(Object[] directory, int index) {
    words = BucketLayout.words(directory, index);
    slots = BucketLayout.slots(directory, index);
    word = BucketLayout.wordOf(index);
    first = BucketLayout.slotOf(index);
    place = slots;
    isCopy = false;
  }

  // Under the lock

  /**
   * Looks for a key, and returns its value or null.
   *
   * <p>Calls {@code equals} and {@code compareTo} of keys, and changes nothing that others see.
   *
   * @param tag see {@link StripedKeys#tag}
   */
  @Nullable Object seek(StripedKeys<K> keys, K key, int hash, long tag) {
    place = slots;
    at = find(words, word, slots, first, keys, key, hash, tag);
    OverflowEntries<K> overflow = at < 0 ? overflow() : null;
    if (overflow != null) {
      seekOverflow(overflow, keys, key, hash);
    }
    return found();
  }

  /** The value of the key that was found, or null. */
  @Nullable Object found() {
    return at < 0 ? null : place[at + 1];
  }

  private void seekOverflow(OverflowEntries<K> overflow, StripedKeys<K> keys, K key, int hash) {
    CallbackGuard.Place callback = keys.enter(key);
    try {
      OverflowEntries.Place found = new OverflowEntries.Place();
      OverflowEntries.find(overflow, keys, key, hash, found);
      if (found.group != null) {
        place = found.group;
        at = found.at;
      }
    } finally {
      if (callback != null) {
        callback.thread = null;
      }
    }
  }

  private static <K> int find(
      long[] words,
      int word,
      Object[] slots,
      int first,
      StripedKeys<K> keys,
      K key,
      int hash,
      long tag) {
    long tags = BucketLayout.fetch(slots, first) ? words[word + 1] : 0;
    for (long matches = BucketLayout.matches(tags, tag); matches != 0; matches &= matches - 1) {
      int slot = BucketLayout.nextMatch(matches);
      if (BucketLayout.hash(words, word, slot) == hash
          && (tag >>> 6 != StripedKeys.ANY
              || keys.equalUnderLock(key, keys.key(slots, first + 2 * slot)))) {
        return first + 2 * slot;
      }
    }
    return -1;
  }

  // Under the lock, where only slots are concerned: without a writer, which would be allocated

  /** Returns the index of a key in the slots of a bucket, or a negative number. */
  static <K> int find(
      Object[] directory,
      int index,
      Object[] slots,
      StripedKeys<K> keys,
      K key,
      int hash,
      long tag) {
    return find(
        BucketLayout.words(directory, index),
        BucketLayout.wordOf(index),
        slots,
        BucketLayout.slotOf(index),
        keys,
        key,
        hash,
        tag);
  }

  /** Gives a key that was found in a slot another value. */
  static void set(Object[] slots, int at, Object value) {
    OBJECTS.setRelease(slots, at + 1, value);
  }

  /**
   * A bucket after the search for a key that is in no slot; null if there is no overflow either.
   */
  static <K> @Nullable BucketWriter<K> ofOverflow(
      Object[] directory, int index, StripedKeys<K> keys, K key, int hash) {
    if ((BucketLayout.words(directory, index)[BucketLayout.wordOf(index)] & HAS_OVERFLOW) == 0) {
      return null;
    }
    BucketWriter<K> bucket = new BucketWriter<>(directory, index);
    bucket.seekOverflow(requireNonNull(bucket.overflow()), keys, key, hash);
    return bucket;
  }

  /**
   * Prepares to give a key another value, or to take it out: see the steps below.
   *
   * @param at where it was found in the slots; else negative
   * @param sought the result of {@link #ofOverflow}
   * @param present its value, or null
   * @param stored null to take it out
   * @return the step; null if it concerns nothing but a slot, see {@link #commitInSlots}
   */
  static <K> @Nullable BucketWriter<K> prepare(
      Object[] directory,
      int index,
      int at,
      @Nullable BucketWriter<K> sought,
      StripedKeys<K> keys,
      K key,
      int hash,
      long tag,
      @Nullable Object present,
      @Nullable Object stored) {
    BucketWriter<K> bucket = sought;
    if (bucket == null) {
      if (isInSlots(BucketLayout.words(directory, index), BucketLayout.wordOf(index), at)) {
        return null;
      }
      bucket = new BucketWriter<>(directory, index);
      bucket.at = at;
    }
    if (present == null) {
      bucket.prepareInsert(keys, key, hash, tag, requireNonNull(stored));
    } else if (stored == null) {
      bucket.prepareRemove(keys, hash);
    } else {
      bucket.prepareSet(keys, hash, stored);
    }
    return bucket;
  }

  private static boolean isInSlots(long[] words, int word, int at) {
    return at < 0
        ? BucketLayout.matches(words[word + 1], 0) != 0
        : (words[word] & HAS_OVERFLOW) == 0;
  }

  /** Commits a step that changes only a slot; {@link #commit} commits the others. */
  static void commitInSlots(
      Object[] directory,
      int index,
      int at,
      Object key,
      int hash,
      long tag,
      @Nullable Object stored) {
    long[] words = BucketLayout.words(directory, index);
    Object[] slots = BucketLayout.slots(directory, index);
    int word = BucketLayout.wordOf(index);
    int first = BucketLayout.slotOf(index);
    if (at < 0) {
      int slot = BucketLayout.nextMatch(BucketLayout.matches(words[word + 1], 0));
      commitAddition(words, word, slots, first, slot, key, stored, hash, tag);
    } else {
      commitRemoval(words, word, slots, at, (at - first) << 2);
    }
  }

  // Steps: each is prepared, which may throw and changes nothing, and then done, which may not

  /** Prepares to give the key that was found another value. */
  void prepareSet(StripedKeys<K> keys, int hash, Object newValue) {
    if (isCopy && place != slots) {
      Object[] group = place.clone(); // The one in the map is not to change.
      group[at + 1] = newValue;
      prepareOverflow(overflowReplacing(overflow(), keys, hash, place, at, group));
    } else {
      step = SET;
      value = newValue;
    }
  }

  /** Prepares to add a key that was not found. */
  void prepareInsert(StripedKeys<K> keys, K newKey, int newHash, long newTag, Object newValue) {
    long free = BucketLayout.matches(words[word + 1], 0);
    if (free != 0) {
      step = ADD;
      slot = BucketLayout.nextMatch(free);
      key = newKey;
      hash = newHash;
      tag = newTag;
      value = newValue;
    } else {
      prepareOverflow(overflowPlus(overflow(), keys, newKey, newHash, newValue));
    }
  }

  /** Prepares to take out the key that was found. */
  void prepareRemove(StripedKeys<K> keys, int removedHash) {
    if (place != slots) {
      Object[] group = OverflowEntries.without(place, at);
      prepareOverflow(overflowReplacing(overflow(), keys, removedHash, place, at, group));
      return;
    }
    slot = (at - first) / 2;
    key = null;
    nextOverflow = overflow();
    step = CHANGE;
    if (nextOverflow != null) {
      OverflowRefill<K> refill = new OverflowRefill<>(keys, nextOverflow, 1);
      if (refill.count != 0) {
        key = refill.pairs[0];
        value = refill.pairs[1];
        hash = refill.hashes[0];
        tag = refill.tags[0];
      }
      nextOverflow = refill.rest;
    }
  }

  /** Prepares to exchange the overflow alone. */
  private void prepareOverflow(@Nullable OverflowEntries<K> next) {
    nextOverflow = next;
    slot = -1;
    key = null;
    step = CHANGE;
  }

  private static <K> OverflowEntries<K> overflowPlus(
      @Nullable OverflowEntries<K> overflow, StripedKeys<K> keys, K key, int hash, Object value) {
    CallbackGuard.Place callback = keys.enter(key);
    try {
      return OverflowEntries.plus(overflow, keys, key, hash, value);
    } finally {
      if (callback != null) {
        callback.thread = null;
      }
    }
  }

  /** The overflow with another array in the place of the one where a key was found. */
  private static <K> @Nullable OverflowEntries<K> overflowReplacing(
      @Nullable OverflowEntries<K> overflow,
      StripedKeys<K> keys,
      int hash,
      Object[] place,
      int at,
      Object[] by) {
    K stored = keys.key(place, at);
    CallbackGuard.Place callback = keys.enter(stored);
    try {
      return OverflowEntries.replacing(requireNonNull(overflow), keys, hash, stored, place, by);
    } finally {
      if (callback != null) {
        callback.thread = null;
      }
    }
  }

  /**
   * Does the step that was prepared. Allocates nothing. An error comes out of it only if nothing
   * has changed: where the stack ends within the step, plain stores do all of it.
   */
  void commit() {
    if (step == SET) {
      OBJECTS.setRelease(place, at + 1, value); // Takes effect here.
    } else if (step == ADD) {
      commitAddition(words, word, slots, first, slot, key, value, hash, tag);
    } else {
      commitChange(words, word, slots, first, slot, key, value, hash, tag, nextOverflow);
    }
  }

  private static void commitAddition(
      long[] words,
      int word,
      Object[] slots,
      int first,
      int slot,
      @Nullable Object key,
      @Nullable Object value,
      int hash,
      long tag) {
    int pair = word + 2 + (slot >>> 1);
    long hashes =
        (words[pair] & ~(0xFFFFFFFFL << (slot << 5))) | ((hash & 0xFFFFFFFFL) << (slot << 5));
    long tags = (words[word + 1] & ~(0xFFL << (slot << 3))) | (tag << (slot << 3));
    int at = first + 2 * slot;
    try {
      OBJECTS.setRelease(slots, at + 1, value);
      OBJECTS.setRelease(slots, at, key);
      words[pair] = hashes;
      WORDS.setRelease(words, word + 1, tags); // Takes effect here: the key can be found.
    } catch (VirtualMachineError e) {
      slots[at + 1] = value;
      barrier = 0;
      slots[at] = key;
      words[pair] = hashes;
      barrier = 0;
      words[word + 1] = tags;
    }
  }

  /** Takes out what is in a slot of a bucket that has no overflow. */
  private static void commitRemoval(long[] words, int word, Object[] slots, int at, int tagBit) {
    long version = words[word];
    long tags = words[word + 1] & ~(0xFFL << tagBit);
    WORDS.setOpaque(words, word, version & ~AT_REST); // Readers turn back from here on.
    try {
      VarHandle.storeStoreFence();
      slots[at + 1] = null;
      slots[at] = null;
      WORDS.setRelease(words, word + 1, tags);
      WORDS.setRelease(words, word, (version + ONE_CHANGE) | AT_REST); // Takes effect here.
    } catch (VirtualMachineError e) {
      barrier = 0;
      slots[at + 1] = null;
      slots[at] = null;
      words[word + 1] = tags;
      barrier = 0;
      words[word] = (version + ONE_CHANGE) | AT_REST;
    }
  }

  private static void commitChange(
      long[] words,
      int word,
      Object[] slots,
      int first,
      int slot,
      @Nullable Object key,
      @Nullable Object value,
      int hash,
      long tag,
      @Nullable Object nextOverflow) {
    long version = words[word];
    boolean isOverflowChanged = nextOverflow != null || (version & HAS_OVERFLOW) != 0;
    long next =
        (nextOverflow == null ? version & ~HAS_OVERFLOW : version | HAS_OVERFLOW) + ONE_CHANGE;
    int changed = Math.max(slot, 0);
    int pair = word + 2 + (changed >>> 1);
    int at = first + 2 * changed;
    long hashes = words[pair];
    long tags = words[word + 1];
    Object newKey = slots[at];
    Object newValue = slots[at + 1];
    if (slot >= 0) {
      tags &= ~(0xFFL << (slot << 3));
      newKey = key;
      newValue = key == null ? null : value;
      if (key != null) {
        tags |= tag << (slot << 3);
        hashes = (hashes & ~(0xFFFFFFFFL << (slot << 5))) | ((hash & 0xFFFFFFFFL) << (slot << 5));
      }
    }
    WORDS.setOpaque(words, word, version & ~AT_REST); // Readers turn back from here on.
    try {
      VarHandle.storeStoreFence();
      OBJECTS.setRelease(slots, at + 1, newValue);
      OBJECTS.setRelease(slots, at, newKey);
      words[pair] = hashes;
      WORDS.setRelease(words, word + 1, tags);
      if (isOverflowChanged) {
        OBJECTS.setRelease(slots, first + OVERFLOW, nextOverflow);
      }
      WORDS.setRelease(words, word, next | AT_REST); // Takes effect here.
    } catch (VirtualMachineError e) {
      barrier = 0;
      slots[at + 1] = newValue;
      slots[at] = newKey;
      words[pair] = hashes;
      words[word + 1] = tags;
      slots[first + OVERFLOW] = nextOverflow;
      barrier = 0;
      words[word] = next | AT_REST;
    }
  }

  /** Writes a slot but its tag. */
  static void store(
      long[] words,
      int word,
      Object[] slots,
      int first,
      int slot,
      Object key,
      int hash,
      @Nullable Object value) {
    OBJECTS.setRelease(slots, first + 2 * slot + 1, value);
    OBJECTS.setRelease(slots, first + 2 * slot, key);
    int pair = word + 2 + (slot >>> 1);
    long mask = 0xFFFFFFFFL << (slot << 5);
    words[pair] = (words[pair] & ~mask) | (Integer.toUnsignedLong(hash) << (slot << 5));
  }

  int used() {
    return PAIRS - Long.bitCount(BucketLayout.freeSlots(words[word + 1]));
  }

  /** Counts the slots that have this bit in their hashes. */
  int countWith(int bit) {
    int count = 0;
    long used = words[word + 1];
    for (int i = 0; used != 0; used >>>= 8, i++) {
      count += (used & 0xFF) != 0 && (BucketLayout.hash(words, word, i) & bit) != 0 ? 1 : 0;
    }
    return count;
  }

  // Copies that take the place of the bucket

  /** A copy in arrays of its own, to be changed as a bucket is. */
  BucketWriter<K> copy() {
    return new BucketWriter<>(
        Arrays.copyOfRange(words, word, word + WORDS_EACH),
        Arrays.copyOfRange(slots, first, first + SLOTS_EACH));
  }

  /** Takes over all from a copy. Allocates nothing and calls no other method of the map. */
  void commitCopy(BucketWriter<K> copy) {
    long version = words[word];
    WORDS.setOpaque(words, word, version & ~AT_REST);
    VarHandle.fullFence(); // Keys and values are published by what follows.
    for (int i = 0; i < SLOTS_EACH; i++) {
      OBJECTS.setRelease(slots, first + i, copy.slots[i]);
    }
    for (int i = 2; i < WORDS_EACH; i++) {
      words[word + i] = copy.words[i];
    }
    WORDS.setRelease(words, word + 1, copy.words[1]);
    version = (version & ~HAS_OVERFLOW) | (copy.words[0] & HAS_OVERFLOW);
    WORDS.setRelease(words, word, (version + ONE_CHANGE) | AT_REST);
  }

  /** A visitor of the mappings of a bucket. */
  interface Visitor {
    /** Takes the mapping whose key is at an index of an array, with the value behind it. */
    void visit(int hash, Object[] array, int index);
  }

  void forEach(Visitor visitor) {
    for (int i = 0; i < PAIRS; i++) {
      if (slots[first + 2 * i] != null) {
        visitor.visit(BucketLayout.hash(words, word, i), slots, first + 2 * i);
      }
    }
    OverflowEntries.forEach(
        overflow(),
        (overflowHash, group) -> {
          for (int i = 0; i < group.length; i += 2) {
            visitor.visit(overflowHash, group, i);
          }
        });
  }

  public boolean isAtRest() {
    return (words[word] & AT_REST) != 0;
  }

  /** Puts an empty bucket to use, before others see it. */
  void open() {
    words[word] |= AT_REST;
  }

  public @Nullable OverflowEntries<K> overflow() {
    if ((words[word] & HAS_OVERFLOW) == 0) {
      return null; // As nearly always, and known without a look at the slots.
    }
    @SuppressWarnings("unchecked") // Where overflows are.
    OverflowEntries<K> overflow = (OverflowEntries<K>) slots[first + OVERFLOW];
    return overflow;
  }
}
