package org.jets.bench.rivals;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jets.bench.skeleton.Walk;
import org.jets.collections.internal.sync.BucketLock;
import org.jets.collections.internal.sync.EarlyInitialization;
import org.jets.collections.internal.sync.StackRoom;
import org.jspecify.annotations.Nullable;

/**
 * The lazy skip list: an ordered map whose lookups are wait-free, and whose updates lock the nodes
 * that they change.
 *
 * <p>After M. Herlihy, Y. Lev, V. Luchangco, N. Shavit: A Provably Correct Scalable Concurrent Skip
 * List (2006) and A Simple Optimistic Skiplist Algorithm (2007). The differences:
 *
 * <ul>
 *   <li>The paper has a set. Here a node has a value, which changes under the lock of the node.
 *   <li>A removal marks its node when it holds all locks and they have been validated. In the paper
 *       it marks first, and searches again with the node locked. So here no comparison runs under a
 *       lock, and one that throws leaves no marked node behind.
 *   <li>Null stands for the last node.
 * </ul>
 *
 * <p><b>Algorithm.</b> Each level is a list in the order of keys, and has about half of the nodes
 * of the level below.
 *
 * <ol>
 *   <li>A search goes right while keys are less, then one level down. It takes no lock. An update
 *       notes the nodes before and after the key on each level.
 *   <li>An insertion locks the nodes before the key, from the lowest level up to the highest of the
 *       new node. None may be marked, and each must still lead to the node after the key; otherwise
 *       all begins anew. It links the new node from below, and sets {@code linked}.
 *   <li>A removal waits until its node is linked, and locks it. Then it locks and validates the
 *       nodes before it, as an insertion does. It sets {@code marked}, and unlinks from above.
 *   <li>A replacement waits until the node is linked, locks it, and sets the value if it is not
 *       marked.
 * </ol>
 *
 * <p><b>Locks.</b> A thread locks nodes in descending order of their keys, so there is no deadlock.
 * A node's lock guards its value, its mark and what it leads to.
 *
 * <p><b>Linearization.</b>
 *
 * <ul>
 *   <li>Insertion: {@code linked} becomes true. Removal: {@code marked} becomes true. Replacement:
 *       the value is set.
 *   <li>A hit: the value is read, before {@code marked} is read as false.
 *   <li>A miss that meets no node of the key: the link that passes its place is read. If that link
 *       belongs to a removed node, the moment is that of the removal.
 *   <li>A miss at a node that is not linked: that is read. At a marked node: the moment of the
 *       mark, or a later one of the lookup at which the node could still be reached. No node of the
 *       same key is inserted before the marked one is unlinked.
 *   <li>A condition that is not met: as a hit or a miss.
 * </ul>
 *
 * <p><b>Progress.</b> Lookups and steps of a walk are wait-free, as long as keys are not inserted
 * before them for ever. Updates block each other at the same nodes.
 *
 * <p><b>Memory order.</b>
 *
 * <ul>
 *   <li>{@code value}, {@code linked} and {@code marked} are volatile: updates take effect there.
 *   <li>Links are written by a release under the lock, between a CAS and one of the volatile
 *       writes, and read as volatile. So a miss is not ordered before an earlier update of its
 *       thread.
 *   <li>{@code key} and the array of links are final. Links of a new node are written plainly.
 * </ul>
 *
 * <p><b>Iteration</b> goes along the lowest level, weakly consistent. A removed node keeps its
 * link.
 *
 * <p><b>Errors.</b> A comparison that throws does so without a lock, when nothing has changed. The
 * node and the arrays are allocated before the first lock is taken, and there is {@link StackRoom}
 * until the last one is given back.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class LazySkipListMap<K, V> extends OrderedRivalMap<K, V> {
  private static final int MAX_LEVELS = 24;

  private static final VarHandle LINK = MethodHandles.arrayElementVarHandle(Node[].class);

  static {
    EarlyInitialization.of(LazySkipListMap.class, NodeLock.class, BucketLock.class);
  }

  /** Before all keys, and on all levels. Has no key, and is never removed. */
  private final Node<K, V> head;

  private final int levels;

  /** An empty map whose keys are in their natural order. */
  public LazySkipListMap() {
    this(null);
  }

  /**
   * An empty map.
   *
   * @param comparator null for the natural order
   */
  public LazySkipListMap(@Nullable Comparator<? super K> comparator) {
    this(comparator, MAX_LEVELS);
  }

  /** An empty map with fewer levels, for tests whose time they take. */
  LazySkipListMap(@Nullable Comparator<? super K> comparator, int levels) {
    super(comparator);
    this.levels = levels;
    this.head = new Node<>(null, null, levels);
  }

  private static final class Node<K, V> extends NodeLock {
    final @Nullable K key;

    /** Never null but in the head. Does not change once the node is marked. */
    volatile @Nullable V value;

    /** True once the node is on all of its levels. */
    volatile boolean linked;

    /** True once the node has been removed. It may still be on some of its levels. */
    volatile boolean marked;

    private final @Nullable Node<K, V>[] links;

    @SuppressWarnings({"unchecked", "rawtypes"}) // There are no arrays of generic types.
    Node(@Nullable K key, @Nullable V value, int levels) {
      this.key = key;
      this.value = value;
      this.links = new Node[levels];
    }

    K key() {
      return Objects.requireNonNull(key, "key");
    }

    int levels() {
      return links.length;
    }

    @SuppressWarnings("unchecked") // Only such are set.
    @Nullable Node<K, V> next(int level) {
      return (Node<K, V>) LINK.getVolatile(links, level);
    }

    void setNextRelease(int level, @Nullable Node<K, V> next) {
      LINK.setRelease(links, level, next);
    }

    /** Returns the value, or null if the node is not in the map. */
    @Nullable V present() {
      if (!linked) {
        return null;
      }
      V present = value;
      return marked ? null : present;
    }

    /** Sets the value if the present one meets a condition. Returns null if the node is marked. */
    @Nullable V exchange(V to, Object condition) {
      StackRoom.require();
      lock();
      V present = marked ? null : value;
      if (present != null && isMet(condition, present)) {
        value = to; // A replacement takes effect here.
      }
      unlock();
      return present;
    }
  }

  /** The result of a search. */
  private static final class Place<K, V> {
    /** The last node before the key, on each level. */
    final Node<K, V>[] before;

    /** The first node that is not before the key, on each level. */
    final @Nullable Node<K, V>[] after;

    /** Has the key, or is null. */
    @Nullable Node<K, V> found;

    @SuppressWarnings({"unchecked", "rawtypes"}) // There are no arrays of generic types.
    Place(int levels) {
      before = new Node[levels];
      after = new Node[levels];
    }

    /**
     * Locks the nodes before the key on some levels from the lowest on, each once, until one is
     * marked or no longer leads to the node after the key.
     *
     * @return the number of levels that are locked and as they were found
     */
    int lock(int levels) {
      for (int level = 0; level < levels; level++) {
        Node<K, V> node = before[level];
        if (level == 0 || node != before[level - 1]) {
          node.lock();
        }
        if (node.marked || node.next(level) != after[level]) {
          unlock(level + 1);
          return level;
        }
      }
      return levels;
    }

    void unlock(int levels) {
      for (int level = 0; level < levels; level++) {
        if (level == 0 || before[level] != before[level - 1]) {
          before[level].unlock();
        }
      }
    }
  }

  private void find(Object key, Place<K, V> place) {
    place.found = null;
    Node<K, V> at = head;
    Node<K, V> bound = null; // Known not to be before the key.
    for (int level = levels - 1; level >= 0; level--) {
      Node<K, V> next = at.next(level);
      while (next != null && next != bound) {
        int order = compare(key, next.key());
        if (order <= 0) {
          place.found = order == 0 ? next : place.found;
          bound = next;
        } else {
          at = next;
          next = at.next(level);
        }
      }
      place.before[level] = at;
      place.after[level] = next;
    }
  }

  @Override
  public @Nullable V get(Object key) {
    Objects.requireNonNull(key, "key");
    Node<K, V> at = head;
    Node<K, V> bound = null;
    for (int level = levels - 1; level >= 0; level--) {
      Node<K, V> next = at.next(level);
      while (next != null && next != bound) {
        int order = compare(key, next.key());
        if (order == 0) {
          return next.present();
        }
        if (order < 0) {
          bound = next;
        } else {
          at = next;
          next = at.next(level);
        }
      }
    }
    return null;
  }

  @Override
  @Nullable V exchange(Object key, @Nullable V value, Object condition) {
    K own = comparable(key);
    Place<K, V> place = new Place<>(levels);
    for (int round = 0; ; round++) {
      find(key, place);
      Node<K, V> found = place.found;
      if (found == null) {
        if (value == null || !isMet(condition, null) || tryInsert(own, value, place)) {
          return null;
        }
      } else {
        for (int wait = 0; !found.linked; wait++) {
          BucketLock.backOff(wait);
        }
        V present =
            value == null ? tryRemove(found, condition, place) : found.exchange(value, condition);
        if (present != null) {
          return present;
        }
      }
      BucketLock.backOff(round);
    }
  }

  private boolean tryInsert(K key, V value, Place<K, V> place) {
    int own =
        1
            + Integer.numberOfTrailingZeros(
                ThreadLocalRandom.current().nextInt() | 1 << (levels - 1));
    Node<K, V> node = new Node<>(key, value, own);
    for (int level = 0; level < own; level++) {
      node.links[level] = place.after[level];
    }
    StackRoom.require();
    if (place.lock(own) < own) {
      return false;
    }
    for (int level = 0; level < own; level++) {
      place.before[level].setNextRelease(level, node);
    }
    node.linked = true; // An insertion takes effect here.
    place.unlock(own);
    return true;
  }

  /**
   * Removes a node if its value meets a condition.
   *
   * @return the value, or null if the node is marked or those before it have changed
   */
  private static <K, V> @Nullable V tryRemove(
      Node<K, V> node, Object condition, Place<K, V> place) {
    StackRoom.require();
    int levels = node.levels();
    node.lock();
    V present = node.marked ? null : node.value;
    if (present != null && isMet(condition, present)) {
      // What follows a node that is not removed, on a level of this node, can only be this node.
      if (place.lock(levels) == levels) {
        node.marked = true; // A removal takes effect here.
        for (int level = levels - 1; level >= 0; level--) {
          place.before[level].setNextRelease(level, node.next(level));
        }
        place.unlock(levels);
      } else {
        present = null;
      }
    }
    node.unlock();
    return present;
  }

  @Override
  public Walk<K, V> ascending(@Nullable K from) {
    if (from == null) {
      return new LowestLevel<>(head.next(0));
    }
    Place<K, V> place = new Place<>(levels);
    find(from, place);
    return new LowestLevel<>(place.after[0]);
  }

  private static final class LowestLevel<K, V> implements Walk<K, V> {
    private @Nullable Node<K, V> ahead;
    private @Nullable Node<K, V> at;
    private @Nullable V value;
    private @Nullable K kept;

    LowestLevel(@Nullable Node<K, V> first) {
      ahead = first;
    }

    @Override
    public boolean advance() {
      Node<K, V> node = ahead;
      V present = null;
      while (node != null && (present = node.present()) == null) {
        node = node.next(0);
      }
      ahead = node == null ? null : node.next(0);
      at = node == null ? at : node;
      value = present;
      return node != null;
    }

    @Override
    public K key() {
      return Objects.requireNonNull(at, "at").key();
    }

    @Override
    public void keepKey() {
      kept = key();
    }

    @Override
    public K keptKey() {
      return Objects.requireNonNull(kept, "kept");
    }

    @Override
    public V value() {
      return Objects.requireNonNull(value, "value");
    }
  }

  /** Checks that keys ascend, that nodes are on all of their levels, and that no lock is held. */
  @Override
  public void validate() {
    check(!head.isLocked() && !head.marked, "the head is locked or marked", head);
    List<Node<K, V>> nodes = level(0).toList();
    Node<K, V> last = null;
    for (Node<K, V> node : nodes) {
      check(last == null || compare(last.key(), node.key()) < 0, "keys ascend", node.key);
      check(node.linked && !node.marked && !node.isLocked(), "a node is at rest", node.key);
      last = node;
    }
    for (int level = 1; level < levels; level++) {
      int least = level;
      Predicate<Node<K, V>> isOnLevel = node -> node.levels() > least;
      check(
          nodes.stream().filter(isOnLevel).toList().equals(level(level).toList()),
          "a level has its nodes",
          level);
    }
  }

  private Stream<Node<K, V>> level(int level) {
    return Stream.iterate(head.next(level), Objects::nonNull, node -> node.next(level));
  }
}
