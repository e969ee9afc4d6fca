package org.jets.bench.radix;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Checks a tree at rest. */
public final class RadixValidation {
  private RadixValidation() {}

  /**
   * Checks locks, counts, bytes and the shape, and that keys come in their order.
   *
   * @throws AssertionError if something is wrong, with the place
   */
  public static void validate(RadixTree<?> tree) {
    require(tree.head.isFree(), "the lock of the head is held");
    Deque<InnerNode> ahead = new ArrayDeque<>();
    if (tree.head.childAcquire(0) instanceof InnerNode root) {
      ahead.add(root);
    }
    while (!ahead.isEmpty()) {
      InnerNode node = ahead.remove();
      require(!node.isRetired(), "a node in the tree is retired");
      require(node.isFree(), "the lock of a node is held");
      node.validateChildren();
      int found = 0;
      int nodes = 0;
      for (int place = node.childFrom(0);
          place < InnerNode.AFTER;
          place = node.childFrom(place + 1)) {
        found++;
        if (node.childAcquire(place) instanceof InnerNode child) {
          nodes++;
          ahead.add(child);
        }
      }
      require(found == node.count(), "the count of a node: " + node.count());
      require(nodes == node.nodes, "the count of nodes: " + node.nodes);
      Leaf own = node.ownAcquire();
      require(own == null || own.length() == 0, "an own leaf with bytes");
      require(found + (own == null ? 0 : 1) > 1, "a node of one mapping");
    }
    validateOrder(tree);
  }

  private static void validateOrder(RadixTree<?> tree) {
    RadixPath path = new RadixPath(tree.head, false, null, false, null);
    byte[] before = null;
    long found = 0;
    boolean goesOn = path.seek(null, true);
    while (goesOn) {
      Leaf leaf = Objects.requireNonNull(path.leaf());
      byte[] key = path.key(leaf);
      if (!isAscending(before, key)) {
        throw new AssertionError("the order: " + Arrays.toString(key));
      }
      if (tree.get(key) != leaf.valueAcquire()) {
        throw new AssertionError("not found: " + Arrays.toString(key));
      }
      before = key;
      found++;
      goesOn = path.next();
    }
    long count = RadixCount.all(tree);
    require(count == found, "the count of all: " + count + " (expected: " + found + ")");
  }

  private static boolean isAscending(byte @Nullable [] before, byte[] key) {
    return before == null || Arrays.compareUnsigned(before, key) < 0;
  }

  private static void require(boolean holds, String fault) {
    if (!holds) {
      throw new AssertionError(fault);
    }
  }
}
