package org.jets.collections.internal.avl;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import org.jets.collections.internal.container.EntryRun;
import org.jets.collections.internal.container.OrderedContainer;
import org.jets.collections.internal.cursor.MappingCopy;
import org.jets.collections.internal.order.CircleCheck;
import org.jets.collections.internal.order.Expected;
import org.jets.collections.internal.order.KeyBounds;
import org.jets.collections.internal.order.PrefixOrder;
import org.jets.collections.internal.order.Relation;
import org.jets.collections.internal.sync.EarlyInitialization;
import org.jets.collections.internal.sync.StackRoom;
import org.jspecify.annotations.Nullable;

/**
 * An {@link AvlTree} behind an {@link OptimisticLock}, with or without a {@link SavedPath}. It has
 * the atomic operations on one key, on a range and on all mappings.
 */
public final class LockedAvlTree<K, V> {
  /*
   * Source. OTP's erl_db_tree.c: an AVL tree (see AvlTree) under a readers-writer lock. It can have
   * one saved path to the last node that any thread visited (see SavedPath). Differences:
   * - Without a saved path, readers take no lock. They check the lock's version before and after
   *   (StampedLock's optimistic reading), and take the lock if it has changed.
   * - Iteration copies a few mappings at a time.
   *
   * Guarded by.
   * - The tree and its nodes: lock, in write mode to change them.
   * - A node's key and prefix are final, so that a comparator never receives a key that it sees in
   *   part.
   * - The saved path: lock in read mode and the path's own flag, or lock in write mode.
   *
   * Linearization points.
   * - Updates, also those that change nothing: the release of the write lock.
   * - Reads, and copies for iteration or of a range: the validation that succeeds, or any moment
   *   while the read lock is held.
   *
   * Memory order. That of StampedLock: what is read plainly between tryOptimisticRead and validate
   * counts only if no writer came in between. Reads beside a writer may be torn. So loops are
   * bounded by the height of the highest possible tree, and an exception of a comparator is dropped
   * then.
   *
   * On errors. An update compares and allocates first. Then AvlTree links or unlinks one node by
   * loads and stores, or become publishes a root that was made aside. Each finally is one store and
   * one call into StampedLock. That call has stack reserved for it, or another store replaces it:
   * see OptimisticLock.
   *
   * Progress. Blocking. A reader fails at most once because of a writer, and then queues for the
   * lock in the order of StampedLock. Nothing spins for long, and waiting virtual threads are
   * unmounted.
   *
   * Cost. An operation on one key takes logarithmic time. It fetches one node for each level, and a
   * key object only if prefixes tie. With a saved path, a step from key to key takes constant time
   * on average. An update acquires and releases the lock by one CAS each. An entry takes 40 bytes.
   */

  /** A putAll of fewer than one for so many mappings copies paths, and another one the tree. */
  private static final int FEW = 16;

  static {
    EarlyInitialization.of(
        OrderedContainer.class, EntryRun.class, Expected.class, Relation.class, StackRoom.class);
  }

  private final PrefixOrder<K> order;
  private final OptimisticLock lock;
  private final AvlTree<K, V> tree;
  private final @Nullable SavedPath<K, V> saved;

  public LockedAvlTree(PrefixOrder<K> order, boolean savesPath) {
    this.order = order;
    lock = new OptimisticLock(order);
    tree = new AvlTree<>(order);
    saved = savesPath ? new SavedPath<>() : null;
    if (saved != null) {
      tree.beforeChange(saved::clear);
    }
  }

  // One key.

  public @Nullable V get(Object key) {
    long prefix = order.prefix(key);
    long stamp = saved == null ? lock.tryRead() : 0;
    if (stamp != 0) {
      try {
        V value = value(tree.find(prefix, key));
        if (lock.isUnchanged(stamp)) {
          return value;
        }
      } catch (RuntimeException e) {
        if (lock.isUnchanged(stamp)) {
          throw e;
        }
      }
    }
    return getLocked(prefix, key);
  }

  private @Nullable V getLocked(long prefix, Object key) {
    SavedPath<K, V> path = saved;
    return lock.readLocked(
        () -> {
          AvlNode<K, V> node = path == null ? null : path.probe(tree, prefix, key);
          return value(node == null ? tree.find(prefix, key) : node);
        });
  }

  private static <V> @Nullable V value(@Nullable AvlNode<?, V> node) {
    return node == null ? null : node.value;
  }

