package org.jets.bench.rivals;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jets.bench.skeleton.Walk;
import org.jets.collections.internal.sync.BucketLock;
import org.jets.collections.internal.sync.EarlyInitialization;
import org.jets.collections.internal.sync.StackRoom;
import org.jspecify.annotations.Nullable;

/**
 * A relaxed AVL tree with version numbers: an ordered map whose lookups take no lock, and whose
 * updates lock the few nodes that they change.
 *
 * <p>After N. G. Bronson, J. Casper, H. Chafi, K. Olukotun: A Practical Concurrent Binary Search
 * Tree (2010). The differences:
 *
 * <ul>
 *   <li>A search whose validation fails begins anew at the root. In the paper it goes back by one
 *       node.
 *   <li>Repairs that a rotation leaves to do are kept in a list. The paper finds them again by
 *       climbing, and rotates twice only where that leaves less to do.
 *   <li>There is no clone. A step of a walk is a search for the next key.
 * </ul>
 *
 * <p><b>Algorithm.</b> A node whose value is null is a <em>routing node</em>: its key is not in the
 * map. A node <em>shrinks</em> when it is rotated down, since it then stands for a smaller range of
 * keys. Its version is odd meanwhile, and another one afterwards. A node that stands for more keys
 * than before keeps its version.
 *
 * <ol>
 *   <li>A search reads a child, then the version of the child, then the link and the version of the
 *       node once more. If they are the same, the child stood for the key while it had its version.
 *       So the search goes on there. It waits where a child shrinks. At a node of the key it needs
 *       no validation.
 *   <li>An insertion locks the node under which the search has ended. If its version and its lack
 *       of a child are the same, the insertion adds a leaf.
 *   <li>A replacement locks the node of the key. It also gives a value to a routing node.
 *   <li>A removal makes a routing node of one with two children. It unlinks another one, under the
 *       locks of that and of its parent.
 *   <li>Then the repair climbs, one locked step at a time: it sets heights, unlinks routing nodes
 *       with less than two children, and rotates where heights differ by two or more.
 * </ol>
 *
 * <p><b>Locks</b> are taken downwards: parent, node, child, grandchild. No link between locked
 * nodes changes but by their holder, so there is no deadlock. The lock of a node guards its value,
 * height, version and links to children, and the links of these children to it.
 *
 * <p><b>Linearization.</b>
 *
 * <ul>
 *   <li>Insertion: the link to the leaf is set. Replacement and removal: the value is set.
 *   <li>A hit, or a miss at a routing node: the value is read. If the node has been unlinked, a
 *       moment of the call at which it had no value and was still linked.
 *   <li>Another miss: the missing child is read, before the version is found unchanged.
 *   <li>A condition that is not met: as a hit or a miss, or under the lock of the node.
 * </ul>
 *
 * <p><b>Progress.</b> Blocking. A lookup waits for rotations on its way, and begins anew after
 * them.
 *
 * <p><b>Memory order.</b> All shared fields of a node are volatile but its key, which is final. So
 * a rotation is seen in its order: versions become odd, links change, versions become even.
 *
 * <p><b>Iteration</b> is weakly consistent.
 *
 * <p><b>Errors.</b> A comparison that throws does so without a lock, when nothing has changed. A
 * leaf and the list of repairs are allocated before the first lock is taken. There is {@link
 * StackRoom} until the last lock is given back. If the list cannot grow, the call throws after it
 * has taken effect, and later updates nearby balance the tree.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class OptimisticAvlMap<K, V> extends OrderedRivalMap<K, V> {
  private static final Object RETRY = new Object();

  private static final int FIRST_REPAIRS = 15;

  static {
    EarlyInitialization.of(OptimisticAvlMap.class, NodeLock.class, BucketLock.class);
  }

  /** Above the root, which is its right child. Has no key, and never shrinks. */
  private final Node<K, V> holder = new Node<>(null, null, null);

  /** An empty map whose keys are in their natural order. */
  public OptimisticAvlMap() {
    this(null);
  }

  /**
   * An empty map.
   *
   * @param comparator null for the natural order
   */
  public OptimisticAvlMap(@Nullable Comparator<? super K> comparator) {
    super(comparator);
  }

  /** A node, and by its name a direction: right is true. */
  private static final class Node<K, V> extends NodeLock {
    /** The bit of a version while its node shrinks. */
    static final long SHRINKING = 1;

    /** The version of a node that is not in the tree any more. */
    static final long UNLINKED = -2;

    // Conditions that are no heights.
    static final int IN_ORDER = -1;
    static final int TO_RESTRUCTURE = -2;

    final @Nullable K key;

    /** Null in a routing node, and in one that has been unlinked. */
    volatile @Nullable V value;

    volatile long version;

    /** May differ from the true height until the repair has come to this node. */
    volatile int height = 1;

    /** Guarded by the lock of the parent. An unlinked node keeps its last parent. */
    volatile @Nullable Node<K, V> parent;

    volatile @Nullable Node<K, V> left;
    volatile @Nullable Node<K, V> right;

    Node(@Nullable K key, @Nullable V value, @Nullable Node<K, V> parent) {
      this.key = key;
      this.value = value;
      this.parent = parent;
    }

    K key() {
      return Objects.requireNonNull(key, "key");
    }

    @Nullable Node<K, V> child(boolean isRight) {
      return isRight ? right : left;
    }

    /** Sets a link in both directions. */
    void setChild(boolean isRight, @Nullable Node<K, V> child) {
      if (isRight) {
        right = child;
      } else {
        left = child;
      }
      if (child != null) {
        child.parent = this;
      }
    }

    boolean isUnlinked() {
      return version == UNLINKED;
    }

    void beginShrinking() {
      long before = version;
      version = before | SHRINKING;
    }

    void endShrinking() {
      long before = version;
      version = before + 1; // The bit carries into the count.
    }

    void awaitShrinking() {
      for (int round = 0; (version & SHRINKING) != 0; round++) {
        BucketLock.backOff(round);
      }
    }

    boolean lacksChild() {
      return left == null || right == null;
    }

    static int height(@Nullable Node<?, ?> node) {
      return node == null ? 0 : node.height;
    }

    int heightByChildren() {
      return 1 + Math.max(height(left), height(right));
    }

    /** Returns what is to be done to this node: a condition, or the height that it should have. */
    int condition() {
      if (value == null && lacksChild()) {
        return TO_RESTRUCTURE;
      }
      int leftHeight = height(left);
      int rightHeight = height(right);
      if (Math.abs(leftHeight - rightHeight) > 1) {
        return TO_RESTRUCTURE;
      }
      int proper = 1 + Math.max(leftHeight, rightHeight);
      return proper == height ? IN_ORDER : proper;
    }

    /** Sets the value if the present one meets a condition. Returns the present one, or RETRY. */
    @Nullable Object exchange(V to, Object condition) {
      StackRoom.require();
      lock();
      Object present = RETRY;
      if (!isUnlinked()) {
        present = value;
        if (isMet(condition, present)) {
          value = to; // A replacement takes effect here.
        }
      }
      unlock();
      return present;
    }
  }

  /** A way down from the holder, for one thread. */
  private static final class Descent<K, V> {
    /** The last node that stood for the key. */
    Node<K, V> at;

    /** The version that it had then. */
    long version;

    /** The child in the direction of the key: its node, or null if there was none. */
    @Nullable Node<K, V> found;

    boolean isRight;

    Descent(Node<K, V> holder) {
      at = holder;
    }

    /** Returns true if the child is still missing, and the node still stands for the key. */
    boolean isValid() {
      return at.version == version && at.child(isRight) == found;
    }
  }

  /** Goes to the node of a key, or to where its leaf would be. Both were there during the call. */
  private void descend(Object key, Descent<K, V> way) {
    while (!tryDescend(key, way)) {
      Thread.onSpinWait();
    }
  }

  private boolean tryDescend(Object key, Descent<K, V> way) {
    Node<K, V> at = holder;
    long version = at.version;
    boolean isRight = true;
    for (; ; ) {
      Node<K, V> child = at.child(isRight);
      int order = child == null ? 0 : compare(key, child.key());
      if (child == null || order == 0) {
        way.at = at;
        way.version = version;
        way.isRight = isRight;
        way.found = child;
        return child != null || at.version == version;
      }
      long childVersion = child.version;
      if ((childVersion & Node.SHRINKING) != 0) {
        child.awaitShrinking();
      } else if (childVersion != Node.UNLINKED && at.child(isRight) == child) {
        if (at.version != version) {
          return false;
        }
        at = child;
        version = childVersion;
        isRight = order > 0;
      }
      if (at.version != version) {
        return false;
      }
    }
  }

  @Override
  public @Nullable V get(Object key) {
    Descent<K, V> way = new Descent<>(holder);
    descend(Objects.requireNonNull(key, "key"), way);
    return way.found == null ? null : way.found.value;
  }

  @Override
  @SuppressWarnings("unchecked") // What is not RETRY is a value.
  @Nullable V exchange(Object key, @Nullable V value, Object condition) {
    K own = comparable(key);
    Descent<K, V> way = new Descent<>(holder);
    Object present = RETRY;
    StackRoom.requireForCall();
    for (int round = 0; present == RETRY; round++) {
      BucketLock.backOff(round);
      descend(key, way);
      Node<K, V> found = way.found;
      V seen = found == null ? null : found.value;
      if (!isMet(condition, seen) || (seen == null && value == null)) {
        return seen;
      }
      if (value == null && found != null) {
        present = tryRemove(found, condition);
      } else if (value != null) {
        present = found == null ? tryInsert(own, value, way) : found.exchange(value, condition);
      }
    }
    return (V) present;
  }

  /** Returns null, or RETRY. */
  private @Nullable Object tryInsert(K key, V value, Descent<K, V> way) {
    Node<K, V> above = way.at;
    Node<K, V> leaf = new Node<>(key, value, above);
    Deque<Node<K, V>> repairs = new ArrayDeque<>(FIRST_REPAIRS);
    StackRoom.require();
    above.lock();
    boolean isValid = way.isValid();
    if (isValid) {
      above.setChild(way.isRight, leaf); // An insertion takes effect here.
    }
    above.unlock();
    if (!isValid) {
      return RETRY;
    }
    repair(above, repairs);
    return null;
  }

  /** Returns the value, or RETRY. */
  private @Nullable Object tryRemove(Node<K, V> node, Object condition) {
    Deque<Node<K, V>> repairs = new ArrayDeque<>(FIRST_REPAIRS);
    StackRoom.require();
    if (!node.lacksChild()) {
      Object present = RETRY;
      node.lock();
      if (!node.isUnlinked() && !node.lacksChild()) {
        present = node.value;
        if (present != null && isMet(condition, present)) {
          node.value = null; // A removal takes effect here.
        }
      }
      node.unlock();
      return present;
    }
    Node<K, V> parent = Objects.requireNonNull(node.parent, "parent");
    Object present = RETRY;
    boolean isRemoved = false;
    parent.lock();
    if (isChild(parent, node)) {
      node.lock();
      present = node.value;
      isRemoved = present != null && isMet(condition, present);
      if (isRemoved) {
        node.value = null; // A removal takes effect here.
        if (node.lacksChild()) {
          unlink(parent, node);
        }
      }
      node.unlock();
    }
    parent.unlock();
    if (isRemoved) {
      repair(parent, repairs);
    }
    return present;
  }

  /** Returns true if a locked node is the parent of another. */
  private static <K, V> boolean isChild(Node<K, V> parent, Node<K, V> node) {
    return !parent.isUnlinked() && node.parent == parent && !node.isUnlinked();
  }

  /** Takes a node without a value out of the tree. It and its parent are locked. */
  private static <K, V> void unlink(Node<K, V> parent, Node<K, V> node) {
    Node<K, V> left = node.left;
    boolean isRight = parent.right == node;
    node.version = Node.UNLINKED; // First, so that no search ends here any more.
    parent.setChild(isRight, left == null ? node.right : left);
  }

  // Repair

  /**
   * Puts in order a node, those above it, and those that come to need it meanwhile.
   *
   * @param ahead an empty list
   */
  private void repair(Node<K, V> first, Deque<Node<K, V>> ahead) {
    Node<K, V> node = first;
    while (node != null) {
      if (node != holder && !node.isUnlinked()) {
        int condition = node.condition();
        if (condition == Node.TO_RESTRUCTURE) {
          restructure(node, ahead);
        } else if (condition != Node.IN_ORDER) {
          repairHeight(node, ahead);
        }
      }
      node = ahead.poll();
    }
  }

  private void repairHeight(Node<K, V> node, Deque<Node<K, V>> ahead) {
    node.lock();
    int condition = node.condition();
    if (condition >= 0) {
      node.height = condition;
    }
    node.unlock();
    ahead.push(condition >= 0 ? Objects.requireNonNull(node.parent, "parent") : node);
  }

  private void restructure(Node<K, V> node, Deque<Node<K, V>> ahead) {
    Node<K, V> parent = Objects.requireNonNull(node.parent, "parent");
    Node<K, V> heavy = null;
    Node<K, V> inner = null;
    parent.lock();
    if (isChild(parent, node)) {
      node.lock();
      if (node.value == null && node.lacksChild()) {
        unlink(parent, node);
      } else {
        boolean side = Node.height(node.right) > Node.height(node.left);
        heavy = node.child(side);
        inner = heavy == null ? null : rebalance(parent, node, heavy, side);
      }
      node.unlock();
    }
    parent.unlock();
    ahead.push(parent);
    if (inner != null) {
      ahead.push(inner);
    }
    if (heavy != null) {
      ahead.push(heavy);
    }
    ahead.push(node);
  }

  /**
   * Rotates a node down, if its higher child is too high.
   *
   * @param parent is locked, as is the node
   * @param side the direction of the higher child
   * @return the grandchild that has come into the place of the node, or null
   */
  private static <K, V> @Nullable Node<K, V> rebalance(
      Node<K, V> parent, Node<K, V> node, Node<K, V> heavy, boolean side) {
    Node<K, V> risen = null;
    heavy.lock();
    heavy.height = heavy.heightByChildren();
    if (heavy.height > Node.height(node.child(!side)) + 1) {
      Node<K, V> inner = heavy.child(!side);
      if (inner != null && inner.height > Node.height(heavy.child(side))) {
        inner.lock();
        rotateTwice(parent, node, heavy, inner, side);
        inner.unlock();
        risen = inner;
      } else {
        rotate(parent, node, heavy, side);
      }
    }
    heavy.unlock();
    return risen;
  }

  /** Puts a child in the place of its parent. All three are locked. */
  private static <K, V> void rotate(
      Node<K, V> parent, Node<K, V> node, Node<K, V> heavy, boolean side) {
    boolean place = parent.right == node;
    node.beginShrinking();
    node.setChild(side, heavy.child(!side));
    heavy.setChild(!side, node);
    parent.setChild(place, heavy);
    node.height = node.heightByChildren();
    heavy.height = heavy.heightByChildren();
    node.endShrinking();
  }

  /** Puts a grandchild in the place of a node, between this and its child. All are locked. */
  private static <K, V> void rotateTwice(
      Node<K, V> parent, Node<K, V> node, Node<K, V> heavy, Node<K, V> inner, boolean side) {
    boolean place = parent.right == node;
    node.beginShrinking();
    heavy.beginShrinking();
    node.setChild(side, inner.child(!side));
    heavy.setChild(!side, inner.child(side));
    inner.setChild(side, heavy);
    inner.setChild(!side, node);
    parent.setChild(place, inner);
    node.height = node.heightByChildren();
    heavy.height = heavy.heightByChildren();
    inner.height = inner.heightByChildren();
    node.endShrinking();
    heavy.endShrinking();
  }

  // Steps

  /**
   * Returns the node of the least key from a key on, or null. It may be a routing node.
   *
   * @param key null for no bound
   */
  private @Nullable Node<K, V> next(@Nullable Object key, boolean inclusive) {
    for (; ; ) {
      Node<K, V> at = holder;
      long version = at.version;
      boolean isRight = true;
      Node<K, V> best = null;
      while (at.version == version) {
        Node<K, V> child = at.child(isRight);
        if (child == null) {
          if (at.version == version) {
            return best;
          }
          break;
        }
        int order = key == null ? -1 : compare(key, child.key());
        if (order == 0 && inclusive) {
          return child;
        }
        long childVersion = child.version;
        if ((childVersion & Node.SHRINKING) != 0) {
          child.awaitShrinking();
        } else if (childVersion != Node.UNLINKED
            && at.child(isRight) == child
            && at.version == version) {
          at = child;
          version = childVersion;
          isRight = order >= 0;
          best = isRight ? best : child;
        }
      }
    }
  }

  @Override
  public Walk<K, V> ascending(@Nullable K from) {
    return new Steps(from);
  }

  private final class Steps implements Walk<K, V> {
    private final @Nullable K from;
    private @Nullable Node<K, V> at;
    private @Nullable V value;
    private @Nullable K kept;
    private boolean isOver;

    Steps(@Nullable K from) {
      this.from = from;
    }

    @Override
    public boolean advance() {
      if (isOver) {
        return false;
      }
      Node<K, V> next = at == null ? next(from, true) : next(at.key(), false);
      V present = null;
      while (next != null && (present = next.value) == null) {
        next = next(next.key(), false);
      }
      if (next == null) {
        isOver = true;
        return false;
      }
      at = next;
      value = present;
      return true;
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

  /**
   * Checks the order of the keys and the links to parents, that heights are true and differ by one
   * at most, that routing nodes have two children, and that no lock is held.
   */
  @Override
  public void validate() {
    check(!holder.isLocked() && holder.left == null && holder.version == 0, "holder", holder);
    Set<Node<K, V>> seen = new HashSet<>();
    Deque<Node<K, V>> ahead = new ArrayDeque<>();
    addChildren(holder, ahead);
    while (!ahead.isEmpty()) {
      Node<K, V> node = ahead.pop();
      check(seen.add(node), "a node has one place", node.key);
      check(!node.isLocked() && !node.isUnlinked(), "a node is at rest", node.key);
      check((node.version & Node.SHRINKING) == 0, "no node shrinks", node.key);
      check(node.condition() == Node.IN_ORDER, "a node is in order", node.key);
      addChildren(node, ahead);
    }
    int count = 0;
    Node<K, V> last = null;
    for (Node<K, V> node = next(null, true); node != null; node = next(node.key(), false)) {
      check(last == null || compare(last.key(), node.key()) < 0, "keys ascend", node.key);
      check(seen.contains(node), "a step leads to a node", node.key);
      last = node;
      count++;
    }
    check(count == seen.size(), "steps lead to all nodes", count);
  }

  private static <K, V> void addChildren(Node<K, V> node, Deque<Node<K, V>> ahead) {
    for (boolean isRight : new boolean[] {false, true}) {
      Node<K, V> child = node.child(isRight);
      if (child != null) {
        check(child.parent == node, "a child has its parent", child.key);
        ahead.push(child);
      }
    }
  }
}
