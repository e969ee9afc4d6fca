package org.jets.collections.internal.lfca;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Joins neighbouring base nodes of a {@link LockFreeTree}, and changes two of them at once. The
 * comment in that class explains the steps.
 *
 * <p>On errors: a join that fails before its decision is aborted, so that both base nodes have
 * their leaves again. A join is an optimization: an exception of a comparator is dropped unless the
 * caller's own update depends on the join.
 */
public final class BaseNodeJoins<K, V> {
  /**
   * The maximum number of leaves of one moment for which a leaf stands. Without a bound, joins
   * would make ever longer rows. Such leaves stay apart until the snapshot is closed or
   * unreachable.
   */
  private static final int LONGEST_ROW = 32;

  /** The number of empty leaves that cannot be joined after which an operation tries no others. */
  static final int MOST_FAILURES = 4;

  private final LockFreeTree<K, V> tree;
  private final LongAdder count;

  /**
   * Makes the joins of a tree.
   *
   * @param count counts them
   */
  BaseNodeJoins(LockFreeTree<K, V> tree, LongAdder count) {
    this.tree = tree;
    this.count = count;
  }

  /** Returns the number of joins. */
  public long count() {
    return count.sum();
  }

  /**
   * Joins a base node with a neighbour, if both have room.
   *
   * @param leaf what the base node is thought to have
   */
  boolean tryJoin(LockFreeBaseNode<K, V> base, ImmutableLeaf<K, V> leaf) {
    return tryJoin(base, leaf, false);
  }

  private boolean tryJoin(
      LockFreeBaseNode<K, V> base, ImmutableLeaf<K, V> leaf, boolean belowFirst) {
    try {
      return tryJoinBeside(base, leaf, belowFirst) || tryJoinBeside(base, leaf, !belowFirst);
    } catch (RuntimeException | Error e) {
      return false; // The comparator's. What the caller is about has been done; this can wait.
    }
  }

  private boolean tryJoinBeside(
      LockFreeBaseNode<K, V> base, ImmutableLeaf<K, V> leaf, boolean below) {
    K end = below ? base.low : base.high;
    if (end == null) {
      return false;
    }
    LockFreeBaseNode<K, V> beside = tree.live(end, below);
    if (!(beside.state() instanceof ImmutableLeaf<K, V> other)) {
      return false;
    }
    return below ? tryJoin(beside, other, base, leaf) : tryJoin(base, leaf, beside, other);
  }

  private boolean tryJoin(
      LockFreeBaseNode<K, V> left,
      ImmutableLeaf<K, V> leftLeaf,
      LockFreeBaseNode<K, V> right,
      ImmutableLeaf<K, V> rightLeaf) {
    boolean isCalm = leftLeaf.statistic() <= 0 && rightLeaf.statistic() <= 0;
    return !tree.limits.isTooMuch(leftLeaf.size(), rightLeaf.size())
        && (isCalm || leftLeaf.size() == 0 || rightLeaf.size() == 0)
        && tryJoin(left, leftLeaf, right, rightLeaf, LONGEST_ROW);
  }

  /**
   * Joins the base nodes of empty leaves that a search has passed, so that no other passes them.
   * Those that could not be joined when they were emptied have stayed until now.
   *
   * @param belowFirst whether the leaf that was passed last is the lowest
   */
  public void joinPassed(LockFreeTree.LeafPath<K, V> passed, boolean belowFirst) {
    int failures = 0;
    LockFreeTree.LeafPath<K, V> path = passed;
    while (path != null && failures < MOST_FAILURES) {
      if (path.leaf().size() == 0 && !tryJoinPassed(path.base(), path.leaf(), belowFirst)) {
        failures++;
      }
      path = path.before();
    }
  }

  /** Joins the base node of an empty leaf, if that does not stand for as many leaves as it may. */
  boolean tryJoinPassed(LockFreeBaseNode<K, V> base, ImmutableLeaf<K, V> leaf, boolean belowFirst) {
    return VersionLink.longestRowInUse(leaf.links()) < LONGEST_ROW
        && tryJoin(base, leaf, belowFirst);
  }

  /**
   * Joins two base nodes of which one is empty, so that one update can reach both.
   *
   * @param guard the one that is not
   * @return false if nothing has been done
   */
  boolean tryTakeIn(
      LockFreeBaseNode<K, V> guard,
      ImmutableLeaf<K, V> leaf,
      LockFreeBaseNode<K, V> empty,
      ImmutableLeaf<K, V> nothing,
      boolean isBelow) {
    tree.release(guard);
    tree.release(empty);
    return isBelow
        ? tryJoin(empty, nothing, guard, leaf, Integer.MAX_VALUE)
        : tryJoin(guard, leaf, empty, nothing, Integer.MAX_VALUE);
  }

