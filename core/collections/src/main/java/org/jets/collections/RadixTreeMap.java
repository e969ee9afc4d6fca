package org.jets.collections;

import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jets.collections.internal.cursor.Cursor;
import org.jets.collections.internal.order.Expected;
import org.jets.collections.internal.order.KeyBounds;
import org.jets.collections.internal.order.PrefixOrder;
import org.jets.collections.internal.order.Relation;
import org.jets.collections.internal.radix.RadixCount;
import org.jets.collections.internal.radix.RadixCursor;
import org.jets.collections.internal.radix.RadixReentry;
import org.jets.collections.internal.radix.RadixSearch;
import org.jets.collections.internal.radix.RadixTree;
import org.jets.collections.internal.radix.RadixValidation;
import org.jets.collections.internal.sync.EarlyInitialization;
import org.jspecify.annotations.Nullable;

/**
 * A concurrent ordered map whose keys are sequences of bytes: an adaptive radix tree. A lookup
 * reads the bytes of its key one after the other, and compares no keys. Beginnings that keys have
 * in common are stored once, and no key is kept as an object. Readers take no lock.
 *
 * <pre>{@code
 * RadixTreeMap<String, Page> pages = new RadixTreeMap<>(ByteKeys.strings());
 * }</pre>
 *
 * <p>Choose it
 *
 * <ul>
 *   <li>for strings, paths, URLs, and compound keys that share beginnings;
 *   <li>for many mappings in little memory;
 *   <li>for the number of keys before a key ({@link #rank}), and the key with a number ({@link
 *       #nth}).
 * </ul>
 *
 * <p>Choose another map
 *
 * <ul>
 *   <li>for ranges and snapshots of one moment: {@link LockFreeAdaptingTreeMap} or {@link
 *       ContentionAdaptingTreeMap};
 *   <li>for an order that cannot be expressed in bytes, and for keys whose objects must be kept;
 *   <li>for numbers: {@link LongTreeMap}.
 * </ul>
 *
 * <p><b>Keys</b> are converted by {@link ByteKeys}, which also gives their order. Two keys are
 * equal if they have the same bytes. {@code equals}, {@code hashCode} and {@code compareTo} of keys
 * are not called, except that {@link #hashCode} of the map calls {@code hashCode}. The map keeps
 * the bytes of a key alone. What it returns is an equal key, and a new object each time.
 *
 * <p><b>Concurrency.</b> All operations on one key are atomic and linearizable. So are {@link
 * #clear}, the neighbours of a key ({@link #higherEntry} and the like), and the first and the last
 * entry. {@code pollFirstEntry} and {@code pollLastEntry} remove a mapping that was the first or
 * the last at a moment of the call. {@link #size}, {@link #rank} and {@link #nth} are weakly
 * consistent: exact if no thread changes the map meanwhile. Operations happen-before those that see
 * their effect.
 *
 * <p>A reader takes no lock and writes no shared memory. Lookups are wait-free. Neighbours are
 * lock-free: a search begins anew if an update has changed what it has read. An update locks the
 * node that it changes, and the one above if it replaces that node, for the time of a few copies.
 * It waits for another one that has locked the same node.
 *
 * <p><b>Callbacks</b> are the functions given to the map or a view, {@code equals} of values, and
 * the methods of {@link ByteKeys}.
 *
 * <ul>
 *   <li>They run without a lock, and may read and update this map.
 *   <li>A function runs again if the value of its key has changed meanwhile. So it must not have
 *       side effects.
 *   <li>An update throws {@link IllegalStateException} if its callbacks change its own key again
 *       and again, more than 64 times. It has then changed nothing itself.
 * </ul>
 *
 * <p><b>On errors.</b> An operation throws what its callback throws, and any error of a failed
 * allocation or call. An update of one key has then taken effect entirely or not at all. No lock
 * stays held. {@code putAll}, {@code replaceAll}, {@code removeIf} of a view and changes of a range
 * keep their changes of earlier mappings. What {@code decode} throws comes after the effect of
 * operations that return a key, such as {@code pollFirstEntry}.
 *
 * <p><b>Iteration</b>, by iterators, spliterators and bulk operations of the map and its views, is
 * weakly consistent. It never throws {@link java.util.ConcurrentModificationException}, and visits
 * each key that is present throughout exactly once, in order. Only what asks for keys makes them:
 * {@code values().forEach} makes none.
 *
 * <p><b>Cost.</b> An operation on a key takes time in proportion to the bytes of the key, whatever
 * the number of mappings. {@link #size}, {@link #rank} and {@link #nth} take time linear in the
 * number of inner nodes. {@link #isEmpty} takes constant time.
 *
 * <p><b>Memory.</b> With compressed references, a mapping takes a leaf: 16 bytes if the nodes above
 * it say all of its key, 24 bytes with up to seven more bytes, and 40 bytes and more beyond. A node
 * of up to 16 children takes 96 bytes and four for each child. Larger ones take about 560 bytes for
 * up to 48 children, and 1,100 bytes for up to 256. The map has no objects for keys.
 *
 * <p><b>Source.</b> V. Leis, A. Kemper, T. Neumann: The Adaptive Radix Tree, ICDE 2013. V. Leis, F.
 * Scheibner, A. Kemper, T. Neumann: The ART of Practical Synchronization, DaMoN 2016. The comment
 * in {@code RadixTree} has the locks, the linearization points and the differences.
 *
 * <p>Neither keys nor values may be null. The map is not {@link java.io.Serializable}.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class RadixTreeMap<K, V> extends AbstractRangeMap<K, V> {
  static {
    EarlyInitialization.of(Relation.class, ArrayKeys.class, StringKeys.class, LongByteKeys.class);
  }

  /** The tries of an update after which it registers. */
  private static final int CALM = 8;

  private final ByteKeys<K> keys;
  private final RadixTree<V> tree = new RadixTree<>();

  /**
   * An empty map.
   *
   * @param keys the bytes of keys: {@link ByteKeys#strings}, {@link ByteKeys#bytes}, {@link
   *     ByteKeys#longs}, or others
   */
  public RadixTreeMap(ByteKeys<K> keys) {
    super(PrefixOrder.of(Objects.requireNonNull(keys, "keys").order()));
    this.keys = keys;
  }

  @SuppressWarnings("unchecked") // The encoding fails if it is of another class.
  private byte[] encode(Object key) {
    return keys.encode((K) key);
  }

  private byte @Nullable [] encodeOrNull(@Nullable K key) {
    return key == null ? null : keys.encode(key);
  }

  // One key.

  @Override
  public @Nullable V get(Object key) {
    return tree.get(encode(Objects.requireNonNull(key, "key")));
  }

  @Override
  @Nullable V updateMapping(K key, @Nullable V value, Object expected) {
    byte[] bytes = keys.encode(key);
    if (!(expected instanceof Expected)) {
      return changeIfEqual(bytes, value, expected);
    }
    V before = tree.update(bytes, value, expected);
    boolean isChanged =
        before == null
            ? value != null && expected != Expected.PRESENT
            : expected != Expected.ABSENT;
    if (isChanged) {
      tree.retries().noteChange(bytes);
    }
    return before;
  }

  private @Nullable V changeIfEqual(byte[] bytes, @Nullable V value, Object expected) {
    RadixReentry own = null;
    V equal = null;
    try {
      for (int attempt = 0; ; attempt++) {
        own = retried(own, attempt, bytes);
        V present = tree.get(bytes);
        if (present == null
            || (present != equal && present != expected && !expected.equals(present))) {
          return null;
        }
        equal = present; // A retry does not compare it again.
        if (tree.update(bytes, value, present) == present) {
          tree.retries().noteChange(bytes);
          return present;
        }
      }
    } finally {
      if (own != null) {
        own.end();
      }
    }
  }

  @Override
  @Nullable V computeMapping(
      K key,
      boolean ifAbsent,
      boolean ifPresent,
      BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> function) {
    byte[] bytes = keys.encode(key);
    RadixReentry own = null;
    try {
      for (int attempt = 0; ; attempt++) {
        own = retried(own, attempt, bytes);
        V present = tree.get(bytes);
        if (present == null ? !ifAbsent : !ifPresent) {
          return present;
        }
        V value = function.apply(key, present);
        if (value == present) {
          return value;
        }
        Object expected = present == null ? Expected.ABSENT : present;
        if (tree.update(bytes, value, expected) == present) {
          tree.retries().noteChange(bytes);
          return value;
        }
      }
    } finally {
      if (own != null) {
        own.end();
      }
    }
  }

  /** Registers an update at the try after which that is worth it, and ends one that is in vain. */
  private @Nullable RadixReentry retried(@Nullable RadixReentry own, int attempt, byte[] bytes) {
    if (own != null) {
      own.noteFailure();
      return own;
    }
    return attempt == CALM ? tree.retries().begin(bytes) : null;
  }

  // Neighbours.

  private Map.@Nullable Entry<K, V> entry(Map.@Nullable Entry<byte[], V> found) {
    return found == null
        ? null
        : new SimpleImmutableEntry<>(keys.decode(found.getKey()), found.getValue());
  }

  @Override
  Map.@Nullable Entry<K, V> findEntry(K key, Relation relation) {
    byte[] bytes = keys.encode(key);
    return entry(RadixSearch.find(tree, bytes, relation.isInclusive, !relation.isUpward));
  }

  @Override
  public Map.@Nullable Entry<K, V> firstEntry() {
    return entry(RadixSearch.find(tree, null, true, false));
  }

  @Override
  public Map.@Nullable Entry<K, V> lastEntry() {
    return entry(RadixSearch.find(tree, null, true, true));
  }

  @Override
  Map.@Nullable Entry<K, V> pollEntry(KeyBounds<K> bounds, boolean last) {
    Map.Entry<K, V> entry;
    do {
      entry = last ? lastEntry(bounds) : firstEntry(bounds);
    } while (entry != null && !tryRemove(keys.encode(entry.getKey()), entry.getValue()));
    return entry;
  }

  private boolean tryRemove(byte[] bytes, V value) {
    if (tree.update(bytes, null, value) != value) {
      return false;
    }
    tree.retries().noteChange(bytes);
    return true;
  }

  // Ranges.

  @Override
  Cursor<K, V> cursor(KeyBounds<K> bounds, boolean descending) {
    byte[] low = encodeOrNull(bounds.low);
    byte[] high = encodeOrNull(bounds.high);
    return descending
        ? new RadixCursor<>(tree, keys, true, high, bounds.highInclusive, low, bounds.lowInclusive)
        : new RadixCursor<>(
            tree, keys, false, low, bounds.lowInclusive, high, bounds.highInclusive);
  }

  /**
   * {@inheritDoc} Weakly consistent, as {@link #rank} is. Takes time linear in the number of inner
   * nodes, of which many have ten and more mappings.
   */
  @Override
  public long mappingCount() {
    return RadixCount.all(tree);
  }

  @Override
  public boolean isEmpty() {
    return tree.isEmpty();
  }

  /**
   * Returns the number of keys that are less than a key. Takes time linear in the number of inner
   * nodes before that key. Weakly consistent: a mapping that comes or goes meanwhile may count or
   * not.
   *
   * @param key need not be in the map
   */
  public long rank(K key) {
    return RadixCount.upTo(tree, keys.encode(Objects.requireNonNull(key, "key")), false);
  }

  /**
   * Returns the mapping before which there are a number of others in the order of the keys, or null
   * if there are not that many. So 0 is for the first one. The entry does not change. Takes time
   * linear in the number of inner nodes up to there. Weakly consistent as {@link #rank} is.
   *
   * @throws IllegalArgumentException if the number is negative
   */
  public Map.@Nullable Entry<K, V> nth(long index) {
    if (index < 0) {
      throw new IllegalArgumentException("index: " + index + " (expected: 0 or more)");
    }
    return entry(RadixCount.nth(tree, index));
  }

  /**
   * Removes all mappings at one moment. An update in progress counts as done before: its function
   * does not run again, and its result is not in the map.
   */
  @Override
  public void clear() {
    tree.clear();
    tree.retries().noteChange(null);
  }

  @Override
  void validate() {
    RadixValidation.validate(tree);
  }
}
