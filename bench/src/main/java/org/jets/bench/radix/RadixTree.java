package org.jets.bench.radix;

import java.util.Arrays;
import org.jets.bench.skeleton.Change;
import org.jets.bench.skeleton.Presence;
import org.jets.collections.internal.sync.BucketLock;
import org.jets.collections.internal.sync.EarlyInitialization;
import org.jspecify.annotations.Nullable;

/**
 * An adaptive radix tree: a map from sequences of bytes to values, whose readers take no lock.
 *
 * <p>It follows V. Leis, A. Kemper, T. Neumann: The Adaptive Radix Tree, ICDE 2013, and V. Leis, F.
 * Scheibner, A. Kemper, T. Neumann: The ART of Practical Synchronization, DaMoN 2016, in its
 * variant of writers that exclude each other and readers that never restart (ROWEX). Differences:
 *
 * <ul>
 *   <li>A small node is replaced when a byte comes or goes. So a reader sees sorted bytes.
 *   <li>A prefix is complete, and a node with another prefix is another object. So no node tells
 *       its level, and a leaf has only the rest of its key.
 *   <li>A node of 48 does not use the room of removed children again.
 *   <li>A key may be the beginning of another. Each node has a place for the key that ends there.
 *   <li>Locks are queues, with a state that says that the node has been replaced.
 * </ul>
 *
 * <p><b>Shape.</b> A node has two mappings or more, so that the shape is a function of the keys,
 * apart from the sizes of nodes. A leaf is where its key differs from all others.
 *
 * <p><b>What is guarded by what.</b>
 *
 * <table>
 * <caption>Locks</caption>
 * <tr><th>change</th><th>locks</th></tr>
 * <tr><td>of a value, or of a leaf into a node</td><td>the node that refers to the leaf</td></tr>
 * <tr><td>an addition or removal where that node has room</td><td>the same</td></tr>
 * <tr><td>one that replaces a node: a small node, one that grows or shrinks, a shorter
 *     prefix</td><td>the node above, then the replaced one</td></tr>
 * <tr><td>a removal that leaves a node with nothing but one other node</td><td>the node above, then
 *     both, the upper one first</td></tr>
 * <tr><td>the removal of all</td><td>the head</td></tr>
 * </table>
 *
 * <p>A writer goes down without locks, locks what it will change, and looks again whether that is
 * in the tree and as it was. If not it begins anew.
 *
 * <p><b>Linearization points.</b> A change: its one store that readers can see. The node that a
 * change replaces is locked from before that store until it is retired after it, so its content
 * stays the same meanwhile. A lookup: for each node on its way there is a moment during the lookup
 * at which the tree has led to the node, and the moments follow each other. This holds for the
 * head. If it holds for a node, then what the lookup reads there is what the tree has at the moment
 * of the read, as long as the node has not been replaced. Otherwise it is what the tree had just
 * before the node was replaced, which was after the lookup had come to it. The same holds for the
 * value of a leaf and its removal. A removal of all cuts off a tree in which writers may still work
 * that began before. All that they do counts as before the removal, and so does what is read there.
 *
 * <p><b>Progress.</b> Lookups are wait-free: they take as many steps as the key has bytes. Changes
 * block each other as said. No foreign code runs under a lock.
 *
 * <p><b>Errors.</b> All allocation comes before the store that readers can see. After it come only
 * stores, until locks are released; their release cannot fail.
 *
 * <p>Nothing here is recursive: a tree may be as deep as keys are long.
 *
 * @param <V> the type of the values
 */
public final class RadixTree<V> {
  static {
    EarlyInitialization.of(HeadNode.class, Leaf.class, Node48.class, Presence.class);
  }

  /** The result of a step that has found the tree changed. */
  private static final Object RETRY = new Object();

  final HeadNode head = new HeadNode();

  /** Returns the value of a key, or null. */
  @SuppressWarnings("unchecked") // Only such are put.
  public @Nullable V get(byte[] key) {
    Object item = head.childAcquire(0);
    int depth = 0;
    while (item instanceof InnerNode node) {
      int length = node.prefix.length;
      if (length > 0 && node.common(key, depth) < length) {
        return null;
      }
      depth += length;
      if (depth == key.length) {
        Leaf own = node.ownAcquire();
        return own == null ? null : (V) own.valueAcquire();
      }
      item = node.childAcquire(key[depth++] & 0xff);
    }
    return item instanceof Leaf leaf && leaf.matches(key, depth) ? (V) leaf.valueAcquire() : null;
  }