  /**
   * Sets, or with null removes, the value of a key if the present one is as expected.
   *
   * @param expected what the value has to be equal to, or one of {@link Expected}
   * @return the value that was there; null if there was none, or not the one expected
   */
  public @Nullable V update(K key, @Nullable V value, Object expected) {
    boolean inserts =
        value != null && (expected == Expected.ANYTHING || expected == Expected.ABSENT);
    long prefix = inserts ? order.admit(key) : order.prefix(key);
    long stamp = lock.lock();
    try {
      if (value == null) {
        AvlNode<K, V> removed =
            tree.remove(prefix, key, expected instanceof Expected ? null : expected);
        return removed == null ? null : removed.value; // No call any more: the tree has changed.
      }
      return inserts
          ? putLocked(prefix, key, value, expected == Expected.ANYTHING)
          : replaceLocked(prefix, key, value, expected);
    } finally {
      lock.owner = null;
      try {
        lock.word.unlockWrite(stamp);
      } catch (VirtualMachineError e) {
        if (lock.abandoned < stamp) {
          lock.abandoned = stamp; // No stack for a call: the next thread gives it back.
        }
      }
    }
  }

  private @Nullable V putLocked(long prefix, K key, V value, boolean replaces) {
    AvlNode<K, V> present = tree.insert(prefix, key, value);
    if (present == null) {
      return null;
    }
    V old = present.value;
    if (replaces) {
      present.value = value;
    }
    return old;
  }

  private @Nullable V replaceLocked(long prefix, K key, V value, Object expected) {
    AvlNode<K, V> node = tree.find(prefix, key);
    if (node == null || !Expected.isMet(expected, node.value)) {
      return null;
    }
    V old = node.value;
    node.value = value;
    return old;
  }

  /** Runs a function under the lock, if it is wanted for a key that is there or is not. */
  public @Nullable V compute(
      K key,
      boolean ifAbsent,
      boolean ifPresent,
      BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> function) {
    long prefix = order.prefix(key);
    long stamp = lock.lock();
    try {
      AvlNode<K, V> node = tree.find(prefix, key);
      if (node == null ? !ifAbsent : !ifPresent) {
        return value(node);
      }
      V computed = function.apply(key, value(node));
      set(prefix, key, node, computed);
      return computed;
    } finally {
      lock.owner = null;
      try {
        lock.word.unlockWrite(stamp);
      } catch (VirtualMachineError e) {
        if (lock.abandoned < stamp) {
          lock.abandoned = stamp; // No stack for a call: the next thread gives it back.
        }
      }
    }
  }

  /**
   * Gives a key a value if it has none, else what a function makes of its value and that one. Makes
   * no object for a key that is there.
   *
   * @return the key's value afterwards; null if it has none
   */
  public @Nullable V merge(
      K key, V value, BiFunction<? super V, ? super V, ? extends @Nullable V> function) {
    long prefix = order.prefix(key);
    long stamp = lock.lock();
    try {
      AvlNode<K, V> node = tree.find(prefix, key);
      V merged = node == null ? value : function.apply(node.value, value);
      set(prefix, key, node, merged);
      return merged;
    } finally {
      lock.owner = null;
      try {
        lock.word.unlockWrite(stamp);
      } catch (VirtualMachineError e) {
        if (lock.abandoned < stamp) {
          lock.abandoned = stamp; // No stack for a call: the next thread gives it back.
        }
      }
    }
  }

  /** Gives a key a value, or with null none; its node is null if it has none now. */
  private void set(long prefix, K key, @Nullable AvlNode<K, V> node, @Nullable V value) {
    if (value == null) {
      if (node != null) {
        tree.remove(prefix, key, null);
      }
    } else if (node == null) {
      putLocked(order.admit(key), key, value, true);
    } else {
      node.value = value;
    }
  }

  // Neighbours.

  private static <K, V> Map.@Nullable Entry<K, V> entry(@Nullable AvlNode<K, V> node) {
    return node == null ? null : Map.entry(node.key, node.value);
  }

  public Map.@Nullable Entry<K, V> neighbour(K key, Relation relation) {
    long prefix = order.prefix(key);
    SavedPath<K, V> path = saved;
    return path == null
        ? lock.read(() -> entry(tree.neighbour(prefix, key, relation)))
        : lock.readLocked(() -> entry(path.neighbour(tree, prefix, key, relation)));
  }

  public Map.@Nullable Entry<K, V> firstEntry() {
    SavedPath<K, V> path = saved;
    return path == null
        ? lock.read(() -> entry(tree.first()))
        : lock.readLocked(() -> entry(path.first(tree, false)));
  }

