package org.jets.collections.internal.split;

import java.util.Objects;
import org.jets.collections.HashingStrategy;
import org.jets.collections.internal.order.TieBreaker;
import org.jspecify.annotations.Nullable;

/**
 * Keys of any class, by their hashes.
 *
 * <p>A key that is a {@link Long} or {@link Integer} is told by its order alone. For other keys,
 * and for all with a hashing strategy, the order is the hash. Keys of one order are compared,
 * unless the strategy says that it is perfect.
 */
public final class HashedKeys<K> extends SplitKeys<K> {
  private static final long INT_MASK = 0xffff_ffffL;

  public final long multiplier;

  /** The strategy, or null for the keys' own equality. */
  private final @Nullable HashingStrategy<? super K> strategy;

  private final TieBreaker ties;
  private final long inverse;

  public HashedKeys(HashingStrategy<? super K> strategy, long multiplier) {
    this.strategy = strategy == HashingStrategy.natural() ? null : strategy;
    this.ties = TieBreaker.of(strategy);
    this.multiplier = multiplier;
    this.inverse = SplitMultiplier.inverse(multiplier);
  }

  public boolean isNatural() {
    return strategy == null;
  }

  @Override
  public long order(K key) {
    Objects.requireNonNull(key, "key");
    if (strategy != null) {
      return (strategy.hash(key) & INT_MASK) * multiplier;
    }
    return (key instanceof Long number ? number : key.hashCode() & INT_MASK) * multiplier;
  }

  @Override
  <V> SplitEntry<V> entry(long order, K key, V value, @Nullable SplitNode<V> next) {
    if (strategy == null) {
      if (key instanceof Long) {
        return new SplitEntry.OfLong<>(order, value, next);
      }
      if (key instanceof Integer) {
        return new SplitEntry.OfInteger<>(order, value, next);
      }
    } else if (strategy.hasPerfectHash(key)) {
      return new SplitEntry.OfPerfectHash<>(order, key, value, next);
    }
    return new SplitEntry.OfHash<>(order, key, value, next);
  }

  /** The key of an entry: the one that was put, or one equal to it. */
  @Override
  K key(SplitEntry<?> entry) {
    if (entry instanceof SplitEntry.OfKey<?> keyed) {
      return cast(keyed.key);
    }
    long number = entry.order * inverse;
    return cast(entry instanceof SplitEntry.OfLong ? (Object) number : (Object) (int) number);
  }

  /** Returns true if a key of the same order as an entry is the entry's. */
  boolean matches(SplitEntry<?> entry, Object key) {
    if (strategy != null
        && entry instanceof SplitEntry.OfPerfectHash
        && strategy.hasPerfectHash(cast(key))) {
      return true;
    }
    if (entry instanceof SplitEntry.OfKey<?> keyed) {
      Object other = keyed.key;
      return other == key
          || (strategy == null ? key.equals(other) : strategy.equal(cast(key), cast(other)));
    }
    return entry instanceof SplitEntry.OfLong ? key instanceof Long : key instanceof Integer;
  }

  /** Compares a key with that of an entry of the same order: see {@link TieBreaker}. */
  int compare(Object key, SplitEntry<?> entry) {
    return ties.compare(key, key(entry));
  }

  /** Compares as {@link #compare}, except that two keys without an order give 0. */
  int compareOrdered(Object key, SplitEntry<?> entry) {
    return ties.compareOrdered(key, key(entry));
  }

  /** The rank of a key among those of one order, see {@link TieBreaker#rank}. */
  int rank(Object key) {
    return ties.rank(key);
  }

  /** Returns true if a key that {@link #compare} does not find is not there. */
  boolean isDecisive(Object key) {
    return ties.isDecisive(key);
  }

  @Override
  <V> @Nullable SplitEntry<V> entryIn(SplitNode<V> node, K key) {
    if (node instanceof SplitEntry<V> entry) {
      return matches(entry, key) ? entry : null;
    }
    return ((CollisionNode<V>) node).find(this, key);
  }

  @Override
  <V> SplitNode<V> withMapping(
      SplitNode<V> node, @Nullable SplitEntry<V> old, long order, K key, @Nullable V value) {
    if (old == null) {
      V added = Objects.requireNonNull(value);
      return CollisionNode.plus(this, node, entry(order, key, added, null));
    }
    CollisionNode<V> run = (CollisionNode<V>) node;
    return value == null
        ? run.minus(this, old)
        : run.replacing(this, old, old.withValue(value, null));
  }

  @Override
  <V> @Nullable SplitEntry<V> higherIn(SplitNode<V> node, K key) {
    if (node instanceof SplitEntry<V> entry) {
      return !matches(entry, key) && compareOrdered(key, entry) <= 0 ? entry : null;
    }
    return ((CollisionNode<V>) node).higher(this, key);
  }

  @Override
  <V> CollisionTree.EntryCursor<V> cursorBehind(CollisionNode<V> run, K key) {
    return run.cursorBehind(this, key);
  }

  @SuppressWarnings("unchecked") // As in all maps: a key of another class fails in the strategy.
  private K cast(Object key) {
    return (K) key;
  }
}
