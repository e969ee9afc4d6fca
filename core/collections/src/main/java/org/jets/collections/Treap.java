package org.jets.collections;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * A treap (Aragon & Seidel 1989): a binary search tree by key that is a heap by random priority, so
 * that its depth is logarithmic whatever the order of insertions, and that it can be cut and put
 * together along one path.
 *
 * <p>All changes are between the two writes of the stamp, except that of a value, which is one
 * write; a reader of several mappings is told of that by the stamp too. Readers follow links that
 * may be changing: a key and its prefix never do.
 *
 * <p>Cost: O(log n) expected, with a cache miss for each of some 1.4 log2(n) levels. A mapping
 * takes 40 bytes.
 */
final class Treap<K, V> extends OrderedContainer<K, V> {
  /** Steps after which a reader looks whether it has gone astray. */
  private static final int LOOK_EVERY = 128;

  /** Of how many nodes the median is taken. */
  private static final int SAMPLE = 31;

  private static final class Node<K, V> {
    final long prefix;
    final K key;
    final int priority;
    V value;
    @Nullable Node<K, V> left;
    @Nullable Node<K, V> right;

    Node(long prefix, K key, V value, int priority) {
      this.prefix = prefix;
      this.key = key;
      this.value = value;
      this.priority = priority;
    }
  }

  private @Nullable Node<K, V> root;

  /** Marsaglia's xorshift, for priorities. */
  private int random;

  Treap(PrefixOrder<K> order) {
    this(order, null, System.identityHashCode(order) | 1);
  }

  private Treap(PrefixOrder<K> order, @Nullable Node<K, V> root, int random) {
    super(order);
    this.root = root;
    this.random = random;
  }

  // Read by anybody

  @Override
  @Nullable Object tryGet(long prefix, K key) {
    long stamp = stampAcquire();
    if (isChanging(stamp) || isHiddenAcquire()) {
      return RETRY;
    }
    Object value;
    try {
      Node<K, V> node = find(stamp, prefix, key);
      value = node == null ? null : node.value;
    } catch (RuntimeException e) {
      return retryOrThrow(stamp, e);
    }
    return isUnchangedSince(stamp) ? value : RETRY;
  }

  private @Nullable Node<K, V> find(long stamp, long prefix, K key) {
    Node<K, V> node = root;
    for (int step = 1; node != null; step++) {
      int comparison = order.compare(prefix, key, node.prefix, node.key);
      if (comparison == 0) {
        return node;
      }
      node = comparison < 0 ? node.left : node.right;
      if (step % LOOK_EVERY == 0 && !isUnchangedSince(stamp)) {
        return null;
      }
    }
    return null;
  }

  @Override
  boolean tryRead(Scan<K> scan, EntryRun<K, V> run, long seen) {
    try {
      return read(scan, run, seen);
    } catch (RuntimeException e) {
      return retryOrThrow(seen, e) != RETRY;
    }
  }

  private boolean read(Scan<K> scan, EntryRun<K, V> run, long stamp) {
    boolean isDescending = scan.isDescending;
    List<Node<K, V>> ahead = new ArrayList<>();
    Node<K, V> node = root;
    for (int step = 1; node != null || !ahead.isEmpty(); step++) {
      if (step % LOOK_EVERY == 0 && !isUnchangedSince(stamp)) {
        return false;
      }
      if (node != null) {
        boolean isInFront = isInFront(scan, node);
        if (!isInFront) {
          ahead.add(node);
        }
        node = isDescending != isInFront ? node.right : node.left;
      } else {
        Node<K, V> next = ahead.remove(ahead.size() - 1);
        if (isBehind(scan, next)) {
          break;
        }
        run.add(next.key, next.value);
        if (run.size() >= Math.min(scan.most, Math.max(scan.enough, EntryRun.SOME))) {
          return true;
        }
        node = isDescending ? next.left : next.right;
      }
    }
    run.isAtEnd = true;
    return true;
  }

  /** Whether a scan begins only after this node. */
  private boolean isInFront(Scan<K> scan, Node<K, V> node) {
    K from = scan.from;
    if (from == null) {
      return false;
    }
    int comparison = order.compare(scan.fromPrefix, from, node.prefix, node.key);
    return scan.isFromIncluded
        ? (scan.isDescending ? comparison < 0 : comparison > 0)
        : (scan.isDescending ? comparison <= 0 : comparison >= 0);
  }

