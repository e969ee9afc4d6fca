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

  /** The route that the keys of each locked one are not less than; null for the first of all. */
  private final List<@Nullable RouteNode<K, V>> lowers = new ArrayList<>();

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
    add(first);
  }

  /** A base node that has been found and locked. */
  private void add(BaseNode<K, V> base) {
    locked.add(base);
    lowers.add(place.lower);
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
        add(next);
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
    BaseNode<K, V> base = place.find(tree.rootAcquire(), prefix, key);
    while (base != locked.get(locked.size() - 1)) {
      if (tree.lock(base)) {
        add(base);
      } else {
        base = place.find(tree.rootAcquire(), prefix, key);
      }
    }
    return base;
  }

  /** Reads from all that is locked. */
  void read(Scan<K> scan, EntryRun<K, V> run) {
    int count = locked.size();
    for (int i = 0; i < count && run.size() < scan.enough; i++) {
      locked.get(scan.isDescending ? count - 1 - i : i).container.read(scan, run);
    }
  }

  /** Lets readers wait until all that is about to be changed has been, and is unlocked. */
  void hide() {
    locked.forEach(base -> base.container.hide());
    isHidden = true;
  }

  /**
   * Takes a base node with these mappings, in ascending order, in the place of all in the tree,
   * which are locked, and unlocks them.
   */
  void replaceAll(EntryRun<K, V> all) {
    tree.replaceAll(locked, all);
    locked.clear();
    lowers.clear();
  }

  /**
   * Unlocks all. Base nodes that are needed together become likelier to be joined; those that are
   * empty now are joined at once, if that takes no waiting.
   */
  void unlock() {
    if (isHidden) {
      locked.forEach(base -> base.container.show());
    }
    List<Integer> due = new ArrayList<>();
    for (int i = 0; i < locked.size(); i++) {
      BaseNode<K, V> base = locked.get(i);
      if (locked.size() > 1) {
        base.lock.contend(-tree.options.ranged);
      }
      if (tree.isDue(base)) {
        due.add(i);
      }
      base.lock.unlock();
    }
    due.forEach(i -> tree.adapt(locked.get(i), lowers.get(i))); // Not before all are unlocked.
    locked.clear();
    lowers.clear();
    isHidden = false;
  }
}
