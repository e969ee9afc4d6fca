package org.jets.collections.internal.split;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A node of the chain of one bucket. The nodes of a chain never change, so that a reader of the
 * first node has all keys that the bucket had at one moment. The values of entries can change. No
 * two nodes of a chain have the same order. The nodes are not sorted, since most chains have one or
 * two.
 *
 * @param <V> the type of the values
 */
public abstract class SplitNode<V> {
  private static final VarHandle HELD =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "held", VarHandle.class, SplitNode.class, Object.class);

  /** The place in the split order, compared as an unsigned number: its top bits are the bucket. */
  final long order;

  /**
   * The value of an entry, or in a {@link SplitEntry.Sealed} the last one that it had. Null in a
   * removed entry, and in what is no entry.
   */
  @SuppressWarnings("unused") // Is read by its handle.
  private @Nullable Object held;

  final @Nullable SplitNode<V> next;

  SplitNode(long order, @Nullable V value, @Nullable SplitNode<V> next) {
    this.order = order;
    this.held = value;
    this.next = next;
  }

  final @Nullable Object heldAcquire() {
    return HELD.getAcquire(this);
  }

  final boolean casHeld(Object expected, @Nullable Object value) {
    return HELD.compareAndSet(this, expected, value);
  }

  /**
   * Returns this node in front of another rest, as its replacement in a slot whose chain can no
   * longer change. An entry is sealed. In the place of a removed entry there is the rest alone.
   */
  abstract @Nullable SplitNode<V> withNext(@Nullable SplitNode<V> next);

  /** Returns true if this is an entry that has been removed, and is still to be unlinked. */
  final boolean isRemoved() {
    return heldAcquire() == null && this instanceof SplitEntry;
  }

  /** Returns true if a node is one of a chain. */
  static <V> boolean contains(@Nullable SplitNode<V> chain, SplitNode<V> node) {
    for (SplitNode<V> n = chain; n != null; n = n.next) {
      if (n == node) {
        return true;
      }
    }
    return false;
  }

  /** Returns the content of a slot whose bucket is still in the table before. */
  static <V> SplitNode<V> unfilled() {
    return cast(Detour.UNFILLED);
  }

  /** Returns the last content of a slot whose bucket belongs to the next table: this chain. */
  static <V> SplitNode<V> frozen(@Nullable SplitNode<V> chain) {
    return chain == null ? cast(Detour.FROZEN_EMPTY) : new Detour<>(chain);
  }

  /** Returns true if what a slot holds is not its bucket, which is elsewhere. */
  static boolean isDetour(@Nullable SplitNode<?> head) {
    return head instanceof Detour;
  }

  @SuppressWarnings("unchecked") // Holds no value.
  private static <V> SplitNode<V> cast(SplitNode<?> node) {
    return (SplitNode<V>) node;
  }

  public static <V> @Nullable SplitNode<V> find(@Nullable SplitNode<V> chain, long order) {
    SplitNode<V> node = chain;
    while (node != null && node.order != order) {
      node = node.next;
    }
    return node;
  }

  /** The chain without one of its nodes; copies, and seals, those in front of it. */
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

  /** A content of a slot that is no chain. A cursor finds no entry in it and reaches its end. */
  static class Detour<V> extends SplitNode<V> {
    static final Detour<?> UNFILLED = new Detour<>(null);
    static final Detour<?> FROZEN_EMPTY = new Detour<>(null);

    /** The chain that was here before; it does not change until something else takes its place. */
    final @Nullable SplitNode<V> chain;

    Detour(@Nullable SplitNode<V> chain) {
      super(0, null, null);
      this.chain = chain;
    }

    @Override
    final SplitNode<V> withNext(@Nullable SplitNode<V> next) {
      throw new UnsupportedOperationException();
    }
  }
}
