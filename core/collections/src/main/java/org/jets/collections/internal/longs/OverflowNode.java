package org.jets.collections.internal.longs;

import org.jspecify.annotations.Nullable;

/**
 * A key that has found no place in its bucket, and its value: a node of a treap in the order of
 * hashes. With m such keys an operation takes O(log m) time.
 *
 * <p>Nodes are immutable but for their values. An insertion or removal copies the path to it. The
 * lock of the bucket guards the values; readers read them without it.
 */
final class OverflowNode {
  private static final long SPREAD = 0xd6e8_feb8_6659_fd93L;

  final long hash;
  final @Nullable OverflowNode left;
  final @Nullable OverflowNode right;

  /** The value: volatile, as the write is where a replacement takes effect. */
  volatile Object value;

  private OverflowNode(
      long hash, Object value, @Nullable OverflowNode left, @Nullable OverflowNode right) {
    this.hash = hash;
    this.left = left;
    this.right = right;
    this.value = value;
  }

  static @Nullable OverflowNode find(@Nullable OverflowNode root, long hash) {
    OverflowNode node = root;
    while (node != null && node.hash != hash) {
      node = hash < node.hash ? node.left : node.right;
    }
    return node;
  }

  /** A treap with one more key, which is not in it. */
  static OverflowNode with(@Nullable OverflowNode root, long hash, Object value) {
    if (root == null) {
      return new OverflowNode(hash, value, null, null);
    }
    if (hash < root.hash) {
      OverflowNode below = with(root.left, hash, value);
      return priority(below.hash) > priority(root.hash)
          ? new OverflowNode(
              below.hash,
              below.value,
              below.left,
              new OverflowNode(root.hash, root.value, below.right, root.right))
          : new OverflowNode(root.hash, root.value, below, root.right);
    }
    OverflowNode below = with(root.right, hash, value);
    return priority(below.hash) > priority(root.hash)
        ? new OverflowNode(
            below.hash,
            below.value,
            new OverflowNode(root.hash, root.value, root.left, below.left),
            below.right)
        : new OverflowNode(root.hash, root.value, root.left, below);
  }

  /** A treap without a key, which is in it; null if that was the only one. */
  static @Nullable OverflowNode without(OverflowNode root, long hash) {
    if (hash == root.hash) {
      return joined(root.left, root.right);
    }
    if (hash < root.hash && root.left != null) {
      return new OverflowNode(root.hash, root.value, without(root.left, hash), root.right);
    }
    if (root.right != null) {
      return new OverflowNode(root.hash, root.value, root.left, without(root.right, hash));
    }
    throw new AssertionError("no such key");
  }

  private static @Nullable OverflowNode joined(
      @Nullable OverflowNode left, @Nullable OverflowNode right) {
    if (left == null || right == null) {
      return left == null ? right : left;
    }
    return priority(left.hash) > priority(right.hash)
        ? new OverflowNode(left.hash, left.value, left.left, joined(left.right, right))
        : new OverflowNode(right.hash, right.value, joined(left, right.left), right.right);
  }

  /** A number without relation to the order of hashes: larger ones are nearer to the root. */
  static int priority(long hash) {
    return (int) ((hash * SPREAD) >>> 32);
  }

  static int count(@Nullable OverflowNode root) {
    return root == null ? 0 : 1 + count(root.left) + count(root.right);
  }
}
