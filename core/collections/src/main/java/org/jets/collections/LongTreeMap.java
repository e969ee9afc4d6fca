package org.jets.collections;

import java.util.Collection;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.PrimitiveIterator;
import java.util.Spliterator;
import java.util.function.BiFunction;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
import org.jets.collections.internal.catree.ContentionAdaptingCursor;
import org.jets.collections.internal.container.EntryRun;
import org.jets.collections.internal.container.OrderedContainer;
import org.jets.collections.internal.order.Expected;
import org.jets.collections.internal.order.KeyBounds;
import org.jets.collections.internal.order.PrefixOrder;
import org.jets.collections.internal.order.Relation;
import org.jspecify.annotations.Nullable;

/**
 * A concurrent sorted map whose keys are {@code long}. Keys are stored as numbers in the flat
 * leaves of B+ trees, and the map has no key objects. In all else it is a {@link
 * ContentionAdaptingTreeMap}. Its locks adapt to contention. A reader takes no lock and writes no
 * shared memory, unless a writer changes what it reads.
 *
 * <p>Choose it
 *
 * <ul>
 *   <li>for keys that are numbers whose order counts: timestamps, offsets, prices, addresses;
 *   <li>for ranges as of one moment, by {@link #forEachInRange}.
 * </ul>
 *
 * <p>Choose another map
 *
 * <ul>
 *   <li>if no order is needed: {@link LongHashMap}, whose operations take constant time;
 *   <li>for snapshots in constant time, and if a stopped thread must never block another: {@link
 *       LockFreeAdaptingTreeMap}. It keeps keys of class Long as numbers, too.
 * </ul>
 *
 * <p>It is no {@link java.util.Map} itself. With methods for {@code long} and for objects, a call
 * such as {@code put(1L, 2)} would be ambiguous. {@code get} of an {@link Integer} would choose the
 * method for objects, and find nothing. {@link #asMap} returns it as a {@code
 * ConcurrentNavigableMap<Long, V>}, which makes objects of keys only on demand. It has views of
 * ranges, the descending order, entries, polling and operations on several keys.
 *
 * <p>All operations on one key, on a key's neighbours and on the ends of the map are atomic and
 * linearizable. So are {@link #forEachInRange}, {@link #removeRange}, {@link #mappingCount}, {@link
 * #copy} and {@link #clear}. Actions before the write of a mapping happen-before actions after its
 * read.
 *
 * <p>Iterators, spliterators, {@link #forEach} and operations on all values are weakly consistent.
 * A key that is present all the time is visited exactly once, in order, and any other key at most
 * once. They never throw {@link java.util.ConcurrentModificationException}.
 *
 * <p><b>Callbacks.</b> A callback is a function given to {@code compute} and its kin, or {@code
 * equals} of the value given to {@code remove(key, value)} and {@code replace(key, old, new)}.
 *
 * <ul>
 *   <li>It runs at most once, under a lock that other keys share, so it should be short.
 *   <li>It may read the map, also its size, and sees the state before the update that it runs for.
 *       An update by it throws {@link IllegalStateException}, whichever keys it concerns, and
 *       changes nothing.
 *   <li>Actions of {@link #forEach} and {@link #forEachInRange} run without a lock, and may update
 *       the map. So do the functions of {@code values().removeIf} and {@code asMap().replaceAll};
 *       the latter runs again for a key whose value changes meanwhile.
 *   <li>Callbacks over two maps in opposite orders can wait for each other for ever, as those of
 *       {@link java.util.concurrent.ConcurrentHashMap}.
 *   <li>An operation throws what its callback throws. An operation on a single key has then changed
 *       nothing.
 * </ul>
 *
 * <p><b>Cost.</b> Operations on one key take O(log n) time for n mappings. A mapping takes 13 to 16
 * bytes with compressed references after insertions. {@link #get} and an update of a given key
 * without a function make no objects but those that the map keeps, unless changes disturb a read
 * three times. A search for a neighbour or an end of the map, and {@link #pollFirst} and {@link
 * #pollLast}, make a few. One of them can be a key object.
 *
 * <p>A null function, or null put as a value, throws {@link NullPointerException}, and nothing has
 * changed. The map is not {@link java.io.Serializable}. It can be used from virtual threads:
 * nothing here pins one, and there are no thread locals.
 *
 * @param <V> the type of the values
 */
public final class LongTreeMap<V> {
  /*
   * ContentionAdaptingTreeMap and the trees behind it have the algorithm: what is guarded by what,
   * the linearization points, the order of memory accesses and what an error leaves. The trees take
   * a key together with its prefix. In the order of longs the prefix is the key, and the object is
   * never looked at.
   */

