package org.jets.collections;

import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import org.jets.collections.internal.avl.AvlCursor;
import org.jets.collections.internal.avl.LockedAvlTree;
import org.jets.collections.internal.cursor.CopyCursor;
import org.jets.collections.internal.cursor.Cursor;
import org.jets.collections.internal.cursor.MappingCopy;
import org.jets.collections.internal.order.KeyBounds;
import org.jets.collections.internal.order.PrefixOrder;
import org.jets.collections.internal.order.Relation;
import org.jspecify.annotations.Nullable;

/**
 * A concurrent ordered map that is one balanced tree behind one lock. It is the classic {@code
 * ordered_set} of Erlang's tables, and the baseline for maps that scale better.
 *
 * <p>Choose it if updates are few or come from one thread at a time. Then no map of this package is
 * faster for small maps, whole ranges can be changed at one moment, and lookups write no shared
 * memory. Do not choose it if several threads update concurrently: they wait for each other, and so
 * do readers that meet them.
 *
 * <p><b>Concurrency.</b> Every operation on one key is atomic. So are the first and last entries,
 * {@link #pollFirstEntry}, {@link #size}, {@link #clear}, {@link #putAll}, {@link #replaceAll}, and
 * {@code removeIf} of the views of values and entries. The same holds on a view of a range, except
 * for {@code size}, which counts, and {@code putAll}. {@code removeIf} of a view of keys, {@code
 * remove} of a view of values, and {@code putAll} of a range process one mapping after the other. A
 * change happens-before each operation that sees it.
 *
 * <p><b>Callbacks</b> are the comparator or {@code compareTo} of keys, {@code equals} of values,
 * and functions. These are given to {@code compute} and the like, to {@code replaceAll}, and to
 * {@code removeIf} of values and entries.
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
 *   <li>A callback under a lock reads in its own thread: a bulk operation of this map that it calls
 *       uses no other thread. A thread for which the callback waits must not use this map, or both
 *       wait for ever. A parallel stream of this map waits for other threads if the JDK divides it,
 *       as in {@code concat} and after {@code limit} and {@code sorted}. So a callback must use
 *       sequential streams.
 *   <li>Callbacks over two maps in opposite orders can deadlock, as in {@link
 *       java.util.concurrent.ConcurrentHashMap}.
 * </ul>
 *
 * <p><b>On errors.</b> An operation throws what its callback throws, and any error of a failed
 * allocation or call. It has then changed nothing, and the lock is released. {@link #putAll},
 * {@code replaceAll}, {@code clear}, and {@code removeIf} of values and entries take effect
 * entirely or not at all. Operations that process one mapping after the other, as named above, keep
 * their earlier changes. If the comparator contradicts itself, mappings may not be found. An
 * operation that comes to a place for the second time then throws {@link IllegalStateException}, so
 * that each of them ends.
 *
 * <p><b>Iteration</b> is weakly consistent. It never throws {@link
 * java.util.ConcurrentModificationException}, visits each key that is present throughout exactly
 * once, in order, and reads up to 256 mappings ahead. {@link #forEachInRange} reads a range as of
 * one moment.
 *
 * <p><b>Keys</b> are in their natural order, or in that of a comparator, which alone decides
 * whether keys are equal.
 *
 * <p>In the natural order the first key to be inserted decides on the class. That is a key given to
 * {@code put}, {@code putIfAbsent} or {@code putAll} with a value, even if the operation then
 * fails. It is also a key that {@code compute}, {@code computeIfAbsent} or {@code merge} inserts.
 * {@code replace}, and a function that throws or returns null, decide nothing. If the key is a
 * Byte, Short, Integer, Long, Character or String, the map accepts only keys of that class from
 * then on. That holds even when it is empty again. Other keys cause a {@link ClassCastException}.
 *
 * <p><b>Cost.</b> Operations on one key take O(log n) time for n mappings. With a saved path a step
 * from key to key takes constant time on average. A mapping takes 40 bytes, with compressed
 * references. {@link #size} takes constant time, except that it counts after a change of a whole
 * range. {@code size} of a view of a range always counts.
 *
 * <p><b>Source.</b> The ordered tables of Erlang's ETS ({@code erl_db_tree.c}).
 *
 * <p>Neither keys nor values may be null. The map is not {@link java.io.Serializable}.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class LockedAvlTreeMap<K, V> extends AbstractConcurrentNavigableMap<K, V> {

  private final LockedAvlTree<K, V> tree;

  /** An empty map with keys in their natural order, and default options. */
  public LockedAvlTreeMap() {
    this(null);
  }

  /**
   * An empty map with default options.
   *
   * @param comparator the order of the keys; null for their natural order
   */
  public LockedAvlTreeMap(@Nullable Comparator<? super K> comparator) {
    this(LockedAvlOptions.defaults(), comparator);
  }

  /**
   * An empty map.
   *
   * @param options the choice between quick steps for one thread and readers that write nothing
   * @param comparator the order of the keys; null for their natural order
   */
  public LockedAvlTreeMap(LockedAvlOptions options, @Nullable Comparator<? super K> comparator) {
    this(PrefixOrder.of(comparator), Objects.requireNonNull(options, "options").savesPath());
  }

  private LockedAvlTreeMap(PrefixOrder<K> order, boolean savesPath) {
    super(order);
    tree = new LockedAvlTree<>(order, savesPath);
  }

  @Override
  public @Nullable V get(Object key) {
    return tree.get(Objects.requireNonNull(key, "key"));
  }

  @Override
  @Nullable V updateMapping(K key, @Nullable V value, Object expected) {
    return tree.update(key, value, expected);
  }

  @Override
  @Nullable V computeMapping(
      K key,
      boolean ifAbsent,
      boolean ifPresent,
      BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> function) {
    return tree.compute(key, ifAbsent, ifPresent, function);
  }

  @Override
  @Nullable V mergeMapping(
      K key, V value, BiFunction<? super V, ? super V, ? extends @Nullable V> function) {
    return tree.merge(key, value, function);
  }

  @Override
  Map.@Nullable Entry<K, V> findEntry(K key, Relation relation) {
    return tree.neighbour(key, relation);
  }

  @Override
  public Map.@Nullable Entry<K, V> firstEntry() {
    return tree.firstEntry();
  }

  @Override
  public Map.@Nullable Entry<K, V> lastEntry() {
    return tree.lastEntry();
  }

  /** {@inheritDoc} Exact. */
  @Override
  public long mappingCount() {
    return tree.size();
  }

  @Override
  public void clear() {
    tree.clear();
  }

  /** Puts all at one moment. */
  @Override
  public void putAll(Map<? extends K, ? extends V> mappings) {
    tree.putAll(Objects.requireNonNull(mappings, "mappings"));
  }

  @Override
  Map.@Nullable Entry<K, V> pollEntry(KeyBounds<K> bounds, boolean last) {
    return tree.pollEntry(bounds, last);
  }

  @Override
  void replaceAll(KeyBounds<K> bounds, BiFunction<? super K, ? super V, ? extends V> function) {
    tree.replaceAll(bounds, function);
  }

  @Override
  boolean removeIf(KeyBounds<K> bounds, BiPredicate<? super K, ? super V> filter) {
    return tree.removeIf(bounds, filter);
  }

  @Override
  void clear(KeyBounds<K> bounds) {
    tree.clear(bounds);
  }

  @Override
  Cursor<K, V> cursor(KeyBounds<K> bounds, boolean descending) {
    return new AvlCursor<>(tree, bounds, descending);
  }

  @Override
  Cursor<K, V> consistentCursor(KeyBounds<K> bounds, boolean descending) {
    MappingCopy<K, V> copy = new MappingCopy<>(16);
    tree.copy(bounds, descending, copy, Integer.MAX_VALUE);
    return new CopyCursor<>(copy);
  }

  @Override
  void validate() {
    tree.validate();
  }
}
