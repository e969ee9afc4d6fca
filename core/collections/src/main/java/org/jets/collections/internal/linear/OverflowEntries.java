package org.jets.collections.internal.linear;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jets.collections.internal.order.TieBreaker;
import org.jspecify.annotations.Nullable;

/**
 * The mappings of a bucket that do not fit into its slots: a treap by place and, among keys of one
 * place, by {@link TieBreaker}. So colliding keys, from an attack or a bad hash function, cost
 * logarithmic time if they have an order. So does the object that was put. An equal object without
 * an order is compared with all of them. Keys that compare as equal but are not equal share a node:
 * each operation scans all of them.
 *
 * <p>The treap never changes: an update makes another one, which shares most nodes with it. Only
 * the values of a node's array are replaced in place, under the lock of the bucket. So a reader
 * without the lock finds a consistent treap, and what it has found counts only if the bucket has
 * not changed meanwhile.
 *
 * <p>Callbacks: finding, adding and removing a key compare it with others of its place. Splitting,
 * joining and filtering call nothing, since each node has its place.
 */
public final class OverflowEntries<K> {
  /**
   * The source of priorities, which starts at a random number. With known priorities, an attacker
   * could choose an order with long paths.
   */
  private static final AtomicInteger PRIORITIES =
      new AtomicInteger(new SplittableRandom().nextInt());

  /** The hash with its bits reversed, to be compared as an unsigned number. */
  private final int place;

  private final int priority;

  /** Keys and values in turn: more than one only where the order does not tell keys apart. */
  private final Object[] group;

  private final @Nullable OverflowEntries<K> left;
  private final @Nullable OverflowEntries<K> right;

  private OverflowEntries(
      int place,
      int priority,
      Object[] group,
      @Nullable OverflowEntries<K> left,
      @Nullable OverflowEntries<K> right) {
    this.place = place;
    this.priority = priority;
    this.group = group;
    this.left = left;
    this.right = right;
  }

  private static int newPriority() {
    int mixed = PRIORITIES.getAndAdd(0x9E3779B9);
    mixed = (mixed ^ mixed >>> 16) * 0x85EBCA6B;
    mixed = (mixed ^ mixed >>> 13) * 0xC2B2AE35;
    return mixed ^ mixed >>> 16;
  }

  private OverflowEntries<K> with(
      @Nullable OverflowEntries<K> newLeft, @Nullable OverflowEntries<K> newRight) {
    return newLeft == left && newRight == right
        ? this
        : new OverflowEntries<>(place, priority, group, newLeft, newRight);
  }

  private OverflowEntries<K> withGroup(Object[] newGroup) {
    return new OverflowEntries<>(place, priority, newGroup, left, right);
  }

  private static <K> boolean isBefore(int place, OverflowEntries<K> node) {
    return Integer.compareUnsigned(place, node.place) < 0;
  }

  private int compare(StripedKeys<K> keys, int soughtPlace, K sought) {
    return soughtPlace == place
        ? keys.compareTied(sought, keys.key(group, 0))
        : Integer.compareUnsigned(soughtPlace, place);
  }

  int hash() {
    return Integer.reverse(place);
  }

  Object[] group() {
    return group;
  }

  // Finding

  /** The place where a key has been found: its array and its index there. */
  static final class Place {
    Object @Nullable [] group;
    int at;
  }

  /** The value of a key, or null. */
  static <K> @Nullable Object find(
      @Nullable OverflowEntries<K> root,
      StripedKeys<K> keys,
      K key,
      int hash,
      @Nullable Place found) {
    int place = Integer.reverse(hash);
    OverflowEntries<K> top = root;
    while (top != null && top.place != place) {
      top = isBefore(place, top) ? top.left : top.right;
    }
    if (top == null) {
      return null;
    }
    OverflowEntries<K> node = findTied(top, keys, place, key);
    Object value = node == null ? null : node.findInGroup(keys, key, found);
    if (value != null || keys.isDecisive(key)) {
      return value;
    }
    int rank = keys.rank(key);
    if (rank == TieBreaker.UNORDERED) {
      return findInRanks(top, keys, place, key, rank, Integer.MAX_VALUE, found);
    }
    value = findInRanks(top, keys, place, key, TieBreaker.UNORDERED, rank - 1, found);
    return value == null
        ? findInRanks(top, keys, place, key, rank + 1, Integer.MAX_VALUE, found)
        : value;
  }