  /** The object that goes with each prefix to the tree. */
  private static final Long IN_PREFIX = 0L;

  private final ContentionAdaptingTreeMap<Long, V> map;

  /** An empty map with default options. */
  public LongTreeMap() {
    this(ContentionAdaptingOptions.defaults());
  }

  /**
   * An empty map.
   *
   * @param options when it adapts. The container must be the default one, a B+ tree.
   * @throws IllegalArgumentException if it is another one
   */
  public LongTreeMap(ContentionAdaptingOptions options) {
    this(new ContentionAdaptingTreeMap<>(PrefixOrder.ofLongs(), checked(options)));
  }

  private LongTreeMap(ContentionAdaptingTreeMap<Long, V> map) {
    this.map = map;
  }

  private static ContentionAdaptingOptions checked(ContentionAdaptingOptions options) {
    SequentialContainer container = Objects.requireNonNull(options, "options").container();
    if (container != SequentialContainer.B_PLUS_TREE) {
      throw new IllegalArgumentException("container: " + container + " (expected: B_PLUS_TREE)");
    }
    return options;
  }

  // One key

  /** Returns the value of a key, or null if there is none. */
  @SuppressWarnings("unchecked") // Where values are.
  public @Nullable V get(long key) {
    Object value = map.tryGet(key, IN_PREFIX);
    return value == OrderedContainer.RETRY ? map.getLocked(key) : (V) value;
  }

  /** Returns true if a key has a value. */
  public boolean containsKey(long key) {
    return get(key) != null;
  }

  /** Returns the value of a key, or another one if there is none. */
  public V getOrDefault(long key, V defaultValue) {
    V value = get(key);
    return value == null ? defaultValue : value;
  }

  private @Nullable V update(long key, @Nullable V value, Object expected) {
    map.requireOutsideCallbacks();
    return map.update(key, IN_PREFIX, value, expected);
  }

  /** Sets the value of a key. Returns the value before, or null if there was none. */
  public @Nullable V put(long key, V value) {
    return update(key, Objects.requireNonNull(value, "value"), Expected.ANYTHING);
  }

  /** Sets the value of a key that has none. Returns the value before, or null. */
  public @Nullable V putIfAbsent(long key, V value) {
    return update(key, Objects.requireNonNull(value, "value"), Expected.ABSENT);
  }

  /** Removes a key. Returns the value that it had, or null if there was none. */
  public @Nullable V remove(long key) {
    return update(key, null, Expected.ANYTHING);
  }

  /** Removes a key if its value is the given one, or equal to it. Returns whether it did. */
  public boolean remove(long key, @Nullable Object value) {
    return value != null && update(key, null, value) != null;
  }

  /** Sets the value of a key that has one. Returns the value before, or null. */
  public @Nullable V replace(long key, V value) {
    return update(key, Objects.requireNonNull(value, "value"), Expected.PRESENT);
  }

  /**
   * Sets the value of a key if the present one is the given one, or equal to it. Returns whether it
   * did.
   */
  public boolean replace(long key, V oldValue, V newValue) {
    Objects.requireNonNull(oldValue, "oldValue");
    return update(key, Objects.requireNonNull(newValue, "newValue"), oldValue) != null;
  }

  private @Nullable V compute(
      long key, boolean ifAbsent, boolean ifPresent, LongObjectFunction<V> function) {
    map.requireOutsideCallbacks();
    return map.compute(
        key, IN_PREFIX, ifAbsent, ifPresent, (same, old) -> function.apply(key, old));
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
    V present = get(key);
    return present != null
        ? present
        : compute(key, true, false, (same, none) -> mappingFunction.apply(same));
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
    return compute(key, false, true, remappingFunction);
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
    return compute(key, true, true, remappingFunction);
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
    return compute(
        key, true, true, (same, old) -> old == null ? value : remappingFunction.apply(old, value));
  }

  // Neighbours

  private static OptionalLong optional(@Nullable Long key) {
    return key == null ? OptionalLong.empty() : OptionalLong.of(key);
  }

  /** Returns the least key, if there is any. */
  public OptionalLong firstKey() {
    return optional(map.findEndKey(false));
  }

  /** Returns the greatest key, if there is any. */
  public OptionalLong lastKey() {
    return optional(map.findEndKey(true));
  }

  /** Returns the greatest key that is less than a number, if there is one. */
  public OptionalLong lowerKey(long key) {
    return optional(map.lowerKey(key));
  }

  /** Returns the greatest key that is at most a number, if there is one. */
  public OptionalLong floorKey(long key) {
    return optional(map.floorKey(key));
  }

  /** Returns the least key that is at least a number, if there is one. */
  public OptionalLong ceilingKey(long key) {
    return optional(map.ceilingKey(key));
  }