  /**
   * Sets, or with null removes, the value of a key if the present one is as expected.
   *
   * @return the value before, whether expected or not; null if there was none
   */
  @SuppressWarnings("unchecked") // Only such are put.
  @Nullable V update(byte[] key, @Nullable V value, Presence expected) {
    Object before;
    do {
      before = tryUpdate(key, value, expected);
    } while (before == RETRY);
    return (V) before;
  }

  /**
   * Changes the value of a key. Takes effect like an update if the value is the very object that
   * the change was about, and otherwise begins anew.
   */
  void change(byte[] key, Change<V> change) {
    Object before;
    do {
      before = tryUpdate(key, null, change);
    } while (before != change.before());
  }

  private static boolean isExpected(Object expected, @Nullable Object present) {
    if (present == null) {
      return expected == Presence.ANYTHING || expected == Presence.ABSENT;
    }
    return expected == present || expected == Presence.ANYTHING || expected == Presence.PRESENT;
  }

  /** The value that an absent key gets, or null for none. */
  @SuppressWarnings("unchecked") // A change is of the type of this tree's values.
  private static @Nullable Object valueIfAbsent(@Nullable Object given, Object condition) {
    if (condition instanceof Change<?>) {
      return ((Change<Object>) condition).call(null);
    }
    return isExpected(condition, null) ? given : null;
  }

  /**
   * Searches for a key, and updates it there.
   *
   * @param given the new value, unless there is a change
   * @param condition one of {@link Presence}, or a {@link Change}
   */
  @SuppressWarnings("unchecked") // A change is of the type of this tree's values.
  private @Nullable Object tryUpdate(byte[] key, @Nullable Object given, Object condition) {
    InnerNode above = head;
    int placeAbove = 0;
    InnerNode node = head;
    int place = 0;
    int depth = 0;
    Object item = head.childAcquire(0);
    while (item instanceof InnerNode child) {
      int length = child.prefix.length;
      int common = length == 0 ? 0 : child.common(key, depth);
      if (common < length) {
        Object value = valueIfAbsent(given, condition);
        return value == null ? null : tryInsertAbove(node, place, child, common, key, depth, value);
      }
      depth += length;
      above = node;
      placeAbove = place;
      node = child;
      if (depth == key.length) {
        place = InnerNode.OWN;
        item = node.ownAcquire();
      } else {
        place = key[depth++] & 0xff;
        item = node.childAcquire(place);
      }
    }
    if (item instanceof Leaf leaf && leaf.matches(key, depth)) {
      Object present = leaf.valueAcquire();
      Object value = given;
      Object expected = condition;
      if (condition instanceof Change<?>) {
        value = ((Change<Object>) condition).call(present);
        expected = present;
      }
      if (value == present || !isExpected(expected, present)) {
        return present;
      }
      if (value != null) {
        return trySet(node, place, leaf, value, expected);
      }
      return node.canRemove(place)
          ? tryRemove(node, place, leaf, expected)
          : tryRemoveByReplacing(above, placeAbove, node, place, leaf, expected);
    }
    Object value = valueIfAbsent(given, condition);
    if (value == null) {
      return null;
    }
    if (item instanceof Leaf leaf) {
      return tryInsertBeside(node, place, leaf, key, depth, value);
    }
    Leaf leaf = Leaf.of(key, depth, value);
    return node.hasRoom(place)
        ? tryAdd(node, place, leaf)
        : tryAddByReplacing(above, placeAbove, node, place, leaf);
  }

  // Locks

  /** Takes the lock of a node that is at a place of a locked one. */
  private static boolean lockBelow(InnerNode above, int place, InnerNode node) {
    if (above.atAcquire(place) != node) {
      return false;
    }
    if (!node.lock()) {
      throw new AssertionError("a node of the tree is retired");
    }
    return true;
  }

  /*
   * Each lock is given back where it was taken, not by a method: an error for want of stack, at the
   * call of that, would leave the lock held. Then plain stores give it back. Waiters look again by
   * themselves.
   */

  // One node

  private static @Nullable Object trySet(
      InnerNode node, int place, Leaf leaf, Object value, Object expected) {
    if (!node.lock()) {
      return RETRY;
    }
    try {
      if (node.atAcquire(place) != leaf) {
        return RETRY;
      }
      Object before = leaf.valueAcquire();
      if (isExpected(expected, before)) {
        leaf.setValueRelease(value);
      }
      return before;
    } finally {
      try {
        node.unlock();
      } catch (VirtualMachineError e) {
        node.quiet = false;
        node.word = BucketLock.QUEUED;
      }
    }
  }