  public Map.@Nullable Entry<K, V> lastEntry() {
    SavedPath<K, V> path = saved;
    return path == null
        ? lock.read(() -> entry(tree.last()))
        : lock.readLocked(() -> entry(path.first(tree, true)));
  }

  // All keys, and ranges.

  /** The number of mappings: exact. */
  public long size() {
    return Objects.requireNonNull(lock.read(tree::size));
  }

  public void clear() {
    long stamp = lock.lock();
    try {
      tree.become(null, 0);
    } finally {
      lock.owner = null;
      try {
        lock.word.unlockWrite(stamp);
      } catch (VirtualMachineError e) {
        if (lock.abandoned < stamp) {
          lock.abandoned = stamp; // No stack for a call: the next thread gives it back.
        }
      }
    }
  }

  /** Puts all at one moment. */
  public void putAll(Map<? extends K, ? extends V> mappings) {
    List<Map.Entry<K, V>> added = new ArrayList<>();
    mappings.forEach(
        (key, value) -> {
          Objects.requireNonNull(key, "key");
          added.add(Map.entry(key, Objects.requireNonNull(value, "value")));
        });
    long stamp = lock.lock();
    try {
      if (added.size() > tree.size() / FEW) {
        putAllIntoCopy(added);
      } else {
        putAllCopyingPaths(added);
      }
    } finally {
      lock.owner = null;
      try {
        lock.word.unlockWrite(stamp);
      } catch (VirtualMachineError e) {
        if (lock.abandoned < stamp) {
          lock.abandoned = stamp; // No stack for a call: the next thread gives it back.
        }
      }
    }
  }

  private void putAllIntoCopy(List<Map.Entry<K, V>> added) {
    AvlTree<K, V> copy = tree.copy();
    for (Map.Entry<K, V> mapping : added) {
      K key = mapping.getKey();
      AvlNode<K, V> present = copy.insert(order.admit(key), key, mapping.getValue());
      if (present != null) {
        present.value = mapping.getValue();
      }
    }
    tree.become(copy.root(), copy.size());
  }

  private void putAllCopyingPaths(List<Map.Entry<K, V>> added) {
    AvlSubtree<K, V> all = AvlSubtree.of(tree.root());
    long size = tree.size();
    for (Map.Entry<K, V> mapping : added) {
      K key = mapping.getKey();
      long prefix = order.admit(key);
      size += AvlTree.find(all.root(), order, prefix, key) == null ? 1 : 0;
      all = all.with(order, new AvlNode<>(prefix, key, mapping.getValue()));
    }
    tree.become(all.root(), size);
  }

  public Map.@Nullable Entry<K, V> pollEntry(KeyBounds<K> bounds, boolean last) {
    long stamp = lock.lock();
    try {
      AvlNode<K, V> node = new AvlPath<K, V>().seekFirst(tree, bounds, last);
      Map.Entry<K, V> polled = entry(node);
      if (node != null && tree.remove(node.prefix, node.key, null) == null) {
        throw CircleCheck.contradiction();
      }
      return polled;
    } finally {
      lock.owner = null;
      try {
        lock.word.unlockWrite(stamp);
      } catch (VirtualMachineError e) {
        if (lock.abandoned < stamp) {
          lock.abandoned = stamp; // No stack for a call: the next thread gives it back.
        }
      }
    }
  }

  public void replaceAll(
      KeyBounds<K> bounds, BiFunction<? super K, ? super V, ? extends V> function) {
    long stamp = lock.lock();
    try {
      AvlNode<K, V>[] nodes = nodes(bounds).toArray(AvlTree.newPath(0));
      Object[] values = new Object[nodes.length];
      for (int i = 0; i < nodes.length; i++) {
        values[i] =
            Objects.requireNonNull(function.apply(nodes[i].key, nodes[i].value), "new value");
      }
      setValues(nodes, values);
    } finally {
      lock.owner = null;
      try {
        lock.word.unlockWrite(stamp);
      } catch (VirtualMachineError e) {
        if (lock.abandoned < stamp) {
          lock.abandoned = stamp; // No stack for a call: the next thread gives it back.
        }
      }
    }
  }

  /** Replaces values by stores alone. */
  @SuppressWarnings("unchecked") // Such values were made.
  private static <K, V> void setValues(AvlNode<K, V>[] nodes, Object[] values) {
    for (int i = 0; i < nodes.length; i++) {
      nodes[i].value = (V) values[i];
    }
  }

