package org.jets.collections.internal.longs;

import static org.jets.collections.internal.longs.LongBuckets.FIRST_VALUE;
import static org.jets.collections.internal.longs.LongBuckets.FIRST_WORD;
import static org.jets.collections.internal.longs.LongBuckets.MOVED;
import static org.jets.collections.internal.longs.LongBuckets.OVERFLOWS;
import static org.jets.collections.internal.longs.LongBuckets.SLOTS;
import static org.jets.collections.internal.longs.LongBuckets.VALUE;
import static org.jets.collections.internal.longs.LongBuckets.VERSION;
import static org.jets.collections.internal.longs.LongBuckets.WORD;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.BiConsumer;
import org.jets.collections.LongObjectConsumer;
import org.jets.collections.internal.cursor.Cursor;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over a {@link LongHashTable}, from bucket to bucket. Its place is a hash. So it goes on
 * in any table: in the one of that moment, and where a bucket has been moved in the next one.
 *
 * <p>It copies a bucket at a time. The copy is validated by the version of the bucket: no key left
 * it meanwhile.
 */
public final class LongHashCursor<V> extends Cursor<Long, V> {
  private static final long END = 1L << 32;

  private final LongHashTable<V> table;

  /** True if the mappings are in the order of their hashes within a bucket, too. */
  private final boolean isOrdered;

  /** The high half of the hash from which on nothing has been copied. */
  private long from;

  /** The high half of the first hash that is not this cursor's. */
  private final long to;

  /** The hash that all others are behind, in the first bucket, if there is one. */
  private final long origin;

  private boolean hasOrigin;

  private long[] hashes = new long[SLOTS + 1];
  private @Nullable Object[] values = new @Nullable Object[SLOTS + 1];

  /** The number of mappings copied so far from the bucket that is being copied. */
  private int filled;

  /** The number of mappings of the last bucket; 0 while, and if, the next one is being copied. */
  private int copied;

  private int at = -1;

  private LongHashCursor(
      LongHashTable<V> table,
      boolean isOrdered,
      long from,
      long to,
      long origin,
      boolean hasOrigin) {
    this.table = table;
    this.isOrdered = isOrdered;
    this.from = from;
    this.to = to;
    this.origin = origin;
    this.hasOrigin = hasOrigin;
  }

  /** A cursor over all mappings, in whichever order is fastest. */
  public LongHashCursor(LongHashTable<V> table) {
    this(table, false, 0, END, 0, false);
  }

  /** A cursor over all mappings in the order of their hashes. */
  public static <V> LongHashCursor<V> inOrder(LongHashTable<V> table) {
    return new LongHashCursor<>(table, true, 0, END, 0, false);
  }

  /** A cursor over the mappings behind a key in the order of hashes. */
  public static <V> LongHashCursor<V> behind(LongHashTable<V> table, long key) {
    long hash = table.hash(key);
    return new LongHashCursor<>(table, true, hash >>> 32, END, hash, true);
  }

  @Override
  public boolean advance() {
    while (++at >= copied) {
      if (!copyNext()) {
        at = copied; // It stays here.
        return false;
      }
      at = -1;
    }
    return true;
  }

  public long longKey() {
    return table.keyOf(hashes[at]);
  }

  @Override
  public Long key() {
    return longKey();
  }

  @Override
  @SuppressWarnings("unchecked") // Where values are.
  public V value() {
    return (V) values[at];
  }

  @Override
  public void forEachRemaining(BiConsumer<? super Long, ? super V> action) {
    while (advance()) {
      action.accept(key(), value());
    }
  }

  /** Calls the action with each mapping ahead. */
  public void forEachLong(LongObjectConsumer<? super V> action) {
    while (advance()) {
      action.accept(longKey(), value());
    }
  }

  /** Copies what is ahead of a bucket; false at the end. */
  private boolean copyNext() {
    copied = 0;
    if (from >= to) {
      return false;
    }
    long hash = from << 32;
    LongBuckets in = table.table;
    for (; ; ) {
      int base = LongBuckets.base(LongBuckets.place(hash, in.scale));
      long state = (long) WORD.getVolatile(in.words, FIRST_WORD + base);
      if ((state & MOVED) != 0) {
        in = in.moved();
        continue;
      }
      filled = 0;
      long none = LongBuckets.none(base);
      for (int i = 1; i <= SLOTS; i++) {
        long other = in.words[FIRST_WORD + base + i];
        Object value = VALUE.getOpaque(in.values, FIRST_VALUE + base + i);
        if (other != none && value != null) {
          copy(other, value);
        }
      }
      if ((state & OVERFLOWS) != 0) {
        copyAll((OverflowNode) VALUE.getAcquire(in.values, FIRST_VALUE + base));
      }
      VarHandle.acquireFence();
      if ((((long) WORD.getOpaque(in.words, FIRST_WORD + base) ^ state) & -VERSION) == 0) {
        from = in.start(base + 8);
        hasOrigin = false;
        copied = filled;
        return true;
      }
      Thread.onSpinWait();
    }
  }

  private void copyAll(@Nullable OverflowNode node) {
    if (node != null) {
      copyAll(node.left);
      copy(node.hash, node.value);
      copyAll(node.right);
    }
  }

  private void copy(long hash, Object value) {
    long high = hash >>> 32;
    if (high < from || high >= to || (hasOrigin && Long.compareUnsigned(hash, origin) <= 0)) {
      return;
    }
    if (filled == values.length) {
      hashes = Arrays.copyOf(hashes, 2 * filled);
      values = Arrays.copyOf(values, 2 * filled); // The last one: an error leaves its length.
    }
    int place = filled++;
    if (isOrdered) {
      while (place > 0 && Long.compareUnsigned(hashes[place - 1], hash) > 0) {
        hashes[place] = hashes[place - 1];
        values[place] = values[place - 1];
        place--;
      }
    }
    hashes[place] = hash;
    values[place] = value;
  }

  /** Hands over the first half of the buckets ahead. */
  @Override
  public @Nullable LongHashCursor<V> trySplit() {
    long middle = from + (to - from) / 2;
    if ((middle - from) * (table.table.scale / 8) < END) {
      return null; // Less than a bucket.
    }
    LongHashCursor<V> first =
        new LongHashCursor<>(table, isOrdered, from, middle, origin, hasOrigin);
    from = middle;
    hasOrigin = false;
    return first;
  }

  @Override
  public long estimateSize() {
    double share = from >= to ? 0 : (double) (to - from) / END;
    return (long) Math.ceil(share * table.mappingCount()) + Math.max(0, copied - at - 1);
  }
}
