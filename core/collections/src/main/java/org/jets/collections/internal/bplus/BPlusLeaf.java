package org.jets.collections.internal.bplus;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jets.collections.internal.container.OrderedContainer;
import org.jets.collections.internal.order.PrefixOrder;
import org.jspecify.annotations.Nullable;

/**
 * The leaves of a {@link BPlusTree}: up to 64 mappings in order, in two arrays without an object
 * around them. The words are a header and then a prefix of each key, of what comes behind the units
 * that all keys share ({@link BPlusTree}). The slots are keys and values in turn, or values alone
 * where prefixes say all of a key. So a search reads contiguous prefixes, and a key only if
 * prefixes are equal.
 *
 * <p><b>The header</b> has the number of mappings, and is a sequence word for two kinds of readers.
 *
 * <table>
 * <caption>Bits of the header</caption>
 * <tr><td>0 to 7</td><td>the number of mappings</td></tr>
 * <tr><td>8</td><td>mappings are being moved, and reads meanwhile do not count; stays set once
 *     other arrays have replaced these</td></tr>
 * <tr><td>9</td><td>a value is being replaced, which matters only to readers of several leaves as
 *     of one moment</td></tr>
 * <tr><td>10 to 32</td><td>the count of moves</td></tr>
 * <tr><td>33 to 55</td><td>the count of replacements</td></tr>
 * <tr><td>56 to 63</td><td>the offset, which never changes in these arrays</td></tr>
 * </table>
 *
 * <p>Before either count wraps around to 0, the arrays are replaced. An addition after all other
 * mappings moves none: the number publishes it.
 *
 * <p>Keys and values that move are written plainly, between the two writes of the header. A value
 * that is replaced is written with release, since a reader may take it with no header in between.
 */
public final class BPlusLeaf {
  /** The most mappings of a leaf. */
  static final int MAX = 64;

  /** Numbers of a cache line. */
  private static final int LINE = 8;

  private static final int STEP = 16;
  private static final int SMALLEST = 4;

  private static final long COUNT = 0xFF;
  private static final long MOVING = 1L << 8;
  private static final long REPLACING = 1L << 9;
  private static final long ONE_MOVE = 1L << 10;
  private static final long ONE_REPLACEMENT = 1L << 33;
  private static final int OFFSET_SHIFT = 56;

  private static final long OFFSET = -1L << OFFSET_SHIFT;
  private static final long MOVE_COUNT = ONE_REPLACEMENT - ONE_MOVE;
  private static final long REPLACEMENT_COUNT = (1L << OFFSET_SHIFT) - ONE_REPLACEMENT;

  /** The bits that may not change under a reader of one key. */
  private static final long MOVES = MOVING | MOVE_COUNT;

  /** The bits that stay as they are while the keys do. */
  static final long KEYS = MOVES | COUNT;

  private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(Object[].class);

  static {
    // Links the calls of steps that have begun: the JVM allocates before the first one.
    long[] words = new long[1];
    Object[] slots = new Object[1];
    WORDS.setOpaque(words, 0, 0L);
    WORDS.setRelease(words, 0, 0L);
    SLOTS.setRelease(slots, 0, slots[0]);
    SLOTS.setRelease(slots, 0, slots);
    SLOTS.setRelease(slots, 0, words);
  }

  /** A volatile field whose write orders stores if the stack has no room for a call. Never read. */
  @SuppressWarnings("UnusedVariable") // The write is the use.
  private static volatile int barrier;

  private BPlusLeaf() {}

  // Arrays

  /** The words of an empty leaf that has room for so many mappings. */
  public static long[] newWords(int capacity) {
    return new long[1 + capacity];
  }

  /**
   * The slots that belong to such words.
   *
   * @param keepsKeys false for values alone
   */
  public static Object[] newSlots(long[] words, boolean keepsKeys) {
    return new Object[capacity(words) << (keepsKeys ? 1 : 0)];
  }

