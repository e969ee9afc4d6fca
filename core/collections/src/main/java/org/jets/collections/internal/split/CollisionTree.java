package org.jets.collections.internal.split;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An AVL tree that never changes: what would change it makes a new one that shares most of it. A
 * branch has the entries whose keys have the same place, usually one, in the order in which they
 * came. Methods recurse as deep as the tree is high, at most some 45 levels.
 */
public final class CollisionTree<V> {
  private static final int MAX_HEIGHT = 48;

  final SplitEntry<V>[] entries;
  private final @Nullable CollisionTree<V> left;
  private final @Nullable CollisionTree<V> right;
  private final int height;

  private CollisionTree(
      SplitEntry<V>[] entries, @Nullable CollisionTree<V> left, @Nullable CollisionTree<V> right) {
    this.entries = entries;
    this.left = left;
    this.right = right;
    this.height = 1 + Math.max(height(left), height(right));
  }

  static <V> CollisionTree<V> of(SplitEntry<V> entry) {
    @SuppressWarnings("unchecked") // Filled with entries of this type.
    SplitEntry<V>[] entries = (SplitEntry<V>[]) new SplitEntry<?>[] {entry};
    return new CollisionTree<>(entries, null, null);
  }

  static <V> @Nullable SplitEntry<V> find(
      @Nullable CollisionTree<V> tree, HashedKeys<?> keys, Object key) {
    CollisionTree<V> t = tree;
    while (t != null) {
      int comparison = keys.compare(key, t.entries[0]);
      if (comparison == 0) {
        return t.findHere(keys, key);
      }
      t = comparison < 0 ? t.left : t.right;
    }
    return null;
  }

  /** Looks at all entries whose keys have ranks in a range. */
  static <V> @Nullable SplitEntry<V> findInRanks(
      @Nullable CollisionTree<V> tree, HashedKeys<?> keys, Object key, int low, int high) {
    if (tree == null || low > high) {
      return null;
    }
    int rank = keys.rank(tree.entries[0]);
    SplitEntry<V> found = null;
    if (rank >= low) {
      found = findInRanks(tree.left, keys, key, low, high);
      if (found == null && rank <= high) {
        found = tree.findHere(keys, key);
      }
    }
    return found == null && rank <= high ? findInRanks(tree.right, keys, key, low, high) : found;
  }

  private @Nullable SplitEntry<V> findHere(HashedKeys<?> keys, Object key) {
    for (SplitEntry<V> entry : entries) {
      if (keys.isKeyOf(entry, key)) {
        return entry;
      }
    }
    return null;
  }

  /** The entry behind another, which is here. */
  static <V> @Nullable SplitEntry<V> higher(
      CollisionTree<V> tree, HashedKeys<?> keys, SplitEntry<V> present) {
    CollisionTree<V> behind = null;
    CollisionTree<V> t = tree;
    while (t != null) {
      int comparison = keys.compare(present, t.entries[0]);
      for (int i = 0; comparison == 0 && i + 1 < t.entries.length; i++) {
        if (t.entries[i] == present) {
          return t.entries[i + 1];
        }
      }
      if (comparison < 0) {
        behind = t;
        t = t.left;
      } else {
        t = t.right;
      }
    }
    return behind == null ? null : behind.entries[0];
  }

  /**
   * Returns the entry after a key that is not here. It is the first of those that have no order
   * with the key, so that some are shown again, but none is left out.
   */
  static <V> @Nullable SplitEntry<V> higherThanMissing(
      CollisionTree<V> tree, HashedKeys<?> keys, Object key) {
    CollisionTree<V> behind = null;
    CollisionTree<V> t = tree;
    while (t != null) {
      if (keys.compareOrdered(key, t.entries[0]) <= 0) {
        behind = t;
        t = t.left;
      } else {
        t = t.right;
      }
    }
    return behind == null ? null : behind.entries[0];
  }

  /** Goes over entries in their order. A step compares nothing, and takes constant time. */
  static final class EntryCursor<V> {
    /** The branches ahead whose left sides have been passed, the next one on top. */
    private final ArrayDeque<CollisionTree<V>> ahead = new ArrayDeque<>(MAX_HEIGHT);

    /** The place of the next entry in the branch on top. */
    private int index;

    /** The next entry, or null at the end. */
    @Nullable SplitEntry<V> next() {
      CollisionTree<V> top = ahead.peek();
      if (top == null) {
        return null;
      }
      SplitEntry<V> entry = top.entries[index++];
      if (index == top.entries.length) {
        index = 0;
        ahead.pop();
        for (CollisionTree<V> t = top.right; t != null; t = t.left) {
          ahead.push(t);
        }
      }
      return entry;
    }
  }

  /** A cursor over what {@link #higher} begins with. */
  static <V> EntryCursor<V> cursorBehind(
      CollisionTree<V> tree, HashedKeys<?> keys, SplitEntry<V> present) {
    EntryCursor<V> cursor = new EntryCursor<>();
    CollisionTree<V> t = tree;
    while (t != null) {
      int comparison = keys.compare(present, t.entries[0]);
      int behind = comparison == 0 ? t.indexOf(present) + 1 : 0;
      if (comparison < 0 || (comparison == 0 && behind < t.entries.length)) {
        cursor.ahead.push(t);
        cursor.index = behind;
        t = comparison == 0 ? null : t.left;
      } else {
        t = t.right;
      }
    }
    return cursor;
  }

