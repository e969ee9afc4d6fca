package org.jets.collections.internal.avl;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jets.collections.internal.order.Relation;
import org.jspecify.annotations.Nullable;

/**
 * The path to the last visited node of an {@link AvlTree}, shared by all readers: the static stack
 * of Erlang's {@code ordered_set}. A reader takes it if no other reader has it. If the path ends at
 * the reader's key, the reader steps from there in constant time. So each reader writes shared
 * memory.
 *
 * <p>Only for readers that hold the tree's lock. {@link #clear} is for writers, which hold it
 * alone.
 *
 * <p>On errors: one store gives the flag back. Before that, another one empties a path that a
 * search has left half done.
 */
public final class SavedPath<K, V> {
  private final AvlPath<K, V> path = new AvlPath<>();

  /** Guards the path against other readers; its release by one publishes it to the next. */
  private final AtomicBoolean isTaken = new AtomicBoolean();

  private boolean tryTake() {
    return !isTaken.get() && isTaken.compareAndSet(false, true);
  }

  /** The node with this key, if the path ends there; otherwise it is left where it is. */
  @Nullable AvlNode<K, V> probe(AvlTree<K, V> tree, long prefix, Object key) {
    if (!tryTake()) {
      return null;
    }
    try {
      return isAt(tree, prefix, key) ? path.node() : null;
    } finally {
      isTaken.set(false);
    }
  }

  /** {@link AvlTree#neighbour}, after which the path ends there. */
  @Nullable AvlNode<K, V> neighbour(
      AvlTree<K, V> tree, long prefix, Object key, Relation relation) {
    if (!tryTake()) {
      return tree.neighbour(prefix, key, relation);
    }
    boolean isDone = false;
    try {
      AvlNode<K, V> node;
      if (!isAt(tree, prefix, key)) {
        node = path.seek(tree, prefix, key, relation);
      } else {
        node = relation.isInclusive ? path.node() : path.step(!relation.isUpward);
      }
      isDone = true;
      return node;
    } finally {
      if (!isDone) {
        path.depth = 0; // A search that has not come to its end left it anywhere.
      }
      isTaken.set(false);
    }
  }

  /** {@link AvlTree#first} or {@link AvlTree#last}, after which the path ends there. */
  @Nullable AvlNode<K, V> first(AvlTree<K, V> tree, boolean descending) {
    if (!tryTake()) {
      return descending ? tree.last() : tree.first();
    }
    boolean isDone = false;
    try {
      AvlNode<K, V> node = path.seekFirst(tree, descending);
      isDone = true;
      return node;
    } finally {
      if (!isDone) {
        path.depth = 0;
      }
      isTaken.set(false);
    }
  }

  private boolean isAt(AvlTree<K, V> tree, long prefix, Object key) {
    AvlNode<K, V> last = path.node();
    return last != null && tree.order().compare(prefix, key, last.prefix, last.key) == 0;
  }

  /** Forgets the path, since the tree changes. */
  void clear() {
    path.clear();
  }

  /**
   * Returns true if the path is empty or ends at a node of the tree, and no reader has taken it.
   */
  boolean isSound(AvlTree<K, V> tree) {
    AvlNode<K, V> last = path.node();
    return !isTaken.get() && (last == null || tree.find(last.prefix, last.key) == last);
  }
}
