package org.jets.collections;

import java.util.Collection;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.PrimitiveIterator;
import java.util.Spliterator;
import java.util.function.BiFunction;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
import org.jets.collections.internal.longs.LongHashCursor;
import org.jets.collections.internal.longs.LongHashTable;
import org.jets.collections.internal.order.Expected;
import org.jets.collections.internal.split.SplitMultiplier;
import org.jspecify.annotations.Nullable;

/**
 * A concurrent hash map whose keys are {@code long}. Keys are stored as numbers in flat buckets of
 * a cache line, and no operation on a {@code long} makes an object of it. Readers take no lock and
 * write no shared memory.
 *
 * <p>Choose it
 *
 * <ul>
 *   <li>for keys that are numbers: identifiers, timestamps, offsets;
 *   <li>if lookups dominate, or the map is large: its overhead is less than half of that of {@link
 *       java.util.concurrent.ConcurrentHashMap} with boxed keys;
 *   <li>for steps from key to key that keep no state in between ({@link CursorMap}, by {@link
 *       #asMap}).
 * </ul>
 *
 * <p>Choose another map
 *
 * <ul>
 *   <li>if the keys are wanted in their order: {@link LongTreeMap};
 *   <li>if writers must not wait: {@link SplitOrderedHashMap};
 *   <li>for functions in {@code compute} that run long: they hold the lock of about five other
 *       keys. A growing map cannot finish its growth meanwhile.
 * </ul>
 *
 * <p>It is no {@link java.util.Map} itself. With methods for {@code long} and for objects, a call
 * such as {@code put(1L, 2)} would be ambiguous. {@code get} of an {@link Integer} would choose the
 * method for objects, and find nothing. {@link #asMap} returns it as a {@code ConcurrentMap<Long,
 * V>}, which makes objects of keys only on demand.
 *
 * <p>All operations on one key and {@link #clear} are atomic and linearizable. Actions before the
 * write of a mapping happen-before actions after its read. Iterators, spliterators and bulk
 * operations are weakly consistent. They visit each key that is present throughout exactly once,
 * however the map grows and shrinks meanwhile, and each other key at most once. They never throw
 * {@link java.util.ConcurrentModificationException}.
 *
 * <p><b>Callbacks.</b> A callback is a function given to the map or a view, or {@code equals} of a
 * value.
 *
 * <ul>
 *   <li>A function of {@code compute} and its kin runs once, under the lock of its key. So does
 *       {@code equals} of the value given to {@code remove(key, value)} and {@code replace(key,
 *       old, new)}.
 *   <li>A callback under a lock may read the map, also its size, and sees the state before the
 *       update that it runs for. An update by it throws {@link IllegalStateException}, whichever
 *       keys it concerns, and changes nothing.
 *   <li>Functions of {@code replaceAll} and {@code removeIf} of a view, and of {@link #forEach} run
 *       without a lock, and may update the map. That of {@code replaceAll} runs again for a value
 *       that changes meanwhile, up to 64 times, and then once under the lock of the key.
 *   <li>Callbacks over two maps in opposite orders can wait for each other for ever, as those of
 *       {@link java.util.concurrent.ConcurrentHashMap}.
 *   <li>An operation throws what its callback throws. An operation on a single key has then changed
 *       nothing. All others keep their changes of earlier mappings.
 * </ul>
 *
 * <p><b>Progress.</b> A reader never waits: it tries again only if a key has left its bucket
 * meanwhile. An update waits while another thread holds its bucket: it spins for some microseconds,
 * then sleeps for at most a millisecond at a time. Nothing says which waiting thread is next.
 *
 * <p><b>Hostile keys.</b> The place of a key depends on a number that each map chooses at random.
 * So no set of keys that is chosen without knowing it is bad. Beside m keys that have found no
 * place in their bucket an operation takes O(log m) time.
 *
 * <p><b>Cost.</b> Operations on one key take constant time on average. An update that begins to
 * grow or shrink the map allocates its buckets, and the next ones move some of them each. {@link
 * #mappingCount} takes time in proportion to the number of processors.
 *
 * <p>A null function, or null put as a value, throws {@link NullPointerException}, and nothing has
 * changed. The map is not {@link java.io.Serializable}. It can be used from virtual threads:
 * nothing here pins one, and there are no thread locals.
 *
 * @param <V> the type of the values
 */
public final class LongHashMap<V> {
  /*
   * LongHashTable has the algorithm: what is guarded by what, the linearization points, the order of
   * memory accesses and what an error leaves.
   */

  private final LongHashTable<V> table;
  private final LongMapView<V> view;

