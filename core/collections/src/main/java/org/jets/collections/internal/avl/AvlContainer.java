package org.jets.collections.internal.avl;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jets.collections.internal.container.EntryRun;
import org.jets.collections.internal.container.OrderedContainer;
import org.jets.collections.internal.container.ReadRequest;
import org.jets.collections.internal.order.CircleCheck;
import org.jets.collections.internal.order.KeyBounds;
import org.jets.collections.internal.order.PrefixOrder;
import org.jets.collections.internal.order.Relation;
import org.jspecify.annotations.Nullable;

/**
 * An {@link AvlTree} as a container: what OTP's ordered_set keeps its objects in. All changes are
 * between the two writes of the stamp, and the searches before them are not. A reader of one key is
 * disturbed by every writer that changes the same base node.
 *
 * <p>Cost: O(log n), with a cache miss for each of some log2(n) levels; each further mapping of a
 * read is searched from the root. A mapping takes 40 bytes.
 */
public final class AvlContainer<K, V> extends OrderedContainer<K, V> {
  private final boolean isFork;

  public AvlContainer(PrefixOrder<K> order) {
    this(order, new AvlTree<>(order), false);
  }

  private AvlContainer(PrefixOrder<K> order, AvlTree<K, V> tree, boolean isFork) {
    super(order, tree);
    this.isFork = isFork;
  }

  @SuppressWarnings("unchecked") // Where the tree is.
  private AvlTree<K, V> tree() {
    return (AvlTree<K, V>) top;
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
      AvlNode<K, V> node = tree().find(prefix, key);
      value = node == null ? null : node.value;
    } catch (RuntimeException e) {
      return retryOrThrow(stamp, e);
    }
    return isUnchangedSince(stamp) ? value : RETRY;
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
    Relation next = Relation.of(!request.isDescending, false);
    AvlTree<K, V> tree = tree();
    AvlNode<K, V> node = first(tree, request);
    int enough = Math.min(request.most, Math.max(request.enough, EntryRun.SOME));
    CircleCheck<K> circle = null; // A read of one mapping needs none.
    while (node != null && !isBehind(request, node)) {
      run.add(node.key, node.value);
      if (run.size() >= enough) {
        return true;
      }
      if (!isUnchangedSince(stamp)) {
        return false;
      }
      circle = circle == null ? new CircleCheck<>() : circle;
      circle.step(node.key);
      node = tree.neighbour(node.prefix, node.key, next);
    }
    run.isAtEnd = true;
    return true;
  }

  private static <K, V> @Nullable AvlNode<K, V> first(AvlTree<K, V> tree, ReadRequest<K> request) {
    K from = request.from;
    if (from == null) {
      return request.isDescending ? tree.last() : tree.first();
    }
    Relation relation = Relation.of(!request.isDescending, request.isFromIncluded);
    return tree.neighbour(request.fromPrefix, from, relation);
  }

  /** Returns true if a read ends before this node. */
  private boolean isBehind(ReadRequest<K> request, AvlNode<K, V> node) {
    K to = request.to;
    if (to == null) {
      return false;
    }
    int comparison = order.compare(request.toPrefix, to, node.prefix, node.key);
    return comparison == 0 ? !request.isToIncluded : comparison < 0 != request.isDescending;
  }

  @Override
  public @Nullable K middle(KeyBounds<K> bounds) {
    KeyBounds<K> inside =
        new KeyBounds<>(order, bounds.low, false, bounds.high, bounds.highInclusive);
    AvlNode<K, V> top = tree().topOf(inside);
    return top == null ? null : top.key;
  }

  // Under the lock

  @Override
  public void setAll(EntryRun<K, V> all) {
    List<AvlNode<K, V>> nodes = new ArrayList<>(all.size());
    for (int i = 0; i < all.size(); i++) {
      nodes.add(new AvlNode<>(order.prefix(all.key(i)), all.key(i), all.value(i)));
    }
    AvlTree<K, V> tree = new AvlTree<>(order);
    tree.setAll(nodes);
    long before = stamp;
    stamp = before + 1;
    top = tree;
    stamp = before + 2;
  }

  @Override
  public @Nullable V put(long prefix, K key, V value) {
    AvlTree<K, V> tree = tree();
    if (isFork) {
      return putIntoFork(tree, prefix, key, value);
    }
    try {
      AvlNode<K, V> present = tree.insert(prefix, key, value, this);
      if (present == null) {
        return null;
      }
      V old = present.value;
      long before = stamp;
      stamp = before + 1;
      VarHandle.storeStoreFence();
      present.value = value;
      return old;
    } finally {
      long now = stamp;
      if ((now & 1) != 0) {
        stamp = now + 1;
      }
    }
  }

  private @Nullable V putIntoFork(AvlTree<K, V> tree, long prefix, K key, V value) {
    AvlNode<K, V> present = tree.find(prefix, key);
    AvlNode<K, V> added = new AvlNode<>(prefix, key, value);
    tree.become(AvlSubtree.of(tree.root()).with(order, added).root(), AvlTree.UNKNOWN);
    return present == null ? null : present.value;
  }

  @Override
  public @Nullable V remove(long prefix, K key) {
    AvlTree<K, V> tree = tree();
    if (isFork) {
      return removeFromFork(tree, prefix, key);
    }
    try {
      AvlNode<K, V> removed = tree.remove(prefix, key, null, this);
      return removed == null ? null : removed.value;
    } finally {
      long now = stamp;
      if ((now & 1) != 0) {
        stamp = now + 1;
      }
    }
  }

  private @Nullable V removeFromFork(AvlTree<K, V> tree, long prefix, K key) {
    AvlNode<K, V> present = tree.find(prefix, key);
    if (present == null) {
      return null;
    }
    AvlNode<K, V> root = AvlSubtree.of(tree.root()).without(order, prefix, key).root();
    tree.become(root, root == null ? 0 : AvlTree.UNKNOWN);
    return present.value;
  }

  @Override
  public boolean isEmpty() {
    return tree().isEmpty();
  }

  @Override
  public long count() {
    return tree().size();
  }

  @Override
  public OrderedContainer<K, V> fork() {
    return new AvlContainer<>(order, tree().alias(), true);
  }

  @Override
  public @Nullable Halves<K, V> split() {
    AvlTree<K, V> left = tree().alias();
    AvlNode<K, V> first = left.root();
    if (first == null || (first.left == null && first.right == null)) {
      return null;
    }
    AvlTree<K, V> right;
    if (first.left != null) {
      right = left.splitOffUpperHalf();
    } else {
      first = Objects.requireNonNull(first.right);
      right = left.splitOff(first.prefix, first.key, true);
    }
    return new Halves<>(
        new AvlContainer<>(order, left, false),
        first.prefix,
        first.key,
        new AvlContainer<>(order, right, false));
  }

  @Override
  public OrderedContainer<K, V> join(long prefix, K separator, OrderedContainer<K, V> behind) {
    AvlTree<K, V> both = tree().alias();
    both.append(((AvlContainer<K, V>) behind).tree().alias());
    return new AvlContainer<>(order, both, false);
  }

  @Override
  public void validate() {
    check(!isChanging(stampAcquire()), "a change that has not ended");
    tree().validate();
  }
}
