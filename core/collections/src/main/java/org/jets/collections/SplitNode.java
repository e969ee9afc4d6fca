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
  private static final SplitNode<?> EMPTY = new Empty<>();

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

  /** What the slot of a bucket holds that is known to be empty. */
  static <V> SplitNode<V> empty() {
    @SuppressWarnings("unchecked") // Holds no value.
    SplitNode<V> empty = (SplitNode<V>) EMPTY;
    return empty;
  }

  /** Whether what a slot held was all that there was in its bucket. */
  static boolean isWhole(@Nullable SplitNode<?> head) {
    return head != null && !(head instanceof Frozen);
  }

  /** The chain in a slot that is not frozen. */
  static <V> @Nullable SplitNode<V> chainIn(@Nullable SplitNode<V> head) {
    return head == EMPTY ? null : head;
  }

  /** The slot's content for a chain. */
  static <V> SplitNode<V> headOf(@Nullable SplitNode<V> chain) {
    return chain == null ? empty() : chain;
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

  /** See {@link #empty}. */
  private static final class Empty<V> extends SplitNode<V> {
    Empty() {
      super(0, null, null);
    }

    @Override
    SplitNode<V> withNext(@Nullable SplitNode<V> next) {
      throw new UnsupportedOperationException();
    }
  }

  /**
   * Ends the life of a slot: what it held last belongs to the next table. A walk finds no entry in
   * it.
   */
  static final class Frozen<V> extends SplitNode<V> {
    final @Nullable SplitNode<V> chain;

    Frozen(@Nullable SplitNode<V> chain) {
      super(0, null, null);
      this.chain = chain;
    }

    @Override
    SplitNode<V> withNext(@Nullable SplitNode<V> next) {
      throw new UnsupportedOperationException();
    }
  }
}