  /** The node of the keys that the order does not tell from this one. */
  private static <K> @Nullable OverflowEntries<K> findTied(
      @Nullable OverflowEntries<K> root, StripedKeys<K> keys, int place, K key) {
    OverflowEntries<K> node = root;
    while (node != null) {
      int comparison = node.compare(keys, place, key);
      if (comparison == 0) {
        return node;
      }
      node = comparison < 0 ? node.left : node.right;
    }
    return null;
  }

  /** Looks at all keys of a place whose ranks are in a range. */
  private static <K> @Nullable Object findInRanks(
      @Nullable OverflowEntries<K> node,
      StripedKeys<K> keys,
      int place,
      K key,
      int low,
      int high,
      @Nullable Place found) {
    if (node == null || low > high) {
      return null;
    }
    boolean isTooHigh = isBefore(place, node);
    boolean isTooLow = !isTooHigh && node.place != place;
    if (node.place == place) {
      int rank = keys.rank(keys.key(node.group, 0));
      isTooLow = rank < low;
      isTooHigh = rank > high;
    }
    Object value = null;
    if (!isTooLow) {
      value = findInRanks(node.left, keys, place, key, low, high, found);
    }
    if (value == null && !isTooLow && !isTooHigh) {
      value = node.findInGroup(keys, key, found);
    }
    return value == null && !isTooHigh
        ? findInRanks(node.right, keys, place, key, low, high, found)
        : value;
  }

  private @Nullable Object findInGroup(StripedKeys<K> keys, K key, @Nullable Place found) {
    int at = indexOf(group, keys, key);
    if (at < 0) {
      return null;
    }
    if (found != null) {
      found.group = group;
      found.at = at;
    }
    return BucketLayout.getAcquire(group, at + 1);
  }

  /** Looks for the object first, which is quick, and only then for an equal one. */
  private static <K> int indexOf(Object[] group, StripedKeys<K> keys, K key) {
    for (int i = 0; i < group.length; i += 2) {
      if (group[i] == key) {
        return i;
      }
    }
    for (int i = 0; i < group.length; i += 2) {
      if (keys.equal(key, keys.key(group, i))) {
        return i;
      }
    }
    return -1;
  }

  // Other treaps

  /** These mappings and one more, whose key is not here. */
  static <K> OverflowEntries<K> plus(
      @Nullable OverflowEntries<K> root, StripedKeys<K> keys, K key, int hash, Object value) {
    Object[] pair = {key, value};
    return plus(
        root,
        keys,
        new OverflowEntries<>(Integer.reverse(hash), newPriority(), pair, null, null),
        key);
  }

  private static <K> OverflowEntries<K> plus(
      @Nullable OverflowEntries<K> node, StripedKeys<K> keys, OverflowEntries<K> added, K key) {
    if (node == null) {
      return added;
    }
    int comparison = node.compare(keys, added.place, key);
    if (comparison == 0) {
      Object[] both = Arrays.copyOf(node.group, node.group.length + 2);
      both[node.group.length] = added.group[0];
      both[node.group.length + 1] = added.group[1];
      return node.withGroup(both);
    }
    if (comparison < 0) {
      OverflowEntries<K> child = plus(node.left, keys, added, key);
      return child.priority > node.priority
          ? child.with(child.left, node.with(child.right, node.right))
          : node.with(child, node.right);
    }
    OverflowEntries<K> child = plus(node.right, keys, added, key);
    return child.priority > node.priority
        ? child.with(node.with(node.left, child.left), child.right)
        : node.with(node.left, child);
  }

  /**
   * These mappings with another array in the place of the one that {@link #find} has found; with an
   * empty one without its node.
   */
  static <K> @Nullable OverflowEntries<K> replacing(
      OverflowEntries<K> root, StripedKeys<K> keys, int hash, K key, Object[] group, Object[] by) {
    return replacingFrom(root, keys, Integer.reverse(hash), key, group, by);
  }

  private static <K> @Nullable OverflowEntries<K> replacingFrom(
      @Nullable OverflowEntries<K> node,
      StripedKeys<K> keys,
      int place,
      K key,
      Object[] group,
      Object[] by) {
    if (node == null) {
      throw new IllegalStateException("key: its order has changed (expected: always the same)");
    }
    if (node.group == group) {
      return by.length == 0 ? join(node.left, node.right) : node.withGroup(by);
    }
    return node.compare(keys, place, key) < 0
        ? node.with(replacingFrom(node.left, keys, place, key, group, by), node.right)
        : node.with(node.left, replacingFrom(node.right, keys, place, key, group, by));
  }

