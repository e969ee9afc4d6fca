package org.jets.collections;

import org.jspecify.annotations.Nullable;

/**
 * A walk over a {@link StripedHashMap}, bucket by bucket in the order of {@link HashOrder}. All
 * that it keeps is the place up to which it has come, which means the same however many buckets
 * there are, and a copy of what was in the last bucket: so it needs no lock, and nothing has to
 * wait for it.
 */
final class StripedTraverser<K, V> extends Traverser<K, V> {
  private final StripedHashMap<K, V> map;
  private final BucketCopy<K> copy;

  /** The walk ends here. */
  private final long fence;

  /** What is in front of here has been read. */
  private long place;

  /** Where in the copy the walk is. */
  private int at = -2;

  /** From one place up to another. */
  StripedTraverser(StripedHashMap<K, V> map, long place, long fence) {
    this.map = map;
    this.copy = new BucketCopy<>(map.order);
    this.place = place;
    this.fence = fence;
  }

  /** From behind a key. */
  StripedTraverser(StripedHashMap<K, V> map, K key) {
    this(map, BucketCopy.placeOf(map.order.hash(key)), 1L << Integer.SIZE);
    readBucket();
    at = copy.indexBehind(key) - 2;
  }

  @Override
  boolean advance() {
    do {
      at += 2;
      while (at >= copy.length()) {
        if (place >= fence) {
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
    map.read(BucketCopy.hashAt(place), copy);
    copy.sort(place, fence);
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
    long middle = place + (fence - place) / 2;
    if (((fence - place) * map.buckets()) >>> Integer.SIZE < 2) {
      return null;
    }
    Traverser<K, V> ahead = new StripedTraverser<>(map, place, middle);
    place = middle;
    return ahead;
  }

  @Override
  long estimateSize() {
    double share = (double) (fence - place) / (1L << Integer.SIZE);
    return (long) (map.estimatedSize() * share) + Math.max(0, copy.length() - at) / 2;
  }
}
