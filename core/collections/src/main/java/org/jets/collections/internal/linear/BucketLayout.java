package org.jets.collections.internal.linear;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The two arrays of a segment of buckets, and how they are read.
 *
 * <p><b>Layout.</b> A segment of the table is two arrays. The first has for each bucket a version,
 * eight tags of a byte and eight hashes. A tag is 0 where a slot is free, else the key's
 * {@linkplain StripedKeys#kind kind} and six bits of its hash. The second has for each bucket eight
 * keys and values in turn, and its {@link OverflowEntries}, if it has one. So a search compares all
 * tags at once and then the hashes whose tags fit. It reads a key only where a hash is the same and
 * does not say all about the key. A miss seldom reads more than one cache line.
 *
 * <p><b>Version.</b> Bit 0 is set while the bucket is in use and at rest, bit 1 if there is an
 * overflow, the rest counts. What a reader without the lock has read counts if the bucket was at
 * rest before, and has the same version afterwards. A new mapping in a free slot and another value
 * for a key change nothing that was there and need no other version. The tag, or the value, is what
 * publishes them. All else happens while bit 0 is not set.
 */
public final class BucketLayout {
  /** The number of buckets in a segment. Large, but not so large as to be humongous to G1. */
  static final int SEGMENT = 1024;

  static final long AT_REST = 1;
  static final long HAS_OVERFLOW = 2;
  static final long ONE_CHANGE = 4;

  public static final int PAIRS = 8;
  static final int WORDS_EACH = 2 + PAIRS / 2;
  static final int SLOTS_EACH = 2 * PAIRS + 1;
  static final int OVERFLOW = 2 * PAIRS;

  /** The bytes of a bucket, with references of four bytes. */
  public static final int BYTES = WORDS_EACH * Long.BYTES + SLOTS_EACH * 4;

  private static final long LOW_BITS = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;

  /** An object that is in no slot. */
  private static final Object NEVER = new Object();

  static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);
  static final VarHandle OBJECTS = MethodHandles.arrayElementVarHandle(Object[].class);

  private BucketLayout() {}

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

  /** The free slots: a bit for each. */
  static long freeSlots(long tags) {
    long used = tags | (tags & ~HIGH_BITS) + ~HIGH_BITS;
    return ~used & HIGH_BITS;
  }
}