  private static @Nullable Object tryAdd(InnerNode node, int place, Leaf leaf) {
    if (!node.lock()) {
      return RETRY;
    }
    try {
      if (node.atAcquire(place) != null || !node.hasRoom(place)) {
        return RETRY;
      }
      node.add(place, leaf);
      return null;
    } finally {
      try {
        node.unlock();
      } catch (VirtualMachineError e) {
        node.quiet = false;
        node.word = BucketLock.QUEUED;
      }
    }
  }

  private static @Nullable Object tryRemove(InnerNode node, int place, Leaf leaf, Object expected) {
    if (!node.lock()) {
      return RETRY;
    }
    try {
      if (node.atAcquire(place) != leaf || !node.canRemove(place)) {
        return RETRY;
      }
      Object before = leaf.valueAcquire();
      if (isExpected(expected, before)) {
        node.remove(place);
      }
      return before;
    } finally {
      try {
        node.unlock();
      } catch (VirtualMachineError e) {
        node.quiet = false;
        node.word = BucketLock.QUEUED;
      }
    }
  }

  /** Replaces a leaf by a node with that leaf and another one. */
  private static @Nullable Object tryInsertBeside(
      InnerNode node, int place, Leaf leaf, byte[] key, int depth, Object value) {
    if (!node.lock()) {
      return RETRY;
    }
    try {
      if (node.atAcquire(place) != leaf) {
        return RETRY;
      }
      int common = leaf.common(key, depth);
      int behind = depth + common;
      byte[] prefix = copy(key, depth, behind);
      InnerNode fork;
      if (common == leaf.length()) {
        Leaf added = Leaf.of(key, behind + 1, value);
        fork = one(prefix, leaf.without(common), key[behind] & 0xff, added);
      } else if (behind == key.length) {
        Leaf added = Leaf.of(key, behind, value);
        fork = one(prefix, added, leaf.at(common), leaf.without(common + 1));
      } else {
        Leaf added = Leaf.of(key, behind + 1, value);
        int mine = leaf.at(common);
        fork = two(prefix, mine, leaf.without(common + 1), key[behind] & 0xff, added);
      }
      node.set(place, fork);
      return null;
    } finally {
      try {
        node.unlock();
      } catch (VirtualMachineError e) {
        node.quiet = false;
        node.word = BucketLock.QUEUED;
      }
    }
  }

  private static byte[] copy(byte[] key, int from, int to) {
    return from == to ? InnerNode.NO_BYTES : Arrays.copyOfRange(key, from, to);
  }

  private static InnerNode one(byte[] prefix, Leaf own, int place, Object child) {
    return SmallNode.of(prefix, own, new int[] {place}, new Object[] {child});
  }

  private static InnerNode two(byte[] prefix, int place, Object child, int other, Object another) {
    return place < other
        ? SmallNode.of(prefix, null, new int[] {place, other}, new Object[] {child, another})
        : SmallNode.of(prefix, null, new int[] {other, place}, new Object[] {another, child});
  }

  // Two nodes

  private static @Nullable Object tryAddByReplacing(
      InnerNode above, int placeAbove, InnerNode node, int place, Leaf leaf) {
    if (!above.lock()) {
      return RETRY;
    }
    try {
      if (!lockBelow(above, placeAbove, node)) {
        return RETRY;
      }
      try {
        if (node.atAcquire(place) != null || node.hasRoom(place)) {
          return RETRY;
        }
        InnerNode larger = node.with(place, leaf);
        above.set(placeAbove, larger);
        node.word = BucketLock.RETIRED;
        return null;
      } finally {
        try {
          if (node.word == BucketLock.RETIRED) {
            node.wakeRetired();
          } else {
            node.unlock();
          }
        } catch (VirtualMachineError e) {
          if (node.word != BucketLock.RETIRED) {
            node.quiet = false;
            node.word = BucketLock.QUEUED;
          }
        }
      }
    } finally {
      try {
        above.unlock();
      } catch (VirtualMachineError e) {
        above.quiet = false;
        above.word = BucketLock.QUEUED;
      }
    }
  }

  /** Puts a node in front of one whose prefix the key does not begin with. */
  private static @Nullable Object tryInsertAbove(
      InnerNode node, int place, InnerNode child, int common, byte[] key, int depth, Object value) {
    if (!node.lock()) {
      return RETRY;
    }
    try {
      if (!lockBelow(node, place, child)) {
        return RETRY;
      }
      try {
        byte[] old = child.prefix;
        int behind = depth + common;
        byte[] prefix = copy(old, 0, common);
        int mine = old[common] & 0xff;
        InnerNode lower = child.withPrefix(copy(old, common + 1, old.length));
        InnerNode fork =
            behind == key.length
                ? one(prefix, Leaf.of(key, behind, value), mine, lower)
                : two(prefix, mine, lower, key[behind] & 0xff, Leaf.of(key, behind + 1, value));
        node.set(place, fork);
        child.word = BucketLock.RETIRED;
        return null;
      } finally {
        try {
          if (child.word == BucketLock.RETIRED) {
            child.wakeRetired();
          } else {
            child.unlock();
          }
        } catch (VirtualMachineError e) {
          if (child.word != BucketLock.RETIRED) {
            child.quiet = false;
            child.word = BucketLock.QUEUED;
          }
        }
      }
    } finally {
      try {
        node.unlock();
      } catch (VirtualMachineError e) {
        node.quiet = false;
        node.word = BucketLock.QUEUED;
      }
    }
  }