  /** An empty map of few buckets. */
  public LongHashMap() {
    this(0);
  }

  /**
   * An empty map with room.
   *
   * @param initialCapacity how many mappings the map is to hold before it grows; it never shrinks
   *     below. Iteration takes time in proportion to it.
   * @throws IllegalArgumentException if it is negative
   */
  public LongHashMap(long initialCapacity) {
    this(initialCapacity, SplitMultiplier.random());
  }

  /**
   * An empty map with a certain order of keys.
   *
   * @param multiplier an odd number
   */
  LongHashMap(long initialCapacity, long multiplier) {
    if (initialCapacity < 0) {
      throw new IllegalArgumentException(
          "initialCapacity: " + initialCapacity + " (expected: >= 0)");
    }
    table = new LongHashTable<>(multiplier, initialCapacity);
    view = new LongMapView<>(table);
  }

  // One key

  /** Returns the value of a key, or null if there is none. */
  public @Nullable V get(long key) {
    return table.get(key);
  }

  /** Returns true if a key has a value. */
  public boolean containsKey(long key) {
    return table.get(key) != null;
  }

  /** Returns the value of a key, or another one if there is none. */
  public V getOrDefault(long key, V defaultValue) {
    V value = table.get(key);
    return value == null ? defaultValue : value;
  }

  /** Sets the value of a key. Returns the value before, or null if there was none. */
  public @Nullable V put(long key, V value) {
    return table.update(key, Objects.requireNonNull(value, "value"), Expected.ANYTHING);
  }

  /** Sets the value of a key that has none. Returns the value before, or null. */
  public @Nullable V putIfAbsent(long key, V value) {
    return table.update(key, Objects.requireNonNull(value, "value"), Expected.ABSENT);
  }

  /** Removes a key. Returns the value that it had, or null if there was none. */
  public @Nullable V remove(long key) {
    return table.update(key, null, Expected.ANYTHING);
  }

  /** Removes a key if its value is the given one, or equal to it. Returns whether it did. */
  public boolean remove(long key, @Nullable Object value) {
    return value != null && table.update(key, null, value) != null;
  }

  /** Sets the value of a key that has one. Returns the value before, or null. */
  public @Nullable V replace(long key, V value) {
    return table.update(key, Objects.requireNonNull(value, "value"), Expected.PRESENT);
  }

  /**
   * Sets the value of a key if the present one is the given one, or equal to it. Returns whether it
   * did.
   */
  public boolean replace(long key, V oldValue, V newValue) {
    Objects.requireNonNull(oldValue, "oldValue");
    return table.update(key, Objects.requireNonNull(newValue, "newValue"), oldValue) != null;
  }

  /**
   * Sets the value of a key that has none to the result of a function, unless that is null. The
   * function runs at most once, under the lock of the key.
   *
   * @return the value afterwards, or null if there is none
   * @throws IllegalStateException if a callback of this map calls it for a key without a value, and
   *     nothing has changed
   */
  public @Nullable V computeIfAbsent(
      long key, LongFunction<? extends @Nullable V> mappingFunction) {
    Objects.requireNonNull(mappingFunction, "mappingFunction");
    V present = table.get(key);
    return present != null
        ? present
        : table.compute(key, Expected.ABSENT, (same, none) -> mappingFunction.apply(same));
  }

  /**
   * Sets the value of a key that has one to the result of a function, or removes the key if that is
   * null. The function runs at most once, under the lock of the key.
   *
   * @return the value afterwards, or null if there is none
   * @throws IllegalStateException if a callback of this map calls it, and nothing has changed
   */
  public @Nullable V computeIfPresent(long key, LongObjectFunction<V> remappingFunction) {
    Objects.requireNonNull(remappingFunction, "remappingFunction");
    return table.compute(key, Expected.PRESENT, remappingFunction);
  }

  /**
   * Sets the value of a key to the result of a function, or removes the key if that is null. The
   * function runs once, under the lock of the key, and is given null if there is no value.
   *
   * @return the value afterwards, or null if there is none
   * @throws IllegalStateException if a callback of this map calls it, and nothing has changed
   */
  public @Nullable V compute(long key, LongObjectFunction<V> remappingFunction) {
    Objects.requireNonNull(remappingFunction, "remappingFunction");
    return table.compute(key, Expected.ANYTHING, remappingFunction);
  }

