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
