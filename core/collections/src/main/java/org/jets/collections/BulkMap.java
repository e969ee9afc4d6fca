package org.jets.collections;

import java.util.Map;
import java.util.Objects;
import java.util.Spliterator;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToIntBiFunction;
import java.util.function.ToLongBiFunction;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jets.collections.internal.cursor.Cursor;
import org.jspecify.annotations.Nullable;

/**
 * Operations on all mappings of a map, by many threads if it is large. They are like those of
 * {@link java.util.concurrent.ConcurrentHashMap}; and make entry objects only if the operation is
 * on entries.
 *
 * <p>The page of the package, which users see, has the contract of these operations.
 */
abstract class BulkMap<K, V> implements ConcurrentMap<K, V> {

  /**
   * Returns the number of mappings: at rest exactly, beside concurrent change as each map says. To
   * be preferred to {@link #size}, which ends at {@link Integer#MAX_VALUE}.
   */
  public abstract long mappingCount();

  /**
   * The number of mappings that a bulk operation compares with its threshold: at rest exact. Waits
   * for no function that another thread runs, unless reads of the map do.
   */
  long estimatedCount() {
    return mappingCount();
  }

  /** A cursor over all mappings, in whichever order is fastest. */
  abstract Cursor<K, V> cursor();

  /** A cursor over all mappings in the order in which iterators come to them. */
  Cursor<K, V> iteration() {
    return cursor();
  }

  /** The mapping that a cursor is at, to hand out. */
  abstract Map.Entry<K, V> entryAt(Cursor<K, V> cursor);

  /**
   * The cursors that go over the map, once at each mapping. An element tells its mapping only until
   * the stream goes on, and must not be kept.
   */
  private Stream<Cursor<K, V>> positions(long parallelismThreshold) {
    return sides(parallelismThreshold, cursor -> cursor);
  }

  private <T> Stream<T> sides(long parallelismThreshold, CursorSide<K, V, T> side) {
    Cursor<K, V> all = cursor();
    return StreamSupport.stream(
        new CursorSpliterator<>(all, side, Spliterator.DISTINCT, null),
        estimatedCount() >= parallelismThreshold);
  }

  private <U> Stream<U> transformed(
      long parallelismThreshold, Function<? super Cursor<K, V>, ? extends @Nullable U> side) {
    return positions(parallelismThreshold).<U>map(side).filter(Objects::nonNull);
  }

  /**
   * Calls the action with each mapping.
   *
   * @param parallelismThreshold the number of mappings from which on several threads work
   */
  public void forEach(long parallelismThreshold, BiConsumer<? super K, ? super V> action) {
    Objects.requireNonNull(action, "action");
    if (estimatedCount() < parallelismThreshold) {
      cursor().forEachRemaining(action);
    } else {
      positions(parallelismThreshold).forEach(at -> action.accept(at.key(), at.value()));
    }
  }

  /**
   * Calls the action with each key.
   *
   * @param parallelismThreshold the number of mappings from which on several threads work
   */
  public void forEachKey(long parallelismThreshold, Consumer<? super K> action) {
    Objects.requireNonNull(action, "action");
    sides(parallelismThreshold, CursorSide.keys()).forEach(action);
  }

  /**
   * Calls the action with each value.
   *
   * @param parallelismThreshold the number of mappings from which on several threads work
   */
  public void forEachValue(long parallelismThreshold, Consumer<? super V> action) {
    Objects.requireNonNull(action, "action");
    sides(parallelismThreshold, CursorSide.values()).forEach(action);
  }

  /**
   * Calls the action with each mapping as an entry.
   *
   * @param parallelismThreshold the number of mappings from which on several threads work
   */
  public void forEachEntry(long parallelismThreshold, Consumer<? super Map.Entry<K, V>> action) {
    Objects.requireNonNull(action, "action");
    positions(parallelismThreshold).forEach(at -> action.accept(entryAt(at)));
  }

  /**
   * Returns what the function returns for some mapping and is not null; null if there is none.
   *
   * @param parallelismThreshold the number of mappings from which on several threads work
   */
  public <U> @Nullable U search(
      long parallelismThreshold,
      BiFunction<? super K, ? super V, ? extends @Nullable U> searchFunction) {
    Objects.requireNonNull(searchFunction, "searchFunction");
    return this.<U>transformed(
            parallelismThreshold, at -> searchFunction.apply(at.key(), at.value()))
        .findAny()
        .orElse(null);
  }

  /**
   * Returns what the function returns for some key and is not null; null if there is none.
   *
   * @param parallelismThreshold the number of mappings from which on several threads work
   */
  public <U> @Nullable U searchKeys(
      long parallelismThreshold, Function<? super K, ? extends @Nullable U> searchFunction) {
    Objects.requireNonNull(searchFunction, "searchFunction");
    return this.<U>transformed(parallelismThreshold, at -> searchFunction.apply(at.key()))
        .findAny()
        .orElse(null);
  }

