package org.jets.collections.internal.linear;

import static java.util.Objects.requireNonNull;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jets.collections.internal.sync.CallbackGuard;
import org.jets.collections.internal.sync.StackRoom;
import org.jspecify.annotations.Nullable;

/**
 * A bucket as a writer sees it that holds its lock, with the place where a key has been sought.
 *
 * <p><b>Layout.</b> A segment of the table is two arrays. The first has for each bucket a version,
 * eight tags of a byte and eight hashes: a tag is 0 where a slot is free, else the key's
 * {@linkplain StripedKeys#kind kind} and six bits of its hash. The second has for each bucket eight
 * keys and values in turn, and its {@link OverflowEntries}, if it has one. So a search compares all tags at
 * once and then the hashes whose tags fit; it reads a key only where a hash is the same and does
 * not say all about the key, and a miss seldom reads more than one cache line.
 *
 * <p><b>Version.</b> Bit 0 is set while the bucket is in use and at rest, bit 1 if there is a
 * overflow, the rest counts. What a reader without the lock has read counts if the bucket was at rest
 * before, and has the same version afterwards. A new mapping in a free slot and another value for a
 * key change nothing that was there and need no other version: the tag, or the value, is what
 * publishes them. All else happens while bit 0 is not set.
 *
 * <p><b>Errors.</b> Each step is prepared first: that compares keys and allocates, and what it
 * throws leaves the bucket as it was. The step itself, a method {@code commit...}, only writes.
 * Where the stack has no room for a call of a VarHandle, a step of one key is done by plain stores.
 * {@link #barrier}, which is volatile, keeps them in order.
 */
public final class Bucket<K> {
  /** The number of buckets in a segment. Large, but not so large as to be humongous to G1. */
  static final int SEGMENT = 1024;

  static final long AT_REST = 1;
  static final long HAS_OVERFLOW = 2;
  private static final long ONE_CHANGE = 4;

  public static final int PAIRS = 8;
  private static final int WORDS_EACH = 2 + PAIRS / 2;
  private static final int SLOTS_EACH = 2 * PAIRS + 1;
  private static final int OVERFLOW = 2 * PAIRS;

  /** The bytes of a bucket, with references of four bytes. */
  public static final int BYTES = WORDS_EACH * Long.BYTES + SLOTS_EACH * 4;

  private static final long LOW_BITS = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;

  /** Is in no slot. */
  private static final Object NEVER = new Object();

