package org.jets.collections.internal.linear;

import org.jets.collections.internal.cursor.Cursor;

/**
 * A cursor over a {@link LinearHashTable}. It keeps a place of {@link StripedKeys}, which means the
 * same however many buckets there are, and a copy of the last bucket. So it needs no lock, and
 * nothing has to wait for it. The subclass determines the next bucket.
 */
public abstract class BucketCursor<K, V> extends Cursor<K, V> {
  final LinearHashTable<K> table;
  final TableSizer<K> sizer;
  final BucketCopy<K> copy;

  /** The place up to which all has been read. */
  long place;

  /** The index of the cursor in the copy. */
  int at = -2;

  BucketCursor(LinearHashTable<K> table, TableSizer<K> sizer) {
    this.table = table;
    this.sizer = sizer;
    this.copy = new BucketCopy<>(table.keys);
  }

  /**
   * Copies what is ahead in the bucket that comes next.
   *
   * @return false at the end, and nothing done
   */
  abstract boolean readBucket();

  @Override
  public final boolean advance() {
    at += 2;
    while (at >= copy.length()) {
      boolean isRead = false;
      try {
        if (!readBucket()) {
          at = copy.length();
          isRead = true;
          return false;
        }
        isRead = true;
      } finally {
        if (!isRead) {
          copy.forget(); // The cursor goes on from here if it is asked to.
        }
      }
      at = 0;
    }
    return true;
  }

  @Override
  public final K key() {
    return copy.key(at);
  }

  @Override
  @SuppressWarnings("unchecked") // Where values are.
  public final V value() {
    return (V) copy.value(at);
  }
}