  /**
   * Returns what the function returns for some value and is not null; null if there is none.
   *
   * @param parallelismThreshold the number of mappings from which on several threads work
   */
  public <U> @Nullable U searchValues(
      long parallelismThreshold, Function<? super V, ? extends @Nullable U> searchFunction) {
    Objects.requireNonNull(searchFunction, "searchFunction");
    return this.<U>transformed(parallelismThreshold, at -> searchFunction.apply(at.value()))
        .findAny()
        .orElse(null);
  }

  /**
   * Returns what the function returns for some entry and is not null; null if there is none.
   *
   * @param parallelismThreshold the number of mappings from which on several threads work
   */
  public <U> @Nullable U searchEntries(
      long parallelismThreshold,
      Function<? super Map.Entry<K, V>, ? extends @Nullable U> searchFunction) {
    Objects.requireNonNull(searchFunction, "searchFunction");
    return this.<U>transformed(parallelismThreshold, at -> searchFunction.apply(entryAt(at)))
        .findAny()
        .orElse(null);
  }

  /**
   * Transforms each mapping and combines the results.
   *
   * @param parallelismThreshold the number of mappings from which on several threads work
   * @param reducer associative and commutative
   * @return null if nothing was left to combine
   */
  public <U> @Nullable U reduce(
      long parallelismThreshold,
      BiFunction<? super K, ? super V, ? extends @Nullable U> transformer,
      BiFunction<? super U, ? super U, ? extends U> reducer) {
    Objects.requireNonNull(transformer, "transformer");
    Objects.requireNonNull(reducer, "reducer");
    return this.<U>transformed(parallelismThreshold, at -> transformer.apply(at.key(), at.value()))
        .reduce(reducer::apply)
        .orElse(null);
  }

  /**
   * {@link #reduce} on the keys.
   *
   * @param parallelismThreshold the number of mappings from which on several threads work
   */
  public <U> @Nullable U reduceKeys(
      long parallelismThreshold,
      Function<? super K, ? extends @Nullable U> transformer,
      BiFunction<? super U, ? super U, ? extends U> reducer) {
    Objects.requireNonNull(transformer, "transformer");
    return reduce(parallelismThreshold, (key, value) -> transformer.apply(key), reducer);
  }

  /**
   * {@link #reduce} on the values.
   *
   * @param parallelismThreshold the number of mappings from which on several threads work
   */
  public <U> @Nullable U reduceValues(
      long parallelismThreshold,
      Function<? super V, ? extends @Nullable U> transformer,
      BiFunction<? super U, ? super U, ? extends U> reducer) {
    Objects.requireNonNull(transformer, "transformer");
    return reduce(parallelismThreshold, (key, value) -> transformer.apply(value), reducer);
  }

  /**
   * {@link #reduce} on the entries.
   *
   * @param parallelismThreshold the number of mappings from which on several threads work
   */
  public <U> @Nullable U reduceEntries(
      long parallelismThreshold,
      Function<? super Map.Entry<K, V>, ? extends @Nullable U> transformer,
      BiFunction<? super U, ? super U, ? extends U> reducer) {
    Objects.requireNonNull(transformer, "transformer");
    Objects.requireNonNull(reducer, "reducer");
    return this.<U>transformed(parallelismThreshold, at -> transformer.apply(entryAt(at)))
        .reduce(reducer::apply)
        .orElse(null);
  }

  /**
   * {@link #reduce} to a {@code long}, without boxing.
   *
   * @param parallelismThreshold the number of mappings from which on several threads work
   * @param basis what combined with any number gives that number
   */
  public long reduceToLong(
      long parallelismThreshold,
      ToLongBiFunction<? super K, ? super V> transformer,
      long basis,
      LongBinaryOperator reducer) {
    Objects.requireNonNull(transformer, "transformer");
    Objects.requireNonNull(reducer, "reducer");
    return positions(parallelismThreshold)
        .mapToLong(at -> transformer.applyAsLong(at.key(), at.value()))
        .reduce(basis, reducer);
  }

  /**
   * {@link #reduceToLong} with an {@code int}.
   *
   * @param parallelismThreshold the number of mappings from which on several threads work
   */
  public int reduceToInt(
      long parallelismThreshold,
      ToIntBiFunction<? super K, ? super V> transformer,
      int basis,
      IntBinaryOperator reducer) {
    Objects.requireNonNull(transformer, "transformer");
    Objects.requireNonNull(reducer, "reducer");
    return positions(parallelismThreshold)
        .mapToInt(at -> transformer.applyAsInt(at.key(), at.value()))
        .reduce(basis, reducer);
  }

  /**
   * {@link #reduceToLong} with a {@code double}; in which order is left open.
   *
   * @param parallelismThreshold the number of mappings from which on several threads work
   */
  public double reduceToDouble(
      long parallelismThreshold,
      ToDoubleBiFunction<? super K, ? super V> transformer,
      double basis,
      DoubleBinaryOperator reducer) {
    Objects.requireNonNull(transformer, "transformer");
    Objects.requireNonNull(reducer, "reducer");
    return positions(parallelismThreshold)
        .mapToDouble(at -> transformer.applyAsDouble(at.key(), at.value()))
        .reduce(basis, reducer);
  }
}
