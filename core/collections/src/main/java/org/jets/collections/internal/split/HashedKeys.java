package org.jets.collections.internal.split;

import java.util.Objects;
import org.jets.collections.ExactHashingStrategy;
import org.jets.collections.HashingStrategy;
import org.jets.collections.internal.order.TieBreaker;
import org.jspecify.annotations.Nullable;

/**
 * Keys of any class, by their hashes.
 *
 * <p>A key that is a {@link Long} or {@link Integer} is told by its order alone. So is one that is
 * exact to an {@link ExactHashingStrategy}. For other keys the order is the hash. Keys of one order
 * are compared, unless the strategy says that it is perfect.
 *
 * <p>Among keys of one order, an exact one comes first, and {@link TieBreaker} orders the others.
 * An entry stands for its key where it is sought in a run. So no key is made of bits for that, and
 * a strategy that makes wrong ones, or changes its mind, does no harm to a run. Bits are compared
 * again where the orders are equal. So a strategy that changes its mind takes no mapping from
 * another key; the compiler leaves the comparison out where it sees what it calls.
 */
public final class HashedKeys<K> extends SplitKeys<K> {
  private static final long INT_MASK = 0xffff_ffffL;

  /** The rank of exact keys: before that of all keys with which they share a map. */
  private static final int EXACT = TieBreaker.UNORDERED - 1;

  public final long multiplier;

  /** The strategy, or null for the keys' own equality. */
  private final @Nullable HashingStrategy<? super K> strategy;

  /** The strategy, if it has exact keys. */
  private final @Nullable ExactHashingStrategy<? super K> exact;

  private final TieBreaker ties;

  private final long inverse;

  public HashedKeys(HashingStrategy<? super K> strategy, long multiplier) {
    this.strategy = strategy == HashingStrategy.natural() ? null : strategy;
    this.exact =
        strategy instanceof ExactHashingStrategy<? super K> exactStrategy ? exactStrategy : null;
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
    if (strategy == null) {
      return (key instanceof Long number ? number : key.hashCode() & INT_MASK) * multiplier;
    }
    return (exact != null && exact.isExact(key) ? exact.bits(key) : strategy.hash(key) & INT_MASK)
        * multiplier;
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
    } else if (exact != null && exact.isExact(key) && exact.bits(key) * multiplier == order) {
      return new SplitEntry.OfBits<>(order, value, next);
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
    if (exact != null) {
      return cast(Objects.requireNonNull(exact.keyOf(number), "keyOf(bits)"));
    }
    return cast(entry instanceof SplitEntry.OfLong ? (Object) number : (Object) (int) number);
  }

  /** Returns true if a key of the same order as an entry is the entry's. */
  boolean matches(SplitEntry<?> entry, Object key) {
    if (strategy != null) {
      return matchesBy(strategy, entry, key);
    }
    if (entry instanceof SplitEntry.OfKey<?> keyed) {
      Object other = keyed.key;
      return other == key || key.equals(other);
    }
    return entry instanceof SplitEntry.OfInteger ? key instanceof Integer : key instanceof Long;
  }

  private boolean matchesBy(
      HashingStrategy<? super K> comparing, SplitEntry<?> entry, Object sought) {
    K key = cast(sought);
    if (exact != null && exact.isExact(key)) {
      return isOfBits(entry) && exact.bits(key) * multiplier == entry.order;
    }
    if (entry instanceof SplitEntry.OfPerfectHash && comparing.hasPerfectHash(key)) {
      return true;
    }
    return entry instanceof SplitEntry.OfKey<?> keyed
        && (keyed.key == key || comparing.equal(key, cast(keyed.key)));
  }

  /** Returns true if an entry is that of an exact key. */
  private static boolean isOfBits(Object entry) {
    return entry instanceof SplitEntry.OfBits;
  }

  // Places among the keys of one order. An entry can stand for its key.

  private Object keyOf(Object placed) {
    return placed instanceof SplitEntry<?> entry ? key(entry) : placed;
  }

  private boolean isExact(Object placed) {
    return placed instanceof SplitEntry
        ? isOfBits(placed)
        : exact != null && exact.isExact(cast(placed));
  }

  /** Returns true if a key of the same order as an entry is the entry's. */
  boolean isKeyOf(SplitEntry<?> entry, Object placed) {
    return isOfBits(placed) ? isOfBits(entry) : matches(entry, keyOf(placed));
  }

  /** Compares a key with that of an entry of the same order. */
  int compare(Object placed, SplitEntry<?> entry) {
    int byExactness = compareExactness(placed, entry);
    return byExactness != 0 || isOfBits(entry)
        ? byExactness
        : ties.compare(keyOf(placed), key(entry));
  }

  /** Compares as {@link #compare}, except that two keys without an order give 0. */
  int compareOrdered(Object placed, SplitEntry<?> entry) {
    int byExactness = compareExactness(placed, entry);
    return byExactness != 0 || isOfBits(entry)
        ? byExactness
        : ties.compareOrdered(keyOf(placed), key(entry));
  }

  private int compareExactness(Object placed, SplitEntry<?> entry) {
    return exact == null ? 0 : Boolean.compare(isOfBits(entry), isExact(placed));
  }

  /** The rank of a key among those of one order, see {@link TieBreaker#rank}. */
  int rank(Object placed) {
    return isExact(placed) ? EXACT : ties.rank(keyOf(placed));
  }

  /** Returns true if a key that {@link #compare} does not find is not there. */
  boolean isDecisive(Object placed) {
    return isExact(placed) || ties.isDecisive(keyOf(placed));
  }

  // The contents of a bucket

  @Override
  <V> @Nullable SplitEntry<V> entryIn(SplitNode<V> node, K key) {
    if (node instanceof SplitEntry<V> entry) {
      return matches(entry, key) ? entry : null;
    }
    return ((CollisionNode<V>) node).find(this, key);
  }

  @Override
  <V> @Nullable SplitEntry<V> sameIn(SplitNode<V> node, SplitEntry<V> same) {
    if (node instanceof SplitEntry<V> entry) {
      return isKeyOf(entry, same) ? entry : null;
    }
    return ((CollisionNode<V>) node).find(this, same);
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