  /** An array without the pair at an index. */
  static Object[] without(Object[] group, int at) {
    Object[] rest = new Object[group.length - 2];
    System.arraycopy(group, 0, rest, 0, at);
    System.arraycopy(group, at + 2, rest, at, rest.length - at);
    return rest;
  }

  /** The mappings before the first place of a bucket. */
  static <K> @Nullable OverflowEntries<K> below(@Nullable OverflowEntries<K> node, int bucket) {
    if (node == null) {
      return null;
    }
    return Integer.compareUnsigned(node.place, Integer.reverse(bucket)) < 0
        ? node.with(node.left, below(node.right, bucket))
        : below(node.left, bucket);
  }

  /** The mappings from the first place of a bucket on. */
  static <K> @Nullable OverflowEntries<K> from(@Nullable OverflowEntries<K> node, int bucket) {
    if (node == null) {
      return null;
    }
    return Integer.compareUnsigned(node.place, Integer.reverse(bucket)) < 0
        ? from(node.right, bucket)
        : node.with(from(node.left, bucket), node.right);
  }

  /** The mappings of two treaps, where all of the first come before all of the second. */
  static <K> @Nullable OverflowEntries<K> join(
      @Nullable OverflowEntries<K> a, @Nullable OverflowEntries<K> b) {
    if (a == null) {
      return b;
    }
    if (b == null) {
      return a;
    }
    return a.priority > b.priority
        ? a.with(a.left, join(a.right, b))
        : b.with(join(a, b.left), b.right);
  }

  static <K> OverflowEntries<K> first(OverflowEntries<K> root) {
    OverflowEntries<K> node = root;
    for (OverflowEntries<K> next = node.left; next != null; next = node.left) {
      node = next;
    }
    return node;
  }

  /** The mappings without the very first. */
  static <K> @Nullable OverflowEntries<K> withoutFirst(OverflowEntries<K> node) {
    if (node.left != null) {
      return node.with(withoutFirst(node.left), node.right);
    }
    return node.group.length == 2 ? node.right : node.withGroup(without(node.group, 0));
  }

  // Going on from a place

  /** The first node that has a place from this one on. */
  static <K> @Nullable OverflowEntries<K> ceiling(@Nullable OverflowEntries<K> root, long place) {
    OverflowEntries<K> found = null;
    OverflowEntries<K> node = root;
    while (node != null) {
      if (Integer.toUnsignedLong(node.place) >= place) {
        found = node;
        node = node.left;
      } else {
        node = node.right;
      }
    }
    return found;
  }

  /**
   * The first node behind a key.
   *
   * @param isMissing whether the key is not there: then the first node of the keys that have no
   *     order with it, or the first one behind it
   */
  static <K> @Nullable OverflowEntries<K> higher(
      @Nullable OverflowEntries<K> root, StripedKeys<K> keys, int hash, K key, boolean isMissing) {
    int place = Integer.reverse(hash);
    OverflowEntries<K> found = null;
    OverflowEntries<K> node = root;
    while (node != null) {
      int comparison =
          isMissing && node.place == place
              ? keys.compareOrdered(key, keys.key(node.group, 0))
              : node.compare(keys, place, key);
      if (comparison < 0 || (comparison == 0 && isMissing)) {
        found = node;
        node = node.left;
      } else {
        node = node.right;
      }
    }
    return found;
  }

  /** Adds all mappings to a copy, in their order. */
  void copyTo(BucketCopy<?> copy) {
    if (left != null) {
      left.copyTo(copy);
    }
    for (int i = 0; i < group.length; i += 2) {
      copy.add(group[i], BucketLayout.getAcquire(group, i + 1), Integer.toUnsignedLong(place));
    }
    if (right != null) {
      right.copyTo(copy);
    }
  }

  /** A visitor of the nodes of a treap. */
  public interface Visitor {
    /** Takes the mappings of a node. */
    void visit(int hash, Object[] group);
  }

  /** Visits all nodes in their order. */
  public static <K> void forEach(@Nullable OverflowEntries<K> node, Visitor visitor) {
    if (node != null) {
      forEach(node.left, visitor);
      visitor.visit(node.hash(), node.group);
      forEach(node.right, visitor);
    }
  }
}
