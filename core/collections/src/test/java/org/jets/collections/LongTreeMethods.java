package org.jets.collections;

import static java.util.Objects.requireNonNull;

import java.util.Iterator;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import org.jets.collections.internal.cursor.Cursor;
import org.jets.collections.internal.order.Expected;
import org.jspecify.annotations.Nullable;

/**
 * The methods of a {@link LongTreeMap} for numbers, as a map, for the tests that run over all maps.
 * What it has no such methods for is done by its view.
 */
final class LongTreeMethods<V> extends AbstractConcurrentMap<Long, V>
    implements CursorMap<Long, V> {
  private final LongTreeMap<V> tree;

  LongTreeMethods(LongTreeMap<V> tree) {
    this.tree = tree;
  }

  @Override
  public @Nullable V get(Object key) {
    return tree.get((Long) requireNonNull(key, "key"));
  }

  @Override
  @SuppressWarnings("unchecked") // What a value is compared with.
  @Nullable V updateMapping(Long key, @Nullable V value, Object expected) {
    if (expected == Expected.ANYTHING) {
      return value == null ? tree.remove(key) : tree.put(key, value);
    }
    if (expected == Expected.ABSENT) {
      return tree.putIfAbsent(key, requireNonNull(value));
    }
    if (expected == Expected.PRESENT) {
      return tree.replace(key, requireNonNull(value));
    }
    boolean isDone =
        value == null ? tree.remove(key, expected) : tree.replace(key, (V) expected, value);
    return isDone ? (V) expected : null;
  }

  @Override
  @Nullable V computeMapping(
      Long key,
      boolean ifAbsent,
      boolean ifPresent,
      BiFunction<? super Long, ? super @Nullable V, ? extends @Nullable V> function) {
    if (ifAbsent && ifPresent) {
      return tree.compute(key, function::apply);
    }
    return ifAbsent
        ? tree.computeIfAbsent(key, number -> function.apply(number, null))
        : tree.computeIfPresent(key, function::apply);
  }

  @Override
  @Nullable V mergeMapping(
      Long key, V value, BiFunction<? super V, ? super V, ? extends @Nullable V> function) {
    return tree.merge(key, value, function);
  }

  @Override
  public void clear() {
    tree.clear();
  }

  @Override
  public long mappingCount() {
    return tree.mappingCount();
  }

  @Override
  long estimatedCount() {
    return tree.asMap().estimatedCount();
  }

  @Override
  Cursor<Long, V> cursor() {
    return tree.asMap().cursor();
  }

  private static @Nullable Long key(OptionalLong key) {
    return key.isPresent() ? (Long) key.getAsLong() : null;
  }

  @Override
  public @Nullable Long firstKeyOrNull() {
    return key(tree.firstKey());
  }

  @Override
  public Map.@Nullable Entry<Long, V> firstEntry() {
    return tree.asMap().firstEntry();
  }

  @Override
  public @Nullable Long keyAfter(Long key) {
    return key(tree.higherKey(requireNonNull(key, "key")));
  }

  @Override
  public Map.@Nullable Entry<Long, V> entryAfter(Long key) {
    return tree.asMap().entryAfter(key);
  }

  @Override
  public Iterator<Map.Entry<Long, V>> entriesAfter(Long key) {
    return tree.asMap().entriesAfter(key);
  }

  @Override
  void validate() {
    tree.asMap().validate();
  }
}
