package org.jets.collections;

import org.jspecify.annotations.Nullable;

/**
 * A link of the chain of one bucket. Nodes never change, so whoever has the first has the bucket as
 * it was at one moment. No two nodes of a chain have the same order; they are not sorted, since
 * most chains are of one or two.
 *
 * @param <V> the type of the values
 */
abstract class SplitNode<V> {
  /** The place in the split order, compared as an unsigned number: its top bits are the bucket. */
  final long order;

  /** Null in what is no entry, so that a walk to an order that finds no value can go on. */
  final @Nullable V value;

  final @Nullable SplitNode<V> next;

  SplitNode(long order, @Nullable V value, @Nullable SplitNode<V> next) {
    this.order = order;
    this.value = value;
    this.next = next;
  }

  /** The same in front of another rest. */
  abstract SplitNode<V> withNext(@Nullable SplitNode<V> next);

  /** What a slot holds whose bucket is still in the table before. */
  static <V> SplitNode<V> unfilled() {
    return cast(Detour.UNFILLED);
  }

  /** What a slot holds whose bucket belongs to the next table: this chain. */
  static <V> SplitNode<V> frozen(@Nullable SplitNode<V> chain) {
    return chain == null ? cast(Detour.FROZEN_EMPTY) : new Detour<>(chain);
  }

  /** Whether what a slot holds is not its bucket, which is elsewhere. */
  static boolean isDetour(@Nullable SplitNode<?> head) {
    return head instanceof Detour;
  }

  @SuppressWarnings("unchecked") // Holds no value.
  private static <V> SplitNode<V> cast(SplitNode<?> node) {
    return (SplitNode<V>) node;
  }

  static <V> @Nullable SplitNode<V> find(@Nullable SplitNode<V> chain, long order) {
    SplitNode<V> node = chain;
    while (node != null && node.order != order) {
      node = node.next;
    }
    return node;
  }

  /** The chain without one of its nodes; copies those in front of it. */
  static <V> @Nullable SplitNode<V> without(@Nullable SplitNode<V> chain, SplitNode<V> node) {
    SplitNode<V> rest = node.next;
    for (SplitNode<V> n = chain; n != null && n != node; n = n.next) {
      rest = n.withNext(rest);
    }
    return rest;
  }

  /** The node with the least order from the given one on. */
  static <V> @Nullable SplitNode<V> firstFrom(@Nullable SplitNode<V> chain, long order) {
    SplitNode<V> first = null;
    for (SplitNode<V> n = chain; n != null; n = n.next) {
      if (Long.compareUnsigned(n.order, order) >= 0
          && (first == null || Long.compareUnsigned(n.order, first.order) < 0)) {
        first = n;
      }
    }
    return first;
  }

  /** Stands in a slot instead of a chain. A walk finds no entry in it, and goes to its end. */
  static final class Detour<V> extends SplitNode<V> {
    static final Detour<?> UNFILLED = new Detour<>(null);
    static final Detour<?> FROZEN_EMPTY = new Detour<>(null);

    /** What was here before, to be cut or joined for the next table. */
    final @Nullable SplitNode<V> chain;

    Detour(@Nullable SplitNode<V> chain) {
      super(0, null, null);
      this.chain = chain;
    }

    @Override
    SplitNode<V> withNext(@Nullable SplitNode<V> next) {
      throw new UnsupportedOperationException();
    }
  }
}
