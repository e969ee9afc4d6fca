package org.jets.collections.internal.catree;

import static java.util.Objects.requireNonNull;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import org.jets.collections.internal.container.EntryRun;
import org.jets.collections.internal.container.OrderedContainer;
import org.jets.collections.internal.container.ReadRequest;
import org.jets.collections.internal.order.KeyBounds;
import org.jets.collections.internal.order.PrefixOrder;
import org.jspecify.annotations.Nullable;

/**
 * A treap (Aragon and Seidel 1989): a binary search tree by key that is a heap by random priority.
 * Its expected depth is logarithmic whatever the order of insertions. It is split at its root. Two
 * treaps are joined along the edges that meet.
 *
 * <p>A change that readers can meet is made between two writes of the stamp, by which they detect
 * it. A change of a value is a single write between them. Readers follow links that may be
 * changing. A key and its prefix never change. A fork has no readers: it copies the nodes that it
 * changes.
 *
 * <p>Cost: O(log n) expected, with a cache miss for each of some 1.4 log2(n) levels. A mapping
 * takes 40 bytes.
 */
public final class Treap<K, V> extends OrderedContainer<K, V> {
  /** The number of steps after which a reader checks whether the treap has changed. */
  private static final int LOOK_EVERY = 128;

  /** The number of nodes of which the median is taken. */
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

