package org.jets.collections.internal.longs;

import static org.jets.collections.internal.longs.LongBuckets.FIRST_VALUE;
import static org.jets.collections.internal.longs.LongBuckets.FIRST_WORD;
import static org.jets.collections.internal.longs.LongBuckets.LOCKED;
import static org.jets.collections.internal.longs.LongBuckets.MOVED;
import static org.jets.collections.internal.longs.LongBuckets.OVERFLOWS;
import static org.jets.collections.internal.longs.LongBuckets.SLOTS;
import static org.jets.collections.internal.longs.LongBuckets.STRIDE;
import static org.jets.collections.internal.longs.LongBuckets.VALUE;
import static org.jets.collections.internal.longs.LongBuckets.VERSION;
import static org.jets.collections.internal.longs.LongBuckets.WORD;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jets.collections.LongObjectFunction;
import org.jets.collections.internal.order.Expected;
import org.jets.collections.internal.sync.BucketLock;
import org.jets.collections.internal.sync.CallbackGuard;
import org.jets.collections.internal.sync.EarlyInitialization;
import org.jets.collections.internal.sync.StackRoom;
import org.jets.collections.internal.sync.ThreadSpread;
import org.jspecify.annotations.Nullable;

/**
 * A hash table of {@code long} keys in flat buckets. A key is stored as its hash, which is the key
 * times an odd number. So the hash tells the key, and no two keys have the same hash.
 *
 * <p>An update locks its bucket by a bit in the bucket's state. A reader takes no lock, and
 * validates what it has read by the version in the same word.
 */
public final class LongHashTable<V> {
  /*
   * Guarded by.
   * - words and values of a bucket: the bit LOCKED of its state, word 0. Replacing a value in an
   *   OverflowNode too.
   * - A bucket of the target of a move: the locks of the old buckets of its group, until they are
   *   marked as moved. From then on its own lock.
   * - table and the fields of BucketMove: compare-and-set, or one volatile write.
   * - counters: added to atomically.
   * - Order of locks: an update holds one. A thread that moves a group holds up to three, and waits
   *   for none.
   *
   * An update of one key.
   * - Step 1: refuse it if this thread runs a callback of this table. Make sure of room on the stack.
   * - Step 2: if buckets are moving, move some.
   * - Step 3: if the key is absent, and the update changes only a present one, it is done.
   * - Step 4: lock the bucket by a CAS on its state. If it has been moved, go on in the target.
   * - Step 5: find the key; call equals or the function; make the OverflowNodes that are needed.
   *   What is thrown here leaves the bucket unchanged.
   * - Step 6: one or two stores.
   * - Step 7: unlock by one store, with another version if a key has left its slot or the
   *   OverflowNodes have changed.
   * - Step 8: count. Begin a move if that is due; if that fails, a later update does it.
   *
   * Why the version tells enough. A slot gets another key only after the one before has left it, and
   * then the version has changed. So a reader that finds its key in a slot, and afterwards the same
   * version, has read a value that the key had meanwhile, or null for one that comes or goes just
   * then. A reader that finds no key needs no validation. A key that is present throughout stays in
   * its slot. One that changes its slot was absent in between.
   *
   * A reader of a bucket that has been moved meanwhile sees its last state, or another version.
   *
   * Linearization points.
   * - get, a hit: its read of the value.
   * - get, a miss: its read of the slot that the key has last been in, or of the overflow.
   * - put of a new key: the write of its word (a free slot), or the unlocking (an overflow).
   * - put of a present key, replace: the write of the value.
   * - remove: the write of null as the value, or of the other OverflowNodes.
   * - These updates if they change nothing: the read of the value under the lock, or as a get.
   * - compute and its kin: as the put or remove in which they end.
   * - clear: the write of table. An update that began before in the old buckets counts as done just
   *   before, whenever it ends.
   * - A move changes no mapping. Its buckets count from the write that marks the old ones.
   *
   * Memory order.
   *   state       read volatile first, and opaque behind an acquire fence for validation; locked by a
   *               CAS; unlocked by a volatile write, so that no later read of this thread passes it
   *   words       written with release, after the value; read plain between the two reads of state
   *   values      written with release; read opaque, and ordered by the acquire fence
   *   overflow    written and read as values, by getAcquire; a value in a node is volatile
   *   table, move volatile
   *   the target  plain, while old buckets are locked; published by the mark in their state
   *   counters    getAndAdd, read volatile
   *
   * Progress.
   * - Readers: lock-free. A reader tries again only if the version has changed, that is, after
   *   another thread's update.
   * - Updates of a bucket block one another for the time of a change, or of a callback. A waiting
   *   thread spins and then sleeps for at most a millisecond at a time; there is no queue.
   * - A move waits for no lock. It ends when each group could be locked; until then readers of moved
   *   buckets look at two, and the table cannot grow again.
   *
   * On errors, OutOfMemoryError and StackOverflowError included.
   * - An update that throws has changed nothing, and holds no lock: see step 5.
   * - What follows the update, moving and counting, throws nothing: see help and adapt.
   * - A group whose move fails is cleared in the target, and stays where it was.
   * - Between locking and unlocking, no method of this library is called after the first store. The
   *   calls of handles have room on the stack (StackRoom), and have been linked before.
   * - Not covered: an error that another thread throws into this one (Thread.stop).
   */

