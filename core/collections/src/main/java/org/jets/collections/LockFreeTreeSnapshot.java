package org.jets.collections;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jets.collections.internal.cursor.Cursor;
import org.jets.collections.internal.lfca.ImmutableLeaf;
import org.jets.collections.internal.lfca.LeafCursor;
import org.jets.collections.internal.lfca.LeafEntryCursor;
import org.jets.collections.internal.lfca.LockFreeTree;
import org.jets.collections.internal.lfca.SnapshotVersion;
import org.jets.collections.internal.order.KeyBounds;
import org.jets.collections.internal.order.Relation;
import org.jspecify.annotations.Nullable;

/**
 * An unmodifiable view of a {@link LockFreeAdaptingTreeMap} as of one moment. It reads the map's
 * own leaves, and from its snapshot the leaves that have been replaced since.
 */
final class LockFreeTreeSnapshot<K, V> extends AbstractConcurrentNavigableMap<K, V>
    implements MapSnapshot<K, V> {
  private final LockFreeTree<K, V> tree;
  private final SnapshotVersion snapshot;

  LockFreeTreeSnapshot(LockFreeTree<K, V> tree) {
    super(tree.order);
    this.tree = tree;
    this.snapshot = tree.versions.open();
  }

  @Override
  public void close() {
    tree.versions.close(snapshot);
  }

  private LeafCursor<K, V> leaves(KeyBounds<K> bounds, boolean descending) {
    return new LeafCursor<>(tree, bounds, descending, snapshot);
  }

  @Override
  public @Nullable V get(Object key) {
    Objects.requireNonNull(key, "key");
    snapshot.requireOpen();
    long prefix = order.prefix(key);
    ImmutableLeaf<K, V> leaf = tree.leafFor(prefix, key);
    if (leaf.stamp() > snapshot.time()) {
      LeafCursor<K, V> leaves =
          leaves(new KeyBounds<>(order, cast(key), true, cast(key), true), false);
      leaves.step();
      leaf = leaves.leaf();
    }
    return leaf.get(order, prefix, key);
  }

  @SuppressWarnings("unchecked") // Is only compared.
  private K cast(Object key) {
    return (K) key;
  }

  private Map.@Nullable Entry<K, V> first(KeyBounds<K> bounds, boolean descending) {
    Cursor<K, V> cursor = cursor(bounds, descending);
    return cursor.advance()
        ? new AbstractMap.SimpleImmutableEntry<>(cursor.key(), cursor.value())
        : null;
  }

  @Override
  Map.@Nullable Entry<K, V> findEntry(K key, Relation relation) {
    return first(
        relation.isUpward
            ? new KeyBounds<>(order, key, relation.isInclusive, null, false)
            : new KeyBounds<>(order, null, false, key, relation.isInclusive),
        !relation.isUpward);
  }

  @Override
  public Map.@Nullable Entry<K, V> firstEntry() {
    return first(everywhere(), false);
  }

  @Override
  public Map.@Nullable Entry<K, V> lastEntry() {
    return first(everywhere(), true);
  }

  @Override
  Cursor<K, V> cursor(KeyBounds<K> bounds, boolean descending) {
    return new LeafEntryCursor<>(leaves(bounds, descending), tree.limits.leafCapacity(), false);
  }

  @Override
  Cursor<K, V> consistentCursor(KeyBounds<K> bounds, boolean descending) {
    return cursor(bounds, descending);
  }

  @Override
  public long mappingCount() {
    return mappingCount(everywhere());
  }

  @Override
  long mappingCount(KeyBounds<K> bounds) {
    return leaves(bounds, false).countMappings();
  }

  @Override
  public boolean isEmpty() {
    return firstEntry() == null;
  }

  @Override
  void validate() {
    long count = 0;
    Cursor<K, V> cursor = cursor();
    K last = null;
    while (cursor.advance()) {
      if (last != null && order.compare(last, cursor.key()) >= 0) {
        throw new AssertionError("keys not in order: " + last + ", " + cursor.key());
      }
      last = cursor.key();
      count++;
    }
    if (count != mappingCount()) {
      throw new AssertionError("counted " + mappingCount() + " (expected: " + count + ")");
    }
  }

  // Nothing can be changed.

  private static UnsupportedOperationException unsupported() {
    return new UnsupportedOperationException("a snapshot cannot be changed");
  }

  @Override
  @Nullable V updateMapping(K key, @Nullable V value, Object expected) {
    throw unsupported();
  }

  @Override
  public boolean remove(Object key, @Nullable Object value) {
    throw unsupported();
  }

  @Override
  @Nullable V computeMapping(
      K key,
      boolean ifAbsent,
      boolean ifPresent,
      BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> function) {
    throw unsupported();
  }

  @Override
  @Nullable V computeAbsentMapping(K key, Function<? super K, ? extends @Nullable V> function) {
    throw unsupported();
  }

  @Override
  public void putAll(Map<? extends K, ? extends V> mappings) {
    throw unsupported();
  }

  @Override
  public void clear() {
    throw unsupported();
  }

  @Override
  void clear(KeyBounds<K> bounds) {
    throw unsupported();
  }

  @Override
  Map.@Nullable Entry<K, V> pollEntry(KeyBounds<K> bounds, boolean last) {
    throw unsupported();
  }

  @Override
  void replaceAll(KeyBounds<K> bounds, BiFunction<? super K, ? super V, ? extends V> function) {
    throw unsupported();
  }

  @Override
  boolean removeIf(KeyBounds<K> bounds, BiPredicate<? super K, ? super V> filter) {
    throw unsupported();
  }
}
