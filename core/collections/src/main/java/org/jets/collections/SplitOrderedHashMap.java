package org.jets.collections;

import java.util.Map;
import java.util.Objects;
import org.jets.collections.internal.split.HashedKeys;
import org.jets.collections.internal.split.SplitMultiplier;
import org.jets.collections.internal.split.SplitOrderedList;
import org.jspecify.annotations.Nullable;

/**
 * A concurrent hash map without locks, that grows and shrinks by a few buckets at a time and keeps
 * the order of its keys while it does: a split-ordered list.
 *
 * <p>Take it for lookups among many keys, for maps that are emptied again, where no operation may
 * wait for another or for a table to be copied, and where iteration has to survive change or to be
 * resumed behind a key. Take {@link java.util.concurrent.ConcurrentHashMap} where {@link
 * #computeIfAbsent} and its like have to call their function only once, or where a key that is
 * computed has to keep others from computing it; {@link LongSplitOrderedMap} where the keys are
 * {@code long}.
 *
 * <p><b>Concurrency.</b> All operations on one key are atomic, and happen-before those that see
 * what they did. None waits for another: in any situation some thread finishes what it does,
 * whatever happens to the others. Functions given to {@code compute} and the like run without
 * anything being held, and again if the mapping has changed by the time that they are done, except
 * by {@link #clear}: they must not have effects, and may use this map. {@link #size} is exact at
 * rest; beside changes it may be off by those that are under way.
 *
 * <p><b>Callbacks</b> are the functions given to the map or a view, {@code equals}, {@code
 * hashCode} and {@code compareTo} of keys, {@code equals} of values, and the methods of a {@link
 * HashingStrategy}. They may read and update this map. The function of {@link #replaceAll}, too,
 * runs again for a value that changes meanwhile. An update whose callbacks make each of its
 * attempts fail throws {@link IllegalStateException} after 128 attempts or more, and has not
 * changed anything itself. They do that by updates of the same bucket, or by so many that the table
 * grows or shrinks.
 *
 * <p><b>On errors.</b> What a callback throws comes out of the operation. One on a single key has
 * then changed nothing. {@link #putAll}, {@link #replaceAll}, {@code removeIf} of a view and bulk
 * operations keep what they did for the mappings before. An error of the virtual machine comes out
 * of an operation that has done nothing, or all of what it is about.
 *
 * <p><b>Iteration</b>, by iterators, spliterators, bulk operations, and from key to key by {@link
 * #keyAfter}, is weakly consistent: it never throws {@link
 * java.util.ConcurrentModificationException}, and comes to each key that is present throughout
 * exactly once, also while the map grows or shrinks. An iterator reads a few buckets ahead. Between
 * keys that have the same hash and no order, a cursor on one that has been removed goes back to the
 * first of these; it leaves out none.
 *
 * <p><b>Keys.</b> The map multiplies hashes with a random number, so nobody can choose keys that
 * meet in a bucket, except by their {@code hashCode}. An operation on one of n keys with the same
 * {@code hashCode} takes
 *
 * <ul>
 *   <li>O(log n) time if the class of the key is {@link Comparable} to itself, and all of them are
 *       of that class. {@code compareTo} must not tell equal keys apart.
 *   <li>O(log n) time if the key is the object that was put.
 *   <li>O(n) time if its class has no order, for another object that is equal to it or for a key
 *       that is not there.
 *   <li>O(log n + m) time if m of them are of other classes. A key can be equal to one of another
 *       class, so a key that is not found is compared with those m too. Strings, UUIDs and the
 *       boxes of primitives are equal to none of another class and are not compared with them.
 * </ul>
 *
 * <p>Keys that are a {@link Long} or {@link Integer} are not kept but made anew when asked for:
 * they have no identity to rely on.
 *
 * <p><b>Cost.</b> Operations on one key take constant time on average, and fill up to 16 buckets
 * besides while the table grows or shrinks. A mapping takes 32 bytes, and between 5 and 11 for its
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

  /** An empty map of few buckets, for keys that have their own equality. */
  public SplitOrderedHashMap() {
    this(HashingStrategy.natural(), SplitOrderedList.DEFAULT_BITS, SplitMultiplier.random());
  }

  /**
   * An empty map with room.
   *
   * @param initialCapacity how many mappings the map is to hold before it grows; it never shrinks
   *     below. Iteration and {@link #firstKeyOrNull} take time in proportion to it.
   * @throws IllegalArgumentException if it is negative
   */
  public SplitOrderedHashMap(int initialCapacity) {
    this(
        HashingStrategy.natural(),
        SplitOrderedList.bitsFor(initialCapacity),
        SplitMultiplier.random());
  }

  /**
   * An empty map for keys that are compared in another way.
   *
   * @param strategy if it is a {@link java.util.Comparator} too, that orders the keys whose hashes
   *     are equal
   */
  public SplitOrderedHashMap(HashingStrategy<? super K> strategy) {
    this(
        Objects.requireNonNull(strategy, "strategy"),
        SplitOrderedList.DEFAULT_BITS,
        SplitMultiplier.random());
  }

  /** A map of other mappings. */
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

  /**
   * An empty map that compares and orders its keys as this one does: who has come to a key here
   * goes on behind it there.
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
