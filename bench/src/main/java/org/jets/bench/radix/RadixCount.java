package org.jets.bench.radix;

import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts mappings, and finds them by their numbers. Of a node without nodes below it, this reads
 * the number of its children and none of the children. So it takes time linear in the number of
 * nodes. Weakly consistent: each mapping that comes or goes meanwhile may count or not.
 */
public final class RadixCount {
  private InnerNode[] nodes = new InnerNode[8];
  private int[] places = new int[8];

  private RadixCount() {}

  /** The number of all mappings. */
  public static long all(RadixTree<?> tree) {
    return new RadixCount().below(tree.head.childAcquire(0));
  }

  /** The number of mappings whose keys are less than one, or equal to it. */
  public static long upTo(RadixTree<?> tree, byte[] key, boolean inclusive) {
    RadixCount counter = new RadixCount();
    long count = 0;
    int depth = 0;
    Object item = tree.head.childAcquire(0);
    while (item instanceof InnerNode node) {
      int common = node.common(key, depth);
      depth += common;
      if (common < node.prefix.length) {
        boolean isLess = depth < key.length && (node.prefix[common] & 0xff) < (key[depth] & 0xff);
        return isLess ? count + counter.below(node) : count;
      }
      boolean hasOwn = node.ownAcquire() != null;
      if (depth == key.length) {
        return hasOwn && inclusive ? count + 1 : count;
      }
      count += hasOwn ? 1 : 0;
      int place = key[depth++] & 0xff;
      for (int at = node.childFrom(0); at < place; at = node.childFrom(at + 1)) {
        count += node.nodes == 0 ? 1 : counter.below(node.childAcquire(at));
      }
      item = node.childAcquire(place);
    }
    if (item instanceof Leaf leaf) {
      int comparison = leaf.compare(key, depth);
      count += comparison < 0 || (comparison == 0 && inclusive) ? 1 : 0;
    }
    return count;
  }

  /**
   * Returns the mapping before which there are so many, or null if there are not more. Begins anew
   * where mappings that it has counted are gone when it comes to them.
   */
  public static <V> Map.@Nullable Entry<byte[], V> nth(RadixTree<V> tree, long index) {
    RadixCount counter = new RadixCount();
    Object root = tree.head.childAcquire(0);
    Map.Entry<byte[], V> found = counter.nthBelow(root, index);
    while (found == null && counter.below(root) > index) {
      root = tree.head.childAcquire(0);
      found = counter.nthBelow(root, index);
    }
    return found;
  }

  @SuppressWarnings("unchecked") // Only such are put.
  private <V> Map.@Nullable Entry<byte[], V> nthBelow(@Nullable Object root, long index) {
    long left = index;
    byte[] bytes = InnerNode.NO_BYTES;
    int depth = 0;
    Object item = root;
    while (item instanceof InnerNode node) {
      int behind = Math.addExact(depth, node.prefix.length);
      int needed = Math.addExact(behind, 1);
      if (needed > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(needed, bytes.length + (bytes.length >> 1)));
      }
      System.arraycopy(node.prefix, 0, bytes, depth, node.prefix.length);
      depth = behind;
      item = null;
      int place = node.next(InnerNode.BEFORE);
      while (item == null && place != InnerNode.AFTER) {
        Object here = node.atAcquire(place);
        long count = below(here);
        if (left < count) {
          item = here;
        } else {
          left -= count;
          place = node.next(place);
        }
      }
      if (place >= 0 && item != null) {
        bytes[depth++] = (byte) place;
      }
    }
    if (!(item instanceof Leaf leaf) || left > 0) {
      return null;
    }
    byte[] key = Arrays.copyOf(bytes, Math.addExact(depth, leaf.length()));
    leaf.copyTo(key, depth);
    return new SimpleImmutableEntry<>(key, (V) leaf.valueAcquire());
  }

  /** The number of mappings of what is at a place. */
  private long below(@Nullable Object top) {
    if (!(top instanceof InnerNode node)) {
      return top == null ? 0 : 1;
    }
    long count = enter(0, node);
    int size = 1;
    while (size > 0) {
      int at = size - 1;
      int place = nodes[at].next(places[at]);
      if (place == InnerNode.AFTER) {
        size--;
      } else {
        places[at] = place;
        Object item = nodes[at].childAcquire(place);
        if (item instanceof InnerNode child) {
          count += enter(size++, child);
        } else {
          count += item == null ? 0 : 1;
        }
      }
    }
    return count;
  }

  /**
   * Goes into a node. Where that has no nodes below it, all is counted at once. A place that stays
   * the same counts there, whenever the two numbers are read.
   *
   * @return the number of mappings that need no walk
   */
  private long enter(int depth, InnerNode node) {
    if (depth == nodes.length) {
      int larger = Math.multiplyExact(depth, 2);
      InnerNode[] more = Arrays.copyOf(nodes, larger);
      places = Arrays.copyOf(places, larger);
      nodes = more;
    }
    boolean isLowest = node.nodes == 0;
    nodes[depth] = node;
    places[depth] = isLowest ? InnerNode.AFTER - 1 : InnerNode.OWN;
    long leaves = isLowest ? node.count() : 0;
    return node.ownAcquire() == null ? leaves : leaves + 1;
  }
}