  /** A cursor over what {@link #higherThanMissing} begins with. */
  static <V> EntryCursor<V> cursorBehindMissing(
      CollisionTree<V> tree, HashedKeys<?> keys, Object key) {
    EntryCursor<V> cursor = new EntryCursor<>();
    CollisionTree<V> t = tree;
    while (t != null) {
      if (keys.compareOrdered(key, t.entries[0]) <= 0) {
        cursor.ahead.push(t);
        t = t.left;
      } else {
        t = t.right;
      }
    }
    return cursor;
  }

  CollisionTree<V> first() {
    CollisionTree<V> first = this;
    while (first.left != null) {
      first = first.left;
    }
    return first;
  }

  static <V> void forEach(@Nullable CollisionTree<V> tree, Consumer<? super SplitEntry<V>> action) {
    if (tree != null) {
      forEach(tree.left, action);
      for (SplitEntry<V> entry : tree.entries) {
        action.accept(entry);
      }
      forEach(tree.right, action);
    }
  }

  /** The only entry, or null if there are more. */
  @Nullable SplitEntry<V> single() {
    return height == 1 && entries.length == 1 ? entries[0] : null;
  }

  static <V> CollisionTree<V> plus(
      @Nullable CollisionTree<V> tree, HashedKeys<?> keys, SplitEntry<V> entry) {
    if (tree == null) {
      return of(entry);
    }
    int comparison = keys.compare(entry, tree.entries[0]);
    if (comparison == 0) {
      SplitEntry<V>[] more = Arrays.copyOf(tree.entries, tree.entries.length + 1);
      more[tree.entries.length] = entry;
      return new CollisionTree<>(more, tree.left, tree.right);
    }
    return comparison < 0
        ? balanced(tree.entries, plus(tree.left, keys, entry), tree.right)
        : balanced(tree.entries, tree.left, plus(tree.right, keys, entry));
  }

  static <V> CollisionTree<V> replacing(
      @Nullable CollisionTree<V> tree, HashedKeys<?> keys, SplitEntry<V> old, SplitEntry<V> entry) {
    if (tree == null) {
      throw new AssertionError("not in the run");
    }
    int comparison = keys.compare(old, tree.entries[0]);
    if (comparison == 0) {
      SplitEntry<V>[] changed = tree.entries.clone();
      changed[tree.indexOf(old)] = entry;
      return new CollisionTree<>(changed, tree.left, tree.right);
    }
    return comparison < 0
        ? new CollisionTree<>(tree.entries, replacing(tree.left, keys, old, entry), tree.right)
        : new CollisionTree<>(tree.entries, tree.left, replacing(tree.right, keys, old, entry));
  }

  static <V> @Nullable CollisionTree<V> minus(
      @Nullable CollisionTree<V> tree, HashedKeys<?> keys, SplitEntry<V> old) {
    if (tree == null) {
      throw new AssertionError("not in the run");
    }
    int comparison = keys.compare(old, tree.entries[0]);
    if (comparison == 0) {
      return tree.minusHere(old);
    }
    return comparison < 0
        ? balanced(tree.entries, minus(tree.left, keys, old), tree.right)
        : balanced(tree.entries, tree.left, minus(tree.right, keys, old));
  }

  private @Nullable CollisionTree<V> minusHere(SplitEntry<V> old) {
    if (entries.length > 1) {
      int index = indexOf(old);
      SplitEntry<V>[] fewer = Arrays.copyOf(entries, entries.length - 1);
      System.arraycopy(entries, index + 1, fewer, index, fewer.length - index);
      return new CollisionTree<>(fewer, left, right);
    }
    if (right == null) {
      return left;
    }
    return balanced(right.first().entries, left, withoutFirst(right));
  }

  private static <V> @Nullable CollisionTree<V> withoutFirst(CollisionTree<V> tree) {
    return tree.left == null
        ? tree.right
        : balanced(tree.entries, withoutFirst(tree.left), tree.right);
  }

  private int indexOf(SplitEntry<V> entry) {
    for (int i = 0; i < entries.length; i++) {
      if (entries[i] == entry) {
        return i;
      }
    }
    throw new AssertionError("not in the run");
  }

  /** A tree of two whose heights differ by at most two. */
  private static <V> CollisionTree<V> balanced(
      SplitEntry<V>[] entries, @Nullable CollisionTree<V> left, @Nullable CollisionTree<V> right) {
    if (left != null && left.height > height(right) + 1) {
      CollisionTree<V> middle = left.right;
      if (middle == null || height(left.left) >= middle.height) {
        return new CollisionTree<>(
            left.entries, left.left, new CollisionTree<>(entries, middle, right));
      }
      return new CollisionTree<>(
          middle.entries,
          new CollisionTree<>(left.entries, left.left, middle.left),
          new CollisionTree<>(entries, middle.right, right));
    }
    if (right != null && right.height > height(left) + 1) {
      CollisionTree<V> middle = right.left;
      if (middle == null || height(right.right) >= middle.height) {
        return new CollisionTree<>(
            right.entries, new CollisionTree<>(entries, left, middle), right.right);
      }
      return new CollisionTree<>(
          middle.entries,
          new CollisionTree<>(entries, left, middle.left),
          new CollisionTree<>(right.entries, middle.right, right.right));
    }
    return new CollisionTree<>(entries, left, right);
  }

  private static int height(@Nullable CollisionTree<?> tree) {
    return tree == null ? 0 : tree.height;
  }
}
