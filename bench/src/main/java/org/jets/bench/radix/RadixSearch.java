package org.jets.bench.radix;

import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Searches for neighbours of a key. A search is of one moment: it goes again over what it has read,
 * and begins anew if that has changed. It is lock-free, since then an update of another thread has
 * taken effect.
 */
public final class RadixSearch {
  private RadixSearch() {}

  /**
   * The nearest mapping in a direction.
   *
   * @param key null for the first of all, or the last
   * @return null if there is none
   */
  @SuppressWarnings("unchecked") // Only such are put.
  public static <V> Map.@Nullable Entry<byte[], V> find(
      RadixTree<V> tree, byte @Nullable [] key, boolean inclusive, boolean descending) {
    PathTrace trace = new PathTrace(descending);
    RadixPath path = new RadixPath(tree.head, descending, null, false, trace);
    for (; ; ) {
      trace.readVersion(tree.head);
      path.seek(key, inclusive);
      Leaf leaf = path.leaf();
      Object value = leaf == null ? null : leaf.valueAcquire();
      if (trace.isValid()) {
        return leaf == null || value == null
            ? null
            : new SimpleImmutableEntry<>(path.key(leaf), (V) value);
      }
    }
  }
}
