package org.jets.collections;

import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jets.collections.internal.cursor.Cursor;
import org.jets.collections.internal.lfca.LeafCursor;
import org.jets.collections.internal.lfca.LeafEntryCursor;
import org.jets.collections.internal.lfca.LeafListCursor;
import org.jets.collections.internal.lfca.LeafSearch;
import org.jets.collections.internal.lfca.LeafUpdates;
import org.jets.collections.internal.lfca.LockFreeTree;
import org.jets.collections.internal.lfca.SnapshotVersion;
import org.jets.collections.internal.lfca.TreeLimits;
import org.jets.collections.internal.order.Expected;
import org.jets.collections.internal.order.KeyBounds;
import org.jets.collections.internal.order.PrefixOrder;
import org.jets.collections.internal.order.Relation;
import org.jspecify.annotations.Nullable;

/**
 * A concurrent ordered map without locks: a lock-free contention adapting tree with immutable
 * leaves. Neither ranges nor snapshots of the whole map block other threads.
 *
 * <p>Choose it for snapshots, for ranges and walks during many updates, and if no operation may
 * wait for another. Choose {@link java.util.concurrent.ConcurrentSkipListMap} for maps of a few
 * mappings whose values are updated all the time. Here an update copies the leaf of its key, up to
 * 48 mappings.
 *
 * <p><b>Concurrency.</b> All operations on one key are atomic. So are the neighbours of a key
 * ({@link #higherEntry} and the like), the first and the last entry, {@link #forEachInRange},
 * {@link #size}, {@link #clear} and {@link #snapshot}. Removals and replacements in a range by a
 * view of it are atomic for each mapping alone. Operations happen-before those that see their
 * effect. The map is lock-free: some thread always completes its operation, whatever happens to the
 * others.
 *
 * <p><b>Callbacks</b> are the functions given to the map or a view, the comparator or {@code
 * compareTo} of keys, and {@code equals} of values.
 *
 * <ul>
 *   <li>They run without a lock, and may read and update this map.
 *   <li>A function runs again if its mapping has changed meanwhile, except by {@link #clear}. So it
 *       must not have side effects.
 *   <li>An attempt of an update fails if its callbacks change the key of the update, or a near key.
 *       An update of one mapping throws {@link IllegalStateException} after more than 64 such
 *       attempts, and has not changed anything itself. {@code pollFirstEntry} and {@code
 *       pollLastEntry}, also of a view, are such updates.
 *   <li>An operation throws {@link IllegalStateException} if more than 64 of its comparisons cause
 *       the leaf of its key to be split or joined.
 * </ul>
 *
 * <p><b>On errors.</b> An operation throws what its callback throws, and any error of a failed
 * allocation or call. Each change is one CAS to an object that is complete, so that it takes effect
 * entirely or not at all. {@code putAll}, {@code replaceAll}, {@code removeIf} of a view and
 * changes of a range keep their changes of earlier mappings. If the comparator contradicts itself,
 * mappings may not be found. An operation that comes to a place for the second time then throws
 * {@link IllegalStateException}, so that iterations end.
 *
 * <p><b>Iteration</b>, by iterators, spliterators and bulk operations of the map and its views, is
 * weakly consistent. It reads one leaf at a time, never throws {@link
 * java.util.ConcurrentModificationException}, and visits each key that is present throughout
 * exactly once. A {@link #snapshot}, which can be closed, has the mappings of one moment, and so
 * have iterations over it and its views. For a range of keys {@link #forEachInRange} is cheaper.
 *
 * <p><b>Keys</b> are in their natural order or in that of a comparator. With a {@link
 * PrefixComparator}, and for numbers or strings in their natural order, the map rarely reads key
 * objects. Of Longs and Integers in their natural order it keeps only the numbers. A key that the
 * map returns is equal to the one that was put, but is another object. A removed key of another
 * class may stay in memory as the boundary of a leaf.
 *
 * <p>In the natural order the first key to be inserted decides on the class. That is a key given to
 * {@code put}, {@code putIfAbsent} or {@code putAll} with a value, even if the operation then
 * fails. It is also a key that {@code compute}, {@code computeIfAbsent} or {@code merge} inserts.
 * {@code replace}, and a function that throws or returns null, decide nothing. If the key is a
 * Byte, Short, Integer, Long, Character or String, the map accepts only keys of that class from
 * then on. That holds even when it is empty again. Other keys cause a {@link ClassCastException}.
 *
 * <p><b>Cost.</b> Operations on one key take O(log n) time for n mappings, and an update copies a
 * leaf of up to 48 mappings. {@link #size} takes time in proportion to the leaves, {@link
 * #snapshot} constant time on average.
 *
 * <p><b>Source.</b> K. Winblad, K. Sagonas, B. Jonsson: Lock-free Contention Adapting Search Trees,
 * SPAA 2018. The comment in {@code LockFreeTree} lists the differences.
 *
 * <p>Neither keys nor values may be null. The map is not {@link java.io.Serializable}: write the
 * mappings of a snapshot, and read them with a bound on their number.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class LockFreeAdaptingTreeMap<K, V> extends AbstractConcurrentNavigableMap<K, V> {
  private final LeafUpdates<K, V> leaves;

  /** An empty map in the natural order of its keys. */
  public LockFreeAdaptingTreeMap() {
    this(PrefixOrder.natural(), TreeLimits.DEFAULT);
  }

  /**
   * An empty map in the order of a comparator.
   *
   * @param comparator faster if it is a {@link PrefixComparator}; null for the natural order
   */
  public LockFreeAdaptingTreeMap(@Nullable Comparator<? super K> comparator) {
    this(PrefixOrder.of(comparator), TreeLimits.DEFAULT);
  }

  LockFreeAdaptingTreeMap(PrefixOrder<K> order, TreeLimits limits) {
    super(order);
    this.leaves = new LeafUpdates<>(order, limits);
  }

  // One key.

  @Override
  public @Nullable V get(Object key) {
    Objects.requireNonNull(key, "key");
    long prefix = order.prefix(key);
    return leaves.tree().get(prefix, key);
  }

  @Override
  @Nullable V updateMapping(K key, @Nullable V value, Object expected) {
    if (value == null || !(expected instanceof Expected)) {
      Object equal = expected instanceof Expected ? null : expected;
      return leaves.changeIfEqual(key, equal, value);
    }
    return expected == Expected.PRESENT
        ? leaves.update(key, true, old -> old == null ? null : value)
        : leaves.put(key, value, expected == Expected.ABSENT);
  }

  @Override
  @Nullable V computeMapping(
      K key,
      boolean ifAbsent,
      boolean ifPresent,
      BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> function) {
    return leaves.update(
        key, false, old -> (old == null ? ifAbsent : ifPresent) ? function.apply(key, old) : old);
  }

  /** Skips a lookup before the update, since an update that changes nothing costs little more. */
  @Override
  @Nullable V computeAbsentMapping(K key, Function<? super K, ? extends @Nullable V> function) {
    return leaves.update(key, false, old -> old == null ? function.apply(key) : old);
  }

  // Neighbours.

  @Override
  Map.@Nullable Entry<K, V> findEntry(K key, Relation relation) {
    return LeafSearch.entry(leaves.tree(), key, relation);
  }

  @Override
  public @Nullable K higherKey(K key) {
    return LeafSearch.neighbourKey(leaves.tree(), Objects.requireNonNull(key, "key"), false);
  }

  @Override
  public @Nullable K lowerKey(K key) {
    return LeafSearch.neighbourKey(leaves.tree(), Objects.requireNonNull(key, "key"), true);
  }

  @Override
  public Map.@Nullable Entry<K, V> higherEntry(K key) {
    return LeafSearch.entryBehind(leaves.tree(), Objects.requireNonNull(key, "key"));
  }

  @Override
  public Map.@Nullable Entry<K, V> firstEntry() {
    return LeafSearch.first(leaves.tree(), everywhere(), false);
  }

  @Override
  public Map.@Nullable Entry<K, V> lastEntry() {
    return LeafSearch.first(leaves.tree(), everywhere(), true);
  }

  @Override
  Map.@Nullable Entry<K, V> pollEntry(KeyBounds<K> bounds, boolean last) {
    return leaves.pollEntry(bounds, last);
  }

  // Ranges.

  @Override
  Cursor<K, V> cursor(KeyBounds<K> bounds, boolean descending) {
    return cursor(leaves.tree(), bounds, descending, null);
  }

  private static <K, V> Cursor<K, V> cursor(
      LockFreeTree<K, V> tree,
      KeyBounds<K> bounds,
      boolean descending,
      @Nullable SnapshotVersion snapshot) {
    return new LeafEntryCursor<>(
        new LeafCursor<>(tree, bounds, descending, snapshot),
        tree.limits.leafCapacity(),
        snapshot != null);
  }

  @Override
  Cursor<K, V> consistentCursor(KeyBounds<K> bounds, boolean descending) {
    LockFreeTree<K, V> present = leaves.tree();
    LeafListCursor<K, V> list = LeafListCursor.tryRead(present, bounds, descending);
    return list != null ? list : cursor(present, bounds, descending, present.versions.open());
  }

  /**
   * {@inheritDoc} The number is exact as of one moment. It takes time linear in the number of
   * leaves, one for some 32 mappings. {@link #isEmpty} takes the time of a lookup.
   */
  @Override
  public long mappingCount() {
    return mappingCount(everywhere());
  }

  @Override
  long mappingCount(KeyBounds<K> bounds) {
    LockFreeTree<K, V> present = leaves.tree();
    LeafListCursor<K, V> list = LeafListCursor.tryPeek(present, bounds, false);
    if (list != null) {
      return list.count();
    }
    SnapshotVersion snapshot = present.versions.open();
    try {
      return new LeafCursor<>(present, bounds, false, snapshot).countMappings();
    } finally {
      present.versions.close(snapshot);
    }
  }

  @Override
  public boolean isEmpty() {
    return firstEntry() == null;
  }

  /**
   * Removes all mappings at one moment. An update in progress counts as done before: its function
   * does not run again, and its result is not in the map.
   */
  @Override
  public void clear() {
    leaves.clear();
  }

  @Override
  void clear(KeyBounds<K> bounds) {
    leaves.clear(bounds);
  }

  /**
   * Returns a read-only view of this map as of one moment. It takes constant time on average,
   * whatever the size of the map and the number of other snapshots, and no thread waits.
   *
   * <p>A leaf that is replaced in the map meanwhile stays in memory until the snapshot is closed or
   * unreachable. Each leaf is kept once, however often it changes. Updates take longer the more
   * snapshots are open: see {@link MapSnapshot}.
   */
  public MapSnapshot<K, V> snapshot() {
    return new LockFreeTreeSnapshot<>(leaves.tree());
  }

  /**
   * Returns the numbers of splits, joins, and updates that were retried often. Takes constant time.
   */
  public MapStructure structure() {
    LockFreeTree<K, V> tree = leaves.tree();
    return new MapStructure(0, 0, tree.splits(), tree.joins().count(), tree.longRetries());
  }

  /**
   * Returns the shape of the tree, which changes with its use. Takes time in proportion to its
   * routing nodes.
   */
  public LockFreeTreeShape shape() {
    return leaves.tree().shape();
  }

  /** Returns the tree, for tests. */
  LockFreeTree<K, V> tree() {
    return leaves.tree();
  }

  @Override
  void validate() {
    leaves.tree().validate();
  }
}
