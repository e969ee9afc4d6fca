package org.jets.collections.internal.lfca;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.jets.collections.LockFreeTreeShape;
import org.jets.collections.internal.cursor.CursorHints;
import org.jets.collections.internal.order.PrefixOrder;
import org.jets.collections.internal.order.Relation;
import org.jets.collections.internal.sync.EarlyInitialization;
import org.jets.collections.internal.sync.ThreadSpread;
import org.jspecify.annotations.Nullable;

/**
 * A lock-free contention adapting tree with immutable leaves. It finds the cells of keys, splits
 * and joins them, and keeps the routing nodes up to date.
 */
public final class LockFreeTree<K, V> {
  /*
   * Source. K. Winblad, K. Sagonas, B. Jonsson, "Lock-free Contention Adapting Search Trees", SPAA
   * 2018: base nodes with immutable containers that are replaced by CAS; statistics in them that
   * decide when to split and join; joins in steps that other threads can abort or complete; ranges
   * that are atomic and coarsen the tree.
   *
   * Differences.
   * - Versions instead of range nodes. In the paper, a range query replaces each base node of its
   *   range by one that carries the query, and updates that meet it must complete the query first.
   *   Here a clock that counts the open snapshots stamps the leaves, and a snapshot keeps the
   *   leaves of its time when they are replaced (LeafVersions). So a snapshot takes constant time
   *   on average, and no thread helps with a range except by stamping a leaf. A range changes no
   *   leaf. It reads its leaves, and then checks that all are still in place (LeafListCursor). Only
   *   if not, or if they are many, it opens a snapshot.
   * - Routing by an immutable B+ tree under one root (RoutingNode), and not by a binary tree that
   *   grows where keys are inserted. Its depth is the same for all keys, whatever the order of
   *   inserts, and some 100 children share a few cache lines. It is a hint. The cells of base nodes
   *   are authoritative. Each cell has an interval of keys that never changes, and after a split or
   *   join it permanently names the cells to which the interval belongs. So a join needs no parent
   *   or grandparent, only two neighbours.
   * - Base nodes are also split for their size: a small leaf is cheap to copy and contiguous.
   * - Keys that are numbers are not objects in a leaf. Each object would be elsewhere in memory: a
   *   cursor would wait for it, and an update would copy a reference to it. A key made on demand
   *   costs an allocation, or nothing if the compiler sees that it does not escape.
   *
   * The classes. BaseCell, CellState: base nodes. ImmutableLeaf: their mappings. LockFreeTree:
   * finding, splitting, joining. RoutingNode, RoutingBuilder: routes. LeafVersions,
   * SnapshotVersion, VersionLink: the past. LeafCursor: from leaf to leaf, in the present or in the
   * past. LeafUpdates: changes of a key or a range. LeafSearch: neighbours of keys.
   *
   * Shared state, and what changes it:
   *   LeafUpdates.tree      CAS to an empty one, by clear.
   *   LockFreeTree.root     CAS to a tree of other cells.
   *   BaseCell.state        CAS: a leaf to another leaf (update), to Split (for ever), to Held;
   *                         Held to its leaf again (aborted) or to Joined (for ever).
   *   Join.outcome          CAS from undecided to aborted or to the joined cell.
   *   ImmutableLeaf         stamp: CAS from 0. previous: from the leaf before to links.
   *                         statistic: a hint. All other fields are final.
   *   LeafVersions          see there.
   *
   * An aborted join reinstates the same leaf, so that a CAS that expects it may succeed (benign
   * ABA). No other state ever returns.
   *
   * Split. One CAS, from the leaf to two cells that have its halves.
   *
   * Join of two neighbours.
   * - Step 1: the left cell is held.
   * - Step 2: the right cell is held.
   * - Step 3: a CAS decides the outcome, for a cell with the mappings of both.
   * - Step 4: both cells lead to that cell.
   *
   * An update that finds a cell held aborts the join if it is not decided yet. While both cells are
   * held their leaves cannot change, and their intervals never do. So at step 3 the new leaf has
   * exactly the mappings of both. After step 3 other threads continue at the new cell without
   * waiting for step 4. Neither a split nor a join changes the content of the map. Each leaf that
   * they make has the stamp that makes it as old as its mappings.
   *
   * Two cells at once. pollFirstEntry of a view may have to remove a mapping from the leaf after
   * the one in which the view begins. The first leaf must not get a mapping of the view meanwhile.
   * Both cells are held as for a join, and the outcome is a cell that is split from the start: one
   * half as it was, the other without the mapping. Here step 3 changes the content of the map, like
   * the CAS of a leaf.
   *
   * Routing. The cells in a root's tree, with the intervals of their whole lives, have no gaps and
   * no overlaps. So a search in any root, however old, reaches a cell that has the key in its
   * interval, or leads to one that has. After a split or join, the thread path-copies the routing
   * tree to replace the cells between two keys at which both old and live cells begin. Any thread
   * that meets a dead cell helps.
   *
   * Linearization points.
   * - An update: the reading of the clock for the stamp of its new leaf. This is after its CAS (or
   *   step 3), before it returns, and before any other operation returns what it wrote, since each
   *   stamps what it reads. A leaf is replaced only when it is stamped.
   * - An update that changes nothing, a lookup, and a neighbour in the same leaf: the read of the
   *   leaf, or right after, when it is stamped. If the cell is held: the read of the state, if the
   *   outcome read afterwards is not a cell.
   * - A neighbour in another leaf: the read of that leaf. The leaves passed were empty, and are
   *   found to be in place after that.
   * - A range that finds its leaves in place: between the two readings.
   * - A snapshot, size and long ranges: when the clock leaves the snapshot's time. Stamps up to
   *   that time were read before, all others after.
   * - clear: the CAS of tree. An operation that reads the tree before it and finishes after it
   *   counts as done just before it, as does every operation that saw its effect.
   *
   * Memory order. Reads of tree, root, state and outcome are volatile, as is their CAS. The second
   * reading of a range must not be satisfied before the first one. Leaves, cells and routing nodes
   * are final except for the fields named above, and are published by these. Stamps are read with
   * acquire. Statistics and CursorHints are plain: no result depends on them.
   *
   * Progress. Lock-free.
   * - A failed CAS of a leaf means that another update, split or join took effect, or that a join
   *   began. The first update that meets a begun join aborts it.
   * - Joins begin only after updates, ranges or searches that are done, or when a cursor has passed
   *   an empty leaf. A search or a cursor begins only a few that fail.
   * - Following cells ends at a live one: each step is a split or join that has happened.
   * - A failed CAS of the root means that other cells have been replaced.
   * - Lookups and counting write nothing except a missing stamp, once for each leaf. Ranges over
   *   several small leaves also update statistics, and may join the leaves. Cursors, and searches
   *   for a neighbour, join empty leaves that they pass.
   *
   * Empty leaves. An update that empties a leaf joins it with a neighbour, whatever their
   * statistics: an empty leaf might never see another update, and every cursor would pass it. If
   * the neighbours are held at that time, change, or stand for too many leaves of snapshots, the
   * leaf stays until a cursor or a search passes it. The joined leaf keeps the statistic of the
   * mappings, so that a new split takes as many contended updates as before.
   *
   * Cost. A lookup reads two or three routing nodes, the cell, its leaf and two arrays. In a large
   * map each of the last four is a cache miss that waits for the one before. An update also copies
   * the two arrays and does two CASes. A step from key to key (higherKey, higherEntry) that begins
   * where the same thread's last step ended needs no search. A split copies a path of the routing
   * nodes, once in some 30 inserts.
   */
  private static final VarHandle ROOT =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "root", VarHandle.class, LockFreeTree.class, RoutingNode.class);

  /**
   * The maximum number of leaves of one moment for which a leaf stands. Without a bound, joins
   * would make ever longer rows. Such leaves stay apart until the snapshot is closed or
   * unreachable.
   */
  private static final int LONGEST_ROW = 32;

  static {
    EarlyInitialization.of(
        CellState.class,
        SnapshotVersion.class,
        OwnRetries.class,
        Relation.class,
        CursorHints.class,
        ThreadSpread.class);
  }

  /** The number of empty leaves that cannot be joined after which an operation tries no others. */
  static final int MOST_FAILURES = 4;

  /**
   * The number of failed attempts after which routing nodes are left to the next thread that meets
   * a dead cell.
   */
  private static final int MOST_REFRESHES = 8;

  public final PrefixOrder<K> order;
  public final TreeLimits limits;
  public final LeafVersions versions = new LeafVersions();
  final OwnRetries.Registry retries;

  private final LongAdder splits;
  private final LongAdder joins;
  private volatile RoutingNode<K, V> root;
  private volatile boolean isAbandoned;

  /**
   * The last steps of threads, or null before the first. A thread may overwrite another thread's.
   */
  private volatile @Nullable CursorHints<BaseCell<K, V>> hints;

  /** An empty tree. */
  LockFreeTree(PrefixOrder<K> order, TreeLimits limits) {
    this(order, limits, new OwnRetries.Registry(), new LongAdder(), new LongAdder());
  }

  private LockFreeTree(
      PrefixOrder<K> order,
      TreeLimits limits,
      OwnRetries.Registry retries,
      LongAdder splits,
      LongAdder joins) {
    this.order = order;
    this.limits = limits;
    this.retries = retries;
    this.splits = splits;
    this.joins = joins;
    this.root = RoutingNode.of(order, new BaseCell<>(null, null, ImmutableLeaf.empty(order)));
  }

  /** An empty tree that takes the place of this one. */
  LockFreeTree<K, V> successor() {
    return new LockFreeTree<>(order, limits, retries, splits, joins);
  }

  /** Tells cursors that another tree has taken the place of this one. */
  void abandon() {
    isAbandoned = true;
  }

  boolean isAbandoned() {
    return isAbandoned;
  }

  RoutingNode<K, V> root() {
    return root;
  }

  public LockFreeTreeShape shape() {
    return new LockFreeTreeShape(
        root.countNodes(), root.cells(), root.level() + 1, splits.sum(), joins.sum());
  }

  // Reading.

  /** The leaf that has a key, if it is there, at a moment during the call. */
  public ImmutableLeaf<K, V> leafFor(long prefix, Object key) {
    BaseCell<K, V> cell = root.find(order, prefix, key);
    ImmutableLeaf<K, V> leaf = contents(cell);
    while (leaf == null) {
      cell = live(cell, prefix, key, false);
      leaf = contents(cell);
    }
    return leaf;
  }

  /** Returns the place of a key, be it there or not. */
  LeafPlace<K, V> locate(long prefix, Object key) {
    BaseCell<K, V> cell = root.find(order, prefix, key);
    ImmutableLeaf<K, V> leaf = contents(cell);
    while (leaf == null) {
      cell = live(cell, prefix, key, false);
      leaf = contents(cell);
    }
    return new LeafPlace<>(cell, leaf, leaf.search(order, prefix, key));
  }

  /** Returns the place of a key, as {@link #locate}, for a caller that goes from key to key. */
  public LeafPlace<K, V> placeOf(K key) {
    long prefix = order.prefix(key);
    CursorHints<BaseCell<K, V>> steps = hints;
    BaseCell<K, V> cell = steps == null ? null : steps.target(CursorHints.place());
    ImmutableLeaf<K, V> leaf = cell == null ? null : contents(cell);
    if (cell != null && leaf != null && steps != null) {
      int index = steps.index(CursorHints.place());
      if (leaf.hasAt(index, prefix, key)) {
        return new LeafPlace<>(cell, leaf, index);
      }
    }
    if (cell == null || leaf == null || !leaf.surrounds(prefix)) {
      return locate(prefix, key);
    }
    return new LeafPlace<>(cell, leaf, leaf.search(order, prefix, key));
  }

  /** A cell's leaf at a moment during the call, and where in it a key is or would be. */
  public record LeafPlace<K, V>(BaseCell<K, V> cell, ImmutableLeaf<K, V> leaf, int index) {}

  /**
   * The mapping right behind the end of a leaf, or before its begin, at a moment when the leaf was
   * still there.
   *
   * @param end where its cell ends, or begins
   * @return null if it has to be searched for: in the next leaf but one, or after a change
   */
  @Nullable LeafPlace<K, V> beside(LeafPlace<K, V> place, K end, boolean below) {
    BaseCell<K, V> next = live(end, below);
    ImmutableLeaf<K, V> leaf = contents(next);
    K joint = below ? next.high : next.low;
    if (leaf == null
        || leaf.size() == 0
        || joint == null
        || (joint != end && order.compare(joint, end) != 0)
        || contents(place.cell) != place.leaf) {
      return null;
    }
    return new LeafPlace<>(next, leaf, below ? leaf.size() - 1 : 0);
  }

  /** Records the place that the calling thread has reached. */
  void stepTo(BaseCell<K, V> cell, int index) {
    CursorHints<BaseCell<K, V>> steps = hints;
    if (steps == null) {
      steps = new CursorHints<>();
      hints = steps;
    }
    steps.set(CursorHints.place(), cell, index);
  }

  /**
   * Returns the leaf of a cell at a moment during the call; null if it has been split or joined.
   */
  @Nullable ImmutableLeaf<K, V> contents(BaseCell<K, V> cell) {
    CellState<K, V> state = cell.state();
    if (state instanceof ImmutableLeaf<K, V> leaf) {
      versions.stamp(leaf);
      return leaf;
    }
    // Not joined at the reading of that means not joined at the reading of the state.
    return state instanceof CellState.Held<K, V> held && held.target() == null ? held.leaf : null;
  }

  /**
   * Follows a cell to the live cell to which a key belongs.
   *
   * @param key null for the first one, or, below, for the last one
   * @param below whether it is not the key that matters but those right below
   * @throws IllegalStateException if comparisons split or join the cells of the key each time
   */
  BaseCell<K, V> live(BaseCell<K, V> cell, long prefix, @Nullable Object key, boolean below) {
    BaseCell<K, V> at = cell;
    for (int steps = 0; steps < OwnRetries.MOST; steps++) {
      BaseCell<K, V> next = successor(at, prefix, key, below);
      if (next == null) {
        return at;
      }
      at = next;
    }
    return liveAfterMany(at, prefix, key, below);
  }

  private BaseCell<K, V> liveAfterMany(
      BaseCell<K, V> cell, long prefix, @Nullable Object key, boolean below) {
    BaseCell<K, V> at = cell;
    OwnRetries own = retries.begin();
    try {
      for (; ; ) {
        own.begin(OwnRetries.ANY_LEAF);
        BaseCell<K, V> next = successor(at, prefix, key, below);
        if (next == null) {
          return at;
        }
        own.requireNotVain();
        at = next;
      }
    } finally {
      own.end();
    }
  }

  /** The cell that a cell has been split or joined to; null if it is live. */
  private @Nullable BaseCell<K, V> successor(
      BaseCell<K, V> cell, long prefix, @Nullable Object key, boolean below) {
    CellState<K, V> state = cell.state();
    if (state instanceof CellState.Split<K, V> split) {
      return below ? split.below(order, prefix, key) : split.with(order, prefix, key);
    }
    if (state instanceof CellState.Joined<K, V> joined) {
      return joined.target;
    }
    return state instanceof CellState.Held<K, V> held ? held.target() : null;
  }

  private BaseCell<K, V> live(@Nullable K key, boolean below) {
    long prefix = key == null ? 0 : order.prefix(key);
    RoutingNode<K, V> node = root.lowest(order, prefix, key, below);
    int index = below ? node.indexBelow(order, prefix, key) : node.indexOf(order, prefix, key);
    return live(node.cell(index), prefix, key, below);
  }

  // Updating.

  /** The cell of a key, in the state of a leaf when it was looked at last. */
  public BaseCell<K, V> cellFor(long prefix, Object key) {
    BaseCell<K, V> cell = root.find(order, prefix, key);
    return cell.state() instanceof ImmutableLeaf ? cell : writable(cell, prefix, key);
  }

  private BaseCell<K, V> writable(BaseCell<K, V> stale, long prefix, Object key) {
    BaseCell<K, V> cell = stale;
    for (; ; ) {
      cell = live(cell, prefix, key, false);
      release(cell);
      if (cell.state() instanceof ImmutableLeaf) {
        break;
      }
    }
    if (cell != stale) {
      refreshAround(stale);
    }
    return cell;
  }

  /** Ends a join that holds a cell. */
  void release(BaseCell<K, V> cell) {
    if (cell.state() instanceof CellState.Held<K, V> held) {
      held.abort();
      cell.casState(held, held.successor());
    }
  }

  /**
   * Replaces a leaf, if it is still there.
   *
   * @param leaf settled
   */
  boolean tryReplace(
      BaseCell<K, V> cell, ImmutableLeaf<K, V> leaf, ImmutableLeaf<K, V> replacement) {
    if (!cell.casState(leaf, replacement)) {
      return false;
    }
    retries.noteReplaced(leaf);
    versions.settle(replacement);
    return true;
  }

  /** Returns the statistic of a leaf after an update. */
  int statisticAfter(ImmutableLeaf<K, V> leaf, boolean contended) {
    int statistic = leaf.statistic();
    if (contended) {
      return statistic > limits.high() ? statistic : statistic + limits.contended();
    }
    return statistic < -limits.high() ? statistic : statistic - 1;
  }

  /** Splits or joins the cell of a new leaf if its statistic or size requires that. */
  void adapt(BaseCell<K, V> cell, ImmutableLeaf<K, V> leaf) {
    int size = leaf.size();
    int statistic = leaf.statistic();
    if (size > limits.leafCapacity() || (statistic > limits.high() && size > 1)) {
      split(cell, leaf);
    } else if (statistic < -limits.high()) {
      if (!tryJoin(cell, leaf)) {
        leaf.setStatistic(0);
      }
    }
  }

  /**
   * Joins the cell of a leaf that mappings have been removed from, if few are left. An empty leaf
   * is joined whatever its statistic: that would stay, as no update of the leaf need ever follow.
   */
  void adaptToRemoval(BaseCell<K, V> cell, ImmutableLeaf<K, V> leaf) {
    int size = leaf.size();
    boolean isToJoin = size == 0 || (size <= limits.smallSize() && leaf.statistic() <= 0);
    if (!isToJoin || !tryJoin(cell, leaf)) {
      adapt(cell, leaf);
    }
  }

  private void split(BaseCell<K, V> cell, ImmutableLeaf<K, V> leaf) {
    int size = leaf.size();
    int at = size > limits.leafCapacity() ? leaf.splitPoint(limits.longRun()) : size >>> 1;
    K separator = leaf.key(order, at);
    BaseCell<K, V> left = new BaseCell<>(cell.low, separator, leaf.part(0, at));
    BaseCell<K, V> right = new BaseCell<>(separator, cell.high, leaf.part(at, size));
    if (cell.casState(leaf, new CellState.Split<>(leaf.prefix(at), separator, left, right))) {
      splits.increment();
      refreshAround(cell);
    }
  }

  /**
   * Joins a cell with a neighbour, if both have room.
   *
   * @param leaf what the cell is thought to have
   */
  boolean tryJoin(BaseCell<K, V> cell, ImmutableLeaf<K, V> leaf) {
    return tryJoin(cell, leaf, false);
  }

  private boolean tryJoin(BaseCell<K, V> cell, ImmutableLeaf<K, V> leaf, boolean belowFirst) {
    try {
      return tryJoinBeside(cell, leaf, belowFirst) || tryJoinBeside(cell, leaf, !belowFirst);
    } catch (RuntimeException | Error e) {
      return false; // The comparator's. What the caller is about has been done; this can wait.
    }
  }

  private boolean tryJoinBeside(BaseCell<K, V> cell, ImmutableLeaf<K, V> leaf, boolean below) {
    K end = below ? cell.low : cell.high;
    if (end == null) {
      return false;
    }
    BaseCell<K, V> beside = live(end, below);
    if (!(beside.state() instanceof ImmutableLeaf<K, V> other)) {
      return false;
    }
    return below ? tryJoin(beside, other, cell, leaf) : tryJoin(cell, leaf, beside, other);
  }

  private boolean tryJoin(
      BaseCell<K, V> left,
      ImmutableLeaf<K, V> leftLeaf,
      BaseCell<K, V> right,
      ImmutableLeaf<K, V> rightLeaf) {
    boolean isCalm = leftLeaf.statistic() <= 0 && rightLeaf.statistic() <= 0;
    return !limits.isTooMuch(leftLeaf.size(), rightLeaf.size())
        && (isCalm || leftLeaf.size() == 0 || rightLeaf.size() == 0)
        && tryJoin(left, leftLeaf, right, rightLeaf, LONGEST_ROW);
  }

  /**
   * Joins the cells of empty leaves that a search has passed, so that no other passes them. Those
   * that could not be joined when they were emptied have stayed until now.
   *
   * @param belowFirst whether the leaf that was passed last is the lowest
   */
  public void joinPassed(LeafPath<K, V> passed, boolean belowFirst) {
    int failures = 0;
    LeafPath<K, V> path = passed;
    while (path != null && failures < MOST_FAILURES) {
      if (path.leaf().size() == 0 && !tryJoinPassed(path.cell(), path.leaf(), belowFirst)) {
        failures++;
      }
      path = path.before();
    }
  }

  /** Joins the cell of an empty leaf, if that does not stand for as many leaves as it may. */
  boolean tryJoinPassed(BaseCell<K, V> cell, ImmutableLeaf<K, V> leaf, boolean belowFirst) {
    return VersionLink.longestRowInUse(leaf.links()) < LONGEST_ROW
        && tryJoin(cell, leaf, belowFirst);
  }

  /** Leaves that a search has passed. */
  public record LeafPath<K, V>(
      BaseCell<K, V> cell, ImmutableLeaf<K, V> leaf, @Nullable LeafPath<K, V> before) {}

  /** Returns true if leaves are still where they have been passed. */
  boolean isPresent(LeafPath<K, V> passed) {
    for (LeafPath<K, V> path = passed; path != null; path = path.before) {
      if (contents(path.cell) != path.leaf) {
        return false;
      }
    }
    return true;
  }

  /**
   * Joins two cells of which one is empty, so that one update can reach both.
   *
   * @param guard the one that is not
   * @return false if nothing has been done
   */
  boolean tryTakeIn(
      BaseCell<K, V> guard,
      ImmutableLeaf<K, V> leaf,
      BaseCell<K, V> empty,
      ImmutableLeaf<K, V> nothing,
      boolean isBelow) {
    release(guard);
    release(empty);
    return isBelow
        ? tryJoin(empty, nothing, guard, leaf, Integer.MAX_VALUE)
        : tryJoin(guard, leaf, empty, nothing, Integer.MAX_VALUE);
  }

  private boolean tryJoin(
      BaseCell<K, V> left,
      ImmutableLeaf<K, V> leftLeaf,
      BaseCell<K, V> right,
      ImmutableLeaf<K, V> rightLeaf,
      int longestRow) {
    K separator = right.low;
    if (separator == null || left.high == null || order.compare(left.high, separator) != 0) {
      return false;
    }
    versions.settle(leftLeaf);
    versions.settle(rightLeaf);
    if (longestRow == LONGEST_ROW && versions.hasTooManyBefore(leftLeaf, rightLeaf)) {
      return false;
    }
    VersionLink links = versions.linksToRows(order, leftLeaf, rightLeaf, separator);
    if (VersionLink.longestRow(links) > longestRow) {
      return false;
    }
    CellState.Join<K, V> join = new CellState.Join<>();
    CellState.Held<K, V> leftHeld = new CellState.Held<>(leftLeaf, join);
    CellState.Held<K, V> rightHeld = new CellState.Held<>(rightLeaf, join);
    if (!left.casState(leftLeaf, leftHeld)) {
      return false;
    }
    boolean isJoined;
    try {
      if (right.casState(rightLeaf, rightHeld)) {
        versions.keepBoth(leftLeaf, rightLeaf);
        ImmutableLeaf<K, V> both = leftLeaf.joinedWith(rightLeaf, links);
        join.tryCommit(new BaseCell<>(left.low, right.high, both));
      }
    } finally {
      isJoined = finish(join, left, leftHeld, right, rightHeld); // Allocates only if it is.
    }
    if (!isJoined) {
      return false;
    }
    retries.noteReplaced(leftLeaf);
    retries.noteReplaced(rightLeaf);
    joins.increment();
    return true;
  }

  /** Releases two cells. Returns false if the change of both has not been made. */
  private boolean finish(
      CellState.Join<K, V> join,
      BaseCell<K, V> left,
      CellState.Held<K, V> leftHeld,
      BaseCell<K, V> right,
      CellState.Held<K, V> rightHeld) {
    join.abort(); // If it has not been decided.
    left.casState(leftHeld, leftHeld.successor());
    right.casState(rightHeld, rightHeld.successor());
    if (join.target() == null) {
      return false;
    }
    refreshAround(left);
    return true;
  }

  /**
   * Replaces a leaf if it is still there, and that of a neighbouring cell, the guard, too.
   *
   * @param leaf settled, as the guard's
   * @param isBelow whether the cell is below the guard
   * @return the cell that has the replacement; null if nothing has been done
   */
  public @Nullable BaseCell<K, V> tryReplaceBeside(
      BaseCell<K, V> guard,
      ImmutableLeaf<K, V> guardLeaf,
      BaseCell<K, V> cell,
      ImmutableLeaf<K, V> leaf,
      ImmutableLeaf<K, V> replacement,
      boolean isBelow) {
    BaseCell<K, V> left = isBelow ? cell : guard;
    BaseCell<K, V> right = isBelow ? guard : cell;
    K separator = right.low;
    if (separator == null || left.high == null || order.compare(left.high, separator) != 0) {
      return null;
    }
    BaseCell<K, V> newCell = new BaseCell<>(cell.low, cell.high, replacement);
    BaseCell<K, V> newGuard = new BaseCell<>(guard.low, guard.high, guardLeaf);
    CellState.Split<K, V> halves =
        new CellState.Split<>(
            order.prefix(separator),
            separator,
            isBelow ? newCell : newGuard,
            isBelow ? newGuard : newCell);
    CellState.Join<K, V> join = new CellState.Join<>();
    CellState.Held<K, V> leftHeld = new CellState.Held<>(isBelow ? leaf : guardLeaf, join);
    CellState.Held<K, V> rightHeld = new CellState.Held<>(isBelow ? guardLeaf : leaf, join);
    BaseCell<K, V> both = new BaseCell<>(left.low, right.high, halves);
    if (!left.casState(leftHeld.leaf, leftHeld)) {
      return null;
    }
    if (right.casState(rightHeld.leaf, rightHeld)) {
      join.tryCommit(both); // The update can be seen now.
    }
    if (!finish(join, left, leftHeld, right, rightHeld)) {
      return null;
    }
    retries.noteReplaced(leaf);
    retries.noteReplaced(guardLeaf);
    refreshAround(right);
    versions.settle(replacement);
    return newCell;
  }

  /** Makes a join likelier after a range query that has read several leaves. */
  void widen(BaseCell<K, V> cell, ImmutableLeaf<K, V> leaf) {
    int statistic = leaf.statistic() - limits.wide();
    leaf.setStatistic(statistic);
    if (statistic < -limits.high() && !tryJoin(cell, leaf)) {
      leaf.setStatistic(0);
    }
  }

  // The routing nodes.

  /** Replaces a dead cell in the routing nodes. */
  private void refreshAround(BaseCell<K, V> stale) {
    try {
      for (int tries = 0; tries < MOST_REFRESHES && !tryRefresh(stale.low); tries++) {
        Thread.onSpinWait(); // Other threads, or the comparator, have changed the routing nodes.
      }
    } catch (RuntimeException | Error e) {
      // The comparator's. The update has been done; the next thread that comes here tries again.
    }
  }

  /**
   * Replaces the dead cells around a key. Returns false if the routing nodes have changed
   * meanwhile.
   */
  private boolean tryRefresh(@Nullable K low) {
    RoutingNode<K, V> old = root;
    long prefix = low == null ? 0 : order.prefix(low);
    BaseCell<K, V> routed = old.find(order, prefix, low);
    BaseCell<K, V> live = live(routed, prefix, low, false);
    if (live == routed) {
      return true;
    }
    // From where cells both of the routing nodes and of now begin.
    while (isLess(live.low, routed.low) || isLess(routed.low, live.low)) {
      K lower = isLess(live.low, routed.low) ? live.low : routed.low;
      long lowerPrefix = lower == null ? 0 : order.prefix(lower);
      routed = old.find(order, lowerPrefix, lower);
      live = live(routed, lowerPrefix, lower, false);
    }
    List<BaseCell<K, V>> fresh = new ArrayList<>(4);
    fresh.add(live);
    // To where cells of both end.
    K end = live.high;
    while (end != null) {
      long endPrefix = order.prefix(end);
      routed = old.find(order, endPrefix, end);
      if (!isLess(routed.low, end)) {
        break;
      }
      live = live(routed, endPrefix, end, false);
      if (isLess(live.low, end)) {
        return false; // Joined just now with the one before.
      }
      fresh.add(live);
      end = live.high;
    }
    return ROOT.compareAndSet(this, old, old.with(order, limits.fanout(), fresh));
  }

  /** Null is the least. */
  private boolean isLess(@Nullable K a, @Nullable K b) {
    return b != null && (a == null || order.compare(a, b) < 0);
  }

  // Checking.

  /**
   * Completes the steps that an update which ended with an error has left to later ones: ending a
   * join, stamping, settling and splitting a leaf, and routing to its cell.
   */
  private void catchUp() {
    K low = null;
    for (; ; ) {
      BaseCell<K, V> cell = live(low, false);
      release(cell);
      if (cell.state() instanceof ImmutableLeaf<K, V> leaf) {
        versions.settle(leaf);
        while (!tryRefresh(low)) {
          Thread.onSpinWait();
        }
        if (leaf.size() > limits.leafCapacity()) {
          split(cell, leaf);
        } else if (cell.high == null) {
          return;
        } else {
          low = cell.high;
        }
      }
    }
  }

  /** See {@code AbstractConcurrentMap.validate}. */
  public void validate() {
    catchUp();
    K low = null;
    BaseCell<K, V> cell = live(null, false);
    int count = 0;
    for (; ; ) {
      count++;
      requireThat(cell.low == low || compareOrNull(cell.low, low), "begins elsewhere", cell);
      CellState<K, V> state = cell.state();
      requireThat(state instanceof ImmutableLeaf, "not live", cell);
      validateLeaf(cell, (ImmutableLeaf<K, V>) state);
      low = cell.high;
      if (low == null) {
        break;
      }
      cell = live(low, false);
    }
    root.validate(order, limits.fanout());
    requireThat(count == root.cells(), count + " (expected: " + root.cells() + ")", cell);
  }

  private boolean compareOrNull(@Nullable K a, @Nullable K b) {
    return a != null && b != null && order.compare(a, b) == 0;
  }

  private void validateLeaf(BaseCell<K, V> cell, ImmutableLeaf<K, V> leaf) {
    requireThat(leaf.stamp() != 0, "not stamped", cell);
    requireThat(leaf.unsettledPrevious() == null, "not settled", cell);
    requireThat(leaf.size() <= limits.leafCapacity(), "too large", cell);
    for (int i = 0; i < leaf.size(); i++) {
      K key = leaf.key(order, i);
      requireThat(!isLess(key, cell.low), "key below", cell);
      requireThat(cell.high == null || isLess(key, cell.high), "key above", cell);
      requireThat(i == 0 || isLess(leaf.key(order, i - 1), key), "keys not in order", cell);
      requireThat(
          !order.hasPrefixes() || leaf.prefix(i) == order.prefix(key), "another prefix", cell);
    }
  }

  private void requireThat(boolean holds, String what, BaseCell<K, V> cell) {
    if (!holds) {
      throw new AssertionError("cell from " + cell.low + " to " + cell.high + ": " + what);
    }
  }
}