  /** Whether a scan ends before this node. */
  private boolean isBehind(Scan<K> scan, Node<K, V> node) {
    K to = scan.to;
    if (to == null) {
      return false;
    }
    int comparison = order.compare(scan.toPrefix, to, node.prefix, node.key);
    return scan.isToIncluded
        ? (scan.isDescending ? comparison > 0 : comparison < 0)
        : (scan.isDescending ? comparison >= 0 : comparison <= 0);
  }

  /**
   * The nodes of highest priority are a random sample of all: the median of some is near enough.
   */
  @Override
  @Nullable K middle(KeyBounds<K> bounds) {
    PriorityQueue<Node<K, V>> ahead =
        new PriorityQueue<>((a, b) -> Integer.compare(b.priority, a.priority));
    List<Node<K, V>> sample = new ArrayList<>();
    Node<K, V> node = root;
    for (int step = 0; node != null && step < LOOK_EVERY && sample.size() < SAMPLE; step++) {
      boolean isTooLow =
          bounds.low != null
              && order.compare(node.prefix, node.key, bounds.lowPrefix, bounds.low) <= 0;
      boolean isTooHigh = bounds.isTooHigh(node.prefix, node.key);
      if (!isTooLow && !isTooHigh) {
        sample.add(node);
      }
      if (!isTooLow && node.left != null) {
        ahead.add(node.left);
      }
      if (!isTooHigh && node.right != null) {
        ahead.add(node.right);
      }
      node = ahead.poll();
    }
    sample.sort((a, b) -> order.compare(a.prefix, a.key, b.prefix, b.key));
    return sample.isEmpty() ? null : sample.get(sample.size() / 2).key;
  }

  // Under the lock

