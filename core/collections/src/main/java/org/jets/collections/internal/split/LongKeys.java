package org.jets.collections.internal.split;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Keys that are {@code long}: their order says all of them. */
public final class LongKeys extends SplitKeys<Long> {
  private final long multiplier;
  private final long inverse;

  public LongKeys(long multiplier) {
    this.multiplier = multiplier;
    this.inverse = SplitMultiplier.inverse(multiplier);
  }

  /** The key that has an order. */
  public long ofOrder(long order) {
    return order * inverse;
  }

  @Override
  public long order(Long key) {
    return Objects.requireNonNull(key, "key") * multiplier;
  }

  @Override
  Long key(SplitEntry<?> entry) {
    return ofOrder(entry.order);
  }

  @Override
  <V> SplitEntry<V> entryIn(SplitNode<V> node, Long key) {
    return (SplitEntry<V>) node;
  }

  @Override
  <V> SplitEntry<V> sameIn(SplitNode<V> node, SplitEntry<V> entry) {
    return (SplitEntry<V>) node;
  }

  @Override
  <V> SplitEntry<V> entry(long order, Long key, V value, @Nullable SplitNode<V> next) {
    return new SplitEntry.OfLong<>(order, value, next);
  }

  @Override
  <V> SplitNode<V> withMapping(
      SplitNode<V> node, @Nullable SplitEntry<V> old, long order, Long key, @Nullable V value) {
    throw new AssertionError("two keys of one order");
  }

  @Override
  <V> @Nullable SplitEntry<V> higherIn(SplitNode<V> node, Long key) {
    return null;
  }

  @Override
  <V> CollisionTree.EntryCursor<V> cursorBehind(CollisionNode<V> run, Long key) {
    throw new AssertionError("keys of one order");
  }
}