  private boolean tryJoin(
      LockFreeBaseNode<K, V> left,
      ImmutableLeaf<K, V> leftLeaf,
      LockFreeBaseNode<K, V> right,
      ImmutableLeaf<K, V> rightLeaf,
      int longestRow) {
    K separator = right.low;
    if (separator == null || left.high == null || tree.order.compare(left.high, separator) != 0) {
      return false;
    }
    tree.versions.settle(leftLeaf);
    tree.versions.settle(rightLeaf);
    if (longestRow == LONGEST_ROW && tree.versions.hasTooManyBefore(leftLeaf, rightLeaf)) {
      return false;
    }
    VersionLink links = tree.versions.linksToRows(tree.order, leftLeaf, rightLeaf, separator);
    if (VersionLink.longestRow(links) > longestRow) {
      return false;
    }
    BaseNodeState.Join<K, V> join = new BaseNodeState.Join<>();
    BaseNodeState.Held<K, V> leftHeld = new BaseNodeState.Held<>(leftLeaf, join);
    BaseNodeState.Held<K, V> rightHeld = new BaseNodeState.Held<>(rightLeaf, join);
    if (!left.casState(leftLeaf, leftHeld)) {
      return false;
    }
    boolean isJoined;
    try {
      if (right.casState(rightLeaf, rightHeld)) {
        tree.versions.keepBoth(leftLeaf, rightLeaf);
        ImmutableLeaf<K, V> both = leftLeaf.joinedWith(tree.order, rightLeaf, links);
        join.tryCommit(new LockFreeBaseNode<>(left.low, right.high, both));
      }
    } finally {
      isJoined = finish(join, left, leftHeld, right, rightHeld); // Allocates only if it is.
    }
    if (!isJoined) {
      return false;
    }
    tree.retries.noteReplaced(leftLeaf);
    tree.retries.noteReplaced(rightLeaf);
    count.increment();
    return true;
  }

  /** Releases two base nodes. Returns false if the change of both has not been made. */
  private boolean finish(
      BaseNodeState.Join<K, V> join,
      LockFreeBaseNode<K, V> left,
      BaseNodeState.Held<K, V> leftHeld,
      LockFreeBaseNode<K, V> right,
      BaseNodeState.Held<K, V> rightHeld) {
    join.abort(); // If it has not been decided.
    left.casState(leftHeld, leftHeld.successor());
    right.casState(rightHeld, rightHeld.successor());
    if (join.target() == null) {
      return false;
    }
    tree.refreshAround(left);
    return true;
  }

  /**
   * Replaces a leaf if it is still there, and that of a neighbouring base node, the guard, too.
   *
   * @param leaf settled, as the guard's
   * @param isBelow whether the base node is below the guard
   * @return the base node that has the replacement; null if nothing has been done
   */
  public @Nullable LockFreeBaseNode<K, V> tryReplaceBeside(
      LockFreeBaseNode<K, V> guard,
      ImmutableLeaf<K, V> guardLeaf,
      LockFreeBaseNode<K, V> base,
      ImmutableLeaf<K, V> leaf,
      ImmutableLeaf<K, V> replacement,
      boolean isBelow) {
    LockFreeBaseNode<K, V> left = isBelow ? base : guard;
    LockFreeBaseNode<K, V> right = isBelow ? guard : base;
    K separator = right.low;
    if (separator == null || left.high == null || tree.order.compare(left.high, separator) != 0) {
      return null;
    }
    LockFreeBaseNode<K, V> newBase = new LockFreeBaseNode<>(base.low, base.high, replacement);
    LockFreeBaseNode<K, V> newGuard = new LockFreeBaseNode<>(guard.low, guard.high, guardLeaf);
    BaseNodeState.Split<K, V> halves =
        new BaseNodeState.Split<>(
            tree.order.prefix(separator),
            separator,
            isBelow ? newBase : newGuard,
            isBelow ? newGuard : newBase);
    BaseNodeState.Join<K, V> join = new BaseNodeState.Join<>();
    BaseNodeState.Held<K, V> leftHeld = new BaseNodeState.Held<>(isBelow ? leaf : guardLeaf, join);
    BaseNodeState.Held<K, V> rightHeld = new BaseNodeState.Held<>(isBelow ? guardLeaf : leaf, join);
    LockFreeBaseNode<K, V> both = new LockFreeBaseNode<>(left.low, right.high, halves);
    if (!left.casState(leftHeld.leaf, leftHeld)) {
      return null;
    }
    if (right.casState(rightHeld.leaf, rightHeld)) {
      join.tryCommit(both); // The update can be seen now.
    }
    if (!finish(join, left, leftHeld, right, rightHeld)) {
      return null;
    }
    tree.retries.noteReplaced(leaf);
    tree.retries.noteReplaced(guardLeaf);
    tree.refreshAround(right);
    tree.versions.settle(replacement);
    return newBase;
  }
}