  /**
   * Returns 1 if the slots of a leaf have keys, else 0: the number of slots of a mapping is a power
   * of 2 with this exponent, and its value is as many places behind the first one.
   */
  static int keys(long[] words, Object[] slots) {
    return slots.length < words.length ? 0 : 1;
  }

  static boolean hasKeys(long[] words, Object[] slots) {
    return slots.length >= words.length;
  }

  static int capacity(long[] words) {
    return words.length - 1;
  }

  /** A capacity for a leaf of so many mappings that will have more. */
  static int capacityFor(int mappings) {
    return mappings < STEP
        ? Math.max(SMALLEST, 2 * Integer.highestOneBit(mappings))
        : Math.min(MAX, (mappings / STEP + 1) * STEP);
  }

  /** The words of a new leaf with some of the mappings of another, and room for more. */
  static long[] copy(long[] words, int from, int mappings) {
    long[] copy = newWords(capacityFor(mappings));
    System.arraycopy(words, 1 + from, copy, 1, mappings);
    copy[0] = mappings | (words[0] & OFFSET);
    return copy;
  }

  /**
   * The slots that belong to such a copy.
   *
   * @param keepsKeys false if the copy is to have values alone, as one of values alone always has
   */
  static Object[] copySlots(
      long[] copy, long[] words, Object[] slots, int from, boolean keepsKeys) {
    Object[] newSlots = newSlots(copy, keepsKeys && hasKeys(words, slots));
    copySlots(words, slots, from, copy, newSlots, 0, count(copy));
    return newSlots;
  }

  /** Copies mappings to the end of a leaf that is not published yet. */
  static void append(
      long[] words, Object[] slots, long[] fromWords, Object[] fromSlots, int from, int mappings) {
    int count = count(words);
    System.arraycopy(fromWords, 1 + from, words, 1 + count, mappings);
    copySlots(fromWords, fromSlots, from, words, slots, count, mappings);
    words[0] += mappings;
  }

  private static void copySlots(
      long[] words,
      Object[] slots,
      int from,
      long[] toWords,
      Object[] toSlots,
      int to,
      int mappings) {
    int keys = keys(words, slots);
    if (keys == keys(toWords, toSlots)) {
      System.arraycopy(slots, from << keys, toSlots, to << keys, mappings << keys);
      return;
    }
    OrderedContainer.check(keys == 1, "keys lost");
    for (int i = 0; i < mappings; i++) {
      toSlots[to + i] = slots[2 * (from + i) + 1];
    }
  }

  // The header

  public static long headerAcquire(long[] words) {
    return (long) WORDS.getAcquire(words, 0);
  }

  public static int count(long header) {
    return (int) (header & COUNT);
  }

  /** The number of mappings, under the lock. */
  public static int count(long[] words) {
    return count(words[0]);
  }

  /** The number of units that all keys share in front of what their prefixes are of. */
  static int offset(long header) {
    return (int) (header >>> OFFSET_SHIFT);
  }

  /** The offset of a leaf, which is in each of its headers. */
  static int offset(long[] words) {
    return offset(words[0]);
  }

  /** Sets the offset of a leaf that is not published yet and has no mappings. */
  static void setOffset(long[] words, int offset) {
    words[0] = (words[0] & ~OFFSET) | ((long) offset << OFFSET_SHIFT);
  }

  /** Makes other prefixes for all keys of a leaf that is not published yet. */
  @SuppressWarnings("unchecked") // Where keys are.
  static <K> void setOffset(PrefixOrder<K> order, long[] words, Object[] slots, int offset) {
    int count = count(words);
    for (int i = 0; i < count; i++) {
      K key = (K) slots[2 * i];
      words[1 + i] = offset == 0 ? order.prefix(key) : order.prefix(key, offset);
    }
    setOffset(words, offset);
  }

  static boolean isMoving(long header) {
    return (header & MOVING) != 0;
  }

  static boolean isChanging(long header) {
    return (header & (MOVING | REPLACING)) != 0;
  }

