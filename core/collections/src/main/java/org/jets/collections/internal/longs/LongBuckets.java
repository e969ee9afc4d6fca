package org.jets.collections.internal.longs;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The buckets of a {@link LongHashTable}, as many as they are for ever. A larger or smaller table
 * is another object, to which a {@link BucketMove} brings the keys.
 *
 * <p>A bucket is 8 words of {@link #words} and 8 references of {@link #values}:
 *
 * <table>
 *   <caption>A bucket</caption>
 *   <tr><th>place<th>word<th>reference
 *   <tr><td>0<td>the state: {@link #LOCKED}, {@link #MOVED}, {@link #OVERFLOWS}, and the version
 *       above<td>the {@link OverflowNode}s
 *   <tr><td>1 to {@link #SLOTS}<td>the hash of a key, or {@link #none}<td>its value, or null
 * </table>
 *
 * <p>The high half of a hash is a fraction. Multiplied by the number of buckets it is the number of
 * the bucket. So buckets have the keys in the order of their hashes, in a table of any size.
 */
final class LongBuckets {
  static final int SLOTS = 7;

  /** The bit of a state whose bucket a thread changes, or is about to. */
  static final long LOCKED = 1;

  /** The bit of a state whose bucket is elsewhere, for ever. */
  static final long MOVED = 2;

  /** The bit of a state whose bucket has keys outside of its words. */
  static final long OVERFLOWS = 4;

  /** The number that a new version adds to a state. 61 bits do not wrap around. */
  static final long VERSION = 8;

  /** The first word of the first bucket, so that a bucket is a cache line if the array is. */
  static final int FIRST_WORD = 6;

  /** The first reference of the first bucket, so that it is half a cache line. */
  static final int FIRST_VALUE = 4;

  /** The number of mappings for each bucket from which on a table grows. */
  static final int LOAD = 6;

  /** The same for tables that fit into the first cache, where a search costs more than memory. */
  static final int SMALL_LOAD = 4;

  private static final int SMALL = 18;

  /** The least number of buckets is 2, the most 2^27: their words are an array. */
  static final int LARGEST = 52;

  /** Tables of fewer buckets have one counter. */
  private static final int ONE_COUNTER = 64;

  private static final int COUNTERS =
      2 * Integer.highestOneBit(Math.min(64, Runtime.getRuntime().availableProcessors()));

  /** A counter has 128 bytes for itself. */
  static final int STRIDE = 128 / Long.BYTES;

  static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
  static final VarHandle VALUE = MethodHandles.arrayElementVarHandle(Object[].class);
  private static final VarHandle BEGUN =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "begun", VarHandle.class, LongBuckets.class, int.class);

  final long[] words;
  final @Nullable Object[] values;

  /** Eight times the number of buckets: the number of words. */
  final long scale;

  /** The counters that are added to here: their sum, with that of the older ones, is the size. */
  final long[] counters;

  final int counterMask;

  /** An insertion looks whether the table is too small when these bits of its counter are 0. */
  final int sampleMask;

  private final long @Nullable [] olderCounters;

  /** Tells the number of buckets: two or three, doubled for every second level. */
  final int level;

  /** The move to another number of buckets, once this is too small or too large. Set once. */
  volatile @Nullable BucketMove move;

  /** 1 if a thread makes the buckets of the move, or has made them. */
  volatile int begun;

  /**
   * Empty buckets.
   *
   * @param before those that they are to follow, if any: both count together
   */
  LongBuckets(int level, @Nullable LongBuckets before) {
    int buckets = buckets(level);
    this.level = level;
    this.scale = 8L * buckets;
    this.words = new long[8 * buckets + FIRST_WORD];
    this.values = new @Nullable Object[8 * buckets + FIRST_VALUE];
    for (int i = 1; i <= SLOTS; i++) {
      words[FIRST_WORD + i] = none(0);
    }
    boolean isLarge = buckets >= ONE_COUNTER;
    if (before == null || (isLarge && before.counters.length == 2 * STRIDE && COUNTERS > 1)) {
      counters = new long[((isLarge ? COUNTERS : 1) + 1) * STRIDE];
      olderCounters = before == null ? null : before.counters;
    } else {
      counters = before.counters;
      olderCounters = before.olderCounters;
    }
    counterMask = counters.length / STRIDE - 2;
    sampleMask = Integer.highestOneBit(Math.max(1, Math.min(64, buckets / COUNTERS))) - 1;
  }

  static int buckets(int level) {
    return (2 + (level & 1)) << (level >> 1);
  }

  /** The number of mappings up to which a table of a level does not grow. */
  static long limit(int level) {
    return (long) (level < SMALL ? SMALL_LOAD : LOAD) * buckets(level);
  }

  /** The least level for so many mappings. */
  static int levelFor(long mappings) {
    int level = 0;
    while (level < LARGEST && limit(level) < mappings) {
      level++;
    }
    return level;
  }

  /** The word that no key of a bucket has, for a free slot: the hash of one of another bucket. */
  static long none(int base) {
    return base == 0 ? -1 : 0;
  }

  /**
   * The place of a hash: 8 times the number of its bucket, and a slot that is to be tried first.
   */
  static int place(long hash, long scale) {
    return (int) (((hash >>> 32) * scale) >>> 32);
  }

  static int base(int place) {
    return place & -8;
  }

  /** The slot that a key has if it is free when the key comes: 1 to 7. */
  static int preferred(int place) {
    int slot = place & 7;
    return slot + ((slot - 1) >>> 31);
  }

  /** The least high half of a hash in a bucket, or 2^32 if there is no such bucket. */
  long start(int base) {
    return ((long) base << 32) / scale + (((long) base << 32) % scale == 0 ? 0 : 1);
  }

  /** Returns the buckets to which those marked as moved have gone; this if there are none. */
  LongBuckets moved() {
    BucketMove to = move;
    return to == null ? this : to.target;
  }

  /** Returns true for the one thread that is to make the buckets to move to. */
  boolean tryBegin() {
    return BEGUN.compareAndSet(this, 0, 1);
  }

  /** The number of mappings: at rest exactly. */
  long count() {
    return sum(counters) + (olderCounters == null ? 0 : sum(olderCounters));
  }

  private static long sum(long[] counters) {
    long sum = 0;
    for (int i = STRIDE; i < counters.length; i += STRIDE) {
      sum += (long) WORD.getVolatile(counters, i);
    }
    return sum;
  }

  /** The bytes of the arrays, and of the keys outside of them with compressed references. */
  long bytes() {
    long overflows = 0;
    for (int i = FIRST_VALUE; i < values.length; i += 8) {
      overflows += OverflowNode.count((OverflowNode) values[i]);
    }
    return 8L * words.length + 4L * values.length + 8L * counters.length + 32 * overflows;
  }
}