  /** Returns the least key that is greater than a number, if there is one. */
  public OptionalLong higherKey(long key) {
    return optional(map.higherKey(key));
  }

  // Neighbours with their values

  /** Calls the action with a mapping, outside of the operation that has found it. */
  private boolean accept(Map.@Nullable Entry<Long, V> found, LongObjectConsumer<? super V> action) {
    if (found == null) {
      return false;
    }
    action.accept(found.getKey(), found.getValue());
    return true;
  }

  private boolean find(long key, Relation relation, LongObjectConsumer<? super V> action) {
    Objects.requireNonNull(action, "action");
    return accept(map.findEntry(key, relation), action);
  }

  /**
   * Calls the action with the mapping of the least key, if there is any.
   *
   * @return whether there is one
   */
  public boolean findFirst(LongObjectConsumer<? super V> action) {
    Objects.requireNonNull(action, "action");
    return accept(map.firstEntry(), action);
  }

  /**
   * Calls the action with the mapping of the greatest key, if there is any.
   *
   * @return whether there is one
   */
  public boolean findLast(LongObjectConsumer<? super V> action) {
    Objects.requireNonNull(action, "action");
    return accept(map.lastEntry(), action);
  }

  /**
   * Calls the action with the mapping of the greatest key that is less than a number.
   *
   * @return whether there is one
   */
  public boolean findLower(long key, LongObjectConsumer<? super V> action) {
    return find(key, Relation.LOWER, action);
  }

  /**
   * Calls the action with the mapping of the greatest key that is at most a number.
   *
   * @return whether there is one
   */
  public boolean findFloor(long key, LongObjectConsumer<? super V> action) {
    return find(key, Relation.FLOOR, action);
  }

  /**
   * Calls the action with the mapping of the least key that is at least a number.
   *
   * @return whether there is one
   */
  public boolean findCeiling(long key, LongObjectConsumer<? super V> action) {
    return find(key, Relation.CEILING, action);
  }

  /**
   * Calls the action with the mapping of the least key that is greater than a number.
   *
   * @return whether there is one
   */
  public boolean findHigher(long key, LongObjectConsumer<? super V> action) {
    return find(key, Relation.HIGHER, action);
  }

  /**
   * Removes the mapping of the least key, and then calls the action with it.
   *
   * @return whether there was one
   * @throws IllegalStateException if a callback of this map calls it, and nothing has changed
   */
  public boolean pollFirst(LongObjectConsumer<? super V> action) {
    Objects.requireNonNull(action, "action");
    return accept(map.pollFirstEntry(), action);
  }

  /**
   * Removes the mapping of the greatest key, and then calls the action with it.
   *
   * @return whether there was one
   * @throws IllegalStateException if a callback of this map calls it, and nothing has changed
   */
  public boolean pollLast(LongObjectConsumer<? super V> action) {
    Objects.requireNonNull(action, "action");
    return accept(map.pollLastEntry(), action);
  }

  // Ranges

  /**
   * Calls the action with each mapping of a range, in ascending order, as they all are at one
   * moment during the call. It sees an atomic change of several keys entirely or not at all. The
   * action runs on the calling thread, after that moment and without a lock. Takes O(log n + m)
   * time for m of n mappings, and memory for a copy of the m.
   *
   * @throws IllegalArgumentException if {@code fromKey} is greater than {@code toKey}
   */
  public void forEachInRange(
      long fromKey,
      boolean fromInclusive,
      long toKey,
      boolean toInclusive,
      LongObjectConsumer<? super V> action) {
    Objects.requireNonNull(action, "action");
    EntryRun<Long, V> run =
        map.readAtOnce(map.bounds(fromKey, fromInclusive, toKey, toInclusive), false);
    run.forEachLong(0, run.size(), action);
  }

  /**
   * Calls the action with each mapping of a range, as {@link #forEachInRange} does, but in
   * descending order.
   *
   * @throws IllegalArgumentException if {@code fromKey} is greater than {@code toKey}
   */
  public void forEachInRangeDescending(
      long fromKey,
      boolean fromInclusive,
      long toKey,
      boolean toInclusive,
      LongObjectConsumer<? super V> action) {
    Objects.requireNonNull(action, "action");
    EntryRun<Long, V> run =
        map.readAtOnce(map.bounds(fromKey, fromInclusive, toKey, toInclusive), true);
    run.forEachLong(0, run.size(), action);
  }

