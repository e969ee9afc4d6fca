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
 * #replaceAll}, and {@code removeIf} of the views of values and entries. On a view of a range the
 * same holds, but for {@code size}, which counts, and {@code putAll}. {@code removeIf} of a view of
 * keys, {@code remove} of one of values, and {@code putAll} of a range do one mapping after the
 * other. What they change happens-before whatever sees it.
 *
 * <p><b>Callbacks</b> are the functions given to {@code compute} and the like, to {@code
 * replaceAll} and {@code removeIf} of values and entries, the comparator or {@code compareTo} of
 * keys, and {@code equals} of values.
 *
 * <ul>
 *   <li>An update calls them under the write lock: all other threads wait, so they should be short.
 *       A function runs once.
 *   <li>The function of {@code removeIf} of a view of keys runs without the lock, and may update
 *       the map.
 *   <li>A read calls the comparator without a lock, or under the read lock after it has met a
 *       writer. Iteration, reads of a range and all reads with a saved path hold the read lock.
 *   <li>A callback under a lock may read this map, and sees the state before the update. An update
 *       by it throws {@link IllegalStateException} before anything has changed.
 *   <li>What a callback under a lock reads it reads in its own thread: a bulk operation of this map
 *       that it begins uses no other. A thread that the callback waits for must not use this map,
 *       else both wait for ever. A parallel stream of this map waits for other threads where the
 *       JDK divides it, as in {@code concat} and behind {@code limit} and {@code sorted}. So a
 *       callback is to use sequential streams.
 *   <li>Callbacks over two maps in opposite orders can deadlock, as in {@link
 *       java.util.concurrent.ConcurrentHashMap}.
 * </ul>
 *
 * <p><b>On errors.</b> Whatever a callback throws, errors included, and whatever allocation or call
 * fails: it comes out of the operation, which has changed nothing, and the lock is free again.
 * {@link #putAll}, {@code replaceAll}, {@code clear}, and {@code removeIf} of values and entries
 * take effect as a whole or not at all. What does one mapping after the other, as said above, keeps
 * what it did before.
 *
 * <p><b>Iteration</b> is weakly consistent: it never throws {@link
 * java.util.ConcurrentModificationException}, comes to each key that is present throughout exactly
 * once, in order, and reads up to 256 mappings ahead. {@link #forEachInRange} gives a range as it
 * is at one moment.
 *
 * <p><b>Keys</b> are in their natural order, or in that of a comparator, which decides alone what
 * keys are equal.
 *
 * <p>In the natural order the first key to be inserted decides on the class. That is a key given to
 * {@code put}, {@code putIfAbsent} or {@code putAll} with a value, even if the operation then
 * fails; or a key that {@code compute}, {@code computeIfAbsent} or {@code merge} inserts. {@code
 * replace}, and a function that throws or returns null, decide nothing. If the key is a Byte,
 * Short, Integer, Long, Character or String, the map takes keys of that class only from then on,
 * also when it is empty again: others throw {@link ClassCastException}.
 *
 * <p><b>Cost.</b> Operations on one key take O(log n) time for n mappings; with a saved path a step
 * from key to key takes constant time on average. A mapping takes 40 bytes, with compressed
 * references. {@link #size} takes constant time, but after a change of a whole range, when it
 * counts; that of a view of a range always counts.
 *
 * <p><b>Source.</b> The ordered tables of Erlang's ETS ({@code erl_db_tree.c}).
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
   * On errors. An update compares and allocates first. Then AvlTree links or unlinks one node by
   * loads and stores, or become publishes a root that was made aside. Each finally is one store and
   * one call into StampedLock, which reserves stack for it, or else another store: see OptimisticLock.
   *
   * Progress. Blocking. A reader fails at most once because of a writer and then queues for the
   * lock, in the order that StampedLock has. Nothing spins for long, virtual threads are unmounted.
   *
   * Cost. Logarithmic time for everything on one key, with one node to fetch on each level and its
   * key object only if prefixes tie; with a saved path constant time on average for a step from key
   * to key. An update takes and releases the lock by one CAS each. 40 bytes for an entry.
   */

  /** A putAll of fewer than one for so many mappings copies paths, and another one the tree. */
  private static final int FEW = 16;

  static {
    EarlyInitialization.of(
        OrderedContainer.class, BPlusLeaf.class, Relation.class, StackRoom.class);
  }

  private final OptimisticLock lock;
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
    lock = new OptimisticLock(order);
    tree = new AvlTree<>(order);
    saved = savesPath ? new SavedPath<>() : null;
    if (saved != null) {
      tree.beforeChange(saved::clear);
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

  @Override
  public @Nullable V remove(Object key) {
    long prefix = order.prefix(Objects.requireNonNull(key, "key"));
    long stamp = lock.lock();
    try {
      AvlNode<K, V> removed = tree.remove(prefix, key, null);
      return removed == null ? null : removed.value;
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

  @Override
  public boolean remove(Object key, @Nullable Object value) {
    long prefix = order.prefix(Objects.requireNonNull(key, "key"));
    if (value == null) {
      return false;
    }
    long stamp = lock.lock();
    try {
      return tree.remove(prefix, key, value) != null;
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

  @Override
  public boolean replace(K key, V oldValue, V newValue) {
    long prefix = order.prefix(Objects.requireNonNull(key, "key"));
    Objects.requireNonNull(oldValue, "oldValue");
    Objects.requireNonNull(newValue, "newValue");
    long stamp = lock.lock();
    try {
      AvlNode<K, V> node = tree.find(prefix, key);
      if (node == null || (oldValue != node.value && !oldValue.equals(node.value))) {
        return false;
      }
      node.value = newValue;
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
  @Override
  public void putAll(Map<? extends K, ? extends V> mappings) {
    Objects.requireNonNull(mappings, "mappings");
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

  @Override
  Map.@Nullable Entry<K, V> pollEntry(KeyBounds<K> bounds, boolean last) {
    long stamp = lock.lock();
    try {
      AvlNode<K, V> node = new AvlPath<K, V>().seekFirst(tree, bounds, last);
      Map.Entry<K, V> polled = entry(node);
      if (node != null) {
        tree.remove(node.prefix, node.key, null);
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

  @Override
  void replaceAll(KeyBounds<K> bounds, BiFunction<? super K, ? super V, ? extends V> function) {
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

  /** Stores alone. */
  @SuppressWarnings("unchecked") // Such values were made.
  private static <K, V> void setValues(AvlNode<K, V>[] nodes, Object[] values) {
    for (int i = 0; i < nodes.length; i++) {
      nodes[i].value = (V) values[i];
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

  @Override
  void clear(KeyBounds<K> bounds) {
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

  /** Returns true if other threads would wait for the calling one, to read this map. */
  boolean isInCallback() {
    return lock.isInside();
  }

  /** About how many mappings a range has. */
  long estimatedCount(KeyBounds<K> bounds) {
    return Objects.requireNonNull(lock.read(() -> tree.estimatedCount(bounds)));
  }

  @Override
  void validate() {
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