  /** Each next node ends the right spine, or cuts off the end of it that is less high. */
  @Override
  void setAll(EntryRun<K, V> all) {
    List<Node<K, V>> spine = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      K key = all.key(i);
      Node<K, V> next = new Node<>(order.prefix(key), key, all.value(i), nextPriority());
      int last = spine.size() - 1;
      while (last >= 0 && spine.get(last).priority < next.priority) {
        next.left = spine.remove(last--);
      }
      if (last >= 0) {
        spine.get(last).right = next;
      }
      spine.add(next);
    }
    beginChange();
    root = spine.isEmpty() ? null : spine.get(0);
    endChange();
  }

  @Override
  @Nullable V put(long prefix, K key, V value) {
    List<Node<K, V>> path = new ArrayList<>();
    boolean endsRight = false;
    for (Node<K, V> node = root; node != null; node = endsRight ? node.right : node.left) {
      int comparison = order.compare(prefix, key, node.prefix, node.key);
      if (comparison == 0) {
        return replaceValue(node, value);
      }
      path.add(node);
      endsRight = comparison > 0;
    }
    Node<K, V> fresh = new Node<>(prefix, key, value, nextPriority());
    int top = 0;
    while (top < path.size() && path.get(top).priority >= fresh.priority) {
      top++;
    }
    beginChange();
    cut(path, top, endsRight, fresh);
    link(top == 0 ? null : path.get(top - 1), turnsRight(path, top - 1, endsRight), fresh);
    endChange();
    return null;
  }

  private V replaceValue(Node<K, V> node, V value) {
    V old = node.value;
    beginChange();
    node.value = value;
    endChange();
    return old;
  }

  /** Puts what is below the top on both sides of a new node. */
  private static <K, V> void cut(
      List<Node<K, V>> path, int top, boolean endsRight, Node<K, V> fresh) {
    Node<K, V> less = fresh;
    Node<K, V> greater = fresh;
    for (int i = top; i < path.size(); i++) {
      Node<K, V> node = path.get(i);
      if (turnsRight(path, i, endsRight)) {
        setChild(less, less != fresh, node);
        less = node;
      } else {
        setChild(greater, greater == fresh, node);
        greater = node;
      }
    }
    setChild(less, less != fresh, null);
    setChild(greater, greater == fresh, null);
  }

  private static <K, V> boolean turnsRight(List<Node<K, V>> path, int at, boolean endsRight) {
    return at + 1 < path.size() ? at >= 0 && path.get(at).right == path.get(at + 1) : endsRight;
  }

  private static <K, V> void setChild(Node<K, V> node, boolean right, @Nullable Node<K, V> child) {
    if (right) {
      node.right = child;
    } else {
      node.left = child;
    }
  }

  private void link(@Nullable Node<K, V> parent, boolean right, @Nullable Node<K, V> child) {
    if (parent == null) {
      root = child;
    } else {
      setChild(parent, right, child);
    }
  }

  private int nextPriority() {
    random ^= random << 13;
    random ^= random >>> 17;
    random ^= random << 5;
    return random;
  }

  @Override
  @Nullable V remove(long prefix, K key) {
    Node<K, V> parent = null;
    boolean isRight = false;
    for (Node<K, V> node = root; node != null; node = isRight ? node.right : node.left) {
      int comparison = order.compare(prefix, key, node.prefix, node.key);
      if (comparison == 0) {
        beginChange();
        link(parent, isRight, merged(node.left, node.right));
        endChange();
        return node.value;
      }
      parent = node;
      isRight = comparison > 0;
    }
    return null;
  }

  /** One tree of two, of which all keys of the first are less than those of the other. */
  private static <K, V> @Nullable Node<K, V> merged(
      @Nullable Node<K, V> less, @Nullable Node<K, V> greater) {
    Node<K, V> first = less;
    Node<K, V> second = greater;
    Node<K, V> top = null;
    Node<K, V> bottom = null;
    boolean isRight = false;
    while (first != null || second != null) {
      boolean takesFirst = second == null || (first != null && first.priority >= second.priority);
      Node<K, V> next = takesFirst ? first : second;
      if (bottom == null) {
        top = next;
      } else {
        setChild(bottom, isRight, next);
      }
      if (first == null || second == null) {
        return top; // With all that is below it.
      }
      bottom = next;
      isRight = takesFirst;
      if (takesFirst) {
        first = first.right;
      } else {
        second = second.left;
      }
    }
    if (bottom != null) {
      setChild(bottom, isRight, null);
    }
    return top;
  }

  @Override
  boolean isEmpty() {
    return root == null;
  }

  @Override
  long count() {
    long count = 0;
    List<Node<K, V>> ahead = new ArrayList<>();
    for (Node<K, V> node = root; node != null || !ahead.isEmpty(); ) {
      if (node == null) {
        node = ahead.remove(ahead.size() - 1);
      }
      count++;
      if (node.right != null) {
        ahead.add(node.right);
      }
      node = node.left;
    }
    return count;
  }

  @Override
  @Nullable Halves<K, V> split() {
    Node<K, V> top = root;
    if (top == null || (top.left == null && top.right == null)) {
      return null;
    }
    retire();
    if (top.left == null) {
      Node<K, V> rest = requireNonNull(top.right);
      top.right = null;
      Node<K, V> first = leftmost(rest);
      return new Halves<>(with(top), first.prefix, first.key, with(rest));
    }
    Node<K, V> less = top.left;
    top.left = null;
    return new Halves<>(with(less), top.prefix, top.key, with(top));
  }

  private Treap<K, V> with(@Nullable Node<K, V> node) {
    return new Treap<>(order, node, nextPriority());
  }

  private static <K, V> Node<K, V> leftmost(Node<K, V> from) {
    Node<K, V> node = from;
    while (node.left != null) {
      node = node.left;
    }
    return node;
  }

  @Override
  OrderedContainer<K, V> join(long prefix, K separator, OrderedContainer<K, V> behind) {
    Treap<K, V> other = (Treap<K, V>) behind;
    retire();
    other.retire();
    return with(merged(root, other.root));
  }

  @Override
  void validate() {
    check(!isChanging(stampAcquire()), "a change that has not ended");
    EntryRun<K, V> all = new EntryRun<>(EntryRun.SOME);
    check(tryRead(Scan.forAll(false), all) && all.size() == count(), "mappings lost");
    for (int i = 1; i < all.size(); i++) {
      check(order.compare(all.key(i - 1), all.key(i)) < 0, "keys not in order");
    }
    List<Node<K, V>> ahead = new ArrayList<>();
    for (Node<K, V> node = root; node != null || !ahead.isEmpty(); ) {
      if (node == null) {
        node = ahead.remove(ahead.size() - 1);
      }
      check(node.left == null || node.left.priority <= node.priority, "not a heap");
      check(node.right == null || node.right.priority <= node.priority, "not a heap");
      check(node.prefix == order.prefix(node.key), "a prefix of another key");
      if (node.right != null) {
        ahead.add(node.right);
      }
      node = node.left;
    }
  }
}
