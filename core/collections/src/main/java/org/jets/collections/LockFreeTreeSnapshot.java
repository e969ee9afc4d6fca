package org.jets.collections;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jets.collections.internal.cursor.Traverser;
import org.jets.collections.internal.lfca.ImmutableLeaf;
import org.jets.collections.internal.lfca.LeafTraverser;
import org.jets.collections.internal.lfca.LeafWalk;
import org.jets.collections.internal.lfca.LockFreeTree;
import org.jets.collections.internal.lfca.Moment;
import org.jets.collections.internal.order.KeyBounds;
import org.jets.collections.internal.order.Relation;
import org.jspecify.annotations.Nullable;

/**
 * A {@link LockFreeAdaptingTreeMap} as it was at one moment, which nobody can change. It reads the
 * map's own leaves, and those that have been replaced since then from its moment.
 */
final class LockFreeTreeSnapshot<K, V> extends AbstractConcurrentNavigableMap<K, V>
    implements MapSnapshot<K, V> {
  private final LockFreeTree<K, V> tree;
  private final Moment moment;

  LockFreeTreeSnapshot(LockFreeTree<K, V> tree) {
    super(tree.order);
    this.tree = tree;
    this.moment = tree.versions.open();
  }

  @Override
  public void close() {
    tree.versions.close(moment);
  }

  private LeafWalk<K, V> walk(KeyBounds<K> bounds, boolean descending) {
    return new LeafWalk<>(tree, bounds, descending, moment);
  }

  @Override
  public @Nullable V get(Object key) {
    Objects.requireNonNull(key, "key");
    moment.requireOpen();
    long prefix = order.prefix(key);
    ImmutableLeaf<K, V> leaf = tree.leafFor(prefix, key);
    if (leaf.stamp() > moment.time()) {
      LeafWalk<K, V> walk = walk(new KeyBounds<>(order, cast(key), true, cast(key), true), false);
      walk.step();
      leaf = walk.leaf();
    }
    return leaf.get(order, prefix, key);
  }

  @SuppressWarnings("unchecked") // Is only compared.
  private K cast(Object key) {
    return (K) key;
  }

  private Map.@Nullable Entry<K, V> first(KeyBounds<K> bounds, boolean descending) {
    Traverser<K, V> traverser = traverser(bounds, descending);
    return traverser.advance()
        ? new AbstractMap.SimpleImmutableEntry<>(traverser.key(), traverser.value())
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
  Traverser<K, V> traverser(KeyBounds<K> bounds, boolean descending) {
    return new LeafTraverser<>(walk(bounds, descending), tree.limits.leafCapacity(), false);
  }

  @Override
  Traverser<K, V> consistentTraverser(KeyBounds<K> bounds, boolean descending) {
    return traverser(bounds, descending);
  }

  @Override
  public long mappingCount() {
    return mappingCount(everywhere());
  }

  @Override
  long mappingCount(KeyBounds<K> bounds) {
    return walk(bounds, false).countMappings();
  }

  @Override
  public boolean isEmpty() {
    return firstEntry() == null;
  }

  @Override
  void validate() {
    long count = 0;
    Traverser<K, V> traverser = traverser();
    K last = null;
    while (traverser.advance()) {
      if (last != null && order.compare(last, traverser.key()) >= 0) {
        throw new AssertionError("keys not in order: " + last + ", " + traverser.key());
      }
      last = traverser.key();
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
