package org.jets.collections.internal.split;

import org.jets.collections.ExactHashingStrategy;
import org.jets.collections.HashingStrategy;
import org.jspecify.annotations.Nullable;

/**
 * The node of one mapping. A key that its order determines is not kept, which saves the key object
 * and a read of it.
 *
 * <p>The value of an entry in a chain is changed in place until the entry is <em>sealed</em>,
 * before a chain without it replaces the chain. A sealed entry has its last value. An entry is
 * sealed only while the slot holds a {@link SplitNode.Detour}. So a reader that still finds the
 * chain's first node in the slot has read a value from before the sealing.
 *
 * <p>An entry that is first in its chain is removed in place too: from then on it has no value, and
 * is never sealed. It is then unlinked, or left out when its chain is copied.
 */
public abstract class SplitEntry<V> extends SplitNode<V> {

  SplitEntry(long order, V value, @Nullable SplitNode<V> next) {
    super(order, value, next);
  }

  /** The content of an entry that has been sealed: the value that it had last. */
  record Sealed(Object value) {}

  /** The value, be the entry sealed or not; null if it has been removed. */
  public final @Nullable V value() {
    Object held = heldAcquire();
    return held == null ? null : unsealed(held);
  }

  /** The value; null if the entry has been removed or sealed. */
  final @Nullable V valueIfUnsealed() {
    Object held = heldAcquire();
    return held == null || held instanceof Sealed ? null : unsealed(held);
  }

  /** Changes the value in place; false if it is another by now, or the entry has been sealed. */
  public final boolean casValue(V expected, V value) {
    return casHeld(expected, value);
  }

  /** Removes the entry in place; false if the value is another by now, or has been sealed. */
  public final boolean tryRemove(V expected) {
    return casHeld(expected, null);
  }

  /** Seals the entry, and returns its final value; null if it has been removed. */
  final @Nullable V seal() {
    while (true) {
      Object held = heldAcquire();
      if (held == null) {
        return null;
      }
      if (held instanceof Sealed || casHeld(held, new Sealed(held))) {
        return unsealed(held);
      }
    }
  }

  /** The value that an entry of the same map held, be it sealed or not; looks at its class. */
  @SuppressWarnings("unchecked") // Entries have values of their map's type.
  final V unsealed(Object held) {
    return (V) (held instanceof Sealed sealed ? sealed.value : held);
  }

  @Override
  final @Nullable SplitNode<V> withNext(@Nullable SplitNode<V> next) {
    V last = seal();
    return last == null ? next : withValue(last, next);
  }

  abstract SplitEntry<V> withValue(V value, @Nullable SplitNode<V> next);

  /** A key that is a {@link Long}, or a {@code long}. */
  static final class OfLong<V> extends SplitEntry<V> {
    OfLong(long order, V value, @Nullable SplitNode<V> next) {
      super(order, value, next);
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
    OfInteger<V> withValue(V value, @Nullable SplitNode<V> next) {
      return new OfInteger<>(order, value, next);
    }
  }

  /** A key that an {@link ExactHashingStrategy} makes of its bits, which its order determines. */
  static final class OfBits<V> extends SplitEntry<V> {
    OfBits(long order, V value, @Nullable SplitNode<V> next) {
      super(order, value, next);
    }

    @Override
    OfBits<V> withValue(V value, @Nullable SplitNode<V> next) {
      return new OfBits<>(order, value, next);
    }
  }

  /** Any other key. */
  abstract static class OfKey<V> extends SplitEntry<V> {
    final Object key;

    private OfKey(long order, Object key, V value, @Nullable SplitNode<V> next) {
      super(order, value, next);
      this.key = key;
    }
  }

  /** The order is the key's hash, which others may have too. */
  static final class OfHash<V> extends OfKey<V> {
    OfHash(long order, Object key, V value, @Nullable SplitNode<V> next) {
      super(order, key, value, next);
    }

    @Override
    OfHash<V> withValue(V value, @Nullable SplitNode<V> next) {
      return new OfHash<>(order, key, value, next);
    }
  }

  /** The order is the key's {@linkplain HashingStrategy#hasPerfectHash perfect hash}. */
  static final class OfPerfectHash<V> extends OfKey<V> {
    OfPerfectHash(long order, Object key, V value, @Nullable SplitNode<V> next) {
      super(order, key, value, next);
    }

    @Override
    OfPerfectHash<V> withValue(V value, @Nullable SplitNode<V> next) {
      return new OfPerfectHash<>(order, key, value, next);
    }
  }
}
