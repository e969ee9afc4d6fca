package org.jets.collections.internal.lfca;

import java.lang.ref.Reference;
import java.util.List;
import java.util.Objects;
import org.jets.collections.internal.order.CircleCheck;
import org.jets.collections.internal.order.KeyBounds;
import org.jets.collections.internal.order.PrefixOrder;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over a range of a {@link LockFreeTree} from leaf to leaf, in either direction. It visits
 * each interval of keys once, in order, even if base nodes are split or joined. It reads the
 * present leaf there, or with a snapshot the leaf of that moment.
 *
 * <p>It continues at the end of the interval that it has read. There it uses the next child of the
 * last routing node, if that begins there and is live. Otherwise it searches.
 *
 * <p>A step compares keys before it moves the cursor. So a cursor whose comparator has thrown can
 * resume, and leaves nothing out.
 */
public final class LeafCursor<K, V> {
  private final LockFreeTree<K, V> tree;
  private final PrefixOrder<K> order;
  private final KeyBounds<K> bounds;
  private final boolean descending;
  private final @Nullable SnapshotVersion snapshot;

  /** The update that the cursor belongs to. */
  private final @Nullable TreeReentry own;

  /** The place to go on: from this key on upward, or below it; at first perhaps with it. */
  private @Nullable K position;

  /** The number of empty leaves that it could not join. */
  private int failures;

  /** Of the positions; null before the second leaf. */
  private @Nullable CircleCheck<K> circle;

  private boolean isAtStart = true;
  private boolean isAtEnd;

  private @Nullable RoutingNode<K, V> node;
  private int child;

  private @Nullable LockFreeBaseNode<K, V> base;
  private @Nullable ImmutableLeaf<K, V> leaf;
  private int from;
  private int to;

  public LeafCursor(
      LockFreeTree<K, V> tree,
      KeyBounds<K> bounds,
      boolean descending,
      @Nullable SnapshotVersion snapshot) {
    this(tree, bounds, descending, snapshot, null);
  }

  /** A cursor of an update, which depends on the first two leaves. */
  static <K, V> LeafCursor<K, V> ofUpdate(
      LockFreeTree<K, V> tree, KeyBounds<K> bounds, boolean descending, @Nullable TreeReentry own) {
    return new LeafCursor<>(tree, bounds, descending, null, own);
  }

  private LeafCursor(
      LockFreeTree<K, V> tree,
      KeyBounds<K> bounds,
      boolean descending,
      @Nullable SnapshotVersion snapshot,
      @Nullable TreeReentry own) {
    this.tree = tree;
    this.order = tree.order;
    this.bounds = bounds;
    this.descending = descending;
    this.snapshot = snapshot;
    this.own = own;
    this.position = descending ? bounds.high : bounds.low;
  }

  PrefixOrder<K> order() {
    return order;
  }

  /** The leaf it has come to. */
  public ImmutableLeaf<K, V> leaf() {
    return Objects.requireNonNull(leaf);
  }

  /** Returns the base node where that leaf has been found. */
  LockFreeBaseNode<K, V> base() {
    return Objects.requireNonNull(base);
  }

  /** The first place in the leaf that belongs to the range. */
  int from() {
    return from;
  }

  /** The place behind the last one. */
  int to() {
    return to;
  }

  /** Returns true if there is surely nothing ahead. */
  boolean isAtEnd() {
    return isAtEnd;
  }

  boolean isDescending() {
    return descending;
  }

  /**
   * Goes to the next leaf that has something of the range. False at the end, and without a snapshot
   * after the map has been cleared. In the present it joins empty leaves that it passes.
   */
  boolean next() {
    while (!isAtEnd && (snapshot != null || !tree.isAbandoned())) {
      step();
      if (from < to) {
        return true;
      }
      if (snapshot == null && leaf().size() == 0 && failures < BaseNodeJoins.MOST_FAILURES) {
        failures +=
            tree.joins().tryJoinPassed(base(), leaf(), false) ? 0 : 1; // It is passed no more.
      }
    }
    return false;
  }

  /**
   * Returns true if the mappings of its leaf are there now, or always are in a snapshot. False
   * before it has come to a leaf.
   */
  boolean isAtPresent() {
    return snapshot != null || (base != null && base.state() == leaf && !tree.isAbandoned());
  }

  /** Returns a cursor that goes on behind a key of the leaf. */
  LeafCursor<K, V> behind(K key) {
    return with(descending ? bounds.below(key) : bounds.above(key));
  }

  /** Closes the snapshot, which is not read any more. */
  void closeSnapshot() {
    if (snapshot != null) {
      tree.versions.close(snapshot);
    }
  }