  /**
   * Sets a key without a value to the given value. Otherwise sets it to the result of a function of
   * its value and the given one, or removes it if that is null. The function runs at most once,
   * under the lock of the key.
   *
   * @return the value afterwards, or null if there is none
   * @throws IllegalStateException if a callback of this map calls it, and nothing has changed
   */
  public @Nullable V merge(
      long key,
      V value,
      BiFunction<? super V, ? super V, ? extends @Nullable V> remappingFunction) {
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(remappingFunction, "remappingFunction");
    return table.compute(
        key,
        Expected.ANYTHING,
        (same, old) -> old == null ? value : remappingFunction.apply(old, value));
  }

  // All keys

  /**
   * Removes all mappings at one moment.
   *
   * <p>An update that is in progress then counts as done before. Its result is not in the map.
   *
   * @throws IllegalStateException if a callback of this map calls it, and nothing has changed
   */
  public void clear() {
    table.clear();
  }

  /**
   * Returns the number of mappings: at rest exactly.
   *
   * <p>A change is counted just after it becomes visible. So during concurrent changes the result
   * may be a number that the map never had.
   */
  public long mappingCount() {
    return table.mappingCount();
  }

  /** {@link #mappingCount}, or {@link Integer#MAX_VALUE} if there are more. */
  public int size() {
    return (int) Math.min(Integer.MAX_VALUE, table.mappingCount());
  }

  /** Returns true if there are no mappings. */
  public boolean isEmpty() {
    return table.mappingCount() == 0;
  }

  /** Calls the action with each mapping. */
  public void forEach(LongObjectConsumer<? super V> action) {
    new LongHashCursor<>(table).forEachLong(Objects.requireNonNull(action, "action"));
  }

  /** Returns an iterator over the keys, which makes no objects of them. It can remove keys. */
  public PrimitiveIterator.OfLong keyIterator() {
    return new KeyIterator();
  }

  /** Returns a spliterator over the keys, which makes no objects of them. */
  public Spliterator.OfLong keySpliterator() {
    return new LongKeySpliterator(new LongHashCursor<>(table));
  }

  /** Returns a sequential stream of the keys. */
  public LongStream keyStream() {
    return StreamSupport.longStream(keySpliterator(), false);
  }

  private final class KeyIterator implements PrimitiveIterator.OfLong {
    private final LongHashCursor<V> cursor = LongHashCursor.inOrder(table);
    private boolean isAhead;
    private boolean hasLast;
    private long last;

    @Override
    public boolean hasNext() {
      isAhead = isAhead || cursor.advance();
      return isAhead;
    }

    @Override
    public long nextLong() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      long key = cursor.longKey();
      last = key;
      hasLast = true;
      isAhead = false; // Only now: the next call gives again what an error has kept from this one.
      return key;
    }

    @Override
    public void remove() {
      if (!hasLast) {
        throw new IllegalStateException("remove without a next before it");
      }
      hasLast = false;
      LongHashMap.this.remove(last);
    }
  }

  /**
   * Returns the values as a view that follows the map. {@code removeIf} and {@code remove} remove
   * each mapping atomically, and only while it has the value that they tested.
   */
  public Collection<V> values() {
    return view.values();
  }

  /**
   * Returns this map as a {@code Map<Long, V>} that follows it, and writes through to it: always
   * the same object. Its methods take and give keys as objects, and do all that the interface says.
   * A method of it that is given a key of another class throws {@link ClassCastException}, as those
   * of {@link LongTreeMap#asMap} do: a lookup by an {@link Integer} would never find a key.
   */
  public CursorMap<Long, V> asMap() {
    return view;
  }

  /** The map that {@link #asMap} returns, for tests. */
  AbstractConcurrentMap<Long, V> view() {
    return view;
  }

  /**
   * Returns a copy of this map. Changes of either do not change the other. The copy has the
   * mappings that an iterator would visit: it is of one moment if no thread changes this map
   * meanwhile. It takes time and memory linear in the size of the map.
   */
  public LongHashMap<V> copy() {
    LongHashMap<V> copy = new LongHashMap<>();
    forEach(copy::put);
    return copy;
  }

  /** Returns true if the other object is such a map with equal mappings. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other == this || (other instanceof LongHashMap<?> map && view.equals(map.view));
  }

  @Override
  public int hashCode() {
    return view.hashCode();
  }

  /** Returns the mappings as text, in the order of iterators. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("{");
    LongHashCursor<V> cursor = LongHashCursor.inOrder(table);
    while (cursor.advance()) {
      if (text.length() > 1) {
        text.append(", ");
      }
      Object value = cursor.value();
      text.append(cursor.longKey()).append('=');
      text.append(value == this || value == view ? "(this Map)" : value);
    }
    return text.append('}').toString();
  }
}
