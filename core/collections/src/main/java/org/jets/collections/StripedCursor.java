package org.jets.collections;

import org.jspecify.annotations.Nullable;

/**
 * A walk over a {@link StripedHashMap} by {@link HashOrder}, from the first key or from behind any
 * other. In memory it jumps to and fro, for buckets that follow one another there do not here.
 */
final class StripedCursor<K, V> extends Traverser<K, V> {
  private static final long END = 1L << Integer.SIZE;

  /** How many buckets are fetched together. */
  private static final int AHEAD = 16;

  private final StripedHashMap<K, V> map;
  private final BucketCopy<K> copy;

  /** What is in front of here has been read. */
  private long place;

  /** Where in the copy the walk is. */
  private int at = -2;

  /** Up to here the processor has been told to fetch what will be read. */
  private long touched;

  /** What came of that. */
  @SuppressWarnings("UnusedVariable") // Written so that the compiler does not drop the reads.
  private int touches;

  /** From the first key. */
  StripedCursor(StripedHashMap<K, V> map) {
    this.map = map;
    this.copy = new BucketCopy<>(map.order);
  }

  /** From behind a key. */
  StripedCursor(StripedHashMap<K, V> map, K key) {
    this(map);
    place = BucketCopy.placeOf(map.order.hash(key));
    touched = END; // Who goes on from a key may do so for one step only.
    readBucket();
    at = copy.indexBehind(key) - 2;
  }

  @Override
  boolean advance() {
    do {
      at += 2;
      while (at >= copy.length()) {
        if (place == END) {
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
    if (place >= touched) {
      touchAhead();
    }
    map.read(BucketCopy.hashAt(place), copy);
    copy.keep(place, END);
    copy.sort();
    place = copy.end();
  }

  private void touchAhead() {
    long step = END / Integer.highestOneBit(map.buckets());
    for (int i = 0; i < AHEAD; i++) {
      touches += map.touch(BucketCopy.hashAt(place + i * step));
    }
    touched = place + AHEAD * step;
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
    return null;
  }

  @Override
  long estimateSize() {
    return (long) (map.estimatedSize() * ((double) (END - place) / END));
  }
}
