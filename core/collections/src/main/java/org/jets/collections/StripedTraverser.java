package org.jets.collections;

import org.jspecify.annotations.Nullable;

/**
 * A walk over a {@link StripedHashMap}. All that it keeps is a place in the {@link HashOrder},
 * which means the same however many buckets there are, and a copy of what was in the last bucket:
 * so it needs no lock, and nothing has to wait for it.
 *
 * <p>It goes through the table as it lies in memory, which is not the order of places: as many
 * cells as there were buckets at its beginning, rounded down to a power of two, each of which is
 * all keys with certain lowest bits in their hashes. As the table grows a cell becomes several
 * buckets, and as it shrinks a part of one; in either case it is a contiguous range of places.
 */
final class StripedTraverser<K, V> extends Traverser<K, V> {
  private final StripedHashMap<K, V> map;
  private final BucketCopy<K> copy;

  /** How many of the lowest bits of the hash tell the cell. */
  private final int depth;

  private final int lastCell;

  /** The cell to be read after this one. */
  private int nextCell;

  /** What is in front of here in the cell has been read. */
  private long place;

  /** The cell ends here. */
  private long fence;

  /** Where in the copy the walk is. */
  private int at = -2;

  private StripedTraverser(StripedHashMap<K, V> map, int depth, int nextCell, int lastCell) {
    this.map = map;
    this.copy = new BucketCopy<>(map.order);
    this.depth = depth;
    this.nextCell = nextCell;
    this.lastCell = lastCell;
  }

  static <K, V> StripedTraverser<K, V> overAll(StripedHashMap<K, V> map) {
    int cells = Integer.highestOneBit(map.buckets());
    return new StripedTraverser<>(map, Integer.numberOfTrailingZeros(cells), 0, cells - 1);
  }

  @Override
  boolean advance() {
    do {
      at += 2;
      while (at >= copy.length()) {
        if (place == fence && nextCell > lastCell) {
          at = copy.length();
          return false;
        }
        readBucket();
        at = 0;
      }
    } while (copy.value(at) == LinearHashTable.TOMBSTONE);
    return true;
  }

  private void readBucket() {
    if (place == fence) {
      place = BucketCopy.placeOf(nextCell++);
      fence = place + (1L << (Integer.SIZE - depth));
    }
    map.read(BucketCopy.hashAt(place), copy);
    copy.keep(place, fence);
    place = Math.min(copy.end(), fence);
  }

  @Override
  K key() {
    return copy.key(at);
  }

  @Override
  @SuppressWarnings("unchecked") // Not a tombstone, so a value.
  V value() {
    return (V) copy.value(at);
  }

  @Override
  @Nullable Traverser<K, V> trySplit() {
    if (nextCell >= lastCell) {
      return null;
    }
    int middle = nextCell + (lastCell - nextCell) / 2;
    Traverser<K, V> part = new StripedTraverser<>(map, depth, nextCell, middle);
    nextCell = middle + 1;
    return part;
  }

  @Override
  long estimateSize() {
    double share = (double) (lastCell + 1 - nextCell) / (1L << depth);
    return (long) (map.estimatedSize() * share) + Math.max(0, copy.length() - at) / 2;
  }
}