  /** Goes to the end, and says over how many mappings. */
  public long countMappings() {
    long count = 0;
    while (next()) {
      count += to - from;
    }
    return count;
  }

  /** Goes to the next leaf, which may have nothing of the range. Not to be called at the end. */
  public void step() {
    if (snapshot != null) {
      snapshot.requireOpen();
    }
    ImmutableLeaf<K, V> present = findLeaf();
    if (own != null) {
      noteDependence(own, present);
    }
    K low = base().low;
    K high = base().high;
    if (snapshot == null || present.stamp() <= snapshot.time()) {
      setLeaf(present, low, high, true);
    } else {
      try {
        stepInThePast(present, snapshot, low, high);
      } finally {
        Reference.reachabilityFence(snapshot); // It holds what weak references lead to.
      }
    }
  }

  private void noteDependence(TreeReentry retries, Object present) {
    if (isAtStart) {
      retries.begin(present);
    } else {
      retries.dependOn(present);
    }
  }

  /**
   * Finds the leaf of that moment, and how much of the base node's interval it says something
   * about.
   */
  private void stepInThePast(
      ImmutableLeaf<K, V> present,
      SnapshotVersion when,
      @Nullable K baseLow,
      @Nullable K baseHigh) {
    K low = baseLow;
    K high = baseHigh;
    ImmutableLeaf<K, V> leafThen = present;
    while (leafThen.stamp() > when.time()) {
      Object version = leafThen.versionAt(when.time());
      if (version == null) {
        when.requireOpen();
        throw new AssertionError("time " + when.time() + " is missing before " + leafThen.stamp());
      }
      if (version instanceof JoinedLeaves<?, ?> any) {
        @SuppressWarnings("unchecked") // It has been in the place of a leaf of this type.
        JoinedLeaves<K, V> row = (JoinedLeaves<K, V>) any;
        int index = 0;
        while (index + 1 < row.length() && isRightOf(row.separator(index + 1))) {
          index++;
        }
        if (index > 0) {
          K separator = row.separator(index);
          low = low == null || order.compare(low, separator) < 0 ? separator : low;
        }
        if (index + 1 < row.length()) {
          K separator = row.separator(index + 1);
          high = high == null || order.compare(high, separator) > 0 ? separator : high;
        }
        leafThen = row.leaf(index);
      } else {
        @SuppressWarnings("unchecked") // As above.
        ImmutableLeaf<K, V> before = (ImmutableLeaf<K, V>) version;
        leafThen = before;
      }
    }
    setLeaf(leafThen, low, high, false);
  }

  /** Returns true if the cursor goes on with keys from the separator on. */
  private boolean isRightOf(K separator) {
    if (position == null) {
      return descending;
    }
    int comparison = order.compare(position, separator);
    return isBelowPosition() ? comparison > 0 : comparison >= 0;
  }

  /** Returns true if the next keys are those below the position, and not the position itself. */
  private boolean isBelowPosition() {
    return descending && (position == null || !(isAtStart && bounds.highInclusive));
  }

  /**
   * Goes to a leaf.
   *
   * @param isExact whether it has no keys outside of the interval
   */
  private void setLeaf(
      ImmutableLeaf<K, V> found, @Nullable K low, @Nullable K high, boolean isExact) {
    int begin = isExact || low == null ? 0 : ceiling(found, low);
    int end = isExact || high == null ? found.size() : ceiling(found, high);
    if (isAtStart) {
      begin = Math.max(begin, descending ? 0 : begin(found));
      end = Math.min(end, descending ? end(found) : end);
    } else if (position != null && !(isExact && position == (descending ? high : low))) {
      int at = ceiling(found, position); // The leaf has more than is ahead.
      begin = descending ? begin : Math.max(begin, at);
      end = descending ? Math.min(end, at) : end;
    }
    if (begin < end) {
      if (descending) {
        if (bounds.isTooLow(found.prefix(order, begin), found.key(order, begin))) {
          begin = begin(found);
        }
      } else if (bounds.isTooHigh(found.prefix(order, end - 1), found.key(order, end - 1))) {
        end = end(found);
      }
    }
    K next = descending ? low : high;
    boolean isLast = next == null || isBeyondBounds(next);
    if (next != null && !isLast && !isAtStart) {
      CircleCheck<K> check = circle == null ? new CircleCheck<>() : circle;
      circle = check;
      check.step(next);
    }
    leaf = found; // From here on nothing is compared.
    from = begin;
    to = end;
    position = next;
    isAtEnd = isLast;
    isAtStart = false;
  }

