package org.jets.collections;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An {@link AvlTree} as a container: what OTP's ordered_set keeps its objects in. All changes are
 * between the two writes of the stamp, and the searches before them are not. A reader of one key is
 * disturbed by every writer that changes the same base node.
 *
 * <p>Cost: O(log n), with a cache miss for each of some log2(n) levels; each further mapping of a
 * scan is searched from the root. A mapping takes 40 bytes.
 */
final class AvlContainer<K, V> extends OrderedContainer<K, V> {
  private final AvlTree<K, V> tree;

  AvlContainer(PrefixOrder<K> order) {
    this(order, new AvlTree<>(order));
  }

  private AvlContainer(PrefixOrder<K> order, AvlTree<K, V> tree) {
    super(order);
    this.tree = tree;
    tree.beforeChange(this::beginChange);
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
      AvlNode<K, V> node = tree.find(prefix, key);
      value = node == null ? null : node.value;
    } catch (RuntimeException e) {
      return retryOrThrow(stamp, e);
    }
    return isUnchangedSince(stamp) ? value : RETRY;
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
    Relation next = Relation.of(!scan.isDescending, false);
    AvlNode<K, V> node = first(scan);
    int enough = Math.min(scan.most, Math.max(scan.enough, EntryRun.SOME));
    while (node != null && !isBehind(scan, node)) {
      run.add(node.key, node.value);
      if (run.size() >= enough) {
        return true;
      }
      if (!isUnchangedSince(stamp)) {
        return false;
      }
      node = tree.neighbour(node.prefix, node.key, next);
    }
    run.isAtEnd = true;
    return true;
  }

  private @Nullable AvlNode<K, V> first(Scan<K> scan) {
    K from = scan.from;
    if (from == null) {
      return scan.isDescending ? tree.last() : tree.first();
    }
    Relation relation = Relation.of(!scan.isDescending, scan.isFromIncluded);
    return tree.neighbour(scan.fromPrefix, from, relation);
  }

  /** Whether a scan ends before this node. */
  private boolean isBehind(Scan<K> scan, AvlNode<K, V> node) {
    K to = scan.to;
    if (to == null) {
      return false;
    }
    int comparison = order.compare(scan.toPrefix, to, node.prefix, node.key);
    return comparison == 0 ? !scan.isToIncluded : comparison < 0 != scan.isDescending;
  }

  @Override
  @Nullable K middle(KeyBounds<K> bounds) {
    KeyBounds<K> inside =
        new KeyBounds<>(order, bounds.low, false, bounds.high, bounds.highInclusive);
    AvlNode<K, V> top = tree.topOf(inside);
    return top == null ? null : top.key;
  }

  // Under the lock

  @Override
  void setAll(EntryRun<K, V> all) {
    List<AvlNode<K, V>> nodes = new ArrayList<>(all.size());
    for (int i = 0; i < all.size(); i++) {
      nodes.add(new AvlNode<>(order.prefix(all.key(i)), all.key(i), all.value(i)));
    }
    beginChange();
    tree.setAll(nodes);
    endChange();
  }

  @Override
  @Nullable V put(long prefix, K key, V value) {
    AvlNode<K, V> present = tree.insert(prefix, key, value);
    if (present == null) {
      endChange();
      return null;
    }
    V old = present.value;
    beginChange();
    present.value = value;
    endChange();
    return old;
  }

  @Override
  @Nullable V remove(long prefix, K key) {
    AvlNode<K, V> removed = tree.remove(prefix, key);
    if (removed == null) {
      return null;
    }
    endChange();
    return removed.value;
  }

  @Override
  boolean isEmpty() {
    return tree.isEmpty();
  }

  @Override
  long count() {
    return tree.size();
  }

  @Override
  @Nullable Halves<K, V> split() {
    AvlNode<K, V> root = tree.root();
    if (root == null || (root.left == null && root.right == null)) {
      return null;
    }
    retire();
    AvlTree<K, V> left = tree.splitOffAll();
    AvlNode<K, V> alone = root.left == null ? root.right : null;
    AvlTree<K, V> right;
    AvlNode<K, V> first = root;
    if (alone == null) {
      right = left.splitOffUpperHalf();
    } else {
      first = alone;
      right = new AvlTree<>(order);
      right.setAll(List.of(alone));
      left.setAll(List.of(root));
    }
    return new Halves<>(
        new AvlContainer<>(order, left), first.prefix, first.key, new AvlContainer<>(order, right));
  }

  @Override
  OrderedContainer<K, V> join(long prefix, K separator, OrderedContainer<K, V> behind) {
    AvlContainer<K, V> other = (AvlContainer<K, V>) behind;
    retire();
    other.retire();
    AvlTree<K, V> both = tree.splitOffAll();
    both.append(other.tree);
    return new AvlContainer<>(order, both);
  }

  @Override
  void validate() {
    check(!isChanging(stampAcquire()), "a change that has not ended");
    tree.validate();
  }
}
