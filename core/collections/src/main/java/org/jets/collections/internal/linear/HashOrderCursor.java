package org.jets.collections.internal.linear;

import org.jets.collections.internal.cursor.Cursor;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over a {@link LinearHashTable} by place, see {@link StripedKeys}, from the first key or
 * from behind any other. In memory it jumps to and fro, for buckets that follow one another there
 * do not here.
 */
public final class HashOrderCursor<K, V> extends BucketCursor<K, V> {
  static final long END = 1L << Integer.SIZE;

  /** The number of buckets that are fetched together. */
  private static final int AHEAD = 16;

  /** The place up to which the processor has been told to prefetch. */
  private long touched;

  /** The result of these reads. */
  @SuppressWarnings("UnusedVariable") // Written so that the compiler does not drop the reads.
  private int touches;

  /**
   * The content of the bucket of the key that this cursor begins behind; null once the keys of its
   * place are passed. These are not copied: a cursor of a few steps takes time in proportion to its
   * steps.
   */
  private @Nullable RankedSlots<K> tied;

  /** The key of that place that the cursor has come to. */
  private @Nullable K current;

  /** Makes a cursor from the first key on. */
  public HashOrderCursor(LinearHashTable<K> table, TableSizer<K> sizer) {
    super(table, sizer);
  }

  /** Makes a cursor over the mappings after a key. */
  public HashOrderCursor(LinearHashTable<K> table, TableSizer<K> sizer, K key) {
    this(table, sizer);
    place = BucketCopy.placeOf(table.keys.hash(key));
    touched = END; // A caller that starts from a key may take only one step.
    tied = new RankedSlots<>(table.keys);
    current = key;
    table.read(BucketCopy.hashAt(place), tied);
  }

  @Override
  boolean readBucket() {
    RankedSlots<K> slots = tied;
    if (slots != null) {
      if (slots.findNext(current, place) && slots.place() == place) {
        copy.set(slots.key(), slots.value());
        current = slots.key();
        return true;
      }
      tied = null;
      current = null;
      place++;
    }
    if (place == END) {
      return false;
    }
    if (place >= touched) {
      touchAhead();
    }
    table.read(BucketCopy.hashAt(place), copy);
    copy.keep(place, END);
    copy.sort();
    place = copy.end();
    return true;
  }

  private void touchAhead() {
    long step = END / Integer.highestOneBit(table.buckets());
    for (int i = 0; i < AHEAD; i++) {
      touches += table.touch(BucketCopy.hashAt(place + i * step));
    }
    touched = place + AHEAD * step;
  }

  @Override
  public @Nullable Cursor<K, V> trySplit() {
    return null;
  }

  @Override
  public long estimateSize() {
    return (long) (sizer.estimate() * ((double) (END - place) / END));
  }
}