  private int ceiling(ImmutableLeaf<K, V> found, K key) {
    return found.ceiling(order, order.prefix(key), key);
  }

  /** Returns the start of the range in a leaf. */
  private int begin(ImmutableLeaf<K, V> found) {
    K low = bounds.low;
    if (low == null) {
      return 0;
    }
    return bounds.lowInclusive
        ? found.ceiling(order, bounds.lowPrefix, low)
        : found.higher(order, bounds.lowPrefix, low);
  }

  /** Returns the end of the range in a leaf. */
  private int end(ImmutableLeaf<K, V> found) {
    K high = bounds.high;
    if (high == null) {
      return found.size();
    }
    return bounds.highInclusive
        ? found.higher(order, bounds.highPrefix, high)
        : found.ceiling(order, bounds.highPrefix, high);
  }

  /** Returns true if nothing of the range is ahead of a position where a leaf ended. */
  private boolean isBeyondBounds(K end) {
    if (descending) {
      return bounds.low != null && order.compare(end, bounds.low) <= 0;
    }
    return bounds.isTooHigh(end);
  }

  /** Finds the base node of what comes next, and what it has now. */
  private ImmutableLeaf<K, V> findLeaf() {
    ImmutableLeaf<K, V> found = nextInNode();
    if (found != null) {
      return found;
    }
    K key = position;
    long prefix = key == null ? 0 : order.prefix(key);
    boolean below = isBelowPosition();
    RoutingNode<K, V> lowest;
    int index;
    LockFreeBaseNode<K, V> live;
    do {
      lowest = tree.root().lowest(order, prefix, key, below);
      index = below ? lowest.indexBelow(order, prefix, key) : lowest.indexOf(order, prefix, key);
      live = tree.live(lowest.base(index), prefix, key, below);
      found = tree.contents(live);
    } while (found == null);
    node = lowest;
    child = index;
    base = live;
    return found;
  }

  private @Nullable ImmutableLeaf<K, V> nextInNode() {
    int next = descending ? child - 1 : child + 1;
    if (node == null || next < 0 || next == node.width()) {
      return null;
    }
    LockFreeBaseNode<K, V> candidate = node.base(next);
    if ((descending ? candidate.high : candidate.low) != position) {
      return null;
    }
    ImmutableLeaf<K, V> found = tree.contents(candidate);
    if (found != null) {
      child = next;
      base = candidate;
    }
    return found;
  }

  /** The range that is ahead of the leaf that it has come to. Not to be called at the end. */
  private KeyBounds<K> ahead() {
    if (isAtStart) {
      return bounds;
    }
    return descending
        ? new KeyBounds<>(order, bounds.low, bounds.lowInclusive, position, false)
        : new KeyBounds<>(order, position, true, bounds.high, bounds.highInclusive);
  }

  /** About how many leaves are ahead. */
  int leavesAhead() {
    if (isAtEnd) {
      return 0;
    }
    KeyBounds<K> ahead = ahead();
    RoutingNode<K, V> root = tree.root();
    return 1 + Math.max(0, lastRank(root, ahead) - firstRank(root, ahead));
  }

  private int firstRank(RoutingNode<K, V> root, KeyBounds<K> range) {
    return range.low == null ? 0 : root.rank(order, range.lowPrefix, range.low, false);
  }

  private int lastRank(RoutingNode<K, V> root, KeyBounds<K> range) {
    return range.high == null
        ? root.bases() - 1
        : root.rank(order, range.highPrefix, range.high, !range.highInclusive);
  }

  /**
   * Parts what is ahead in two cursors, in the direction of this one, that have about the same
   * number of leaves.
   *
   * @return null if one leaf or none is ahead
   */
  @Nullable List<LeafCursor<K, V>> part() {
    if (isAtEnd) {
      return null;
    }
    KeyBounds<K> ahead = ahead();
    RoutingNode<K, V> root = tree.root();
    int first = firstRank(root, ahead);
    int last = lastRank(root, ahead);
    if (first >= last) {
      return null;
    }
    K middle = root.lowOfBase((first + last + 1) >>> 1);
    LeafCursor<K, V> lower =
        with(new KeyBounds<>(order, ahead.low, ahead.lowInclusive, middle, false));
    LeafCursor<K, V> upper =
        with(new KeyBounds<>(order, middle, true, ahead.high, ahead.highInclusive));
    return descending ? List.of(upper, lower) : List.of(lower, upper);
  }

  private LeafCursor<K, V> with(KeyBounds<K> range) {
    return new LeafCursor<>(tree, range, descending, snapshot);
  }
}