  public boolean removeIf(KeyBounds<K> bounds, BiPredicate<? super K, ? super V> filter) {
    long stamp = lock.lock();
    try {
      List<AvlNode<K, V>> nodes = nodes(bounds);
      List<AvlNode<K, V>> staying = new ArrayList<>();
      for (AvlNode<K, V> node : nodes) {
        if (!filter.test(node.key, node.value)) {
          staying.add(node);
        }
      }
      if (staying.size() == nodes.size()) {
        return false;
      }
      retain(bounds, staying, nodes.size() - staying.size());
      return true;
    } finally {
      lock.owner = null;
      try {
        lock.word.unlockWrite(stamp);
      } catch (VirtualMachineError e) {
        if (lock.abandoned < stamp) {
          lock.abandoned = stamp; // No stack for a call: the next thread gives it back.
        }
      }
    }
  }

  public void clear(KeyBounds<K> bounds) {
    long stamp = lock.lock();
    try {
      int removed = nodes(bounds).size();
      if (removed > 0) { // Else there may be bounds that no key is between.
        retain(bounds, List.of(), removed);
      }
    } finally {
      lock.owner = null;
      try {
        lock.word.unlockWrite(stamp);
      } catch (VirtualMachineError e) {
        if (lock.abandoned < stamp) {
          lock.abandoned = stamp; // No stack for a call: the next thread gives it back.
        }
      }
    }
  }

  /** Leaves of a range only these nodes, which are in ascending order. */
  private void retain(KeyBounds<K> bounds, List<AvlNode<K, V>> staying, int removed) {
    AvlSubtree<K, V> all = AvlSubtree.of(tree.root());
    AvlSubtree<K, V> changed = AvlSubtree.ofSorted(staying, 0, staying.size());
    if (bounds.low != null) {
      changed =
          all.below(order, bounds.lowPrefix, bounds.low, !bounds.lowInclusive).followedBy(changed);
    }
    if (bounds.high != null) {
      changed =
          changed.followedBy(
              all.above(order, bounds.highPrefix, bounds.high, !bounds.highInclusive));
    }
    tree.become(changed.root(), tree.size() - removed);
  }

  private List<AvlNode<K, V>> nodes(KeyBounds<K> bounds) {
    List<AvlNode<K, V>> nodes = new ArrayList<>();
    AvlPath<K, V> path = new AvlPath<>();
    AvlNode<K, V> node = path.seekFirst(tree, bounds, false);
    while (node != null) {
      nodes.add(node);
      node = path.step(bounds, false);
    }
    return nodes;
  }

  // Walks.

  /** Returns the stamp for {@link #isUnchanged}; 0 if there is a writer. */
  long stamp() {
    return lock.tryRead();
  }

  /** Returns true if nothing has changed since a stamp was read. */
  boolean isUnchanged(long stamp) {
    return lock.isUnchanged(stamp);
  }

  /** Adds to a copy the first mappings of a range, or the last if descending: at most so many. */
  public void copy(KeyBounds<K> bounds, boolean descending, MappingCopy<K, V> copy, int most) {
    lock.readLocked(
        () -> {
          AvlPath<K, V> path = new AvlPath<>();
          AvlNode<K, V> node = path.seekFirst(tree, bounds, descending);
          while (node != null) {
            copy.add(node.key, node.value);
            node = copy.size() == most ? null : path.step(bounds, descending);
          }
          return null;
        });
  }

  /**
   * Returns a key of a range with about as many before it as after it. If there is one at all,
   * there is also a key before it.
   */
  @Nullable K middle(KeyBounds<K> bounds) {
    return lock.read(
        () -> {
          AvlNode<K, V> top = tree.topOf(bounds);
          if (top != null && tree.topOf(bounds.below(top.key)) == null) {
            top = tree.topOf(bounds.above(top.key));
          }
          return top == null ? null : top.key;
        });
  }

  /** Returns true if other threads would wait for the calling one, to read this map. */
  boolean isInCallback() {
    return lock.isInside();
  }

  /** About how many mappings a range has. */
  long estimatedCount(KeyBounds<K> bounds) {
    return Objects.requireNonNull(lock.read(() -> tree.estimatedCount(bounds)));
  }

  public void validate() {
    try {
      if (!lock.isFree()) {
        throw new AssertionError("lock: held (expected: free)");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    tree.validate();
    if (saved != null && !saved.isSound(tree)) {
      throw new AssertionError("saved path: not in the tree, or taken");
    }
  }
}