  private static @Nullable Object tryRemoveByReplacing(
      InnerNode above, int placeAbove, InnerNode node, int place, Leaf leaf, Object expected) {
    if (!above.lock()) {
      return RETRY;
    }
    try {
      if (!lockBelow(above, placeAbove, node)) {
        return RETRY;
      }
      try {
        if (node.atAcquire(place) != leaf || node.canRemove(place)) {
          return RETRY;
        }
        Object before = leaf.valueAcquire();
        if (isExpected(expected, before)) {
          removeByReplacing(above, placeAbove, node, place);
        }
        return before;
      } finally {
        try {
          if (node.word == BucketLock.RETIRED) {
            node.wakeRetired();
          } else {
            node.unlock();
          }
        } catch (VirtualMachineError e) {
          if (node.word != BucketLock.RETIRED) {
            node.quiet = false;
            node.word = BucketLock.QUEUED;
          }
        }
      }
    } finally {
      try {
        above.unlock();
      } catch (VirtualMachineError e) {
        above.quiet = false;
        above.word = BucketLock.QUEUED;
      }
    }
  }

  /** Replaces a locked node by one without a leaf, or by what is left of it. */
  private static void removeByReplacing(
      InnerNode above, int placeAbove, InnerNode node, int place) {
    Leaf own = place == InnerNode.OWN ? null : node.ownAcquire();
    int left = node.count() - (place == InnerNode.OWN ? 0 : 1);
    if (left == 0 && own != null) {
      Leaf hoisted = own.behind(node.prefix);
      above.set(placeAbove, hoisted);
      node.word = BucketLock.RETIRED;
    } else if (left == 1 && own == null) {
      int other = node.childFrom(0);
      if (other == place) {
        other = node.childFrom(other + 1);
      }
      byte[] prefix = Arrays.copyOf(node.prefix, Math.addExact(node.prefix.length, 1));
      prefix[prefix.length - 1] = (byte) other;
      if (node.childAcquire(other) instanceof InnerNode child) {
        joinWith(above, placeAbove, node, other, child, prefix);
      } else if (node.childAcquire(other) instanceof Leaf leaf) {
        Leaf hoisted = leaf.behind(prefix);
        above.set(placeAbove, hoisted);
        node.word = BucketLock.RETIRED;
      }
    } else {
      InnerNode smaller = node.without(place);
      above.set(placeAbove, smaller);
      node.word = BucketLock.RETIRED;
    }
  }

  /** Replaces two locked nodes and the node below them by one with all their bytes. */
  private static void joinWith(
      InnerNode above, int placeAbove, InnerNode node, int place, InnerNode child, byte[] first) {
    if (!lockBelow(node, place, child)) {
      throw new AssertionError("a locked node has changed");
    }
    try {
      byte[] rest = child.prefix;
      byte[] prefix = Arrays.copyOf(first, Math.addExact(first.length, rest.length));
      System.arraycopy(rest, 0, prefix, first.length, rest.length);
      InnerNode joined = child.withPrefix(prefix);
      above.set(placeAbove, joined);
      child.word = BucketLock.RETIRED;
      node.word = BucketLock.RETIRED;
    } finally {
      try {
        if (child.word == BucketLock.RETIRED) {
          child.wakeRetired();
        } else {
          child.unlock();
        }
      } catch (VirtualMachineError e) {
        if (child.word != BucketLock.RETIRED) {
          child.quiet = false;
          child.word = BucketLock.QUEUED;
        }
      }
    }
  }

  // All

  /** Removes all mappings. */
  public void clear() {
    head.lock(); // Never retired.
    try {
      head.remove(0);
    } finally {
      try {
        head.unlock();
      } catch (VirtualMachineError e) {
        head.quiet = false;
        head.word = BucketLock.QUEUED;
      }
    }
  }

  /** Returns true if there are no mappings. */
  public boolean isEmpty() {
    return head.childAcquire(0) == null;
  }
}