  private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);
  static final VarHandle OBJECTS = MethodHandles.arrayElementVarHandle(Object[].class);

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

  /** Is written where stores need an order and the stack has no room for a call. Never read. */
  @SuppressWarnings("UnusedVariable") // The write is the use.
  private static volatile int barrier;

  private final long[] words;
  private final Object[] slots;
  private final int word;
  private final int first;

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

  private Bucket(long[] words, Object[] slots) {
    this.words = words;
    this.slots = slots;
    word = 0;
    first = 0;
    place = slots;
    isCopy = true;
  }

  Bucket(Object[] directory, int index) {
    words = words(directory, index);
    slots = slots(directory, index);
    word = wordOf(index);
    first = slotOf(index);
    place = slots;
    isCopy = false;
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

  /** Returns where the words of a bucket begin. */
  public static int wordOf(int index) {
    return (index & (SEGMENT - 1)) * WORDS_EACH;
  }

  /** Returns where the slots of a bucket begin. */
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

  static @Nullable Object overflowAcquire(Object[] slots, int first) {
    return OBJECTS.getAcquire(slots, first + OVERFLOW);
  }

  /**
   * Reads a slot, for nothing but that the processor fetches it together with the words.
   *
   * @return true, and so the read is needed; written as a test because the compiler cannot know
   */
  static boolean fetch(Object[] slots, int first) {
    return OBJECTS.getAcquire(slots, first + PAIRS / 2) != NEVER;
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
    long tags = fetch(slots, first) ? words[word + 1] : 0;
    for (long matches = matches(tags, tag); matches != 0; matches &= matches - 1) {
      int slot = nextMatch(matches);
      if (hash(words, word, slot) == hash
          && (tag >>> 6 != StripedKeys.ANY
              || keys.equalUnderLock(key, keys.key(slots, first + 2 * slot)))) {
        return first + 2 * slot;
      }
    }
    return -1;
  }

  // Under the lock, where only slots are concerned: without a Bucket, which would be allocated

  /** Returns the index of a key in the slots of a bucket, or a negative number. */
  static <K> int find(
      Object[] directory,
      int index,
      Object[] slots,
      StripedKeys<K> keys,
      K key,
      int hash,
      long tag) {
    return find(words(directory, index), wordOf(index), slots, slotOf(index), keys, key, hash, tag);
  }

  /** Gives a key that was found in a slot another value. */
  static void set(Object[] slots, int at, Object value) {
    OBJECTS.setRelease(slots, at + 1, value);
  }

  /** A bucket after the search for a key that is in no slot; null if there is no overflow either. */
  static <K> @Nullable Bucket<K> ofOverflow(
      Object[] directory, int index, StripedKeys<K> keys, K key, int hash) {
    if ((words(directory, index)[wordOf(index)] & HAS_OVERFLOW) == 0) {
      return null;
    }
    Bucket<K> bucket = new Bucket<>(directory, index);
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
  static <K> @Nullable Bucket<K> prepare(
      Object[] directory,
      int index,
      int at,
      @Nullable Bucket<K> sought,
      StripedKeys<K> keys,
      K key,
      int hash,
      long tag,
      @Nullable Object present,
      @Nullable Object stored) {
    Bucket<K> bucket = sought;
    if (bucket == null) {
      if (isInSlots(words(directory, index), wordOf(index), at, stored)) {
        return null;
      }
      bucket = new Bucket<>(directory, index);
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

  private static boolean isInSlots(long[] words, int word, int at, @Nullable Object stored) {
    return at < 0
        ? matches(words[word + 1], 0) != 0
        : stored != null || (words[word] & HAS_OVERFLOW) == 0;
  }

  /** Does a step that concerns nothing but a slot, as {@link #commit} does the others. */
  static void commitInSlots(
      Object[] directory,
      int index,
      int at,
      Object key,
      int hash,
      long tag,
      @Nullable Object stored) {
    long[] words = words(directory, index);
    Object[] slots = slots(directory, index);
    int word = wordOf(index);
    int first = slotOf(index);
    if (at < 0) {
      int slot = nextMatch(matches(words[word + 1], 0));
      commitAddition(words, word, slots, first, slot, key, stored, hash, tag);
    } else if (stored != null) {
      OBJECTS.setRelease(slots, at + 1, stored); // Takes effect here.
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
    long free = matches(words[word + 1], 0);
    if (free != 0) {
      step = ADD;
      slot = nextMatch(free);
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
      Refill<K> refill = new Refill<>(keys, nextOverflow, 1);
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
    long next = (nextOverflow == null ? version & ~HAS_OVERFLOW : version | HAS_OVERFLOW) + ONE_CHANGE;
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
  private static void store(
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

  /** Mappings that are to move from a overflow into free slots, and what is left of it. */
  static final class Refill<K> {
    final Object[] pairs;
    final int[] hashes;
    final long[] tags;
    int count;
    @Nullable OverflowEntries<K> rest;

    private static final Object[] NO_PAIRS = {};
    private static final int[] NO_HASHES = {};
    private static final long[] NO_TAGS = {};

    Refill(StripedKeys<K> keys, @Nullable OverflowEntries<K> overflow, int free) {
      rest = overflow;
      boolean isEmpty = overflow == null || free <= 0;
      pairs = isEmpty ? NO_PAIRS : new Object[2 * free];
      hashes = isEmpty ? NO_HASHES : new int[free];
      tags = isEmpty ? NO_TAGS : new long[free];
      if (!isEmpty) {
        fill(keys, free);
      }
    }

    private void fill(StripedKeys<K> keys, int free) {
      OverflowEntries<K> left = rest;
      while (left != null && count < free) {
        OverflowEntries<K> node = OverflowEntries.first(left);
        Object[] group = node.group();
        if (group.length > 2 * PAIRS) {
          break; // A copy of so many costs more than their search.
        }
        K key = keys.key(group, 0);
        pairs[2 * count] = key;
        pairs[2 * count + 1] = group[1];
        hashes[count] = node.hash();
        CallbackGuard.Place callback = keys.enter(key);
        try {
          tags[count] = keys.tag(key, node.hash());
        } finally {
          if (callback != null) {
            callback.thread = null;
          }
        }
        count++;
        left = OverflowEntries.withoutFirst(left);
      }
      rest = left;
    }
  }

  private int used() {
    return PAIRS - Long.bitCount(matchesExactly(words[word + 1]));
  }

  /** The free slots: a bit for each. */
  private static long matchesExactly(long tags) {
    long used = tags | (tags & ~HIGH_BITS) + ~HIGH_BITS;
    return ~used & HIGH_BITS;
  }

  /** Counts the slots that have this bit in their hashes. */
  private int countWith(int bit) {
    int count = 0;
    long used = words[word + 1];
    for (int i = 0; used != 0; used >>>= 8, i++) {
      count += (used & 0xFF) != 0 && (hash(words, word, i) & bit) != 0 ? 1 : 0;
    }
    return count;
  }

  /**
   * Moves the keys with this bit in their hashes to the unused bucket behind the last one, which is
   * counted from then on.
   */
  void splitInto(Bucket<K> target, StripedKeys<K> keys, LinearHashTable<K> table, int last) {
    int bit = Integer.highestOneBit(last);
    OverflowEntries<K> overflow = overflow();
    int moving = countWith(bit);
    Refill<K> mine = new Refill<>(keys, OverflowEntries.below(overflow, last), PAIRS - used() + moving);
    Refill<K> theirs = new Refill<>(keys, OverflowEntries.from(overflow, last), PAIRS - moving);
    StackRoom.require();
    commitSplit(target, bit, mine, theirs, table, last + 1);
  }

  /** Allocates nothing and calls only methods of the map that call none. */
  private void commitSplit(
      Bucket<K> target,
      int bit,
      Refill<K> mine,
      Refill<K> theirs,
      LinearHashTable<K> table,
      int buckets) {
    long version = words[word];
    WORDS.setOpaque(words, word, version & ~AT_REST);
    VarHandle.storeStoreFence();
    long tags = words[word + 1];
    long targetTags = 0;
    int moved = 0;
    int refilled = 0;
    for (int i = 0; i < PAIRS; i++) {
      int from = first + 2 * i;
      long slotTag = tags >>> (i << 3) & 0xFF;
      int slotHash = hash(words, word, i);
      if (slotTag != 0 && (slotHash & bit) != 0) {
        store(
            target.words,
            target.word,
            target.slots,
            target.first,
            moved,
            slots[from],
            slotHash,
            slots[from + 1]);
        targetTags |= slotTag << (moved++ << 3);
        slots[from] = null;
        slots[from + 1] = null;
        tags &= ~(0xFFL << (i << 3));
        slotTag = 0;
      }
      if (slotTag == 0 && refilled < mine.count) {
        store(
            words,
            word,
            slots,
            first,
            i,
            mine.pairs[2 * refilled],
            mine.hashes[refilled],
            mine.pairs[2 * refilled + 1]);
        tags |= mine.tags[refilled++] << (i << 3);
      }
    }
    for (int i = 0; i < theirs.count; i++) {
      store(
          target.words,
          target.word,
          target.slots,
          target.first,
          moved,
          theirs.pairs[2 * i],
          theirs.hashes[i],
          theirs.pairs[2 * i + 1]);
      targetTags |= theirs.tags[i] << (moved++ << 3);
    }
    WORDS.setRelease(words, word + 1, tags);
    WORDS.setRelease(target.words, target.word + 1, targetTags);
    OBJECTS.setRelease(slots, first + OVERFLOW, mine.rest);
    OBJECTS.setRelease(target.slots, target.first + OVERFLOW, theirs.rest);
    table.bucketCount = buckets; // Before the ends: a reader of the new versions sees this too.
    long targetVersion = target.words[target.word] + ONE_CHANGE;
    targetVersion = theirs.rest == null ? targetVersion & ~HAS_OVERFLOW : targetVersion | HAS_OVERFLOW;
    WORDS.setRelease(target.words, target.word, targetVersion | AT_REST);
    version = mine.rest == null ? version & ~HAS_OVERFLOW : version | HAS_OVERFLOW;
    WORDS.setRelease(words, word, (version + ONE_CHANGE) | AT_REST);
  }

  /** Takes over all that the last bucket has, which is no longer counted from then on. */
  void absorb(Bucket<K> source, StripedKeys<K> keys, LinearHashTable<K> table, int buckets) {
    OverflowEntries<K> both = OverflowEntries.join(overflow(), source.overflow());
    int free = PAIRS - used();
    int sourceUsed = source.used();
    long tags = source.words[source.word + 1];
    int left = free;
    for (int i = 0; i < PAIRS; i++) {
      if ((tags >>> (i << 3) & 0xFF) != 0 && left-- <= 0) {
        K moved = keys.key(source.slots, source.first + 2 * i);
        CallbackGuard.Place callback = keys.enter(moved);
        try {
          both =
              OverflowEntries.plus(
                  both,
                  keys,
                  moved,
                  hash(source.words, source.word, i),
                  source.slots[source.first + 2 * i + 1]);
        } finally {
          if (callback != null) {
            callback.thread = null;
          }
        }
      }
    }
    Refill<K> refill = new Refill<>(keys, both, free - sourceUsed);
    StackRoom.require();
    commitAbsorb(source, refill, table, buckets);
  }

  /** Allocates nothing and calls only methods of the map that call none. */
  private void commitAbsorb(
      Bucket<K> source, Refill<K> refill, LinearHashTable<K> table, int buckets) {
    long version = words[word];
    long sourceVersion = source.words[source.word];
    WORDS.setOpaque(words, word, version & ~AT_REST);
    WORDS.setOpaque(source.words, source.word, sourceVersion & ~AT_REST);
    VarHandle.storeStoreFence();
    long tags = words[word + 1];
    long sourceTags = source.words[source.word + 1];
    int from = 0;
    int refilled = 0;
    for (int i = 0; i < PAIRS; i++) {
      if ((tags >>> (i << 3) & 0xFF) != 0) {
        continue;
      }
      while (from < PAIRS && (sourceTags >>> (from << 3) & 0xFF) == 0) {
        from++;
      }
      if (from < PAIRS) {
        int at = source.first + 2 * from;
        int slotHash = hash(source.words, source.word, from);
        store(words, word, slots, first, i, source.slots[at], slotHash, source.slots[at + 1]);
        tags |= (sourceTags >>> (from << 3) & 0xFF) << (i << 3);
        from++;
      } else if (refilled < refill.count) {
        store(
            words,
            word,
            slots,
            first,
            i,
            refill.pairs[2 * refilled],
            refill.hashes[refilled],
            refill.pairs[2 * refilled + 1]);
        tags |= refill.tags[refilled++] << (i << 3);
      }
    }
    for (int i = 0; i < SLOTS_EACH; i++) {
      source.slots[source.first + i] = null;
    }
    WORDS.setRelease(source.words, source.word + 1, 0L);
    WORDS.setOpaque(source.words, source.word, sourceVersion & ~AT_REST & ~HAS_OVERFLOW);
    WORDS.setRelease(words, word + 1, tags);
    OBJECTS.setRelease(slots, first + OVERFLOW, refill.rest);
    table.bucketCount = buckets;
    version = refill.rest == null ? version & ~HAS_OVERFLOW : version | HAS_OVERFLOW;
    WORDS.setRelease(words, word, (version + ONE_CHANGE) | AT_REST);
  }

  // Copies that take the place of the bucket

  /** A copy in arrays of its own, to be changed as a bucket is. */
  Bucket<K> copy() {
    return new Bucket<>(
        Arrays.copyOfRange(words, word, word + WORDS_EACH),
        Arrays.copyOfRange(slots, first, first + SLOTS_EACH));
  }

  /** Takes over all from a copy. Allocates nothing and calls no other method of the map. */
  void commitCopy(Bucket<K> copy) {
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

  boolean hasValue(Object sought) {
    boolean[] has = new boolean[1];
    forEach(
        (mappingHash, array, index) -> {
          if (array[index + 1] == sought) {
            has[0] = true;
          }
        });
    return has[0];
  }

  /** A copy without the keys of this value. */
  Bucket<K> copyWithout(StripedKeys<K> keys, Object removed) {
    Bucket<K> copy = copy();
    OverflowEntries<K> overflow = OverflowEntries.withoutValue(overflow(), removed);
    for (int i = 0; i < PAIRS; i++) {
      if (copy.slots[2 * i + 1] == removed) {
        copy.slots[2 * i] = null;
        copy.slots[2 * i + 1] = null;
        copy.words[1] &= ~(0xFFL << (i << 3));
      }
    }
    Refill<K> refill = new Refill<>(keys, overflow, PAIRS - copy.used());
    for (int i = 0, refilled = 0; i < PAIRS && refilled < refill.count; i++) {
      if ((copy.words[1] >>> (i << 3) & 0xFF) == 0) {
        Object key = refill.pairs[2 * refilled];
        Object moved = refill.pairs[2 * refilled + 1];
        store(copy.words, 0, copy.slots, 0, i, key, refill.hashes[refilled], moved);
        copy.words[1] |= refill.tags[refilled++] << (i << 3);
      }
    }
    copy.slots[OVERFLOW] = refill.rest;
    copy.words[0] = (copy.words[0] & ~HAS_OVERFLOW) | (refill.rest == null ? 0 : HAS_OVERFLOW);
    return copy;
  }

  /** Is given the mappings of a bucket. */
  interface Visitor {
    /** Takes the mapping whose key is at an index of an array, with the value behind it. */
    void visit(int hash, Object[] array, int index);
  }

  void forEach(Visitor visitor) {
    for (int i = 0; i < PAIRS; i++) {
      if (slots[first + 2 * i] != null) {
        visitor.visit(hash(words, word, i), slots, first + 2 * i);
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
