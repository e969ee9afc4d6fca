package org.jets.collections.internal.linear;

import org.jets.collections.internal.cursor.Traverser;
import org.jspecify.annotations.Nullable;

/**
 * A walk over a {@link LinearHashTable} as it lies in memory, which is not the order of places: as
 * many cells as there were buckets at its beginning, rounded down to a power of two, each of which
 * is all keys with certain lowest bits in their hashes. As the table grows a cell becomes several
 * buckets, and as it shrinks a part of one; in either case it is a contiguous range of places.
 */
public final class StripedTraverser<K, V> extends BucketTraverser<K, V> {
  /** How many of the lowest bits of the hash tell the cell. */
  private final int depth;

  private final int lastCell;

  /** The cell to be read after this one. */
  private int nextCell;

  /** The cell ends here. */
  private long fence;

  private StripedTraverser(
      LinearHashTable<K> table, TableSizer<K> sizer, int depth, int nextCell, int lastCell) {
    super(table, sizer);
    this.depth = depth;
    this.nextCell = nextCell;
    this.lastCell = lastCell;
  }

  public static <K, V> StripedTraverser<K, V> overAll(
      LinearHashTable<K> table, TableSizer<K> sizer) {
    int cells = Integer.highestOneBit(table.buckets());
    return new StripedTraverser<>(table, sizer, Integer.numberOfTrailingZeros(cells), 0, cells - 1);
  }

  @Override
  boolean readBucket() {
    if (place == fence) {
      if (nextCell > lastCell) {
        return false;
      }
      place = BucketCopy.placeOf(nextCell++);
      fence = place + (1L << (Integer.SIZE - depth));
    }
    table.read(BucketCopy.hashAt(place), copy);
    copy.keep(place, fence);
    place = Math.min(copy.end(), fence);
    return true;
  }

  @Override
  public @Nullable Traverser<K, V> trySplit() {
    if (nextCell >= lastCell) {
      return null;
    }
    int middle = nextCell + (lastCell - nextCell) / 2;
    Traverser<K, V> part = new StripedTraverser<>(table, sizer, depth, nextCell, middle);
    nextCell = middle + 1;
    return part;
  }

  @Override
  public long estimateSize() {
    double share = (double) (lastCell + 1 - nextCell) / (1L << depth);
    return (long) (sizer.estimate() * share) + Math.max(0, copy.length() - at) / 2;
  }
}
