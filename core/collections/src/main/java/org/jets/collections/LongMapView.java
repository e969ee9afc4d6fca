package org.jets.collections;

import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Spliterator;
import java.util.function.BiFunction;
import org.jets.collections.internal.cursor.Cursor;
import org.jets.collections.internal.cursor.CursorEntry;
import org.jets.collections.internal.longs.LongHashCursor;
import org.jets.collections.internal.longs.LongHashTable;
import org.jets.collections.internal.longs.LongHashValidation;
import org.jets.collections.internal.order.Expected;
import org.jspecify.annotations.Nullable;

/** A {@link LongHashMap} as a {@code Map<Long, V>}. A key is made an object where it is given. */
final class LongMapView<V> extends AbstractConcurrentMap<Long, V> implements CursorMap<Long, V> {
  final LongHashTable<V> table;

  LongMapView(LongHashTable<V> table) {
    this.table = table;
  }

  @Override
  public @Nullable V get(Object key) {
    return table.get((Long) Objects.requireNonNull(key, "key"));
  }

  @Override
  @Nullable V updateMapping(Long key, @Nullable V value, Object expected) {
    return table.update(key, value, expected);
  }

  @Override
  @Nullable V computeMapping(
      Long key,
      boolean ifAbsent,
      boolean ifPresent,
      BiFunction<? super Long, ? super @Nullable V, ? extends @Nullable V> function) {
    Expected condition =
        ifAbsent && ifPresent ? Expected.ANYTHING : ifAbsent ? Expected.ABSENT : Expected.PRESENT;
    return table.compute(key, condition, (same, old) -> function.apply(key, old));
  }

  @Override
  public void clear() {
    table.clear();
  }

  @Override
  public long mappingCount() {
    return table.mappingCount();
  }

  @Override
  Spliterator.OfLong keySpliterator() {
    return new LongKeySpliterator(new LongHashCursor<>(table));
  }

  @Override
  Cursor<Long, V> cursor() {
    return new LongHashCursor<>(table);
  }

  @Override
  Cursor<Long, V> iteration() {
    return LongHashCursor.inOrder(table);
  }

  // Steps

  @Override
  public @Nullable Long firstKeyOrNull() {
    LongHashCursor<V> cursor = LongHashCursor.inOrder(table);
    return cursor.advance() ? cursor.key() : null;
  }

  @Override
  public Map.@Nullable Entry<Long, V> firstEntry() {
    return stepTo(LongHashCursor.inOrder(table), null);
  }

  @Override
  public @Nullable Long keyAfter(Long key) {
    LongHashCursor<V> cursor = LongHashCursor.behind(table, Objects.requireNonNull(key, "key"));
    return cursor.advance() ? cursor.key() : null;
  }

  @Override
  public Map.@Nullable Entry<Long, V> entryAfter(Long key) {
    V origin = table.get(Objects.requireNonNull(key, "key"));
    return stepTo(LongHashCursor.behind(table, key), origin);
  }

  private Map.@Nullable Entry<Long, V> stepTo(LongHashCursor<V> cursor, @Nullable V origin) {
    return cursor.advance() ? new Step<>(cursor.key(), cursor.value(), origin) : null;
  }

  @Override
  public Iterator<Map.Entry<Long, V>> entriesAfter(Long key) {
    LongHashCursor<V> behind = LongHashCursor.behind(table, Objects.requireNonNull(key, "key"));
    return new CursorIterator<>(this, behind, this::entryAt);
  }

  private static final class Step<V> extends CursorEntry<Long, V> {
    private final Long key;
    private final V value;
    private final @Nullable V origin;

    Step(Long key, V value, @Nullable V origin) {
      this.key = key;
      this.value = value;
      this.origin = origin;
    }

    @Override
    public Long getKey() {
      return key;
    }

    @Override
    public V getValue() {
      return value;
    }

    @Override
    public @Nullable V origin() {
      return origin;
    }

    @Override
    public boolean hasOrigin() {
      return origin != null;
    }
  }

  @Override
  void validate() {
    new LongHashValidation(table).validate();
  }
}
