package org.jets.collections;

import java.util.Iterator;
import java.util.Map;
import java.util.function.BiFunction;
import org.jets.collections.internal.cursor.Cursor;
import org.jets.collections.internal.split.SplitCursor;
import org.jets.collections.internal.split.SplitOrderedList;
import org.jets.collections.internal.split.SplitSteps;
import org.jets.collections.internal.sync.EarlyInitialization;
import org.jspecify.annotations.Nullable;

/** The view of a {@link SplitOrderedList} as a map, whatever its keys are. */
abstract class SplitOrderedMap<K, V> extends AbstractConcurrentMap<K, V>
    implements CursorMap<K, V> {
  static {
    EarlyInitialization.of(IdentityHashing.class, NaturalHashing.class);
  }

  final SplitOrderedList<K, V> list;
  private final SplitSteps<K, V> steps;

  SplitOrderedMap(SplitOrderedList<K, V> list) {
    this.list = list;
    this.steps = new SplitSteps<>(list);
  }

  @Override
  @Nullable V updateMapping(K key, @Nullable V value, Object expected) {
    return list.update(list.keys.order(key), key, value, expected);
  }

  @Override
  @Nullable V computeMapping(
      K key,
      boolean ifAbsent,
      boolean ifPresent,
      BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> function) {
    return list.compute(list.keys.order(key), key, ifAbsent, ifPresent, function);
  }

  /**
   * {@inheritDoc}
   *
   * <p>If an update is in progress in the old table when a new table replaces it, the update counts
   * as done before. Its function does not run again, and its result is not in the map.
   */
  @Override
  public void clear() {
    list.clear();
  }

  /**
   * {@inheritDoc}
   *
   * <p>A change is counted just after it becomes visible. So during concurrent changes the result
   * may be a number that the map never had.
   */
  @Override
  public long mappingCount() {
    return list.mappingCount();
  }

  @Override
  Cursor<K, V> cursor() {
    return new SplitCursor<>(list, 0);
  }

  @Override
  public @Nullable K firstKeyOrNull() {
    return steps.firstKeyOrNull();
  }

  @Override
  public Map.@Nullable Entry<K, V> firstEntry() {
    return steps.firstEntry();
  }

  @Override
  public @Nullable K keyAfter(K key) {
    return steps.keyAfter(key);
  }

  @Override
  public Map.@Nullable Entry<K, V> entryAfter(K key) {
    return steps.entryAfter(key);
  }

  @Override
  public Iterator<Map.Entry<K, V>> entriesAfter(K key) {
    return new CursorIterator<>(this, steps.cursorAfter(key), this::entryAt);
  }

  @Override
  void validate() {
    list.validate();
  }
}
