package org.jets.collections;

import java.util.Map;
import java.util.Objects;
import org.jets.collections.internal.split.HashedKeys;
import org.jets.collections.internal.split.SplitMultiplier;
import org.jets.collections.internal.split.SplitOrderedList;
import org.jspecify.annotations.Nullable;

/**
 * A concurrent hash map without locks: a split-ordered list. It grows and shrinks by a few buckets
 * at a time, and the order of its keys stays the same meanwhile.
 *
 * <p>Choose it for lookups among many keys and for maps that are emptied again. Choose it also if
 * no operation may wait for another or for a copy of the table. It suits iteration that must be
 * resumable after a key. Choose {@link java.util.concurrent.ConcurrentHashMap} if {@link
 * #computeIfAbsent} and the like must call their function only once. Choose {@link LongHashMap} if
 * the keys are {@code long} and writers may wait.
 *
 * <p><b>Concurrency.</b> All operations on one key are atomic, and happen-before those that see
 * their effect. The map is lock-free: some thread always completes its operation, whatever happens
 * to the others. Functions given to {@code compute} and the like run without a lock. They run again
 * if the mapping has changed meanwhile, except by {@link #clear}. So they must not have side
 * effects; they may use this map. {@link #size} is exact while no thread changes the map. Otherwise
 * it may differ by the changes in progress.
 *
 * <p><b>Callbacks</b> are the functions given to the map or a view, and the methods of a {@link
 * HashingStrategy}. So are {@code equals}, {@code hashCode} and {@code compareTo} of keys, and
 * {@code equals} of values. They may read and update this map. The function of {@link #replaceAll},
 * too, runs again for a value that changes meanwhile. If a callback updates the same bucket, the
 * current attempt of the surrounding update fails. It also fails if the callback's updates make the
 * table grow or shrink. After 128 or more such attempts the update throws {@link
 * IllegalStateException}, and has changed nothing itself.
 *
 * <p><b>On errors.</b> An operation throws what its callback throws. An operation on a single key
 * has then changed nothing. {@link #putAll}, {@link #replaceAll}, {@code removeIf} of a view and
 * bulk operations keep their changes of earlier mappings. An operation that throws an error of the
 * virtual machine has had no effect, or its whole effect.
 *
 * <p><b>Iteration</b>, by iterators, spliterators, bulk operations, and from key to key by {@link
 * #keyAfter}, is weakly consistent. It never throws {@link
 * java.util.ConcurrentModificationException}. A key that is present all the time is visited exactly
 * once, even while the map grows or shrinks. An iterator reads a few buckets ahead. Steps by {@link
 * #keyAfter} have one exception: keys that have the same hash and no order. After a removed key,
 * the next step returns to the first of these keys, and so repeats some. If another object equal to
 * the key has been put meanwhile, the step may leave out some.
 *
 * <p><b>Keys.</b> The map multiplies hashes by a random number, so that an attacker cannot choose
 * keys that collide in a bucket, except by equal {@code hashCode}s. An operation on one of n keys
 * with the same {@code hashCode} takes
 *
 * <ul>
 *   <li>O(log n) time if the class of the key is {@link Comparable} to itself, and all of them are
 *       of that class. {@code compareTo} must return 0 for equal keys.
 *   <li>O(log n) time if the key is the object that was put.
 *   <li>O(n) time if the class of the key has no order, and the key is absent or is not the object
 *       that was put.
 *   <li>O(log n + m) time if m of them are of other classes. A key can be equal to one of another
 *       class, so a key that is not found is compared with those m too. Strings, UUIDs and the
 *       boxes of primitives are never equal to a key of another class and are not compared with
 *       those m.
 * </ul>
 *
 * <p>Key objects of class {@link Long} or {@link Integer} are not kept, nor those that are exact to
 * an {@link ExactHashingStrategy}. The map makes new ones on demand, so callers must not rely on
 * their identity.
 *
 * <p><b>Cost.</b> Operations on one key take constant time on average. While the table grows or
 * shrinks, they also fill up to 16 buckets. A mapping takes 32 bytes, and between 5 and 11 for its
 * share of the table, with compressed references. {@link #size} takes time in proportion to the
 * cells of a {@link java.util.concurrent.atomic.LongAdder}.
 *
 * <p><b>Source.</b> O. Shalev, N. Shavit: Split-Ordered Lists: Lock-Free Extensible Hash Tables,
 * JACM 53(3), 2006; with differences that the comment in {@code SplitOrderedList} lists.
 *
 * <p>Neither keys nor values may be null. The map is not {@link java.io.Serializable}: write its
 * mappings, and read them with a bound on their number.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class SplitOrderedHashMap<K, V> extends SplitOrderedMap<K, V> {
  private final HashedKeys<K> keys;
  private final long multiplier;

  /** True if a {@link Long} is told by its order. */
  private final boolean isNatural;

  /** An empty map with few buckets, for keys that are compared by their own {@code equals}. */
  public SplitOrderedHashMap() {
    this(HashingStrategy.natural(), SplitOrderedList.DEFAULT_BITS, SplitMultiplier.random());
  }

  /**
   * An empty map with room for a number of mappings.
   *
   * @param initialCapacity the number of mappings that the map can hold before it grows; it never
   *     shrinks below this room. Iteration and {@link #firstKeyOrNull} take time in proportion to
   *     it.
   * @throws IllegalArgumentException if it is negative
   */
  public SplitOrderedHashMap(int initialCapacity) {
    this(
        HashingStrategy.natural(),
        SplitOrderedList.bitsFor(initialCapacity),
        SplitMultiplier.random());
  }

  /**
   * An empty map for keys that a strategy hashes and compares.
   *
   * @param strategy the hashes and the equality of keys; if it is also a {@link
   *     java.util.Comparator}, it orders keys with equal hashes
   */
  public SplitOrderedHashMap(HashingStrategy<? super K> strategy) {
    this(
        Objects.requireNonNull(strategy, "strategy"),
        SplitOrderedList.DEFAULT_BITS,
        SplitMultiplier.random());
  }

  /** A map with the mappings of another map. */
  public SplitOrderedHashMap(Map<? extends K, ? extends V> mappings) {
    this(Objects.requireNonNull(mappings, "mappings").size());
    putAll(mappings);
  }

  SplitOrderedHashMap(HashingStrategy<? super K> strategy, int minBits, long multiplier) {
    this(new HashedKeys<>(strategy, multiplier), minBits);
  }

  private SplitOrderedHashMap(HashedKeys<K> keys, int minBits) {
    super(new SplitOrderedList<>(keys, minBits));
    this.keys = keys;
    this.multiplier = keys.multiplier;
    this.isNatural = keys.isNatural();
  }

  /** Returns the number of buckets, and of updates that were retried often. Constant time. */
  public MapStructure structure() {
    return new MapStructure(list.buckets(), 0, 0, 0, list.longRetries());
  }

  /**
   * Returns an empty map that compares and orders its keys as this one does. A caller that has
   * reached a key of this map can continue after that key in the returned map.
   */
  public SplitOrderedHashMap<K, V> emptyCopy() {
    return new SplitOrderedHashMap<>(keys, list.minBits());
  }

  @Override
  @SuppressWarnings("unchecked") // Is only hashed and compared.
  public @Nullable V get(Object key) {
    if (isNatural && key instanceof Long number) {
      return list.getLong(number * multiplier, number);
    }
    return list.get(keys, (K) key);
  }
}
