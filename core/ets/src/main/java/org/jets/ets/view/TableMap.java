package org.jets.ets.view;

import java.util.AbstractMap;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.Spliterator;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jets.ets.BadArgumentException;
import org.jets.ets.LocalTable;
import org.jets.ets.TableTypeException;
import org.jets.ets.argument.ValueText;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A set or ordered_set of pairs {@code {Key, Value}} as a map. The map keeps nothing itself: it
 * reads and writes the table, which other maps, programs and Erlang nodes may use at the same time.
 *
 * <p><b>Keys and values.</b> Two keys are the same if the table compares their terms as equal: by
 * {@code =:=}, or by {@code ==} in an ordered_set. Values are compared by {@code equals} of Java.
 * Each read decodes a new value, so a change of a value is no change of the map until it is put
 * again. Null is neither a key nor a value, and causes a {@link NullPointerException}.
 *
 * <p><b>Atomicity.</b> Each operation on one key is linearizable, {@code compute}, {@code merge}
 * and the conditional ones too. It takes effect when it exchanges the object of the key for
 * another, or when it reads the key if it changes nothing. {@link #clear} takes effect at one
 * moment. {@code putAll}, {@code replaceAll}, {@code removeIf} and the like change one key after
 * the other. Their earlier changes stay if they fail.
 *
 * <p><b>Functions.</b> The function of {@code compute}, {@code computeIfAbsent}, {@code
 * computeIfPresent}, {@code merge} and {@code replaceAll} runs without any lock, as those of {@link
 * LocalTable} do. It may take long, and use this table and others. If another thread changes the
 * key meanwhile, it runs again with the new value. So it should have no effect except its result. A
 * function or codec that changes the value of the same key makes it run again as well. If it does
 * so each time, the call fails with an {@link IllegalStateException}. If a function or a codec
 * throws, the exception passes to the caller, and the mapping stays as it is.
 *
 * <p><b>Iterators</b>, spliterators and streams of the views are weakly consistent, as those of the
 * {@linkplain LocalTable#stream() table}: they see each mapping before or after a concurrent
 * change. In an ordered_set they are in the order of keys. In a set they keep the table {@linkplain
 * LocalTable#safeFixtable fixed} until they are exhausted or unreachable; a stream also until it is
 * closed. {@code Iterator.remove} removes the key, whatever its value is by now. {@code removeIf}
 * and {@code remove} of the values and entries remove a mapping only if it is unchanged.
 *
 * <p><b>Errors.</b> The rights are those of the table's handle: each call may throw a {@link
 * org.jets.ets.TableAccessException} or a {@link org.jets.ets.NoSuchTableException}, and an
 * iterator at each step. An {@link UnexpectedTermException} is thrown where an object is to be read
 * that is no pair, or whose key or value has another shape. Such an object stays as it is. {@link
 * #clear}, {@link #size}, {@link #containsKey} and {@code Iterator.remove} read no value. A key of
 * another class is a {@link ClassCastException}, and one without a term an {@link
 * IllegalArgumentException}.
 *
 * <p><b>Cost.</b> A read is one lookup and the decoding of the value. A write is one lookup, the
 * decoding of the old value, and one insert, each time that it runs. {@link #size} has the cost of
 * {@link LocalTable#size}.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class TableMap<K, V> extends AbstractMap<K, V> implements ConcurrentMap<K, V> {
  private static final int KEY = 1;
  private static final int VALUE = 2;
  private static final int ARITY = 2;

  private final LocalTable table;

  /** The part of the table that is the map: all of it, except in a view of a navigable map. */
  private final TableSection section;

  private final Codec<K> keys;
  private final Codec<V> values;

  private TableMap(TableSection section, Codec<K> keys, Codec<V> values) {
    this.table = section.table();
    this.section = section;
    this.keys = keys;
    this.values = values;
  }

  /**
   * Returns a table as a map. Constant time; reads no object.
   *
   * @throws TableTypeException if this is neither a set nor an ordered_set
   * @throws BadArgumentException if the key is not the first element
   */
  public static <K, V> TableMap<K, V> of(LocalTable table, Codec<K> keys, Codec<V> values) {
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(keys, "keys");
    Objects.requireNonNull(values, "values");
    if (!table.type().isSet()) {
      throw TableTypeException.withoutCause(table.id(), table.type(), "set or ordered_set");
    }
    if (table.keypos() != KEY) {
      throw BadArgumentException.of(1, "keypos", table.keypos(), "1, for pairs of key and value");
    }
    return new TableMap<>(TableSection.of(table), keys, values);
  }

  /** Returns the mappings of another part of the table. */
  TableMap<K, V> of(TableSection part) {
    return new TableMap<>(part, keys, values);
  }

  TableSection section() {
    return section;
  }

  /** Returns the table. */
  public LocalTable table() {
    return table;
  }

  // Terms of keys and values

  /** Returns the term of an object that may be a key. The codec refuses one of another class. */
  @SuppressWarnings("unchecked")
  private Term keyTerm(Object key) {
    return termOfKey((K) Objects.requireNonNull(key, "key"));
  }

  Term termOfKey(K key) {
    return Objects.requireNonNull(keys.encode(key), "term of the key");
  }

  private Tuple object(Term key, V value) {
    return Tuple.of(key, Objects.requireNonNull(values.encode(value), "term of the value"));
  }

  private static Tuple pair(Tuple object) {
    if (object.arity() != ARITY) {
      throw UnexpectedTermException.of(object, "a pair of key and value");
    }
    return object;
  }

  K keyOf(Tuple object) {
    try {
      return Objects.requireNonNull(keys.decode(pair(object).element(KEY)), "key of the codec");
    } catch (UnexpectedTermException e) {
      throw e.at("key");
    }
  }

  V valueOf(Tuple object) {
    try {
      return Objects.requireNonNull(
          values.decode(pair(object).element(VALUE)), "value of the codec");
    } catch (UnexpectedTermException e) {
      throw e.at("value of the key " + ValueText.of(object.element(KEY)));
    }
  }

  private @Nullable V valueOrNull(Optional<Tuple> object) {
    return object.isPresent() ? valueOf(object.get()) : null;
  }

  Map.Entry<K, V> entryOf(Tuple object) {
    return new TableEntry<>(this, object.element(KEY), keyOf(object), valueOf(object));
  }

  // One key

  private @Nullable V value(Term key) {
    if (!section.contains(key)) {
      return null;
    }
    List<Tuple> found = table.lookup(key);
    return found.isEmpty() ? null : valueOf(found.get(0));
  }

  @Override
  public @Nullable V get(Object key) {
    return value(keyTerm(key));
  }

  /** Returns whether the key is mapped to this value, also for objects of any class or null. */
  boolean has(@Nullable Object key, @Nullable Object value) {
    if (key == null || value == null) {
      return false;
    }
    Term term;
    try {
      term = keyTerm(key);
    } catch (ClassCastException | IllegalArgumentException e) {
      return false; // No key of this map.
    }
    V present = value(term);
    return present != null && value.equals(present);
  }

  /** {@inheritDoc} Reads no value: the object of the key may be no pair. */
  @Override
  public boolean containsKey(Object key) {
    Term term = keyTerm(key);
    return section.contains(term) && table.member(term);
  }

  /**
   * Leaves an object, or none, if the value of a key is the expected one.
   *
   * @param expected gets null for an absent key
   * @return the value before, and whether it was the expected one
   */
  private Outcome<V> exchange(Term key, @Nullable Tuple object, Predicate<@Nullable V> expected) {
    Outcome<V> before = new Outcome<>();
    if (!section.contains(key)) {
      return before; // As for an absent key.
    }
    Optional<Tuple> left = Optional.ofNullable(object);
    table.compute(
        key,
        found -> {
          V value = valueOrNull(found);
          before.value = value;
          before.isDone = expected.test(value);
          return before.isDone ? left : found;
        });
    return before;
  }

  @Override
  public @Nullable V put(K key, V value) {
    Objects.requireNonNull(key, "key");
    return putTerm(termOfKey(key), Objects.requireNonNull(value, "value"));
  }

  /** Puts a value for a key in the form that the table has. */
  @Nullable V putTerm(Term key, V value) {
    section.require(key);
    return exchange(key, object(key, value), before -> true).value;
  }

  @Override
  public @Nullable V putIfAbsent(K key, V value) {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(value, "value");
    Term term = termOfKey(key);
    section.require(term);
    return exchange(term, object(term, value), before -> before == null).value;
  }

  @Override
  public @Nullable V replace(K key, V value) {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(value, "value");
    Term term = termOfKey(key);
    return exchange(term, object(term, value), before -> before != null).value;
  }

  @Override
  public boolean replace(K key, V oldValue, V newValue) {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(oldValue, "oldValue");
    Objects.requireNonNull(newValue, "newValue");
    Term term = termOfKey(key);
    Tuple object = object(term, newValue);
    return exchange(term, object, before -> before != null && oldValue.equals(before)).isDone;
  }

  @Override
  public @Nullable V remove(Object key) {
    return exchange(keyTerm(key), null, before -> true).value;
  }

  @Override
  public boolean remove(Object key, @Nullable Object value) {
    Term term = keyTerm(key);
    return value != null
        && exchange(term, null, before -> before != null && value.equals(before)).isDone;
  }

  // One key, by a function

  /**
   * Puts the result of a function of the value, or removes the key if the result is null. The value
   * is null for an absent key.
   */
  private @Nullable V change(Term key, UnaryOperator<@Nullable V> function) {
    Outcome<V> after = new Outcome<>();
    if (!section.contains(key)) {
      return outside(key, function.apply(null));
    }
    table.compute(
        key,
        found -> {
          V value = function.apply(valueOrNull(found));
          after.value = value;
          return value == null ? Optional.empty() : Optional.of(object(key, value));
        });
    return after.value;
  }

  /** Refuses a value for a key outside of this part of the table. */
  private @Nullable V outside(Term key, @Nullable V value) {
    if (value != null) {
      section.require(key);
    }
    return null;
  }

  /** {@inheritDoc} The function may run several times: see {@link TableMap}. */
  @Override
  public @Nullable V compute(
      K key, BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> remappingFunction) {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(remappingFunction, "remappingFunction");
    return change(termOfKey(key), value -> remappingFunction.apply(key, value));
  }

  /** {@inheritDoc} The function may run several times: see {@link TableMap}. */
  @Override
  public @Nullable V computeIfPresent(
      K key, BiFunction<? super K, ? super V, ? extends @Nullable V> remappingFunction) {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(remappingFunction, "remappingFunction");
    return change(
        termOfKey(key), value -> value == null ? null : remappingFunction.apply(key, value));
  }

  /**
   * {@inheritDoc} The function may run several times: see {@link TableMap}. Threads that meet at an
   * absent key may all run their functions, and all return the value of the first.
   */
  @Override
  public @Nullable V computeIfAbsent(
      K key, Function<? super K, ? extends @Nullable V> mappingFunction) {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(mappingFunction, "mappingFunction");
    Term term = termOfKey(key);
    if (!section.contains(term)) {
      return outside(term, mappingFunction.apply(key));
    }
    Outcome<V> after = new Outcome<>();
    table.compute(
        term,
        found -> {
          V present = valueOrNull(found);
          V value = present == null ? mappingFunction.apply(key) : present;
          after.value = value;
          return present != null || value == null ? found : Optional.of(object(term, value));
        });
    return after.value;
  }

  /** {@inheritDoc} The function may run several times: see {@link TableMap}. */
  @Override
  public @Nullable V merge(
      K key, V value, BiFunction<? super V, ? super V, ? extends @Nullable V> remappingFunction) {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(remappingFunction, "remappingFunction");
    Term term = termOfKey(key);
    section.require(term);
    return change(term, old -> old == null ? value : remappingFunction.apply(old, value));
  }

  // The whole map

  /** {@inheritDoc} Counts all objects of the table. */
  @Override
  public int size() {
    return (int) Math.min(Integer.MAX_VALUE, section.size());
  }

  @Override
  public boolean isEmpty() {
    return section.isEmpty();
  }

  /** {@inheritDoc} Removes all objects of the table at one moment. */
  @Override
  public void clear() {
    section.clear();
  }

  @Override
  public boolean containsValue(Object value) {
    Objects.requireNonNull(value, "value");
    try (Stream<Tuple> objects = section.stream()) {
      return objects.anyMatch(object -> value.equals(valueOf(object)));
    }
  }

  @Override
  public void forEach(BiConsumer<? super K, ? super V> action) {
    Objects.requireNonNull(action, "action");
    section.spliterator().forEachRemaining(object -> action.accept(keyOf(object), valueOf(object)));
  }

  /** {@inheritDoc} Each value is replaced as by {@link #computeIfPresent}. */
  @Override
  public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
    Objects.requireNonNull(function, "function");
    section
        .spliterator()
        .forEachRemaining(
            object -> {
              K key = keyOf(object);
              change(
                  object.element(KEY),
                  value ->
                      value == null
                          ? null
                          : Objects.requireNonNull(function.apply(key, value), "newValue"));
            });
  }

  /**
   * Removes each mapping that passes a test and is unchanged since.
   *
   * @return whether one has been removed
   */
  boolean removeMappingsIf(Predicate<? super Tuple> filter) {
    Outcome<V> outcome = new Outcome<>();
    section
        .spliterator()
        .forEachRemaining(
            object -> outcome.isDone |= filter.test(object) && removeUnchanged(object));
    return outcome.isDone;
  }

  /** Removes an object if it is unchanged. Returns whether it has been. */
  boolean removeUnchanged(Tuple object) {
    Outcome<V> outcome = new Outcome<>();
    table.compute(
        object.element(KEY),
        found -> {
          outcome.isDone = found.isPresent() && found.get().equals(object);
          return outcome.isDone ? Optional.empty() : found;
        });
    return outcome.isDone;
  }

  /** Removes one mapping to an equal value. Returns whether there was one. */
  boolean removeValue(Object value) {
    try (Stream<Tuple> objects = section.stream()) {
      return objects.anyMatch(object -> value.equals(valueOf(object)) && removeUnchanged(object));
    }
  }

  // Views

  /**
   * Returns the keys as a view that follows the map. Removing a key from it removes the mapping. It
   * does not support {@code add}.
   */
  @Override
  public Set<K> keySet() {
    return new KeyView<>(this);
  }

  /**
   * Returns the values as a view that follows the map. {@code removeIf} and {@code remove} remove
   * each mapping atomically, and only while it has the value that they tested.
   */
  @Override
  public Collection<V> values() {
    return new ValueView<>(this);
  }

  /**
   * Returns the mappings as a view that follows the map. Its entries do not follow the map, but
   * {@code setValue} puts the value into it.
   */
  @Override
  public Set<Map.Entry<K, V>> entrySet() {
    return new EntryView<>(this);
  }

  <T> ViewIterator<T> iterator(Function<? super Tuple, ? extends T> view) {
    return new ViewIterator<>(table, section.spliterator(), view);
  }

  <T> Spliterator<T> spliterator(Function<? super Tuple, ? extends T> view, int added) {
    return new ViewSpliterator<>(section.spliterator(), view, added);
  }

  /** Returns a stream that releases the table when it is closed. */
  <T> Stream<T> stream(Function<? super Tuple, ? extends T> view) {
    return section.stream().map(view);
  }

  /** Compares as {@link Map#equals}, with this map's equality of keys. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other == this
        || (other instanceof Map<?, ?> map && map.size() == size() && hasAllOf(map));
  }

  private boolean hasAllOf(Map<?, ?> map) {
    // Closed, since the other map may be of a table too.
    try (Stream<? extends Map.Entry<?, ?>> mappings = map.entrySet().stream()) {
      return mappings.allMatch(mapping -> has(mapping.getKey(), mapping.getValue()));
    }
  }

  @Override
  public int hashCode() {
    try (Stream<Tuple> objects = section.stream()) {
      return objects
          .mapToInt(object -> keyOf(object).hashCode() ^ valueOf(object).hashCode())
          .sum();
    }
  }
}
