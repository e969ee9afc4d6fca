package org.jets.collections.internal.radix;

import java.util.Objects;
import org.jets.collections.ByteKeys;
import org.jets.collections.internal.cursor.Cursor;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over a range of a tree. It makes a key only where it is asked for. Where the node that
 * it is in has been replaced, it searches for its key once more, and goes on in the tree as it is
 * then.
 */
public final class RadixCursor<K, V> extends Cursor<K, V> {
  private final RadixPath path;
  private final ByteKeys<K> decoder;
  private final byte @Nullable [] start;
  private final boolean startInclusive;
  private boolean isBegun;

  /** True if the path is at a leaf that the cursor has not come to yet. */
  private boolean isPending;

  private @Nullable Leaf peeked;
  private @Nullable K key;
  private @Nullable V value;

  /**
   * @param start the first key in the direction of the cursor, or null
   * @param end the last one, or null
   */
  public RadixCursor(
      RadixTree<V> tree,
      ByteKeys<K> decoder,
      boolean descending,
      byte @Nullable [] start,
      boolean startInclusive,
      byte @Nullable [] end,
      boolean endInclusive) {
    this.path = new RadixPath(tree.head, descending, end, endInclusive, null);
    this.decoder = decoder;
    this.start = start;
    this.startInclusive = startInclusive;
  }

  private RadixCursor(RadixPath path, ByteKeys<K> decoder, boolean isPending) {
    this.path = path;
    this.decoder = decoder;
    this.start = null;
    this.startInclusive = true;
    this.isBegun = true;
    this.isPending = isPending;
  }

  private void begin() {
    if (!isBegun) {
      isPending = path.seek(start, startInclusive);
      isBegun = true;
    }
  }

  @Override
  @SuppressWarnings("unchecked") // Only such are put.
  public boolean advance() {
    begin();
    if (peeked != null) {
      path.goTo(peeked);
      peeked = null;
    } else if (!isPending) {
      path.next();
    }
    isPending = false;
    key = null;
    Leaf leaf = path.leaf();
    value = leaf == null ? null : (V) leaf.valueAcquire();
    return leaf != null;
  }

  @Override
  public boolean hasNextAtHand() {
    if (isBegun && !isPending && peeked == null) {
      peeked = path.peek();
    }
    return isPending || peeked != null;
  }

  @Override
  public K key() {
    K made = key;
    if (made == null) {
      int length = path.completeKey(Objects.requireNonNull(path.leaf(), "leaf"));
      made = decoder.decode(path.bytes(), length);
      key = made;
    }
    return made;
  }

  @Override
  public V value() {
    return Objects.requireNonNull(value, "value");
  }

  @Override
  public @Nullable Cursor<K, V> trySplit() {
    begin();
    if (!isPending && value != null) {
      key(); // The path leaves it.
    }
    peeked = null;
    RadixPath part = path.trySplit();
    if (part == null) {
      return null;
    }
    boolean isFirst = isPending;
    isPending = false;
    return new RadixCursor<>(part, decoder, isFirst);
  }

  @Override
  public long estimateSize() {
    begin();
    return path.estimate() + (isPending ? 1 : 0);
  }
}