  /**
   * Returns true if nothing has moved since the header was read, after all that has been read
   * before.
   */
  public static boolean isUnmovedSince(long[] words, long header) {
    VarHandle.acquireFence();
    return (((long) WORDS.getOpaque(words, 0) ^ header) & MOVES) == 0;
  }

  /**
   * Returns true if the keys have been the same since the header was read: nothing has moved, and
   * nothing been added behind.
   */
  static boolean hasSameKeysSince(long[] words, long header) {
    VarHandle.acquireFence();
    return (((long) WORDS.getOpaque(words, 0) ^ header) & KEYS) == 0;
  }

  /** Returns true if a leaf had the same keys when it had these headers. */
  static boolean haveSameKeys(long header, long other) {
    return ((header ^ other) & KEYS) == 0;
  }

  /**
   * Throws what a comparator has thrown, if it is meant and not because it was given what moves.
   *
   * @return {@link OrderedContainer#RETRY}
   */
  static Object retryOrThrow(long[] words, long header, RuntimeException thrown) {
    if (isUnmovedSince(words, header)) {
      throw thrown;
    }
    return OrderedContainer.RETRY;
  }

  /**
   * Returns true if one of the counters of a leaf comes back to 0 with the next change. A reader
   * that stood still for as many changes would take the leaf for unchanged. So other arrays must
   * replace these, whose header then stays as it is.
   */
  static boolean isWornOut(long[] words) {
    long header = words[0];
    return (header & MOVE_COUNT) == MOVE_COUNT || (header & REPLACEMENT_COUNT) == REPLACEMENT_COUNT;
  }

  // Searching

  /**
   * Counts the numbers from {@code first} on, which are sorted, are less than the prefix.
   *
   * <p>Not by bisection, in which each step would wait for the memory of the one before. It reads
   * one number of each cache line, which can be fetched at the same time, and then one line.
   * Without branches that depend on numbers.
   */
  static int countLess(long[] sorted, int first, int length, long prefix) {
    int end = first + length;
    if (length > 0 && (prefix >= 0 ? sorted[first] : ~sorted[end - 1]) >= 0) {
      return countLessOfSameSign(sorted, first, end, prefix);
    }
    int line = first;
    for (int last = first + LINE - 1; last < end; last += LINE) {
      line += less(sorted[last], prefix) * LINE;
    }
    int count = line - first;
    int lineEnd = Math.min(line + LINE, end);
    for (int i = line; i < lineEnd; i++) {
      count += less(sorted[i], prefix);
    }
    return count;
  }

  /**
   * The same where all numbers have the sign of the prefix, so that no difference overflows: a
   * third of the instructions.
   */
  private static int countLessOfSameSign(long[] sorted, int first, int end, long prefix) {
    int line = first;
    for (int last = first + LINE - 1; last < end; last += LINE) {
      line += (int) ((sorted[last] - prefix) >>> 63) * LINE;
    }
    int count = line - first;
    int lineEnd = Math.min(line + LINE, end);
    for (int i = line; i < lineEnd; i++) {
      count += (int) ((sorted[i] - prefix) >>> 63);
    }
    return count;
  }

  /**
   * Returns 1 if a is less than b, else 0: the sign of the difference, or of a if that overflows.
   */
  private static int less(long a, long b) {
    return (int) (((a & ~b) | (~(a ^ b) & (a - b))) >>> 63);
  }

  /**
   * The index of a key, or the complement of where it belongs; anything while mappings move.
   *
   * @param known how many units the key is known to share with all keys of the leaf
   */
  public static <K> int find(
      PrefixOrder<K> order,
      long[] words,
      Object[] slots,
      long header,
      long prefix,
      K key,
      int known) {
    int found = findPresent(order, words, slots, header, prefix, key, known);
    int offset = offset(header);
    return found >= 0 || known >= offset || count(header) == 0
        ? found
        : placeBeside(order, slots, count(header), key, offset, found);
  }

