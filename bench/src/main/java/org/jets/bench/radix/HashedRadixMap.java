package org.jets.bench.radix;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.jets.bench.skeleton.Change;
import org.jets.bench.skeleton.Presence;
import org.jets.bench.skeleton.SkeletalMap;
import org.jets.bench.skeleton.Walk;
import org.jets.collections.internal.sync.EarlyInitialization;
import org.jspecify.annotations.Nullable;

/**
 * A concurrent map without order: a radix tree whose keys are hashes of eight bytes, as in the
 * table type {@code judyeh} of S. L. Fritchie, A Study of Erlang ETS Table Implementations and
 * Performance (2003). The tree maps a hash to a chain of the mappings that have it. A chain never
 * changes: an update replaces it. It is here only to be compared with the hash maps of {@code
 * org.jets.collections}.
 *
 * <p>All operations on one key are atomic. Iteration is in the order of hashes, and weakly
 * consistent. A function, as that of {@link #compute}, is called without a lock, and once more each
 * time that a mapping with the same hash has changed meanwhile.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class HashedRadixMap<K, V> extends SkeletalMap<K, V> {
  static {
    EarlyInitialization.of(ArrayKeys.class, LongByteKeys.class, StringKeys.class);
  }

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
  protected @Nullable V update(Object key, @Nullable V value, Presence expected) {
    Change<V> change =
        new Change<>() {
          @Override
          public @Nullable V apply(@Nullable V present) {
            boolean isExpected =
                present == null ? expected != Presence.PRESENT : expected != Presence.ABSENT;
            return isExpected ? value : present;
          }
        };
    change(key, change);
    return change.before();
  }

  @Override
  protected void change(Object key, Change<V> change) {
    tree.change(
        bytes(key),
        new Change<>() {
          @Override
          public @Nullable Chain<K, V> apply(@Nullable Chain<K, V> chain) {
            return changed(chain, key, change);
          }
        });
  }

  /** Returns a chain with the value that a change makes, or the same one. */
  @SuppressWarnings("unchecked") // A key of another class is never added.
  private static <K, V> @Nullable Chain<K, V> changed(
      @Nullable Chain<K, V> chain, Object key, Change<V> change) {
    Chain<K, V> found = Chain.find(chain, key);
    V before = found == null ? null : found.value;
    V after = change.call(before);
    if (after == before) {
      return chain;
    }
    Chain<K, V> rest = chain == null || found == null ? chain : Chain.without(chain, found);
    return after == null ? rest : new Chain<>(found == null ? (K) key : found.key, after, rest);
  }

  @Override
  public boolean isEmpty() {
    return tree.isEmpty();
  }

  @Override
  public void clear() {
    tree.clear();
  }

  /** Counts the mappings. */
  @Override
  public int size() {
    int size = 0;
    Walk<K, V> walk = walk();
    while (walk.advance() && size < Integer.MAX_VALUE) {
      size++;
    }
    return size;
  }

  @Override
  protected Walk<K, V> walk() {
    return new ChainWalk<>(tree);
  }

  @Override
  protected int order() {
    return 0;
  }

  /** Goes from chain to chain. A chain is read as a whole. */
  private static final class ChainWalk<K, V> implements Walk<K, V> {
    private final RadixCursor<byte[], Chain<K, V>> chains;
    private @Nullable Chain<K, V> at;
    private @Nullable Chain<K, V> kept;

    /** True if the cursor has gone on, and its chain has not been taken. */
    private boolean isAhead;

    ChainWalk(RadixTree<Chain<K, V>> tree) {
      chains = new RadixCursor<>(tree, ByteKeys.bytes(), false, null, true, null, true);
    }

    @Override
    public boolean advance() {
      Chain<K, V> next = at == null ? null : at.next;
      if (next == null) {
        isAhead = isAhead || chains.advance();
        next = isAhead ? chains.value() : null;
      }
      at = next;
      isAhead = false;
      return next != null;
    }

    @Override
    public K key() {
      return Objects.requireNonNull(at, "at").key;
    }

    @Override
    public void keepKey() {
      kept = at;
    }

    @Override
    public K keptKey() {
      return Objects.requireNonNull(kept, "kept").key;
    }

    @Override
    public V value() {
      return Objects.requireNonNull(at, "at").value;
    }
  }

  @Override
  public void validate() {
    RadixValidation.validate(tree);
  }
}