  /**
   * Returns the number of mappings of a range at one moment. Takes as much time and memory as
   * {@link #forEachInRange}.
   *
   * @throws IllegalArgumentException if {@code fromKey} is greater than {@code toKey}
   */
  public int countInRange(long fromKey, boolean fromInclusive, long toKey, boolean toInclusive) {
    return map.readAtOnce(map.bounds(fromKey, fromInclusive, toKey, toInclusive), false).size();
  }

  /**
   * Removes all mappings of a range at one moment.
   *
   * @throws IllegalArgumentException if {@code fromKey} is greater than {@code toKey}
   * @throws IllegalStateException if a callback of this map calls it, and nothing has changed
   */
  public void removeRange(long fromKey, boolean fromInclusive, long toKey, boolean toInclusive) {
    map.clear(map.bounds(fromKey, fromInclusive, toKey, toInclusive));
  }

  /**
   * Returns an iterator over the keys of a range in ascending order, which makes no objects of
   * them. It can remove keys.
   *
   * @throws IllegalArgumentException if {@code fromKey} is greater than {@code toKey}
   */
  public PrimitiveIterator.OfLong keyIterator(
      long fromKey, boolean fromInclusive, long toKey, boolean toInclusive) {
    return new KeyIterator(map.bounds(fromKey, fromInclusive, toKey, toInclusive));
  }

  // All keys

  /**
   * Removes all mappings at one moment.
   *
   * @throws IllegalStateException if a callback of this map calls it, and nothing has changed
   */
  public void clear() {
    map.clear();
  }

  /**
   * Returns the number of mappings: exact, as of one moment at which all writers wait. The call
   * itself waits for callbacks that run under a lock. A call from a callback of this map waits for
   * no writer. It is exact if no other thread changes the map.
   */
  public long mappingCount() {
    return map.mappingCount();
  }

  /** {@link #mappingCount}, or {@link Integer#MAX_VALUE} if there are more. */
  public int size() {
    return map.size();
  }

  /** Returns true if there are no mappings. */
  public boolean isEmpty() {
    return map.isEmpty();
  }

  /** Calls the action with each mapping, in ascending order of the keys. */
  public void forEach(LongObjectConsumer<? super V> action) {
    Objects.requireNonNull(action, "action");
    map.cursor(map.everywhere(), false).forEachLong(action);
  }

  /**
   * Returns an iterator over the keys in ascending order, which makes no objects of them. It can
   * remove keys.
   */
  public PrimitiveIterator.OfLong keyIterator() {
    return new KeyIterator(map.everywhere());
  }

  /** Returns a spliterator over the keys in ascending order, which makes no objects of them. */
  public Spliterator.OfLong keySpliterator() {
    return new SortedLongKeySpliterator(map.cursor(map.everywhere(), false));
  }

  /** Returns a sequential stream of the keys, in ascending order. */
  public LongStream keyStream() {
    return StreamSupport.longStream(keySpliterator(), false);
  }

  private final class KeyIterator implements PrimitiveIterator.OfLong {
    private final ContentionAdaptingCursor<Long, V> cursor;
    private boolean isAhead;
    private boolean hasLast;
    private long last;

    KeyIterator(KeyBounds<Long> bounds) {
      cursor = map.cursor(bounds, false);
    }

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
      LongTreeMap.this.remove(last);
    }
  }

  /**
   * Returns the values as a view that follows the map, in ascending order of the keys. {@code
   * removeIf} and {@code remove} remove each mapping atomically, and only while it has the value
   * that they tested.
   */
  public Collection<V> values() {
    return map.values();
  }

  /**
   * Returns this map as a {@code ConcurrentNavigableMap<Long, V>} that follows it, and writes
   * through to it: always the same object. Its methods take and give keys as objects, and do all
   * that the interface says. A method of it that is given a key of another class throws {@link
   * ClassCastException}.
   */
  public ContentionAdaptingTreeMap<Long, V> asMap() {
    return map;
  }

  /**
   * Returns a copy of this map as of one moment. Changes of either do not change the other. It
   * takes time and memory linear in the size of the map.
   */
  public LongTreeMap<V> copy() {
    return new LongTreeMap<>(map.copy());
  }

  /** Returns true if the other object is such a map with equal mappings. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other == this || (other instanceof LongTreeMap<?> tree && map.equals(tree.map));
  }

  @Override
  public int hashCode() {
    return map.hashCode();
  }

  /** Returns the mappings as text, in ascending order of the keys. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("{");
    ContentionAdaptingCursor<Long, V> cursor = map.cursor(map.everywhere(), false);
    while (cursor.advance()) {
      if (text.length() > 1) {
        text.append(", ");
      }
      Object value = cursor.value();
      text.append(cursor.longKey()).append('=');
      text.append(value == this || value == map ? "(this Map)" : value);
    }
    return text.append('}').toString();
  }
}