    /** A copy with other children. */
    Node(Node<K, V> node, @Nullable Node<K, V> left, @Nullable Node<K, V> right) {
      this(node.prefix, node.key, node.value, node.priority);
      this.left = left;
      this.right = right;
    }
  }

  /** The top of an empty treap. */
  private static final Object NOTHING = new Object();

  private final boolean isFork;

  /** Marsaglia's xorshift, for priorities. */
  private int random;

  public Treap(PrefixOrder<K> order) {
    this(order, NOTHING, System.identityHashCode(order) | 1, false);
  }

  private Treap(PrefixOrder<K> order, @Nullable Object root, int random, boolean isFork) {
    super(order, root == null ? NOTHING : root);
    this.random = random;
    this.isFork = isFork;
  }

  @SuppressWarnings("unchecked") // Where the root is.
  private @Nullable Node<K, V> root() {
    Object root = top;
    return root == NOTHING ? null : (Node<K, V>) root;
  }

  // Read by anybody

  @Override
  public @Nullable Object tryGet(long prefix, K key) {
    long stamp = stampAcquire();
    if (isChanging(stamp) || isHidden()) {
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
    Node<K, V> node = root();
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
  public boolean tryRead(ReadRequest<K> request, EntryRun<K, V> run, long seen) {
    try {
      return read(request, run, seen);
    } catch (RuntimeException e) {
      return retryOrThrow(seen, e) != RETRY;
    }
  }

  private boolean read(ReadRequest<K> request, EntryRun<K, V> run, long stamp) {
    boolean isDescending = request.isDescending;
    List<Node<K, V>> ahead = new ArrayList<>();
    Node<K, V> node = root();
    for (int step = 1; node != null || !ahead.isEmpty(); step++) {
      if (step % LOOK_EVERY == 0 && !isUnchangedSince(stamp)) {
        return false;
      }
      if (node != null) {
        boolean isInFront = isInFront(request, node);
        if (!isInFront) {
          ahead.add(node);
        }
        node = isDescending != isInFront ? node.right : node.left;
      } else {
        Node<K, V> next = ahead.remove(ahead.size() - 1);
        if (isBehind(request, next)) {
          break;
        }
        run.add(next.key, next.value);
        if (run.size() >= Math.min(request.most, Math.max(request.enough, EntryRun.SOME))) {
          return true;
        }
        node = isDescending ? next.left : next.right;
      }
    }
    run.isAtEnd = true;
    return true;
  }

  /** Returns true if a read begins only after this node. */
  private boolean isInFront(ReadRequest<K> request, Node<K, V> node) {
    K from = request.from;
    if (from == null) {
      return false;
    }
    int comparison = order.compare(request.fromPrefix, from, node.prefix, node.key);
    return request.isFromIncluded
        ? (request.isDescending ? comparison < 0 : comparison > 0)
        : (request.isDescending ? comparison <= 0 : comparison >= 0);
  }

  /** Returns true if a read ends before this node. */
  private boolean isBehind(ReadRequest<K> request, Node<K, V> node) {
    K to = request.to;
    if (to == null) {
      return false;
    }
    int comparison = order.compare(request.toPrefix, to, node.prefix, node.key);
    return request.isToIncluded
        ? (request.isDescending ? comparison > 0 : comparison < 0)
        : (request.isDescending ? comparison >= 0 : comparison <= 0);
  }

  /**
   * The nodes of highest priority are a random sample of all: the median of some is near enough.
   */
  @Override
  public @Nullable K middle(KeyBounds<K> bounds) {
    PriorityQueue<Node<K, V>> ahead =
        new PriorityQueue<>((a, b) -> Integer.compare(b.priority, a.priority));
    List<Node<K, V>> sample = new ArrayList<>();
    Node<K, V> node = root();
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

  /** Builds a treap: each node extends the right spine, or replaces its end of lower priority. */
  @Override
  public void setAll(EntryRun<K, V> all) {
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
    Object root = spine.isEmpty() ? NOTHING : spine.get(0);
    long before = stamp;
    stamp = before + 1;
    top = root;
    stamp = before + 2;
  }

  @Override
  public @Nullable V put(long prefix, K key, V value) {
    Path<K, V> path = new Path<>();
    for (Node<K, V> node = root(); node != null; ) {
      int comparison = order.compare(prefix, key, node.prefix, node.key);
      if (comparison == 0) {
        V old = node.value;
        if (isFork) {
          Node<K, V> other = new Node<>(node, node.left, node.right);
          other.value = value;
          link(path.copied(this), path.depth, other);
        } else {
          long before = stamp;
          stamp = before + 1;
          try {
            VarHandle.storeStoreFence();
          } catch (VirtualMachineError e) {
            stamp = before + 2; // No stack for the call: nothing has changed.
            throw e;
          }
          node.value = value;
          stamp = before + 2;
        }
        return old;
      }
      path.add(node, comparison > 0);
      node = comparison > 0 ? node.right : node.left;
    }
    Node<K, V> fresh = new Node<>(prefix, key, value, nextPriority());
    link(isFork ? path.copied(this) : path, fresh);
    return null;
  }

  /** The nodes from the root down to where a search has ended, and where it turned right. */
  private static final class Path<K, V> {
    private Node<K, V>[] nodes = newNodes(32);
    private boolean[] rights = new boolean[32];
    private int depth;

    @SuppressWarnings({"unchecked", "rawtypes"}) // It is empty.
    private static <K, V> Node<K, V>[] newNodes(int length) {
      return new Node[length];
    }

    private void add(Node<K, V> node, boolean right) {
      if (depth == nodes.length) {
        nodes = Arrays.copyOf(nodes, 2 * depth);
        rights = Arrays.copyOf(rights, 2 * depth);
      }
      nodes[depth] = node;
      rights[depth++] = right;
    }

    /** Lets copies of these nodes take their place in a fork. */
    private Path<K, V> copied(Treap<K, V> fork) {
      for (int i = 0; i < depth; i++) {
        nodes[i] = new Node<>(nodes[i], nodes[i].left, nodes[i].right);
        fork.link(this, i, nodes[i]);
      }
      return this;
    }
  }

  /** Puts a node below the first ones of a path. */
  private void link(Path<K, V> path, int depth, Node<K, V> node) {
    if (depth == 0) {
      top = node;
    } else if (path.rights[depth - 1]) {
      path.nodes[depth - 1].right = node;
    } else {
      path.nodes[depth - 1].left = node;
    }
  }

  /**
   * Puts a new node into a path, and what is below it there on both sides of it. Only loads and
   * stores: nothing here can throw once it has begun.
   */
  private void link(Path<K, V> path, Node<K, V> fresh) {
    Node<K, V>[] nodes = path.nodes;
    boolean[] rights = path.rights;
    int depth = path.depth;
    int at = 0;
    while (at < depth && nodes[at].priority >= fresh.priority) {
      at++;
    }
    long before = stamp;
    stamp = before + 1;
    try {
      VarHandle.storeStoreFence();
    } catch (VirtualMachineError e) {
      stamp = before + 2; // No stack for the call: nothing has changed.
      throw e;
    }
    Node<K, V> less = fresh;
    Node<K, V> greater = fresh;
    for (int i = at; i < depth; i++) {
      Node<K, V> node = nodes[i];
      if (rights[i]) {
        if (less == fresh) {
          fresh.left = node;
        } else {
          less.right = node;
        }
        less = node;
      } else {
        if (greater == fresh) {
          fresh.right = node;
        } else {
          greater.left = node;
        }
        greater = node;
      }
    }
    if (less != fresh) {
      less.right = null;
    }
    if (greater != fresh) {
      greater.left = null;
    }
    if (at == 0) {
      top = fresh;
    } else if (rights[at - 1]) {
      nodes[at - 1].right = fresh;
    } else {
      nodes[at - 1].left = fresh;
    }
    stamp = before + 2;
  }

  private int nextPriority() {
    random ^= random << 13;
    random ^= random >>> 17;
    random ^= random << 5;
    return random;
  }

  @Override
  public @Nullable V remove(long prefix, K key) {
    Path<K, V> path = new Path<>();
    for (Node<K, V> node = root(); node != null; ) {
      int comparison = order.compare(prefix, key, node.prefix, node.key);
      if (comparison == 0) {
        unlink(isFork ? path.copied(this) : path, merged(node.left, node.right));
        return node.value;
      }
      path.add(node, comparison > 0);
      node = comparison > 0 ? node.right : node.left;
    }
    return null;
  }

  /** Puts what is left of a node below a path. Only loads and stores, as above. */
  private void unlink(Path<K, V> path, @Nullable Node<K, V> rest) {
    int depth = path.depth;
    long before = stamp;
    stamp = before + 1;
    try {
      VarHandle.storeStoreFence();
    } catch (VirtualMachineError e) {
      stamp = before + 2; // No stack for the call: nothing has changed.
      throw e;
    }
    if (depth == 0) {
      top = rest == null ? NOTHING : rest;
    } else if (path.rights[depth - 1]) {
      path.nodes[depth - 1].right = rest;
    } else {
      path.nodes[depth - 1].left = rest;
    }
    stamp = before + 2;
  }

  /**
   * One tree of two, of which all keys of the first are less than those of the other. Changes
   * neither: what gets other children is copied, a few nodes on average.
   */
  private static <K, V> @Nullable Node<K, V> merged(
      @Nullable Node<K, V> less, @Nullable Node<K, V> greater) {
    Node<K, V> first = less;
    Node<K, V> second = greater;
    Node<K, V> top = null;
    Node<K, V> bottom = null;
    boolean isRight = false;
    while (first != null || second != null) {
      boolean isBoth = first != null && second != null;
      boolean takesFirst = second == null || (first != null && first.priority >= second.priority);
      Node<K, V> taken = requireNonNull(takesFirst ? first : second);
      Node<K, V> next = isBoth ? new Node<>(taken, taken.left, taken.right) : taken;
      if (bottom == null) {
        top = next;
      } else if (isRight) {
        bottom.right = next;
      } else {
        bottom.left = next;
      }
      if (!isBoth) {
        return top; // With all that is below it.
      }
      bottom = next;
      isRight = takesFirst;
      if (takesFirst) {
        first = taken.right;
      } else {
        second = taken.left;
      }
    }
    return top;
  }

  @Override
  public boolean isEmpty() {
    return top == NOTHING;
  }

  @Override
  public long count() {
    long count = 0;
    List<Node<K, V>> ahead = new ArrayList<>();
    for (Node<K, V> node = root(); node != null || !ahead.isEmpty(); ) {
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
  public OrderedContainer<K, V> fork() {
    return new Treap<>(order, top, nextPriority(), true);
  }

  @Override
  public @Nullable Halves<K, V> split() {
    Node<K, V> top = root();
    if (top == null || (top.left == null && top.right == null)) {
      return null;
    }
    if (top.left == null) {
      Node<K, V> rest = requireNonNull(top.right);
      Node<K, V> first = leftmost(rest);
      return new Halves<>(with(new Node<>(top, null, null)), first.prefix, first.key, with(rest));
    }
    return new Halves<>(
        with(top.left), top.prefix, top.key, with(new Node<>(top, null, top.right)));
  }

  private Treap<K, V> with(@Nullable Node<K, V> node) {
    return new Treap<>(order, node, nextPriority(), false);
  }

  private static <K, V> Node<K, V> leftmost(Node<K, V> from) {
    Node<K, V> node = from;
    while (node.left != null) {
      node = node.left;
    }
    return node;
  }

  @Override
  public OrderedContainer<K, V> join(long prefix, K separator, OrderedContainer<K, V> behind) {
    return with(merged(root(), ((Treap<K, V>) behind).root()));
  }

  @Override
  public void validate() {
    check(!isChanging(stampAcquire()), "a change that has not ended");
    EntryRun<K, V> all = new EntryRun<>(EntryRun.SOME);
    check(tryRead(ReadRequest.forAll(false), all) && all.size() == count(), "mappings lost");
    for (int i = 1; i < all.size(); i++) {
      check(order.compare(all.key(i - 1), all.key(i)) < 0, "keys not in order");
    }
    List<Node<K, V>> ahead = new ArrayList<>();
    for (Node<K, V> node = root(); node != null || !ahead.isEmpty(); ) {
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
