package org.jets.collections;

import org.jspecify.annotations.Nullable;

/**
 * The node of one mapping. Keys whose order tells them are not kept: that saves the key object, and
 * looking at it.
 */
abstract class SplitEntry<V> extends SplitNode<V> {

  SplitEntry(long order, V value, @Nullable SplitNode<V> next) {
    super(order, value, next);
  }

  @SuppressWarnings("NullAway") // Entries have values.
  final V value() {
    return value;
  }

  @Override
  abstract SplitEntry<V> withNext(@Nullable SplitNode<V> next);

  abstract SplitEntry<V> withValue(V value, @Nullable SplitNode<V> next);

  /** A key that is a {@link Long}, or a {@code long}. */
  static final class OfLong<V> extends SplitEntry<V> {
    OfLong(long order, V value, @Nullable SplitNode<V> next) {
      super(order, value, next);
    }

    @Override
    OfLong<V> withNext(@Nullable SplitNode<V> next) {
      return new OfLong<>(order, value(), next);
    }

    @Override
    OfLong<V> withValue(V value, @Nullable SplitNode<V> next) {
      return new OfLong<>(order, value, next);
    }
  }

  /** A key that is an {@link Integer}. */
  static final class OfInteger<V> extends SplitEntry<V> {
    OfInteger(long order, V value, @Nullable SplitNode<V> next) {
      super(order, value, next);
    }

    @Override
    OfInteger<V> withNext(@Nullable SplitNode<V> next) {
      return new OfInteger<>(order, value(), next);
    }

    @Override
    OfInteger<V> withValue(V value, @Nullable SplitNode<V> next) {
      return new OfInteger<>(order, value, next);
    }
  }

  /** Any other key: the order is its hash, which others may have too. */
  static final class OfKey<V> extends SplitEntry<V> {
    final Object key;

    OfKey(long order, Object key, V value, @Nullable SplitNode<V> next) {
      super(order, value, next);
      this.key = key;
    }

    @Override
    OfKey<V> withNext(@Nullable SplitNode<V> next) {
      return new OfKey<>(order, key, value(), next);
    }

    @Override
    OfKey<V> withValue(V value, @Nullable SplitNode<V> next) {
      return new OfKey<>(order, key, value, next);
    }
  }
}
