package org.jets.bench.radix;

import java.util.Arrays;
import java.util.Objects;
import org.jets.bench.skeleton.Walk;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over a range of a tree, for one thread. It makes a key only where it is asked for. Where
 * the node that it is in has been replaced, it searches for its key once more, and goes on in the
 * tree as it is then.
 */
public final class RadixCursor<K, V> implements Walk<K, V> {
  private final RadixPath path;
  private final ByteKeys<K> decoder;
  private final byte @Nullable [] start;
  private final boolean startInclusive;
  private boolean isBegun;

  /** True if the path has gone on, and the value has not been read. */
  private boolean isAhead;

  private @Nullable V value;
  private byte[] kept = InnerNode.NO_BYTES;
  private int keptLength;

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

  @Override
  @SuppressWarnings("unchecked") // Only such are put.
  public boolean advance() {
    if (isBegun && !isAhead) {
      path.next();
    } else if (!isBegun) {
      path.seek(start, startInclusive);
      isBegun = true;
    }
    isAhead = true;
    Leaf leaf = path.leaf();
    value = leaf == null ? null : (V) leaf.valueAcquire();
    isAhead = false;
    return leaf != null;
  }

  /** Makes the key of the mapping that the last step came to. */
  @Override
  public K key() {
    int length = path.completeKey(Objects.requireNonNull(path.leaf(), "leaf"));
    return decoder.decode(path.bytes(), length);
  }

  /** Remembers the key of the mapping that the last step came to, without making it. */
  @Override
  public void keepKey() {
    int length = path.completeKey(Objects.requireNonNull(path.leaf(), "leaf"));
    byte[] bytes = path.bytes();
    if (length > kept.length) {
      kept = Arrays.copyOf(bytes, bytes.length);
    } else {
      System.arraycopy(bytes, 0, kept, 0, length);
    }
    keptLength = length;
  }

  /** Makes the key that was remembered last. */
  @Override
  public K keptKey() {
    return decoder.decode(kept, keptLength);
  }

  @Override
  public V value() {
    return Objects.requireNonNull(value, "value");
  }
}