  static final VarHandle TABLE =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "table", VarHandle.class, LongHashTable.class, LongBuckets.class);

  static {
    EarlyInitialization.of(
        LongBuckets.class,
        BucketMove.class,
        BucketLock.class,
        Expected.class,
        StackRoom.class,
        ThreadSpread.class);
    // Links the calls of steps that cannot be undone: the JVM allocates before the first one.
    long[] words = new long[1];
    VALUE.setRelease(new @Nullable Object[1], 0, (@Nullable Object) null);
    WORD.setRelease(words, 0, 0L);
    WORD.setVolatile(words, 0, (long) WORD.getAndAdd(words, 0, 0L));
  }

  private final long multiplier;
  private final long inverse;
  private final int minLevel;
  final CallbackGuard callbacks = new CallbackGuard();

  /** The buckets, or those that they come from while they move. Volatile. */
  volatile LongBuckets table;

  /**
   * An empty table.
   *
   * @param multiplier an odd number, which tells the order of keys
   * @param mappings how many there is always room for
   */
  public LongHashTable(long multiplier, long mappings) {
    this.multiplier = multiplier;
    this.inverse = inverse(multiplier);
    this.minLevel = LongBuckets.levelFor(mappings);
    this.table = new LongBuckets(minLevel, null);
  }

  /** The number that undoes a multiplication by an odd number. */
  private static long inverse(long odd) {
    long inverse = odd; // Right in the last three bits; each step doubles them.
    for (int rightBits = 3; rightBits < Long.SIZE; rightBits *= 2) {
      inverse *= 2 - odd * inverse;
    }
    return inverse;
  }

  public long keyOf(long hash) {
    return hash * inverse;
  }

  public long hash(long key) {
    return key * multiplier;
  }

  // Reading

  /** The value of a key, or null. */
  @SuppressWarnings("unchecked") // Where values are.
  public @Nullable V get(long key) {
    long hash = key * multiplier;
    LongBuckets in = table;
    for (; ; ) {
      long[] words = in.words;
      Object[] values = in.values;
      int place = LongBuckets.place(hash, in.scale);
      int slot = LongBuckets.preferred(place);
      int base = LongBuckets.base(place);
      int word = FIRST_WORD + base;
      int first = FIRST_VALUE + base;
      long state = (long) WORD.getVolatile(words, word);
      Object value = VALUE.getOpaque(values, first + slot); // Misses the cache while words do.
      if ((state & MOVED) != 0) {
        in = in.moved();
        continue;
      }
      if (words[word + slot] != hash) {
        slot = search(words, word, hash);
        if (slot > 0) {
          value = VALUE.getOpaque(values, first + slot);
        } else {
          OverflowNode node =
              (state & OVERFLOWS) == 0
                  ? null
                  : OverflowNode.find((OverflowNode) VALUE.getAcquire(values, first), hash);
          if (node == null) {
            return null;
          }
          value = node.value;
        }
      }
      VarHandle.acquireFence();
      if ((((long) WORD.getOpaque(words, word) ^ state) & -VERSION) == 0) {
        return (V) value;
      }
      Thread.onSpinWait();
    }
  }

  /** Returns the slot that has a hash, or 0. */
  private static int search(long[] words, int word, long hash) {
    return words[word + 7] == hash
        ? 7
        : words[word + 1] == hash
            ? 1
            : words[word + 2] == hash
                ? 2
                : words[word + 3] == hash
                    ? 3
                    : words[word + 4] == hash
                        ? 4
                        : words[word + 5] == hash ? 5 : words[word + 6] == hash ? 6 : 0;
  }

  // Updates of one key

  /**
   * Sets, or with null removes, the value of a key if the present one is as expected.
   *
   * @param expected what the value has to be equal to, or one of {@link Expected}
   * @return the value that was there; null if there was none, or not the one expected
   */
  public @Nullable V update(long key, @Nullable V value, Object expected) {
    return change(key, value, expected, null);
  }

  /**
   * Runs a function under the lock of a key, and puts its result.
   *
   * @param condition whether the key has to be there or not
   * @return the value afterwards
   */
  public @Nullable V compute(long key, Expected condition, LongObjectFunction<V> function) {
    return change(key, null, condition, function);
  }

  private @Nullable V change(
      long key, @Nullable V given, Object expected, @Nullable LongObjectFunction<V> function) {
    callbacks.requireOutside();
    StackRoom.require();
    long hash = key * multiplier;
    int spread = ThreadSpread.of(Thread.currentThread());
    boolean changesNoAbsentKey =
        expected == Expected.ANYTHING
            ? given == null && function == null
            : expected != Expected.ABSENT;
    LongBuckets in = table;
    for (; ; ) {
      long[] words = in.words;
      Object[] values = in.values;
      int place = LongBuckets.place(hash, in.scale);
      int base = LongBuckets.base(place);
      int word = FIRST_WORD + base;
      int first = FIRST_VALUE + base;
      if (in.move != null) {
        help(in);
      }
      int preferred = LongBuckets.preferred(place);
      boolean isFetched = VALUE.getOpaque(values, first + preferred) != words; // Always true.
      long state = (long) WORD.getVolatile(words, word);
      if ((state & MOVED) != 0) {
        in = in.moved();
        continue;
      }
      long none = LongBuckets.none(base);
      int slot = find(words, word, preferred, hash, none);
      if (slot <= 0 && (state & OVERFLOWS) == 0 && changesNoAbsentKey) {
        return null; // As a reader that finds nothing.
      }
      if (!isFetched
          || (state & LOCKED) != 0
          || !WORD.compareAndSet(words, word, state, state | LOCKED)) {
        awaitUnlocked(words, word);
        continue;
      }
      long after = state;
      int added = 0;
      V result;
      try {
        if (slot <= 0 || words[word + slot] != hash) {
          slot = find(words, word, preferred, hash, none);
        }
        OverflowNode root =
            slot <= 0 && (state & OVERFLOWS) != 0 ? (OverflowNode) values[first] : null;
        OverflowNode node = root == null ? null : OverflowNode.find(root, hash);
        @SuppressWarnings("unchecked") // Where values are.
        V old = (V) (slot > 0 ? values[first + slot] : node != null ? node.value : null);
        if (!isMet(expected, old)) {
          result = expected instanceof Expected ? old : null;
        } else {
          V value = function == null ? given : apply(function, key, old);
          result = function == null ? old : value;
          if (value != null) {
            if (slot > 0) {
              VALUE.setRelease(values, first + slot, (Object) value);
            } else if (node != null) {
              node.value = value;
            } else if (slot < 0) {
              VALUE.setRelease(values, first - slot, (Object) value);
              WORD.setRelease(words, word - slot, hash); // Takes effect here.
              added = 1;
            } else {
              OverflowNode with = OverflowNode.with(root, hash, value);
              VALUE.setRelease(values, first, (Object) with);
              after = state + VERSION | OVERFLOWS;
              added = 1;
            }
          } else if (slot > 0) {
            VALUE.setRelease(values, first + slot, (@Nullable Object) null); // Takes effect here.
            WORD.setRelease(words, word + slot, none);
            after = state + VERSION;
            added = -1;
          } else if (node != null && root != null) {
            OverflowNode without = OverflowNode.without(root, hash);
            VALUE.setRelease(values, first, (@Nullable Object) without);
            after = state + VERSION & (without == null ? ~OVERFLOWS : -1L);
            added = -1;
          }
        }
      } finally {
        WORD.setVolatile(words, word, after);
      }
      if (added != 0) {
        int counter = ((spread & in.counterMask) + 1) * STRIDE;
        long count = (long) WORD.getAndAdd(in.counters, counter, (long) added) + added;
        if ((count & in.sampleMask) == 0) {
          try {
            adapt(in);
          } catch (VirtualMachineError e) {
            return result; // The update is done; a later one tries again.
          }
        }
      }
      return result;
    }
  }

  /**
   * Looks for a hash in a bucket. What it finds is certain if the bucket is locked.
   *
   * @return its slot; or else a free slot as a negative number, or 0 if there is none
   */
  private static int find(long[] words, int word, int preferred, long hash, long none) {
    if (words[word + preferred] == hash) {
      return preferred;
    }
    int free = 0;
    for (int slot = SLOTS; slot > 0; slot--) {
      long other = words[word + slot];
      if (other == hash) {
        return slot;
      }
      free = other == none ? slot : free;
    }
    return words[word + preferred] == none ? -preferred : -free;
  }

  private boolean isMet(Object expected, @Nullable V present) {
    if (expected instanceof Expected
        || expected == present
        || present == null
        || CallbackGuard.isTrusted(expected)) {
      return Expected.isMet(expected, present);
    }
    CallbackGuard.Place place = callbacks.enter();
    try {
      return expected.equals(present);
    } finally {
      place.thread = null;
    }
  }

  private @Nullable V apply(LongObjectFunction<V> function, long key, @Nullable V old) {
    CallbackGuard.Place place = callbacks.enter();
    try {
      return function.apply(key, old);
    } finally {
      place.thread = null;
    }
  }

  /** Waits until a bucket is not locked. Another thread may lock it next. */
  private static void awaitUnlocked(long[] words, int word) {
    boolean isInterrupted = false;
    try {
      for (int round = 0; ((long) WORD.getVolatile(words, word) & LOCKED) != 0; round++) {
        BucketLock.backOff(round);
        isInterrupted |= Thread.interrupted();
      }
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  // The size

  private static void help(LongBuckets in) {
    BucketMove move = in.move;
    try {
      if (move != null) {
        move.help();
      }
    } catch (VirtualMachineError e) {
      return; // A later update moves what this one could not.
    }
  }

  /** Begins to move to another number of buckets if that is due. */
  private void adapt(LongBuckets in) {
    boolean isFirst = false;
    boolean isBegun = false;
    try {
      isFirst = in == table && in.move == null && isOfWrongSize(in) && in.tryBegin();
      if (isFirst) {
        LongBuckets target = new LongBuckets(wantedLevel(in), in);
        in.move = new BucketMove(this, in, target);
        isBegun = true;
        help(in);
      }
    } catch (VirtualMachineError e) {
      if (isFirst && !isBegun) {
        in.begun = 0; // A later update tries again.
      }
    }
  }

  private boolean isOfWrongSize(LongBuckets in) {
    return wantedLevel(in) != in.level;
  }

  private int wantedLevel(LongBuckets in) {
    long count = in.count();
    if (count > LongBuckets.limit(in.level)) {
      return Math.min(LongBuckets.LARGEST, in.level + 1);
    }
    int half = Math.max(minLevel, in.level - 2);
    return count < LongBuckets.limit(half) / 2 ? half : in.level;
  }

  /** The number of mappings: at rest exactly. */
  public long mappingCount() {
    return Math.max(0, table.moved().count());
  }

  /** Returns the number of buckets, once those that move have been moved. For tests. */
  public int buckets() {
    return LongBuckets.buckets(table.moved().level);
  }

  /** Returns the bytes of the arrays of buckets, and of the keys outside of them. For tests. */
  public long bytes() {
    LongBuckets in = table;
    BucketMove move = in.move;
    return in.bytes() + (move == null ? 0 : move.target.bytes());
  }

  /** Removes all mappings at one moment. */
  public void clear() {
    callbacks.requireOutside();
    table = new LongBuckets(minLevel, null);
  }
}
