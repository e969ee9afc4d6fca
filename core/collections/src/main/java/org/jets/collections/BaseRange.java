package org.jets.collections;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Base nodes that follow one another and are locked together, always from left to right: so that
 * all keys in their ranges are read and changed at one moment.
 */
final class BaseRange<K, V> {
  private final ContentionAdaptingTree<K, V> tree;
  private final BasePlace<K, V> place;
  private final List<BaseNode<K, V>> locked = new ArrayList<>();
  private boolean isHidden;

  BaseRange(ContentionAdaptingTree<K, V> tree) {
    this.tree = tree;
    this.place = new BasePlace<>(tree.order);
  }

  List<BaseNode<K, V>> locked() {
    return locked;
  }

  /** Locks all base nodes that may have keys within these bounds. */
  void lock(KeyBounds<K> bounds) {
    lockFirst(bounds.lowPrefix, bounds.low);
    while (lockNext(bounds)) {
      // One after the other.
    }
  }

  /** Locks the base node of a key, or with null the first one. */
  void lockFirst(long prefix, @Nullable K key) {
    BaseNode<K, V> first;
    do {
      TreeNode<K, V> root = tree.rootAcquire();
      first = key == null ? place.findEnd(root, false) : place.find(root, prefix, key);
    } while (!tree.lock(first));
    locked.add(first);
  }

  /**
   * Locks the base node behind the last one.
   *
   * @return false if all keys within these bounds are locked
   */
  boolean lockNext(KeyBounds<K> bounds) {
    RouteNode<K, V> bound = place.upper;
    while (bound != null && !bounds.isTooHigh(bound.prefix, bound.key)) {
      BaseNode<K, V> next = place.find(tree.rootAcquire(), bound.prefix, bound.key);
      if (next == locked.get(locked.size() - 1)) {
        bound = place.upper; // The last bound was older than the last base node.
      } else if (tree.lock(next)) {
        locked.add(next);
        return true;
      }
    }
    return false;
  }

  /** Locks the base node of a key that is not less than those before. */
  BaseNode<K, V> lockFor(long prefix, K key) {
    if (locked.isEmpty()) {
      lockFirst(prefix, key);
    }
    BaseNode<K, V> base = tree.find(prefix, key);
    while (base != locked.get(locked.size() - 1)) {
      if (tree.lock(base)) {
        locked.add(base);
      } else {
        base = tree.find(prefix, key);
      }
    }
    return base;
  }

  /** Reads from all that is locked. */
  void read(Scan<K> scan, EntryRun<K, V> run) {
    int count = locked.size();
    for (int i = 0; i < count && run.size() < scan.enough; i++) {
      read(locked.get(scan.isDescending ? count - 1 - i : i), scan, run);
    }
  }

  /** Reads from a base node that is locked. */
  static <K, V> void read(BaseNode<K, V> base, Scan<K> scan, EntryRun<K, V> run) {
    if (!base.container.tryRead(scan, run)) {
      throw new AssertionError("a change under somebody's lock");
    }
  }

  /** Lets readers wait until all that is about to be changed has been, and is unlocked. */
  void hide() {
    locked.forEach(base -> base.container.hide());
    isHidden = true;
  }

  /**
   * Takes an empty base node in the place of all in the tree, which are locked, and unlocks them.
   */
  void replaceAll() {
    tree.replaceAll(locked);
    locked.clear();
  }

  /** Unlocks all; base nodes that are needed together become likelier to be joined. */
  void unlock() {
    if (isHidden) {
      locked.forEach(base -> base.container.show());
    }
    for (BaseNode<K, V> base : locked) {
      if (locked.size() > 1) {
        base.lock.contend(-tree.options.ranged);
      }
      base.lock.unlock();
    }
    locked.clear();
    isHidden = false;
  }
}
