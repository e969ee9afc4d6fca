package org.jets.collections.internal.catree;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jets.collections.ContentionAdaptingOptions;
import org.jets.collections.internal.container.OrderedContainer;
import org.jets.collections.internal.order.CircleCheck;
import org.jets.collections.internal.sync.BucketLock;
import org.jets.collections.internal.sync.CallbackGuard;
import org.jets.collections.internal.sync.StackRoom;
import org.jspecify.annotations.Nullable;

/**
 * Splits base nodes of a {@link ContentionAdaptingTree} that are contended, and joins others: after
 * an operation that has succeeded and has given its lock back.
 *
 * <p>On errors: an exception of a comparator or allocation is dropped and leaves the tree
 * unchanged, since the caller's operation is complete. All nodes and containers of a split or join
 * are made first. Then stores alone publish them. A lock is released or retired in any case.
 *
 * <p><b>When.</b> A base node is split if its statistic is above the one limit, and joined if it is
 * below the other. Splits and joins in turn would cost more than either state. So if a base node
 * that has come of a join is split, its halves are joined after twice as many quiet operations as
 * before, up to 16 times as many. Each time that a joined base node has been quiet for as long,
 * this number is halved.
 *
 * <p><b>Hand-overs.</b> Threads that update a base node in turn fetch its cache lines from one
 * another, and seldom find its lock held. So an update after one by another thread adds 25 times
 * what an update after its own thread's subtracts. This splits a base node if a few percent of its
 * updates are hand-overs, but into no more than some 4 base nodes for each processor: where threads
 * update the same keys, more base nodes do not help. In deeper base nodes hand-overs only keep the
 * statistic from falling below 0.
 *
 * <p><b>Split.</b> A route with two new base nodes takes the place of the old base node. The lock
 * of the old one guards the link to it.
 *
 * <p><b>Join</b> of a base node B, the child of P, with its neighbour N, the nearest base node on
 * the other side of P. N's lock is only tried, since threads wait for locks of base nodes from left
 * to right. Then P is locked, and G, the route above it. The order upwards keeps joins from waiting
 * in a circle. The new base node, with the keys of both, takes the place of N. Only then does P's
 * other child take the place of P. In between, a reader that reaches B still finds its leaves as
 * they are.
 */
public final class TreeAdaptation<K, V> {
  private final ContentionAdaptingTree<K, V> tree;

  /** A base node is joined after 16 times as many quiet operations at the most. */
  private static final int MOST_RELUCTANCE = 4;

  /** The number of searches for a route that other threads' joins may mislead. */
  private static final int MOST_SEARCHES = 1000;

