package org.jets.collections;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Splits base nodes of a {@link ContentionAdaptingTree} that are contended, and joins others. All
 * of it is done by who holds the lock of the base node, after an operation that has succeeded: what
 * a comparator throws here is of no concern to the caller, and leaves the tree as it was.
 *
 * <p><b>Split.</b> A route with two new base nodes takes the place of the old one in the link to
 * it, which nobody else may change.
 *
 * <p><b>Join</b> of a base node B, the child of P, with its neighbour N, the nearest base node on
 * the other side of P. N's lock is only tried: who waits for locks of base nodes does so from left
 * to right. Then P is locked, and G, the route above it; both upwards, so that joins do not wait in
 * a circle. The new base node, with the keys of both, takes the place of N; only then does P's
 * other child take the place of P. In between a reader who comes to B still finds its leaves as
 * they are.
 */
final class TreeAdaptation<K, V> {
  private final ContentionAdaptingTree<K, V> tree;
  private final AtomicLong splits = new AtomicLong();
  private final AtomicLong joins = new AtomicLong();

  TreeAdaptation(ContentionAdaptingTree<K, V> tree) {
    this.tree = tree;
  }

  long splits() {
    return splits.get();
  }

  long joins() {
    return joins.get();
  }

  boolean isDue(BaseNode<K, V> base) {
    int contention = base.lock.contention;
    return contention > tree.options.splitAbove || contention < tree.options.joinBelow;
  }

  /**
   * Splits or joins a base node that is locked, and unlocks it in any case.
   *
   * @param search finds it again, and what is above it
   * @return the base node that has come of a join, or null
   */
  @Nullable BaseNode<K, V> adaptAndUnlock(BaseNode<K, V> base, Consumer<BasePlace<K, V>> search) {
    boolean isReplaced = false;
    BaseNode<K, V> joined = null;
    try {
      BasePlace<K, V> place = new BasePlace<>(tree.order);
      search.accept(place);
      if (place.found != base) {
        isReplaced = false; // The comparator has changed its mind.
      } else if (base.lock.contention > tree.options.splitAbove) {
        isReplaced = split(base, place);
      } else {
        joined = join(base, place);
        isReplaced = joined != null;
      }
    } catch (RuntimeException | StackOverflowError e) {
      isReplaced = false; // Thrown by a comparator, before anything was changed.
    } finally {
      if (isReplaced) {
        base.lock.retire();
      } else {
        base.lock.contention = 0;
        base.lock.unlock();
      }
    }
    return joined;
  }

  private boolean split(BaseNode<K, V> base, BasePlace<K, V> place) {
    if (place.depth >= tree.options.maxDepth) {
      return false;
    }
    BaseLock leftLock = new BaseLock(tree);
    BaseLock rightLock = new BaseLock(tree);
    OrderedContainer.Halves<K, V> halves = base.container.split();
    if (halves == null) {
      return false;
    }
    RouteNode<K, V> route =
        new RouteNode<>(
            halves.prefix(),
            halves.separator(),
            new BaseNode<>(halves.left(), leftLock),
            new BaseNode<>(halves.right(), rightLock));
    replace(place.parent, base, route);
    splits.incrementAndGet();
    return true;
  }

  private void replace(
      @Nullable RouteNode<K, V> parent, TreeNode<K, V> child, TreeNode<K, V> other) {
    if (parent == null) {
      tree.setRootRelease(other);
    } else {
      parent.setChildRelease(parent.childAcquire(true) == child, other);
    }
  }

  private @Nullable BaseNode<K, V> join(BaseNode<K, V> base, BasePlace<K, V> place) {
    RouteNode<K, V> parent = place.parent;
    if (parent == null) {
      return null;
    }
    boolean isLeft = parent.childAcquire(false) == base;
    RouteNode<K, V> aboveNeighbour = parent;
    TreeNode<K, V> node = parent.childAcquire(isLeft);
    while (node instanceof RouteNode<K, V> route) {
      aboveNeighbour = route;
      node = route.childAcquire(!isLeft);
    }
    BaseNode<K, V> neighbour = (BaseNode<K, V>) node;
    if (!neighbour.lock.tryLock()) {
      return null;
    }
    BaseNode<K, V> joined = null;
    try {
      joined =
          isLeft
              ? join(parent, base, neighbour, neighbour, aboveNeighbour)
              : join(parent, neighbour, base, neighbour, aboveNeighbour);
    } finally {
      if (joined != null) {
        neighbour.lock.retire();
      } else {
        neighbour.lock.unlock();
      }
    }
    return joined;
  }

  /** Joins two base nodes, both locked, of which the neighbour stays in its place. */
  private @Nullable BaseNode<K, V> join(
      RouteNode<K, V> parent,
      BaseNode<K, V> left,
      BaseNode<K, V> right,
      BaseNode<K, V> neighbour,
      RouteNode<K, V> aboveNeighbour) {
    if (!parent.lock.lock()) {
      return null;
    }
    BaseNode<K, V> joined = null;
    try {
      RouteNode<K, V> above = lockAbove(parent);
      try {
        BaseLock lock = new BaseLock(tree);
        OrderedContainer<K, V> both =
            left.container.join(parent.prefix, parent.key, right.container);
        if (both.isEmpty()) {
          lock.giveUp();
        }
        joined = new BaseNode<>(both, lock);
        if (aboveNeighbour == parent) {
          replace(above, parent, joined);
        } else {
          replace(aboveNeighbour, neighbour, joined);
          replace(above, parent, parent.childAcquire(neighbour == right));
        }
      } finally {
        if (above != null) {
          above.lock.unlock();
        }
      }
    } finally {
      if (joined != null) {
        parent.lock.retire();
      } else {
        parent.lock.unlock();
      }
    }
    joins.incrementAndGet();
    return joined;
  }

  /** Locks the route above a route that is locked; null if that is the root. */
  private @Nullable RouteNode<K, V> lockAbove(RouteNode<K, V> route) {
    while (true) {
      RouteNode<K, V> above = null;
      TreeNode<K, V> node = tree.rootAcquire();
      while (node != route && node instanceof RouteNode<K, V> higher) {
        above = higher;
        node = higher.childAcquire(!higher.isLess(tree.order, route.prefix, route.key));
      }
      if (node != route) {
        continue;
      }
      if (above == null) {
        return null;
      }
      if (above.lock.lock()) {
        if (above.childAcquire(false) == route || above.childAcquire(true) == route) {
          return above;
        }
        above.lock.unlock();
      }
    }
  }
}
