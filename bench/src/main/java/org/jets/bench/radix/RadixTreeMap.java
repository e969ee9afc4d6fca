package org.jets.bench.radix;

import java.util.Map;
import java.util.Objects;
import java.util.Spliterator;
import org.jets.bench.skeleton.Change;
import org.jets.bench.skeleton.Presence;
import org.jets.bench.skeleton.SkeletalMap;
import org.jets.bench.skeleton.Walk;
import org.jets.collections.internal.sync.EarlyInitialization;
import org.jspecify.annotations.Nullable;

/**
 * A concurrent map whose keys are sequences of bytes, in their order: an adaptive radix tree. A
 * lookup reads the bytes of its key one after the other, and compares no keys. Beginnings that keys
 * have in common are stored once, and no key is kept as an object. It is here only to be compared
 * with the ordered maps of {@code org.jets.collections}.
 *
 * <p><b>Keys</b> are converted by {@link ByteKeys}, which also gives their order. What the map
 * returns is an equal key, which is made from the bytes each time.
 *
 * <p><b>Concurrency.</b> All operations on one key are atomic and linearizable. So are {@link
 * #clear} and the neighbours of a key ({@link #higherEntry} and the like). {@link #size}, {@link
 * #rank}, {@link #nth} and cursors are weakly consistent. Lookups take no lock and are wait-free.
 * An update locks the node that it changes, and the one above if it replaces that node. A removal
 * that makes one node of two locks three. A function, as that of {@link #compute}, is called
 * without a lock, and once more each time that the value of its key has changed meanwhile.
 *
 * <p><b>Memory.</b> A leaf takes 16 bytes, and 8 more for up to seven bytes behind the last branch
 * of its key; an array has what is longer. With the nodes, a mapping takes 40 bytes if its key is a
 * short name, 49 if it is a URL, 29 if it is a tuple of an atom and a number, and 21 if it is a
 * Long.
 *
 * <p>The comment in {@link RadixTree} has the source, the locks and the linearization points.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class RadixTreeMap<K, V> extends SkeletalMap<K, V> {
  static {
    EarlyInitialization.of(ArrayKeys.class, LongByteKeys.class, StringKeys.class);
  }

  private final ByteKeys<K> keys;
  private final RadixTree<V> tree = new RadixTree<>();

  /**
   * An empty map.
   *
   * @param keys the bytes of keys: {@link ByteKeys#strings}, {@link ByteKeys#bytes}, {@link
   *     ByteKeys#longs}, or others
   */
  public RadixTreeMap(ByteKeys<K> keys) {
    this.keys = Objects.requireNonNull(keys, "keys");
  }

  @SuppressWarnings("unchecked") // The encoding fails if it is of another class.
  private byte[] encode(Object key) {
    byte[] bytes = keys.encode((K) Objects.requireNonNull(key, "key"));
    return Objects.requireNonNull(bytes, "bytes"); // Null would be no bound.
  }

  private byte @Nullable [] encodeOrNull(@Nullable K key) {
    return key == null ? null : encode(key);
  }

  // One key

  @Override
  public @Nullable V get(Object key) {
    return tree.get(encode(key));
  }

  @Override
  protected @Nullable V update(Object key, @Nullable V value, Presence expected) {
    return tree.update(encode(key), value, expected);
  }

  @Override
  protected void change(Object key, Change<V> change) {
    tree.change(encode(key), change);
  }

  // Neighbours

  private Map.@Nullable Entry<K, V> find(
      byte @Nullable [] key, boolean inclusive, boolean descending) {
    return entry(RadixSearch.find(tree, key, inclusive, descending));
  }

  private Map.@Nullable Entry<K, V> entry(Map.@Nullable Entry<byte[], V> found) {
    return found == null
        ? null
        : new SimpleImmutableEntry<>(keys.decode(found.getKey()), found.getValue());
  }

  public Map.@Nullable Entry<K, V> firstEntry() {
    return find(null, true, false);
  }

  public Map.@Nullable Entry<K, V> lastEntry() {
    return find(null, true, true);
  }

  public Map.@Nullable Entry<K, V> higherEntry(K key) {
    return find(encode(key), false, false);
  }

  public Map.@Nullable Entry<K, V> ceilingEntry(K key) {
    return find(encode(key), true, false);
  }

  public Map.@Nullable Entry<K, V> floorEntry(K key) {
    return find(encode(key), true, true);
  }

  public Map.@Nullable Entry<K, V> lowerEntry(K key) {
    return find(encode(key), false, true);
  }

  // Ranges and all

  /**
   * Returns a cursor over a range, in ascending order.
   *
   * @param low null for no bound
   * @param high null for no bound
   */
  public RadixCursor<K, V> ascending(
      @Nullable K low, boolean lowInclusive, @Nullable K high, boolean highInclusive) {
    return new RadixCursor<>(
        tree, keys, false, encodeOrNull(low), lowInclusive, encodeOrNull(high), highInclusive);
  }

  /**
   * Returns a cursor over a range, in descending order.
   *
   * @param high null for no bound
   * @param low null for no bound
   */
  public RadixCursor<K, V> descending(
      @Nullable K high, boolean highInclusive, @Nullable K low, boolean lowInclusive) {
    return new RadixCursor<>(
        tree, keys, true, encodeOrNull(high), highInclusive, encodeOrNull(low), lowInclusive);
  }

  @Override
  protected Walk<K, V> walk() {
    return ascending(null, true, null, true);
  }

  @Override
  protected int order() {
    return Spliterator.ORDERED;
  }

  /** Returns the number of mappings, in time linear in the number of inner nodes. */
  public long mappingCount() {
    return RadixCount.all(tree);
  }

  @Override
  public int size() {
    return (int) Math.min(Integer.MAX_VALUE, mappingCount());
  }

  @Override
  public boolean isEmpty() {
    return tree.isEmpty();
  }

  /** Removes all mappings at one moment. */
  @Override
  public void clear() {
    tree.clear();
  }

  /**
   * Returns the number of keys that are less than a key, in time linear in the number of inner
   * nodes before it.
   */
  public long rank(K key) {
    return RadixCount.upTo(tree, encode(key), false);
  }

  /**
   * Returns the mapping before which there are a number of others, or null if there are not that
   * many. Takes time linear in the number of inner nodes before it.
   *
   * @throws IllegalArgumentException if the number is negative
   */
  public Map.@Nullable Entry<K, V> nth(long index) {
    if (index < 0) {
      throw new IllegalArgumentException("index: " + index + " (expected: 0 or more)");
    }
    return entry(RadixCount.nth(tree, index));
  }

  @Override
  public void validate() {
    RadixValidation.validate(tree);
  }
}
