package org.jets.collections.internal.linear;

import org.jets.collections.internal.cursor.Cursor;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over a {@link LinearHashTable} as it lies in memory, which is not the order of places.
 * It goes through parts. Their number is that of the buckets at its beginning, rounded down to a
 * power of two. A part is all keys with certain lowest bits in their hashes. As the table grows a
 * part becomes several buckets, and as it shrinks a part of one. In either case it is a contiguous
 * range of places.
 */
public final class MemoryOrderCursor<K, V> extends BucketCursor<K, V> {
  /** The number of lowest bits of the hash that tell the part. */
  private final int depth;

  private final int lastPart;

  /** The part to be read after this one. */
  private int nextPart;

  /** The part ends here. */
  private long fence;

  private MemoryOrderCursor(
      LinearHashTable<K> table, TableSizer<K> sizer, int depth, int nextPart, int lastPart) {
    super(table, sizer);
    this.depth = depth;
    this.nextPart = nextPart;
    this.lastPart = lastPart;
  }

  public static <K, V> MemoryOrderCursor<K, V> overAll(
      LinearHashTable<K> table, TableSizer<K> sizer) {
    int parts = Integer.highestOneBit(table.buckets());
    return new MemoryOrderCursor<>(
        table, sizer, Integer.numberOfTrailingZeros(parts), 0, parts - 1);
  }

  @Override
  boolean readBucket() {
    if (place == fence) {
      if (nextPart > lastPart) {
        return false;
      }
      place = BucketCopy.placeOf(nextPart++);
      fence = place + (1L << (Integer.SIZE - depth));
    }
    table.read(BucketCopy.hashAt(place), copy);
    copy.keep(place, fence);
    place = Math.min(copy.end(), fence);
    return true;
  }

  @Override
  public @Nullable Cursor<K, V> trySplit() {
    if (nextPart >= lastPart) {
      return null;
    }
    int middle = nextPart + (lastPart - nextPart) / 2;
    Cursor<K, V> first = new MemoryOrderCursor<>(table, sizer, depth, nextPart, middle);
    nextPart = middle + 1;
    return first;
  }

  @Override
  public long estimateSize() {
    double share = (double) (lastPart + 1 - nextPart) / (1L << depth);
    return (long) (sizer.estimate() * share) + Math.max(0, copy.length() - at) / 2;
  }
}