  /** Base nodes whose statistic is the least, as that of empty ones, are joined in any case. */
  private static final int LEAST_LIMIT = 1 - ContentionAdaptingOptions.MAX_CONTENTION;

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
    BaseLock lock = base.lock;
    int contention = lock.contention;
    return contention > tree.splitLimit || contention < joinLimit(lock);
  }

  private int joinLimit(BaseLock lock) {
    return Math.max(tree.joinLimit << lock.reluctance, LEAST_LIMIT);
  }

  /**
   * Splits or joins a base node that no thread has locked. Repeats this with the result as long as
   * it is due, since two may be empty together.
   *
   * @param search finds it, and what is above it
   */
  void adapt(BaseNode<K, V> first, Consumer<BasePlace<K, V>> search) {
    CallbackGuard.Place entered = null;
    try {
      StackRoom.require();
      entered = tree.enterIfForeign();
      BaseNode<K, V> base = first;
      while (base != null && isDue(base)) {
        base = tryAdapt(base, search);
      }
    } catch (RuntimeException | Error e) {
      return; // The operation has been done, and adapting can wait.
    } finally {
      if (entered != null) {
        entered.thread = null;
      }
    }
  }

  /** Returns the base node that has come of a join, or null. */
  private @Nullable BaseNode<K, V> tryAdapt(BaseNode<K, V> base, Consumer<BasePlace<K, V>> search) {
    BaseLock lock = base.lock;
    if (!lock.tryLock()) {
      return null;
    }
    try {
      BasePlace<K, V> place = new BasePlace<>(tree.order);
      search.accept(place);
      if (place.found != base) {
        return null; // The comparator has changed its mind.
      }
      if (lock.contention > tree.splitLimit) {
        split(base, place);
        return null;
      }
      if (lock.reluctance == 0) {
        lock.isJoined = false;
      } else if (lock.isJoined) {
        lock.reluctance--;
      }
      return join(base, place);
    } finally {
      if (lock.word != BucketLock.RETIRED) {
        lock.contention = 0;
        try {
          if (!BucketLock.WORD.compareAndSet(lock, BucketLock.HELD, BucketLock.FREE)) {
            lock.unlockQueued();
          }
        } catch (VirtualMachineError e) {
          lock.word = BucketLock.QUEUED;
        }
      }
    }
  }

  private void split(BaseNode<K, V> base, BasePlace<K, V> place) {
    if (place.depth >= tree.maxDepth) {
      return;
    }
    OrderedContainer.Halves<K, V> halves = base.container.split();
    if (halves == null) {
      return;
    }
    boolean isRepeated = base.lock.isJoined && base.lock.reluctance < MOST_RELUCTANCE;
    int reluctance = base.lock.reluctance + (isRepeated ? 1 : 0);
    RouteNode<K, V> route =
        new RouteNode<>(
            halves.prefix(),
            halves.separator(),
            new BaseNode<>(halves.left(), lockOfHalf(place.depth + 1, reluctance)),
            new BaseNode<>(halves.right(), lockOfHalf(place.depth + 1, reluctance)));
    publishSplit(base, place.parent, route);
    splits.incrementAndGet();
  }

  private static BaseLock lockOfHalf(int depth, int reluctance) {
    BaseLock lock = new BaseLock();
    lock.reluctance = (byte) reluctance;
    lock.depth = (byte) depth;
    return lock;
  }

  /** Publishes a split by stores alone, except for the wake of waiters. */
  private void publishSplit(
      BaseNode<K, V> base, @Nullable RouteNode<K, V> parent, RouteNode<K, V> route) {
    BaseLock lock = base.lock;
    base.container.stamp = base.container.stamp | 1;
    if (parent == null) {
      tree.root = route;
    } else if (parent.right == base) {
      parent.right = route;
    } else {
      parent.left = route;
    }
    try {
      if (!BucketLock.WORD.compareAndSet(lock, BucketLock.HELD, BucketLock.RETIRED)) {
        lock.retire();
      }
    } catch (VirtualMachineError e) {
      lock.word = BucketLock.RETIRED;
    }
  }

  private @Nullable BaseNode<K, V> join(BaseNode<K, V> base, BasePlace<K, V> place) {
    RouteNode<K, V> parent = place.parent;
    if (parent == null) {
      return null;
    }
    boolean isLeft = parent.left == base;
    RouteNode<K, V> aboveNeighbour = parent;
    TreeNode<K, V> node = parent.child(isLeft);
    while (node instanceof RouteNode<K, V> route) {
      aboveNeighbour = route;
      node = route.child(!isLeft);
    }
    BaseNode<K, V> neighbour = (BaseNode<K, V>) node;
    BaseLock lock = neighbour.lock;
    if (!lock.tryLock()) {
      return null;
    }
    try {
      return isLeft
          ? join(parent, base, neighbour, neighbour, aboveNeighbour)
          : join(parent, neighbour, base, neighbour, aboveNeighbour);
    } finally {
      if (lock.word != BucketLock.RETIRED) {
        try {
          if (!BucketLock.WORD.compareAndSet(lock, BucketLock.HELD, BucketLock.FREE)) {
            lock.unlockQueued();
          }
        } catch (VirtualMachineError e) {
          lock.word = BucketLock.QUEUED;
        }
      }
    }
  }

  /** Joins two base nodes, both locked, of which the neighbour stays in its place. */
  private @Nullable BaseNode<K, V> join(
      RouteNode<K, V> parent,
      BaseNode<K, V> left,
      BaseNode<K, V> right,
      BaseNode<K, V> neighbour,
      RouteNode<K, V> aboveNeighbour) {
    BucketLock parentLock = parent.lock;
    if (!parentLock.lock()) {
      return null;
    }
    try {
      RouteNode<K, V> above = lockAbove(parent);
      BucketLock aboveLock = above == null ? null : above.lock;
      try {
        BaseLock lock = new BaseLock();
        lock.isJoined = true;
        lock.reluctance = (byte) Math.max(left.lock.reluctance, right.lock.reluctance);
        lock.depth = (byte) Math.max(0, Math.max(left.lock.depth, right.lock.depth) - 1);
        OrderedContainer<K, V> both =
            left.container.join(parent.prefix, parent.key, right.container);
        if (left.lock.mappings != BaseLock.UNKNOWN && right.lock.mappings != BaseLock.UNKNOWN) {
          lock.mappings = left.lock.mappings + right.lock.mappings;
        }
        if (both.isEmpty()) {
          lock.contention = -ContentionAdaptingOptions.MAX_CONTENTION;
        }
        BaseNode<K, V> joined = new BaseNode<>(both, lock);
        publishJoin(joined, left, right, neighbour, aboveNeighbour, parent, above);
        joins.incrementAndGet();
        return joined;
      } finally {
        if (aboveLock != null) {
          try {
            if (!BucketLock.WORD.compareAndSet(aboveLock, BucketLock.HELD, BucketLock.FREE)) {
              aboveLock.unlockQueued();
            }
          } catch (VirtualMachineError e) {
            aboveLock.word = BucketLock.QUEUED;
          }
        }
      }
    } finally {
      if (parentLock.word != BucketLock.RETIRED) {
        try {
          if (!BucketLock.WORD.compareAndSet(parentLock, BucketLock.HELD, BucketLock.FREE)) {
            parentLock.unlockQueued();
          }
        } catch (VirtualMachineError e) {
          parentLock.word = BucketLock.QUEUED;
        }
      }
    }
  }

  /**
   * Lets the joined base node take the place of the neighbour, and then the rest of the parent that
   * of the parent. Stores alone, but for the wake of waiters.
   */
  private void publishJoin(
      BaseNode<K, V> joined,
      BaseNode<K, V> left,
      BaseNode<K, V> right,
      BaseNode<K, V> neighbour,
      RouteNode<K, V> aboveNeighbour,
      RouteNode<K, V> parent,
      @Nullable RouteNode<K, V> above) {
    BaseLock leftLock = left.lock;
    BaseLock rightLock = right.lock;
    BucketLock parentLock = parent.lock;
    left.container.stamp = left.container.stamp | 1;
    right.container.stamp = right.container.stamp | 1;
    TreeNode<K, V> rest = joined;
    if (aboveNeighbour != parent) {
      if (aboveNeighbour.right == neighbour) {
        aboveNeighbour.right = joined;
      } else {
        aboveNeighbour.left = joined;
      }
      rest = neighbour == right ? parent.right : parent.left;
    }
    if (above == null) {
      tree.root = rest;
    } else if (above.right == parent) {
      above.right = rest;
    } else {
      above.left = rest;
    }
    try {
      if (!BucketLock.WORD.compareAndSet(leftLock, BucketLock.HELD, BucketLock.RETIRED)) {
        leftLock.retire();
      }
    } catch (VirtualMachineError e) {
      leftLock.word = BucketLock.RETIRED;
    }
    try {
      if (!BucketLock.WORD.compareAndSet(rightLock, BucketLock.HELD, BucketLock.RETIRED)) {
        rightLock.retire();
      }
    } catch (VirtualMachineError e) {
      rightLock.word = BucketLock.RETIRED;
    }
    try {
      if (!BucketLock.WORD.compareAndSet(parentLock, BucketLock.HELD, BucketLock.RETIRED)) {
        parentLock.retire();
      }
    } catch (VirtualMachineError e) {
      parentLock.word = BucketLock.RETIRED;
    }
  }

  /**
   * Locks the route above a route that is locked; null if that is the root. The caller gives the
   * lock back, so nothing is called here once it is taken and the route is the right one.
   *
   * @throws IllegalStateException if comparisons never lead to the route
   */
  private @Nullable RouteNode<K, V> lockAbove(RouteNode<K, V> route) {
    for (int search = 0; search < MOST_SEARCHES; search++) {
      RouteNode<K, V> above = null;
      TreeNode<K, V> node = tree.root();
      while (node != route && node instanceof RouteNode<K, V> higher) {
        above = higher;
        node = higher.child(!higher.isLess(tree.order, route.prefix, route.key));
      }
      if (node != route) {
        continue;
      }
      if (above == null) {
        return null;
      }
      BucketLock lock = above.lock;
      if (lock.lock()) {
        if (above.left == route || above.right == route) {
          return above;
        }
        try {
          if (!BucketLock.WORD.compareAndSet(lock, BucketLock.HELD, BucketLock.FREE)) {
            lock.unlockQueued();
          }
        } catch (VirtualMachineError e) {
          lock.word = BucketLock.QUEUED;
        }
      }
    }
    throw CircleCheck.contradiction();
  }
}
