package org.jets.collections;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A concurrent ordered map that is one balanced tree behind one lock: the classic {@code
 * ordered_set} of Erlang's tables, and the baseline for maps that scale better.
 *
 * <p>Take it where updates are few or come from one thread at a time: then nothing here is faster
 * for small maps, whole ranges can be changed at one moment, and lookups write nothing to shared
 * memory. Do not take it where several threads update at the same time: they wait for each other,
 * and so do readers that meet them.
 *
 * <p><b>Concurrency.</b> Every operation on one key takes effect at one moment, as do the first and
 * last entries, {@link #pollFirstEntry}, {@link #size}, {@link #clear}, {@link #putAll}, {@link
 * #replaceAll}, {@code removeIf} of the views of values and entries, and all of these on views of
 * ranges but {@code size}, which counts. What they change happens-before whatever sees it.
 * Functions given to {@code compute} and the like, to {@code replaceAll} and {@code removeIf} run
 * once, while everybody else has to wait: they should be short. They may read this map; if they
 * change it they get an {@link IllegalStateException}. A comparator must not use the map at all.
 * What any of them throws comes out of the operation, which has then changed nothing.
 *
 * <p><b>Iteration</b> is weakly consistent: it never throws {@link
 * java.util.ConcurrentModificationException}, comes to each key that is present throughout exactly
 * once, in order, and reads up to 256 mappings ahead. {@link #forEachInRange} gives a range as it
 * is at one moment.
 *
 * <p><b>Keys</b> are in their natural order, or in that of a comparator, which decides alone what
 * keys are equal. In the natural order a map whose first key was a number, a character or a string
 * takes keys of its class only, also after that one has been removed.
 *
 * <p>Neither keys nor values may be null. The map is not {@link java.io.Serializable}.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class LockedAvlTreeMap<K, V> extends AbstractConcurrentNavigableMap<K, V> {
  /*
   * As OTP's erl_db_tree.c: an AVL tree (see AvlTree) under a readers-writer lock, with the option
   * of one saved path to the last node that anybody came to (see SavedPath). Differences: without
   * that path readers take no lock, but look at the lock's version before and after (StampedLock's
   * optimistic reading), and take it if that has changed; iteration copies a few mappings at a time.
   *
   * Guarded by. The tree and its nodes: lock, in write mode to change them. A node's key and prefix
   * are final, so that a comparator never meets a key which it does not see in full. The saved path:
   * lock in read mode and its own flag, or lock in write mode.
   *
   * Linearization points. Updates, also those that find nothing to change: the release of the write
   * lock. Reads: the validation that succeeds, or any moment while the read lock is held. A copy for
   * iteration, or of a range: the same.
   *
   * Memory order. That of StampedLock: what is read plainly between tryOptimisticRead and validate
   * counts only if no writer was there in between. What is read beside a writer may be torn: loops
   * are bounded by the highest possible tree, and what a comparator throws then is thrown away.
   *
   * Progress. Blocking. A reader fails at most once because of a writer and then queues for the
   * lock, in the order that StampedLock has. Nothing spins for long, virtual threads are unmounted.
   *
   * Cost. Logarithmic time for everything on one key, with one node to fetch on each level and its
   * key object only if prefixes tie; with a saved path constant time on average for a step from key
   * to key. An update takes and releases the lock by one CAS each. 40 bytes for an entry.
   */

  private final OptimisticLock lock = new OptimisticLock();
  private final AvlTree<K, V> tree;
  private final @Nullable SavedPath<K, V> saved;

  /** An empty map in the natural order of its keys, without a saved path. */
  public LockedAvlTreeMap() {
    this(null);
  }

  /**
   * An empty map without a saved path.
   *
   * @param comparator the order of the keys; null for their natural order
   */
  public LockedAvlTreeMap(@Nullable Comparator<? super K> comparator) {
    this(comparator, false);
  }

  /**
   * An empty map.
   *
   * @param comparator the order of the keys; null for their natural order
   * @param savesPath whether readers keep the way to where they have been last, for all to go on
   *     from there: quick steps for one thread, while several threads of readers hinder each other
   */
  public LockedAvlTreeMap(@Nullable Comparator<? super K> comparator, boolean savesPath) {
    super(PrefixOrder.of(comparator));
    tree = new AvlTree<>(order);
    saved = savesPath ? new SavedPath<>() : null;
  }

  /** The tree is about to get or to lose nodes. */
  private void forgetSavedPath() {
    if (saved != null) {
      saved.clear();
    }
  }

  // One key.

  @Override
  public @Nullable V get(Object key) {
    long prefix = order.prefix(Objects.requireNonNull(key, "key"));
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

  @Override
  public @Nullable V put(K key, V value) {
    return put(key, value, true);
  }

  @Override
  public @Nullable V putIfAbsent(K key, V value) {
    return put(key, value, false);
  }

  private @Nullable V put(K key, V value, boolean replaces) {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(value, "value");
    long prefix = order.admit(key);
    long stamp = lock.lock();
    try {
      return putLocked(prefix, key, value, replaces);
    } finally {
      lock.unlock(stamp);
    }
  }

  private @Nullable V putLocked(long prefix, K key, V value, boolean replaces) {
    AvlNode<K, V> present = tree.insert(prefix, key, value);
    if (present == null) {
      forgetSavedPath();
      return null;
    }
    V old = present.value;
    if (replaces) {
      present.value = value;
    }
    return old;
  }

  @Override
  public @Nullable V remove(Object key) {
    long prefix = order.prefix(Objects.requireNonNull(key, "key"));
    long stamp = lock.lock();
    try {
      return value(removeLocked(prefix, key, null));
    } finally {
      lock.unlock(stamp);
    }
  }

  private @Nullable AvlNode<K, V> removeLocked(long prefix, Object key, @Nullable Object value) {
    AvlNode<K, V> removed = tree.remove(prefix, key, value);
    if (removed != null) {
      forgetSavedPath();
    }
    return removed;
  }

  @Override
  public boolean remove(Object key, @Nullable Object value) {
    long prefix = order.prefix(Objects.requireNonNull(key, "key"));
    if (value == null) {
      return false;
    }
    long stamp = lock.lock();
    try {
      return removeLocked(prefix, key, value) != null;
    } finally {
      lock.unlock(stamp);
    }
  }

  @Override
  public @Nullable V replace(K key, V value) {
    long prefix = order.prefix(Objects.requireNonNull(key, "key"));
    Objects.requireNonNull(value, "value");
    long stamp = lock.lock();
    try {
      AvlNode<K, V> node = tree.find(prefix, key);
      V old = value(node);
      if (node != null) {
        node.value = value;
      }
      return old;
    } finally {
      lock.unlock(stamp);
    }
  }

  @Override
  public boolean replace(K key, V oldValue, V newValue) {
    long prefix = order.prefix(Objects.requireNonNull(key, "key"));
    Objects.requireNonNull(oldValue, "oldValue");
    Objects.requireNonNull(newValue, "newValue");
    long stamp = lock.lock();
    try {
      AvlNode<K, V> node = tree.find(prefix, key);
      if (node == null || !oldValue.equals(node.value)) {
        return false;
      }
      node.value = newValue;
      return true;
    } finally {
      lock.unlock(stamp);
    }
  }

  @Override
  public @Nullable V computeIfAbsent(
      K key, Function<? super K, ? extends @Nullable V> mappingFunction) {
    Objects.requireNonNull(mappingFunction, "mappingFunction");
    V present = get(key);
    return present != null
        ? present
        : update(key, (k, old) -> old == null ? mappingFunction.apply(k) : old);
  }

  @Override
  public @Nullable V computeIfPresent(
      K key, BiFunction<? super K, ? super V, ? extends @Nullable V> remappingFunction) {
    Objects.requireNonNull(remappingFunction, "remappingFunction");
    return update(key, (k, old) -> old == null ? null : remappingFunction.apply(k, old));
  }

  @Override
  public @Nullable V compute(
      K key, BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> remappingFunction) {
    return update(key, Objects.requireNonNull(remappingFunction, "remappingFunction"));
  }

  @Override
  public @Nullable V merge(
      K key, V value, BiFunction<? super V, ? super V, ? extends @Nullable V> remappingFunction) {
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(remappingFunction, "remappingFunction");
    long prefix = order.prefix(Objects.requireNonNull(key, "key"));
    long stamp = lock.lock();
    try {
      AvlNode<K, V> node = tree.find(prefix, key);
      V merged = node == null ? value : remappingFunction.apply(node.value, value);
      set(prefix, key, node, merged);
      return merged;
    } finally {
      lock.unlock(stamp);
    }
  }

  private @Nullable V update(
      K key, BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> function) {
    long prefix = order.prefix(Objects.requireNonNull(key, "key"));
    long stamp = lock.lock();
    try {
      AvlNode<K, V> node = tree.find(prefix, key);
      V updated = function.apply(key, value(node));
      set(prefix, key, node, updated);
      return updated;
    } finally {
      lock.unlock(stamp);
    }
  }

  /** Gives a key a value, or with null none; its node is null if it has none now. */
  private void set(long prefix, K key, @Nullable AvlNode<K, V> node, @Nullable V value) {
    if (value == null) {
      if (node != null) {
        removeLocked(prefix, key, null);
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

  @Override
  Map.@Nullable Entry<K, V> findEntry(K key, Relation relation) {
    long prefix = order.prefix(key);
    SavedPath<K, V> path = saved;
    return path == null
        ? lock.read(() -> entry(tree.neighbour(prefix, key, relation)))
        : lock.readLocked(() -> entry(path.neighbour(tree, prefix, key, relation)));
  }

  @Override
  public Map.@Nullable Entry<K, V> firstEntry() {
    SavedPath<K, V> path = saved;
    return path == null
        ? lock.read(() -> entry(tree.first()))
        : lock.readLocked(() -> entry(path.first(tree, false)));
  }

  @Override
  public Map.@Nullable Entry<K, V> lastEntry() {
    SavedPath<K, V> path = saved;
    return path == null
        ? lock.read(() -> entry(tree.last()))
        : lock.readLocked(() -> entry(path.first(tree, true)));
  }

  // All keys, and ranges.

  /** Exact. */
  @Override
  public long mappingCount() {
    return Objects.requireNonNull(lock.read(tree::size));
  }

  @Override
  public void clear() {
    long stamp = lock.lock();
    try {
      forgetSavedPath();
      tree.clear();
    } finally {
      lock.unlock(stamp);
    }
  }

  /** Puts all at one moment. */
  @Override
  public void putAll(Map<? extends K, ? extends V> mappings) {
    List<Map.Entry<K, V>> added = new ArrayList<>();
    mappings.forEach(
        (key, value) -> {
          Objects.requireNonNull(key, "key");
          added.add(Map.entry(key, Objects.requireNonNull(value, "value")));
        });
    long stamp = lock.lock();
    AvlChanges<K, V> changes = new AvlChanges<>(tree);
    boolean isDone = false;
    try {
      forgetSavedPath();
      for (Map.Entry<K, V> mapping : added) {
        changes.put(order.admit(mapping.getKey()), mapping.getKey(), mapping.getValue());
      }
      isDone = true;
    } finally {
      if (!isDone) {
        changes.undo();
      }
      lock.unlock(stamp);
    }
  }

  @Override
  Map.@Nullable Entry<K, V> pollEntry(KeyBounds<K> bounds, boolean last) {
    long stamp = lock.lock();
    try {
      AvlNode<K, V> node = new AvlPath<K, V>().seekFirst(tree, bounds, last);
      return node == null ? null : entry(removeLocked(node.prefix, node.key, null));
    } finally {
      lock.unlock(stamp);
    }
  }

  @Override
  void replaceAll(KeyBounds<K> bounds, BiFunction<? super K, ? super V, ? extends V> function) {
    long stamp = lock.lock();
    try {
      List<AvlNode<K, V>> nodes = nodes(bounds);
      List<V> values = new ArrayList<>(nodes.size());
      for (AvlNode<K, V> node : nodes) {
        values.add(Objects.requireNonNull(function.apply(node.key, node.value), "new value"));
      }
      for (int i = 0; i < nodes.size(); i++) {
        nodes.get(i).value = values.get(i);
      }
    } finally {
      lock.unlock(stamp);
    }
  }

  @Override
  boolean removeIf(KeyBounds<K> bounds, BiPredicate<? super K, ? super V> filter) {
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
      retain(bounds, staying);
      return true;
    } finally {
      lock.unlock(stamp);
    }
  }

  @Override
  void clear(KeyBounds<K> bounds) {
    long stamp = lock.lock();
    try {
      retain(bounds, List.of());
    } finally {
      lock.unlock(stamp);
    }
  }

  /** Leaves of a range only these nodes, which are in ascending order. */
  private void retain(KeyBounds<K> bounds, List<AvlNode<K, V>> staying) {
    long size = tree.size();
    forgetSavedPath();
    AvlTree<K, V> range =
        bounds.low == null
            ? tree.splitOffAll()
            : tree.splitOff(bounds.lowPrefix, bounds.low, bounds.lowInclusive);
    AvlTree<K, V> behind = new AvlTree<>(order);
    try {
      if (bounds.high != null) {
        behind = range.splitOff(bounds.highPrefix, bounds.high, !bounds.highInclusive);
      }
      size -= range.size() - staying.size();
      range.setAll(staying);
    } finally {
      tree.append(range);
      tree.append(behind);
      tree.setSize(size);
    }
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

  @Override
  Traverser<K, V> traverser(KeyBounds<K> bounds, boolean descending) {
    return new AvlTraverser<>(this, bounds, descending);
  }

  @Override
  Traverser<K, V> consistentTraverser(KeyBounds<K> bounds, boolean descending) {
    MappingCopy<K, V> copy = new MappingCopy<>(16);
    copy(bounds, descending, copy, Integer.MAX_VALUE);
    return new CopyTraverser<>(copy);
  }

  /** Adds to a copy the first mappings of a range, or the last if descending: at most so many. */
  void copy(KeyBounds<K> bounds, boolean descending, MappingCopy<K, V> copy, int most) {
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
   * A key of a range that has about as many before it as behind it; if there is one at all, there
   * is also a key before it.
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

  /** About how many mappings a range has. */
  long estimatedCount(KeyBounds<K> bounds) {
    return Objects.requireNonNull(lock.read(() -> tree.estimatedCount(bounds)));
  }

  @Override
  void validate() {
    if (!lock.isFree()) {
      throw new AssertionError("lock: held (expected: free)");
    }
    tree.validate();
    if (saved != null && !saved.isSound(tree)) {
      throw new AssertionError("saved path: not in the tree, or taken");
    }
  }
}
