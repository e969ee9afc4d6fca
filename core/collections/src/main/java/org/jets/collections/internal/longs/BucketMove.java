package org.jets.collections.internal.longs;

import static org.jets.collections.internal.longs.LongBuckets.FIRST_VALUE;
import static org.jets.collections.internal.longs.LongBuckets.FIRST_WORD;
import static org.jets.collections.internal.longs.LongBuckets.LOCKED;
import static org.jets.collections.internal.longs.LongBuckets.MOVED;
import static org.jets.collections.internal.longs.LongBuckets.OVERFLOWS;
import static org.jets.collections.internal.longs.LongBuckets.SLOTS;
import static org.jets.collections.internal.longs.LongBuckets.VERSION;
import static org.jets.collections.internal.longs.LongBuckets.WORD;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Moves all mappings to a table of another size, group by group. A group is the least number of
 * buckets of the old table whose hashes fill whole buckets of the new one. Each update moves some
 * groups.
 *
 * <p>The thread that moves a group holds the locks of its old buckets. No thread comes to the new
 * ones before the old ones are marked as moved. A group whose bucket is locked is skipped, so that
 * no thread waits here. One whose move fails is as it was before. Both are tried again.
 */
final class BucketMove {
  /** The number of groups that one update moves. */
  private static final int SHARE = 32;

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
  private static final VarHandle CLAIMED =
      ConstantBootstraps.fieldVarHandle(
          LOOKUP, "claimed", VarHandle.class, BucketMove.class, int.class);
  private static final VarHandle DONE =
      ConstantBootstraps.fieldVarHandle(
          LOOKUP, "done", VarHandle.class, BucketMove.class, int.class);

  static {
    // Links the calls of steps that cannot be undone: the JVM allocates before the first one.
    WORD.setVolatile(new long[1], 0, 0L);
  }

  private final LongHashTable<?> table;
  private final LongBuckets source;
  final LongBuckets target;
  private final int groups;

  /** The words of a group in either table. */
  private final int sourceWords;

  private final int targetWords;

  /** The groups that a thread has begun with. */
  private volatile int claimed;

  /** The groups that have been moved. */
  private volatile int done;

  /** True if a group that has been begun with has not been moved. */
  private volatile boolean hasSkipped;

  BucketMove(LongHashTable<?> table, LongBuckets source, LongBuckets target) {
    this.table = table;
    this.source = source;
    this.target = target;
    this.groups = (int) greatestCommonDivisor(source.scale, target.scale) / 8;
    this.sourceWords = (int) (source.scale / groups);
    this.targetWords = (int) (target.scale / groups);
  }

  private static long greatestCommonDivisor(long a, long b) {
    return b == 0 ? a : greatestCommonDivisor(b, a % b);
  }

  /** Moves some groups. */
  void help() {
    if (claimed >= groups) {
      if (done == groups) {
        finish(); // An error may have kept the thread from it that moved the last group.
      } else if (hasSkipped) {
        hasSkipped = false;
        claimed = 0; // From the beginning: those that have been moved are passed.
      }
      return;
    }
    boolean isComplete = false;
    int first = (int) CLAIMED.getAndAdd(this, SHARE);
    try {
      boolean hasAll = true;
      for (int group = first; group < Math.min(groups, first + SHARE); group++) {
        hasAll &= tryMove(group);
      }
      isComplete = hasAll;
    } finally {
      if (!isComplete) {
        hasSkipped = true;
      }
    }
  }

  /**
   * Moves a group.
   *
   * @return false if one of its buckets is locked
   */
  private boolean tryMove(int group) {
    LongBuckets from = source;
    long[] words = from.words;
    int first = group * sourceWords;
    int locked = first;
    int end = first + sourceWords;
    boolean isMoved = false;
    try {
      while (locked < end) {
        long state = (long) WORD.getVolatile(words, FIRST_WORD + locked);
        if ((state & (LOCKED | MOVED)) != 0
            || !WORD.compareAndSet(words, FIRST_WORD + locked, state, state | LOCKED)) {
          return (state & MOVED) != 0;
        }
        locked += 8;
      }
      for (int base = first; base < end; base += 8) {
        copy(base);
      }
      isMoved = true; // Only stores from here on.
      for (int base = first; base < end; base += 8) {
        WORD.setVolatile(
            words,
            FIRST_WORD + base,
            (words[FIRST_WORD + base] & ~LOCKED) + VERSION | MOVED); // The target counts now.
      }
      // Has been linked: a call of the same type has claimed the group.
      if ((int) DONE.getAndAdd(this, 1) == groups - 1) {
        finish();
      }
    } finally {
      if (!isMoved) {
        int targetFirst = group * targetWords;
        for (int i = 0; locked == end && i < targetWords; i++) {
          int base = targetFirst + (i & -8);
          target.words[FIRST_WORD + targetFirst + i] =
              (i & 7) == 0 ? 0 : base == 0 ? -1 : 0; // LongBuckets.none(base)
          target.values[FIRST_VALUE + targetFirst + i] = null;
        }
        for (int base = first; base < locked; base += 8) {
          WORD.setVolatile(words, FIRST_WORD + base, words[FIRST_WORD + base] & ~LOCKED);
        }
      }
    }
    return true;
  }

  /** Puts the new table in the place of the old one, unless the map has been cleared meanwhile. */
  private void finish() {
    LongHashTable.TABLE.compareAndSet(table, source, target);
  }

  /** Puts the mappings of a bucket that this thread has locked into the new table. */
  private void copy(int base) {
    LongBuckets from = source;
    long none = LongBuckets.none(base);
    for (int i = 1; i <= SLOTS; i++) {
      long hash = from.words[FIRST_WORD + base + i];
      Object value = from.values[FIRST_VALUE + base + i];
      if (hash != none && value != null) {
        put(hash, value);
      }
    }
    copy((OverflowNode) from.values[FIRST_VALUE + base]);
  }

  private void copy(@Nullable OverflowNode node) {
    if (node != null) {
      copy(node.left);
      put(node.hash, node.value);
      copy(node.right);
    }
  }

  private void put(long hash, Object value) {
    LongBuckets to = target;
    int place = LongBuckets.place(hash, to.scale);
    int base = LongBuckets.base(place);
    int word = FIRST_WORD + base;
    int slot = LongBuckets.preferred(place);
    long none = LongBuckets.none(base);
    if (to.words[word + slot] != none) {
      slot = 1;
      while (slot <= SLOTS && to.words[word + slot] != none) {
        slot++;
      }
    }
    if (slot <= SLOTS) {
      to.words[word + slot] = hash;
      to.values[FIRST_VALUE + base + slot] = value;
    } else {
      OverflowNode overflow = (OverflowNode) to.values[FIRST_VALUE + base];
      to.values[FIRST_VALUE + base] = OverflowNode.with(overflow, hash, value);
      to.words[word] |= OVERFLOWS;
    }
  }
}
