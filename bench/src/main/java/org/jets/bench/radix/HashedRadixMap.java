package org.jets.bench.radix;

import java.nio.ByteBuffer;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import org.jets.collections.internal.order.Expected;
import org.jspecify.annotations.Nullable;

/**
 * A concurrent map without order: a radix tree whose keys are hashes of eight bytes, as in the
 * table type {@code judyeh} of S. L. Fritchie, A Study of Erlang ETS Table Implementations and
 * Performance (2003). The tree maps a hash to a chain of the mappings that have it. A chain never
 * changes: an update replaces it. It is here only to be compared with the hash maps of {@code
 * org.jets.collections}.
 *
 * <p>All operations on one key are atomic. Iteration is in the order of hashes, and weakly
 * consistent.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class HashedRadixMap<K, V> extends AbstractMap<K, V> implements ConcurrentMap<K, V> {
  private static final long MULTIPLIER = 0x9e37_79b9_7f4a_7c15L;

  private final RadixTree<Chain<K, V>> tree = new RadixTree<>();

  /** An empty map. */
  public HashedRadixMap() {}

  /** A mapping, and others with the same hash. */
  private record Chain<K, V>(K key, V value, @Nullable Chain<K, V> next) {
    static <K, V> @Nullable Chain<K, V> find(@Nullable Chain<K, V> from, Object key) {
      Chain<K, V> at = from;
      while (at != null && at.key != key && !key.equals(at.key)) {
        at = at.next;
      }
      return at;
    }

    /** The same without one of its mappings. */
    static <K, V> @Nullable Chain<K, V> without(Chain<K, V> from, Chain<K, V> one) {
      Chain<K, V> rest = one.next;
      for (Chain<K, V> at = from; at != one; at = Objects.requireNonNull(at.next)) {
        rest = new Chain<>(at.key, at.value, rest);
      }
      return rest;
    }
  }

  /** Spreads the hash, so that neighbours differ in their first bytes. No two hashes become one. */
  private static byte[] bytes(Object key) {
    byte[] bytes = new byte[Long.BYTES];
    ByteBuffer.wrap(bytes).putLong(key.hashCode() * MULTIPLIER);
    return bytes;
  }

  @Override
  public @Nullable V get(Object key) {
    Chain<K, V> found = Chain.find(tree.get(bytes(key)), key);
    return found == null ? null : found.value;
  }

  @Override
  public V getOrDefault(Object key, V other) {
    V value = get(key);
    return value == null ? other : value;
  }

  @Override
  public boolean containsKey(Object key) {
    return get(key) != null;
  }

  /**
   * Sets, or with null removes, the value of a key if the present one is as expected.
   *
   * @param expected one of {@link Expected}, or what the value has to be equal to
   * @return the value before, if it was as expected or the key is to be absent; else null
   */
  @SuppressWarnings("unchecked") // A key of another class is never added.
  private @Nullable V change(Object key, @Nullable V value, Object expected) {
    byte[] bytes = bytes(key);
    for (; ; ) {
      Chain<K, V> chain = tree.get(bytes);
      Chain<K, V> found = Chain.find(chain, key);
      V before = found == null ? null : found.value;
      boolean isExpected =
          before == null
              ? value != null && (expected == Expected.ANYTHING || expected == Expected.ABSENT)
              : expected != Expected.ABSENT
                  && (expected instanceof Expected || expected.equals(before));
      if (!isExpected) {
        return expected == Expected.ABSENT ? before : null;
      }
      Chain<K, V> rest = chain == null || found == null ? chain : Chain.without(chain, found);
      Chain<K, V> changed =
          value == null ? rest : new Chain<>(found == null ? (K) key : found.key, value, rest);
      Object was = tree.update(bytes, changed, chain == null ? Expected.ABSENT : chain);
      if (was == chain) {
        return before;
      }
    }
  }

  @Override
  public @Nullable V put(K key, V value) {
    return change(key, Objects.requireNonNull(value, "value"), Expected.ANYTHING);
  }

  @Override
  public @Nullable V putIfAbsent(K key, V value) {
    return change(key, Objects.requireNonNull(value, "value"), Expected.ABSENT);
  }

  @Override
  public @Nullable V remove(Object key) {
    return change(key, null, Expected.PRESENT);
  }

  @Override
  public @Nullable V replace(K key, V value) {
    return change(key, Objects.requireNonNull(value, "value"), Expected.PRESENT);
  }

  @Override
  public boolean remove(Object key, @Nullable Object value) {
    Objects.requireNonNull(key, "key");
    return value != null && change(key, null, value) != null;
  }

  @Override
  public boolean replace(K key, V before, V value) {
    Objects.requireNonNull(before, "before");
    return change(key, Objects.requireNonNull(value, "value"), before) != null;
  }

  @Override
  public boolean isEmpty() {
    return tree.isEmpty();
  }

  @Override
  public void clear() {
    tree.clear();
  }

  @Override
  public Set<Entry<K, V>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Entry<K, V>> iterator() {
        return new Entries();
      }

      @Override
      public boolean isEmpty() {
        return HashedRadixMap.this.isEmpty();
      }

      /** Counts the mappings. */
      @Override
      public int size() {
        int size = 0;
        for (Iterator<Entry<K, V>> all = iterator(); all.hasNext(); all.next()) {
          size++;
        }
        return size;
      }

      @Override
      public void clear() {
        HashedRadixMap.this.clear();
      }
    };
  }

  /** Goes from chain to chain. A chain is read as a whole. */
  private final class Entries implements Iterator<Entry<K, V>> {
    private final RadixCursor<byte[], Chain<K, V>> cursor =
        new RadixCursor<>(tree, ByteKeys.bytes(), false, null, true, null, true);
    private @Nullable Chain<K, V> ahead = nextChain();
    private @Nullable K last;

    private @Nullable Chain<K, V> nextChain() {
      return cursor.advance() ? cursor.value() : null;
    }

    @Override
    public boolean hasNext() {
      return ahead != null;
    }

    @Override
    public Entry<K, V> next() {
      Chain<K, V> at = ahead;
      if (at == null) {
        throw new NoSuchElementException();
      }
      ahead = at.next == null ? nextChain() : at.next;
      last = at.key;
      return new WritingEntry<>(HashedRadixMap.this, at.key, at.value);
    }

    @Override
    public void remove() {
      K key = last;
      if (key == null) {
        throw new IllegalStateException("remove: no mapping (expected: after next)");
      }
      HashedRadixMap.this.remove(key);
      last = null;
    }
  }

  /** Checks the inner structure of a map that no thread changes. */
  void validate() {
    RadixValidation.validate(tree);
  }
}