  /** The place of a key that may not share what the others do. */
  private static <K> int placeBeside(
      PrefixOrder<K> order, Object[] slots, int count, K key, int offset, int ifShared) {
    Object first = slots[0];
    if (first == null || order.share(key, first, offset)) {
      return ifShared;
    }
    int comparison = order.compare(key, first);
    return comparison == 0 ? 0 : comparison < 0 ? ~0 : ~count;
  }

  /** As {@link #find}; what is negative only tells that the key is absent. */
  static <K> int findPresent(
      PrefixOrder<K> order,
      long[] words,
      Object[] slots,
      long header,
      long fullPrefix,
      K key,
      int known) {
    int count = count(header);
    int offset = offset(header);
    long prefix = order.prefix(fullPrefix, key, offset);
    int low = countLess(words, 1, count, prefix);
    if (low == count || words[1 + low] != prefix) {
      return ~low;
    }
    if (!hasKeys(words, slots)) {
      order.requireTied(prefix, key);
      return low;
    }
    int high = low + 1;
    if (high < count && words[1 + high] == prefix) {
      high = prefix == Long.MAX_VALUE ? count : countLess(words, 1, count, prefix + 1);
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      Object other = slots[2 * middle];
      if (other == null) {
        return ~low; // A key that moves is not compared: the header will show the move.
      }
      int comparison =
          known >= offset
              ? order.compareTied(prefix, offset, key, other)
              : order.compare(key, other);
      if (comparison == 0) {
        return middle;
      }
      if (comparison > 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return ~low;
  }

  /**
   * Reads a number, or a reference, of each cache line of both arrays, whatever is there.
   *
   * @return something that depends on all of them
   */
  static long fetch(long[] words, Object[] slots) {
    long sum = 0;
    for (int i = 0; i < words.length; i += LINE) {
      sum += words[i];
    }
    for (int i = 0; i < slots.length; i += 2 * LINE) {
      sum += slots[i] == null ? 1 : 0;
    }
    return sum;
  }

  // Mappings

  /** A key: where the leaf has none, one that is made of its prefix. */
  @SuppressWarnings("unchecked") // Where keys are.
  static <K> K key(PrefixOrder<K> order, long[] words, Object[] slots, int index) {
    return hasKeys(words, slots) ? (K) slots[2 * index] : order.keyOf(words[1 + index]);
  }

  /** Returns true if this object is the key of a mapping, and kept. */
  static boolean isSameKey(long[] words, Object[] slots, int index, Object key) {
    return hasKeys(words, slots) && slots[2 * index] == key;
  }

  static long prefix(long[] words, int index) {
    return words[1 + index];
  }

  /** Returns where in the words the prefix of a mapping is. */
  static int indexOfPrefix(int index) {
    return 1 + index;
  }

  /** Returns a value, for a reader without the lock. */
  static @Nullable Object valueAcquire(long[] words, Object[] slots, int index) {
    int keys = keys(words, slots);
    return SLOTS.getAcquire(slots, (index << keys) + keys);
  }

  static Object value(long[] words, Object[] slots, int index) {
    int keys = keys(words, slots);
    return slots[(index << keys) + keys];
  }

  /** Replaces a value. Where the stack has no room for a call, plain stores do it. */
  static void setValue(long[] words, Object[] slots, int index, Object value) {
    long header = words[0];
    int keys = keys(words, slots);
    int at = (index << keys) + keys;
    try {
      WORDS.setOpaque(words, 0, header | REPLACING);
      VarHandle.storeStoreFence();
      SLOTS.setRelease(slots, at, value); // Readers of one key see it from here on.
      WORDS.setRelease(words, 0, header + ONE_REPLACEMENT);
    } catch (VirtualMachineError e) {
      words[0] = header | REPLACING;
      barrier = 0;
      slots[at] = value;
      barrier = 0;
      words[0] = header + ONE_REPLACEMENT;
    }
  }

  /**
   * Adds a mapping where there is room for it. An error on the way leaves the leaf as it was.
   *
   * @param key may be null where the slots are values alone
   */
  public static void insert(
      long[] words, Object[] slots, int index, long prefix, @Nullable Object key, Object value) {
    long header = words[0];
    int count = (int) (header & COUNT);
    int moving = count - index;
    int keys = keys(words, slots);
    int at = index << keys;
    int step = 1 + keys;
    if (moving == 0) {
      if (keys != 0) {
        slots[at] = key;
      }
      slots[at + keys] = value;
      words[1 + index] = prefix;
      try {
        WORDS.setRelease(words, 0, header + 1);
      } catch (VirtualMachineError e) {
        barrier = 0;
        words[0] = header + 1;
      }
      return;
    }
    int moved = 0;
    try {
      WORDS.setOpaque(words, 0, header | MOVING);
      VarHandle.storeStoreFence();
      System.arraycopy(words, 1 + index, words, 2 + index, moving);
      moved = 1;
      System.arraycopy(slots, at, slots, at + step, moving << keys);
      moved = 2;
      if (keys != 0) {
        slots[at] = key;
      }
      slots[at + keys] = value;
      words[1 + index] = prefix;
      WORDS.setRelease(words, 0, header + ONE_MOVE + 1);
      moved = 3;
    } finally {
      if (moved < 3) { // Loads and stores alone, for there may be no stack for a call.
        for (int i = index; moved > 0 && i < count; i++) {
          words[1 + i] = words[2 + i];
        }
        int end = count << keys;
        for (int i = at; moved > 1 && i < end; i++) {
          slots[i] = slots[i + step];
        }
        slots[end] = null;
        slots[end + keys] = null;
        barrier = 0;
        words[0] = header + ONE_MOVE;
      }
    }
  }

  /** Removes a mapping. An error on the way leaves the leaf as it was. */
  static void remove(long[] words, Object[] slots, int index) {
    long header = words[0];
    int last = (int) (header & COUNT) - 1;
    int moving = last - index;
    int keys = keys(words, slots);
    int at = index << keys;
    int end = last << keys;
    int step = 1 + keys;
    Object key = slots[at];
    Object value = slots[at + keys];
    long prefix = words[1 + index];
    int moved = 0;
    try {
      WORDS.setOpaque(words, 0, header | MOVING);
      VarHandle.storeStoreFence();
      System.arraycopy(words, 2 + index, words, 1 + index, moving);
      moved = 1;
      System.arraycopy(slots, at + step, slots, at, moving << keys);
      moved = 2;
      slots[end] = null;
      slots[end + keys] = null;
      WORDS.setRelease(words, 0, header + ONE_MOVE - 1);
      moved = 3;
    } finally {
      if (moved < 3) { // Loads and stores alone, for there may be no stack for a call.
        for (int i = last; moved > 0 && i > index; i--) {
          words[1 + i] = words[i];
        }
        for (int i = end + keys; moved > 1 && i > at + keys; i--) {
          slots[i] = slots[i - step];
        }
        words[1 + index] = prefix;
        slots[at] = key;
        slots[at + keys] = value;
        barrier = 0;
        words[0] = header + ONE_MOVE;
      }
    }
  }

  /**
   * Lets other arrays with the same mappings, and perhaps one more, take the place of these, which
   * no reader believes from then on. Where the stack has no room for a call, plain stores do it.
   *
   * @param children where the arrays are
   * @param at the place of the words, which is followed by that of the slots
   */
  static void exchange(Object[] children, int at, long[] newWords, Object[] newSlots) {
    long[] words = (long[]) children[at];
    long header = words[0];
    try {
      WORDS.setOpaque(words, 0, header | MOVING);
      VarHandle.storeStoreFence();
      SLOTS.setRelease(children, at + 1, newSlots);
      SLOTS.setRelease(children, at, newWords);
    } catch (VirtualMachineError e) {
      words[0] = header | MOVING;
      barrier = 0;
      children[at + 1] = newSlots;
      barrier = 0;
      children[at] = newWords;
    }
  }
}
