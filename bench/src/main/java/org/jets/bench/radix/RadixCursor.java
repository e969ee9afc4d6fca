package org.jets.bench.radix;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over a range of a tree, for one thread. It makes a key only where it is asked for. Where
 * the node that it is in has been replaced, it searches for its key once more, and goes on in the
 * tree as it is then.
 */
public final class RadixCursor<K, V> {
  private final RadixPath path;
  private final ByteKeys<K> decoder;
  private final byte @Nullable [] start;
  private final boolean startInclusive;
  private boolean isBegun;
  private @Nullable V value;

  /**
   * Makes a cursor in front of a range.
   *
   * @param start the first key in the direction of the cursor, or null
   * @param end the last one, or null
   */
  RadixCursor(
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

  /**
   * Goes to the next mapping.
   *
   * @return false at the end, where it stays
   */
  @SuppressWarnings("unchecked") // Only such are put.
  public boolean advance() {
    if (isBegun) {
      path.next();
    } else {
      path.seek(start, startInclusive);
      isBegun = true;
    }
    Leaf leaf = path.leaf();
    value = leaf == null ? null : (V) leaf.valueAcquire();
    return leaf != null;
  }

  /** Makes the key of the mapping that the last step came to. */
  public K key() {
    int length = path.completeKey(Objects.requireNonNull(path.leaf(), "leaf"));
    return decoder.decode(path.bytes(), length);
  }

  /** The value that the last step read. */
  public V value() {
    return Objects.requireNonNull(value, "value");
  }
}
