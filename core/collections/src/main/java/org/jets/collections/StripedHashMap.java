package org.jets.collections;

import static java.util.Objects.requireNonNull;

import java.util.Iterator;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jets.collections.internal.cursor.Cursor;
import org.jets.collections.internal.linear.BucketLayout;
import org.jets.collections.internal.linear.ExclusiveUpdates;
import org.jets.collections.internal.linear.HashOrderCursor;
import org.jets.collections.internal.linear.LinearHashTable;
import org.jets.collections.internal.linear.LockStripes;
import org.jets.collections.internal.linear.MemoryOrderCursor;
import org.jets.collections.internal.linear.NextEntrySearch;
import org.jets.collections.internal.linear.StripedKeys;
import org.jets.collections.internal.linear.StripedUpdates;
import org.jets.collections.internal.linear.StripedValidation;
import org.jets.collections.internal.linear.TableSizer;
import org.jspecify.annotations.Nullable;

/**
 * A concurrent hash map after the tables of Erlang's ETS: linear hashing, which grows and shrinks
 * by one bucket at a time. The number of locks adapts to contention. Readers take no lock and write
 * no shared memory while no writer changes what they read. After three failed attempts they may
 * take the lock.
 *
 * <p>Choose it
 *
 * <ul>
 *   <li>for its memory: it has three quarters of the overhead of {@link
 *       java.util.concurrent.ConcurrentHashMap}, and returns memory when it is emptied;
 *   <li>if no single operation may pay for a resize;
 *   <li>for steps from key to key that keep no state in between ({@link CursorMap});
 *   <li>if several mappings must change at one moment ({@link #putAllAtOnce}, {@link
 *       #putAllIfAbsent}, {@link #clear}).
 * </ul>
 *
 * <p>Choose ConcurrentHashMap
 *
 * <ul>
 *   <li>if lookups dominate;
 *   <li>for many very small maps;
 *   <li>for many more writers than processors;
 *   <li>for functions in {@code compute} that run long or change other keys of the map.
 * </ul>
 *
 * <p>All operations on one key are atomic and linearizable, as are {@link #putAllAtOnce}, {@link
 * #putAllIfAbsent}, {@link #clear} and, without a {@linkplain StripedOptions#withCentralCounter
 * central counter}, {@link #mappingCount}. Actions before the write of a mapping happen-before
 * actions after its read. Iterators, spliterators and bulk operations are weakly consistent. They
 * visit each key that is present throughout exactly once, however the map grows and shrinks
 * meanwhile, and each other key at most once. They never throw {@link
 * java.util.ConcurrentModificationException}.
 *
 * <p><b>Callbacks.</b> A callback is a function given to the map or a view, or a method of a key, a
 * value or a {@link HashingStrategy}.
 *
 * <ul>
 *   <li>A function of {@code compute} and its kin runs once, under the lock of its key, which other
 *       keys share: it should be short.
 *   <li>Functions of {@link #replaceAll}, of {@code removeIf} of a view, and of bulk operations run
 *       without a lock, and may update the map. That of {@code replaceAll} runs again for a value
 *       that changes meanwhile, up to 64 times, and then once under the lock of the key.
 *   <li>{@code equals} of the value given to {@code remove(key, value)} and {@code replace(key,
 *       old, new)} runs under that lock too. So do {@code equals} and {@code compareTo} of a key
 *       that is updated. In {@link #putAllAtOnce} and {@link #putAllIfAbsent} they run under all
 *       locks. {@code hashCode}, and all that a read calls, run without a lock.
 *   <li>A callback under a lock may read the map, also its size, and sees the state before the
 *       update that it runs for. An update by it throws {@link IllegalStateException}, whichever
 *       keys it concerns, and changes nothing.
 *   <li>Callbacks over two maps in opposite orders can wait for each other for ever, as those of
 *       {@link java.util.concurrent.ConcurrentHashMap}.
 *   <li>An operation throws what its callback throws. An operation on a single key, {@link
 *       #putAllAtOnce}, {@link #putAllIfAbsent} and {@link #clear} have then changed nothing. All
 *       others, such as {@link #putAll}, {@code replaceAll} and {@code removeIf}, keep their
 *       changes of earlier mappings.
 * </ul>
 *
 * <p><b>Colliding keys.</b> Keys with equal hashes are told apart by their own {@link Comparable},
 * if their class is comparable to itself. Otherwise they are told apart by a strategy that is a
 * {@link java.util.Comparator}. Neither may tell equal keys apart. Beside n such keys an operation,
 * or a step of {@link #keyAfter}, takes
 *
 * <ul>
 *   <li>O(log n) time for a key that has such an order, and for the object that was put.
 *   <li>O(n) time for a key without an order, if it is absent, or another object that is equal to
 *       the one that was put. From such a key that has been removed, a step goes back to the first
 *       of those without an order: it leaves out none.
 *   <li>O(log n + m) time if m of them are of other classes. A key can be equal to one of another
 *       class, so a key that is not found is compared with those m too. Strings, UUIDs and the
 *       boxes of primitives are equal to none of another class and are not compared with them.
 * </ul>
 *
 * <p>Some keys of one class refuse to be compared: their {@code compareTo} throws. Iterators come
 * to those that are in the map, in any order. A step of {@link #keyAfter} and an iterator of {@link
 * #entriesAfter} beside such a key throw what it throws, as an update of many such keys does.
 *
 * <p><b>Cost.</b> Operations on one key take constant time on average; one may split or merge some
 * ten buckets besides. A mapping takes 30 bytes beyond key and value, with compressed references.
 * That is 29 in its bucket, and on average 1 for mappings that find no place in theirs (1,048,576
 * random keys). {@link #mappingCount} takes time in proportion to the number of locks, and constant
 * time with a central counter.
 *
 * <p><b>Source.</b> The hash tables of Erlang's ETS ({@code erl_db_hash.c}), and P.-A. Larson:
 * Dynamic Hash Tables, CACM 31(4), 1988; with differences that the comment in {@code
 * LinearHashTable} lists.
 *
 * <p>Neither keys nor values can be null. The map is not {@link java.io.Serializable}. It can be
 * used from virtual threads: nothing here pins one, and there are no thread locals.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class StripedHashMap<K, V> extends AbstractConcurrentMap<K, V>
    implements CursorMap<K, V> {

  final StripedKeys<K> keys;
  final LinearHashTable<K> table;
  final LockStripes locks;
  private final TableSizer<K> sizer;
  private final StripedUpdates<K, V> updates;
  private final ExclusiveUpdates<K, V> exclusive;
  private final boolean centralCounter;

  /** An empty map with {@linkplain StripedOptions#defaults default options}. */
  public StripedHashMap() {
    this(StripedOptions.defaults());
  }

  /**
   * An empty map.
   *
   * @param options its locks, its counters and its first size
   */
  public StripedHashMap(StripedOptions options) {
    this(options, HashingStrategy.natural());
  }

  /**
   * An empty map whose keys are compared in their own way.
   *
   * @param options its locks, its counters and its first size
   * @param strategy tells which keys are equal
   */
  public StripedHashMap(StripedOptions options, HashingStrategy<? super K> strategy) {
    keys = new StripedKeys<>(requireNonNull(strategy, "strategy"));
    locks = new LockStripes(requireNonNull(options, "options"));
    table = new LinearHashTable<>(keys, locks, TableSizer.initialBuckets(options));
    sizer = new TableSizer<>(table, locks, options);
    updates = new StripedUpdates<>(table, locks, sizer);
    exclusive = new ExclusiveUpdates<>(table, locks, sizer);
    centralCounter = options.hasCentralCounter();
  }

  // One key

  @Override
  public @Nullable V get(Object key) {
    @SuppressWarnings("unchecked") // As far as hash and equal want to know.
    K sought = (K) requireNonNull(key, "key");
    @SuppressWarnings("unchecked") // Where values are.
    V value = (V) table.find(sought, keys.hash(sought));
    return value;
  }

  @Override
  @Nullable V updateMapping(K key, @Nullable V value, Object expected) {
    return updates.update(key, value, expected);
  }

  @Override
  @Nullable V computeMapping(
      K key,
      boolean ifAbsent,
      boolean ifPresent,
      BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> function) {
    return updates.compute(key, ifAbsent, ifPresent, function, null);
  }

  @Override
  @Nullable V computeAbsentMapping(K key, Function<? super K, ? extends @Nullable V> function) {
    keys.callbacks.requireOutside();
    return super.computeAbsentMapping(key, function);
  }

  @Override
  @Nullable V mergeMapping(
      K key, V value, BiFunction<? super V, ? super V, ? extends @Nullable V> function) {
    return updates.compute(key, true, true, function, value);
  }

  // Many keys at one moment

  /**
   * Inserts all mappings at one moment, or none if one of the keys is present. A reader that sees
   * one of them sees all. Waits until no other thread writes to the map.
   *
   * @return false if one of the keys was present, and nothing has changed
   * @throws NullPointerException if a key or a value is null, and nothing has changed
   * @throws IllegalStateException if a callback of this map calls it, and nothing has changed
   */
  public boolean putAllIfAbsent(Map<? extends K, ? extends V> mappings) {
    return exclusive.putAll(requireNonNull(mappings, "mappings"), true);
  }

  /**
   * Puts all mappings at one moment. A reader that sees one of them sees all. Waits until no other
   * thread writes to the map.
   *
   * @throws NullPointerException if a key or a value is null, and nothing has changed
   * @throws IllegalStateException if a callback of this map calls it, and nothing has changed
   */
  public void putAllAtOnce(Map<? extends K, ? extends V> mappings) {
    exclusive.putAll(requireNonNull(mappings, "mappings"), false);
  }

  /**
   * Removes all mappings at one moment.
   *
   * @throws IllegalStateException if a callback of this map calls it, and nothing has changed
   */
  @Override
  public void clear() {
    exclusive.clear();
  }

  // Size and iteration

  /**
   * Returns the number of mappings: exactly, at some moment during the call, unless there is a
   * {@linkplain StripedOptions#withCentralCounter central counter}.
   */
  @Override
  public long mappingCount() {
    return centralCounter ? sizer.estimate() : locks.exactCount();
  }

  /**
   * Returns an estimate of the bytes that the map takes beyond keys and values. They are for
   * buckets, locks and reader groups. It leaves out the few mappings that have found no place in
   * their buckets. Takes constant time.
   *
   * <p>There are 2^28 buckets at most; beyond some 2^30 mappings their number stays, and buckets
   * take more mappings each.
   */
  public long estimatedBytes() {
    return table.capacity() * (long) BucketLayout.BYTES + locks.estimatedBytes();
  }

  /** Returns the numbers of buckets and locks. Takes constant time. */
  public MapStructure structure() {
    return new MapStructure(table.buckets(), locks.count(), 0, 0, 0);
  }

  @Override
  Cursor<K, V> cursor() {
    return MemoryOrderCursor.overAll(table, sizer);
  }

  @Override
  Cursor<K, V> iteration() {
    return new HashOrderCursor<>(table, sizer);
  }

  @Override
  public @Nullable K firstKeyOrNull() {
    Map.Entry<K, V> first = firstEntry();
    return first == null ? null : first.getKey();
  }

  @Override
  public Map.@Nullable Entry<K, V> firstEntry() {
    return NextEntrySearch.first(table);
  }

  @Override
  public @Nullable K keyAfter(K key) {
    Map.Entry<K, V> behind = entryAfter(key);
    return behind == null ? null : behind.getKey();
  }

  @Override
  public Map.@Nullable Entry<K, V> entryAfter(K key) {
    return NextEntrySearch.from(table, requireNonNull(key, "key"));
  }

  @Override
  public Iterator<Map.Entry<K, V>> entriesAfter(K key) {
    Cursor<K, V> behind = new HashOrderCursor<>(table, sizer, requireNonNull(key, "key"));
    return new CursorIterator<>(this, behind, this::entryAt);
  }

  @Override
  void validate() {
    new StripedValidation<>(table, locks, sizer).validate();
  }
}
