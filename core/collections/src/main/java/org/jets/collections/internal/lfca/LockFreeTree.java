package org.jets.collections.internal.lfca;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.jets.collections.LockFreeTreeShape;
import org.jets.collections.internal.cursor.CursorHints;
import org.jets.collections.internal.order.CircleCheck;
import org.jets.collections.internal.order.PrefixOrder;
import org.jets.collections.internal.order.Relation;
import org.jets.collections.internal.sync.EarlyInitialization;
import org.jets.collections.internal.sync.ThreadSpread;
import org.jspecify.annotations.Nullable;

/**
 * A lock-free contention adapting tree with immutable leaves. It finds the base nodes of keys,
 * splits them, and keeps the routing nodes up to date. {@link BaseNodeJoins} joins them.
 */
public final class LockFreeTree<K, V> {
  /*
   * Source. K. Winblad, K. Sagonas, B. Jonsson, "Lock-free Contention Adapting Search Trees", SPAA
   * 2018. The paper's tree has base nodes with immutable containers that are replaced by CAS.
   * Statistics in the base nodes decide when to split and join. A join has steps, and other threads
   * can abort or complete it. Range queries are atomic and make the tree coarser.
   *
   * Differences.
   * - Versions instead of range nodes. In the paper, a range query replaces each base node of its
   *   range by one that carries the query. Updates that meet it must complete the query first. Here
   *   a clock advances when a snapshot is opened, and each leaf has a stamp of its time. When a
   *   leaf of a snapshot's time is replaced, the snapshot keeps it (LeafVersions). So a snapshot
   *   takes constant time on average, and no thread helps with a range except by stamping a leaf. A
   *   range replaces no leaf to read it. It reads its leaves, and then checks that all are still in
   *   place (LeafListCursor). If one is not, or if there are many leaves, the range opens a
   *   snapshot.
   * - Routing by an immutable B+ tree under one root (RoutingNode), and not by a binary tree that
   *   grows where keys are inserted. Its depth is the same for all keys, whatever the order of
   *   inserts, and some 100 children share a few cache lines. It is a hint. The base nodes are
   *   authoritative. Each one has an interval of keys that never changes. After a split or join it
   *   permanently names the base nodes to which the interval belongs. So a join needs no parent or
   *   grandparent, only two neighbours.
   * - Base nodes are also split for their size: a small leaf is cheap to copy and contiguous.
   * - Keys that are numbers are not objects in a leaf. Each object would be elsewhere in memory: a
   *   cursor would wait for it, and an update would copy a reference to it. A key made on demand
   *   costs an allocation, or nothing if the compiler sees that it does not escape.
   *
   * The classes. LockFreeBaseNode, BaseNodeState: intervals of keys. ImmutableLeaf: their mappings.
   * LockFreeTree: finding, splitting. BaseNodeJoins: joining. RoutingNode, RoutingBuilder: routes.
   * LeafVersions, SnapshotVersion, VersionLink: earlier versions of leaves. LeafCursor: from leaf
   * to leaf, in the present or in the past. LeafUpdates: changes of a key or a range. LeafSearch:
   * neighbours of keys.
   *
   * Shared state, and what changes it:
   *   LeafUpdates.tree      CAS to an empty one, by clear.
   *   LockFreeTree.root     CAS to a path-copied tree with other base nodes.
   *   isAbandoned           set to true by clear, of the tree that it replaces.
   *   hints                 no result depends on them.
   *   LockFreeBaseNode.state        CAS: a leaf to another leaf (update), to Split (for ever), to Held;
   *                         Held to its leaf again (aborted) or to Joined (for ever).
   *   Join.outcome          CAS from undecided to aborted or to the joined base node.
   *   ImmutableLeaf         stamp: CAS from 0. previous: at first the leaf that this one replaces;
   *                         then null or VersionLinks. statistic: a hint. All other fields are
   *                         final.
   *   LeafVersions          see there.
   *
   * An aborted join reinstates the same leaf, so that a CAS that expects it may succeed (benign
   * ABA). No other state ever returns.
   *
   * Split. One CAS, from the leaf to two base nodes that have its halves.
   *
   * Join of two neighbours.
   * - Step 1: the left base node is held.
   * - Step 2: the right base node is held.
   * - Step 3: a CAS decides the outcome, for a base node with the mappings of both.
   * - Step 4: both base nodes lead to that base node.
   *
   * An update that finds a base node held aborts the join if it is not decided yet. While both base
   * nodes are held their leaves cannot change, and their intervals never do. So at step 3 the new
   * leaf has exactly the mappings of both. After step 3 other threads continue at the new base node
   * without waiting for step 4. Neither a split nor a join changes the content of the map. A split
   * gives both new leaves the stamp of the old one. A join gives the new leaf the later stamp of
   * the two.
   *
   * Two base nodes at once. pollFirstEntry of a view may have to remove a mapping from the leaf
   * after the one in which the view begins. The first leaf must not get a mapping of the view
   * meanwhile. Both base nodes are held as for a join, and the outcome is a base node that is split
   * from the start. One half has its mappings as before. The other half lacks the removed mapping.
   * Here step 3 changes the content of the map, like the CAS of a leaf.
   *
   * Routing. The intervals of the base nodes in a root's tree have no gaps and no overlaps, even if
   * some of these base nodes are dead. So a search in any root, however old, reaches a base node
   * that has the key in its interval, or leads to one that has. After a split or join, the thread
   * path-copies the routing tree. The replaced base nodes lie between two keys. At each of the two,
   * both an old and a live base node begins. Any thread that meets a dead base node helps.
   *
   * Linearization points.
   * - An update: the reading of the clock for the stamp of its new leaf. This is after its CAS (or
   *   step 3), and before it returns. It is also before any other operation returns what it wrote,
   *   since each stamps what it reads. A leaf is replaced only when it is stamped.
   * - An update that changes nothing, a lookup, and a neighbour in the same leaf: the read of the
   *   leaf. If the leaf had no stamp: the moment when it is stamped. If the base node is held: the
   *   read of its state. If the thread then finds that the join has been decided, it continues at
   *   the joined base node.
   * - A neighbour in another leaf: the read of that leaf. The thread then checks that the leaves
   *   that it has passed are still in place. Those between are empty.
   * - A range that finds its leaves in place: between the two readings.
   * - A snapshot, size and long ranges: when the clock leaves the snapshot's time. Stamps up to
   *   that time were read before, all others after.
   * - clear: the CAS of tree. An operation that reads the tree before it and finishes after it
   *   counts as done just before it. So does every operation that saw its effect.
   *
   * Memory order. Reads of tree, root, state and outcome are volatile, as is their CAS. The second
   * reading of a range must not be satisfied before the first one. Leaves, base nodes and routing
   * nodes are final except for the fields named above, and are published by these. Stamps are read
   * with acquire. Statistics and CursorHints are plain: no result depends on them.
   *
   * Progress. Lock-free.
   * - A failed CAS of a leaf means that another update, split or join took effect, or that a join
   *   began. The first update that meets a begun join aborts it.
   * - A thread begins a join only after its update, range or search is done, or when its cursor has
   *   passed an empty leaf. A search or a cursor gives up after a few failed joins.
   * - Following base nodes ends at a live one: each step is a split or join that has happened.
   * - A failed CAS of the root means that other base nodes have been replaced.
   * - Lookups and counting write nothing except a missing stamp, once for each leaf. Ranges over
   *   several small leaves also update statistics, and may join the leaves. Cursors, and searches
   *   for a neighbour, join empty leaves that they pass.
   *
   * Empty leaves. An update that empties a leaf joins it with a neighbour, whatever their
   * statistics. An empty leaf might never see another update, and every cursor would pass it. The
   * neighbours may be held at that time, change, or stand for too many leaves of snapshots. Then
   * the leaf stays until a cursor or a search passes it. The joined leaf keeps the statistic of the
   * leaf that has mappings. So a new split takes as many contended updates as before.
   *
   * Cost. A lookup reads two or three routing nodes, the base node, its leaf and two arrays. In a
   * large map each of the last four is a cache miss that waits for the one before. An update also
   * copies the two arrays and does two CASes. A step from key to key (higherKey, higherEntry) that
   * begins where the same thread's last step ended needs no search. About one insert in 30 splits
   * its leaf, and a split copies a path of the routing nodes.
   */
  private static final VarHandle ROOT =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "root", VarHandle.class, LockFreeTree.class, RoutingNode.class);

  static {
    EarlyInitialization.of(
        BaseNodeState.class,
        SnapshotVersion.class,
        TreeReentry.class,
        Relation.class,
        CursorHints.class,
        ThreadSpread.class);
  }

  /**
   * The number of failed attempts after which routing nodes are left to the next thread that meets
   * a dead base node.
   */
  private static final int MOST_REFRESHES = 8;

  public final PrefixOrder<K> order;
  public final TreeLimits limits;
  public final LeafVersions versions = new LeafVersions();
  final TreeReentry.Registry retries;

  private final LongAdder splits;
  private final LongAdder joinCount;
  private final BaseNodeJoins<K, V> joins;
  private volatile RoutingNode<K, V> root;
  private volatile boolean isAbandoned;

  /**
   * The last steps of threads, or null before the first. A thread may overwrite another thread's.
   */
  private volatile @Nullable CursorHints<LockFreeBaseNode<K, V>> hints;

  /** An empty tree. */
  LockFreeTree(PrefixOrder<K> order, TreeLimits limits) {
    this(order, limits, new TreeReentry.Registry(), new LongAdder(), new LongAdder());
  }

  private LockFreeTree(
      PrefixOrder<K> order,
      TreeLimits limits,
      TreeReentry.Registry retries,
      LongAdder splits,
      LongAdder joinCount) {
    this.order = order;
    this.limits = limits;
    this.retries = retries;
    this.splits = splits;
    this.joinCount = joinCount;
    this.joins = new BaseNodeJoins<>(this, joinCount);
    this.root =
        RoutingNode.of(order, new LockFreeBaseNode<>(null, null, ImmutableLeaf.empty(order)));
  }

  /** An empty tree that takes the place of this one. */
  LockFreeTree<K, V> successor() {
    return new LockFreeTree<>(order, limits, retries, splits, joinCount);
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

  /** Returns the joins of base nodes of this tree. */
  public BaseNodeJoins<K, V> joins() {
    return joins;
  }

  public long splits() {
    return splits.sum();
  }

  /** About the number of updates that had to be retried often. */
  public long longRetries() {
    return retries.longRetries();
  }

  public LockFreeTreeShape shape() {
    return new LockFreeTreeShape(
        root.countNodes(), root.bases(), root.level() + 1, splits(), joins.count());
  }

  // Reading.

  /** The leaf that has a key, if it is there, at a moment during the call. */
  public ImmutableLeaf<K, V> leafFor(long prefix, Object key) {
    LockFreeBaseNode<K, V> base = root.find(order, prefix, key);
    ImmutableLeaf<K, V> leaf = contents(base);
    while (leaf == null) {
      base = live(base, prefix, key, false);
      leaf = contents(base);
    }
    return leaf;
  }

  /** The value of a key at a moment during the call, or null. */
  public @Nullable V get(long prefix, Object key) {
    RoutingNode<K, V> node = root;
    long step = node.step(order, prefix, key, 0);
    while (node.level() > 0) {
      node = node.child((int) step);
      step = node.step(order, prefix, key, RoutingNode.known(step));
    }
    LockFreeBaseNode<K, V> base = node.base((int) step);
    ImmutableLeaf<K, V> leaf = contents(base);
    if (leaf != null) { // All its keys are between those beside its base node.
      return leaf.get(order, prefix, key, RoutingNode.known(step));
    }
    while (leaf == null) {
      base = live(base, prefix, key, false);
      leaf = contents(base);
    }
    return leaf.get(order, prefix, key);
  }

  /** Returns the place of a key, be it there or not. */
  LeafPlace<K, V> locate(long prefix, Object key) {
    LockFreeBaseNode<K, V> base = root.find(order, prefix, key);
    ImmutableLeaf<K, V> leaf = contents(base);
    while (leaf == null) {
      base = live(base, prefix, key, false);
      leaf = contents(base);
    }
    return new LeafPlace<>(base, leaf, leaf.search(order, prefix, key));
  }

  /** Returns the place of a key, as {@link #locate}, for a caller that goes from key to key. */
  public LeafPlace<K, V> placeOf(K key) {
    long prefix = order.prefix(key);
    CursorHints<LockFreeBaseNode<K, V>> steps = hints;
    LockFreeBaseNode<K, V> base = steps == null ? null : steps.target(CursorHints.place());
    ImmutableLeaf<K, V> leaf = base == null ? null : contents(base);
    if (base != null && leaf != null && steps != null) {
      int index = steps.index(CursorHints.place());
      if (leaf.hasAt(index, prefix, key)) {
        return new LeafPlace<>(base, leaf, index);
      }
    }
    if (base == null || leaf == null || !leaf.surrounds(prefix)) {
      return locate(prefix, key);
    }
    return new LeafPlace<>(base, leaf, leaf.search(order, prefix, key));
  }

  /** A base node's leaf at a moment during the call, and where in it a key is or would be. */
  public record LeafPlace<K, V>(LockFreeBaseNode<K, V> base, ImmutableLeaf<K, V> leaf, int index) {}

  /**
   * The mapping right behind the end of a leaf, or before its begin, at a moment when the leaf was
   * still there.
   *
   * @param end where its base node ends, or begins
   * @return null if it has to be searched for: in the next leaf but one, or after a change
   */
  @Nullable LeafPlace<K, V> beside(LeafPlace<K, V> place, K end, boolean below) {
    LockFreeBaseNode<K, V> next = live(end, below);
    ImmutableLeaf<K, V> leaf = contents(next);
    K joint = below ? next.high : next.low;
    if (leaf == null
        || leaf.size() == 0
        || joint == null
        || (joint != end && order.compare(joint, end) != 0)
        || contents(place.base) != place.leaf) {
      return null;
    }
    return new LeafPlace<>(next, leaf, below ? leaf.size() - 1 : 0);
  }

  /** Records the place that the calling thread has reached. */
  void stepTo(LockFreeBaseNode<K, V> base, int index) {
    CursorHints<LockFreeBaseNode<K, V>> steps = hints;
    if (steps == null) {
      steps = new CursorHints<>();
      hints = steps;
    }
    steps.set(CursorHints.place(), base, index);
  }

  /**
   * Returns the leaf of a base node at a moment during the call; null if it has been split or
   * joined.
   */
  @Nullable ImmutableLeaf<K, V> contents(LockFreeBaseNode<K, V> base) {
    BaseNodeState<K, V> state = base.state();
    if (state instanceof ImmutableLeaf<K, V> leaf) {
      versions.stamp(leaf);
      return leaf;
    }
    // Not joined at the reading of that means not joined at the reading of the state.
    return state instanceof BaseNodeState.Held<K, V> held && held.target() == null
        ? held.leaf
        : null;
  }

  /**
   * Follows a base node to the live base node to which a key belongs.
   *
   * @param key null for the first one, or, below, for the last one
   * @param below whether it is not the key that matters but those right below
   * @throws IllegalStateException if comparisons split or join the base nodes of the key each time
   */
  LockFreeBaseNode<K, V> live(
      LockFreeBaseNode<K, V> base, long prefix, @Nullable Object key, boolean below) {
    LockFreeBaseNode<K, V> at = base;
    for (int steps = 0; steps < TreeReentry.MOST; steps++) {
      LockFreeBaseNode<K, V> next = successor(at, prefix, key, below);
      if (next == null) {
        return at;
      }
      at = next;
    }
    return liveAfterMany(at, prefix, key, below);
  }

  private LockFreeBaseNode<K, V> liveAfterMany(
      LockFreeBaseNode<K, V> base, long prefix, @Nullable Object key, boolean below) {
    LockFreeBaseNode<K, V> at = base;
    TreeReentry own = retries.begin();
    try {
      for (; ; ) {
        own.begin(TreeReentry.ANY_LEAF);
        LockFreeBaseNode<K, V> next = successor(at, prefix, key, below);
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

  /** The base node that a base node has been split or joined to; null if it is live. */
  private @Nullable LockFreeBaseNode<K, V> successor(
      LockFreeBaseNode<K, V> base, long prefix, @Nullable Object key, boolean below) {
    BaseNodeState<K, V> state = base.state();
    if (state instanceof BaseNodeState.Split<K, V> split) {
      return below ? split.below(order, prefix, key) : split.with(order, prefix, key);
    }
    if (state instanceof BaseNodeState.Joined<K, V> joined) {
      return joined.target;
    }
    return state instanceof BaseNodeState.Held<K, V> held ? held.target() : null;
  }

  LockFreeBaseNode<K, V> live(@Nullable K key, boolean below) {
    long prefix = key == null ? 0 : order.prefix(key);
    RoutingNode<K, V> node = root.lowest(order, prefix, key, below);
    int index = below ? node.indexBelow(order, prefix, key) : node.indexOf(order, prefix, key);
    return live(node.base(index), prefix, key, below);
  }

  // Updating.

  /** The base node of a key, in the state of a leaf when it was looked at last. */
  public LockFreeBaseNode<K, V> baseFor(long prefix, Object key) {
    LockFreeBaseNode<K, V> base = root.find(order, prefix, key);
    return base.state() instanceof ImmutableLeaf ? base : writable(base, prefix, key);
  }

  private LockFreeBaseNode<K, V> writable(LockFreeBaseNode<K, V> stale, long prefix, Object key) {
    LockFreeBaseNode<K, V> base = stale;
    for (; ; ) {
      base = live(base, prefix, key, false);
      release(base);
      if (base.state() instanceof ImmutableLeaf) {
        break;
      }
    }
    if (base != stale) {
      refreshAround(stale);
    }
    return base;
  }

  /** Ends a join that holds a base node. */
  void release(LockFreeBaseNode<K, V> base) {
    if (base.state() instanceof BaseNodeState.Held<K, V> held) {
      held.abort();
      base.casState(held, held.successor());
    }
  }

  /**
   * Replaces a leaf, if it is still there.
   *
   * @param leaf settled
   */
  boolean tryReplace(
      LockFreeBaseNode<K, V> base, ImmutableLeaf<K, V> leaf, ImmutableLeaf<K, V> replacement) {
    if (!base.casState(leaf, replacement)) {
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

  /** Splits or joins the base node of a new leaf if its statistic or size requires that. */
  void adapt(LockFreeBaseNode<K, V> base, ImmutableLeaf<K, V> leaf) {
    int size = leaf.size();
    int statistic = leaf.statistic();
    if (size > limits.leafCapacity() || (statistic > limits.high() && size > 1)) {
      split(base, leaf);
    } else if (statistic < -limits.high()) {
      if (!joins.tryJoin(base, leaf)) {
        leaf.setStatistic(0);
      }
    }
  }

  /**
   * Joins the base node of a leaf that mappings have been removed from, if few are left. An empty
   * leaf is joined whatever its statistic: that would stay, as no update of the leaf need ever
   * follow.
   */
  void adaptToRemoval(LockFreeBaseNode<K, V> base, ImmutableLeaf<K, V> leaf) {
    int size = leaf.size();
    boolean isToJoin = size == 0 || (size <= limits.smallSize() && leaf.statistic() <= 0);
    if (!isToJoin || !joins.tryJoin(base, leaf)) {
      adapt(base, leaf);
    }
  }

  private void split(LockFreeBaseNode<K, V> base, ImmutableLeaf<K, V> leaf) {
    BaseNodeState.Split<K, V> halves;
    try {
      halves = halves(base, leaf);
    } catch (RuntimeException | Error e) {
      return; // The comparator's. The update has been done; the next one of the leaf splits it.
    }
    if (base.casState(leaf, halves)) {
      splits.increment();
      refreshAround(base);
    }
  }

  private BaseNodeState.Split<K, V> halves(LockFreeBaseNode<K, V> base, ImmutableLeaf<K, V> leaf) {
    int size = leaf.size();
    int at = size > limits.leafCapacity() ? leaf.splitPoint(limits.longRun()) : size >>> 1;
    K separator = leaf.key(order, at);
    return new BaseNodeState.Split<>(
        leaf.prefix(order, at),
        separator,
        new LockFreeBaseNode<>(base.low, separator, leaf.part(order, 0, at)),
        new LockFreeBaseNode<>(separator, base.high, leaf.part(order, at, size)));
  }

  /** Leaves that a search has passed. */
  public record LeafPath<K, V>(
      LockFreeBaseNode<K, V> base, ImmutableLeaf<K, V> leaf, @Nullable LeafPath<K, V> before) {}

  /** Returns true if leaves are still where they have been passed. */
  boolean isPresent(LeafPath<K, V> passed) {
    for (LeafPath<K, V> path = passed; path != null; path = path.before) {
      if (contents(path.base) != path.leaf) {
        return false;
      }
    }
    return true;
  }

  /** Makes a join likelier after a range query that has read several leaves. */
  void widen(LockFreeBaseNode<K, V> base, ImmutableLeaf<K, V> leaf) {
    int statistic = leaf.statistic() - limits.wide();
    leaf.setStatistic(statistic);
    if (statistic < -limits.high() && !joins.tryJoin(base, leaf)) {
      leaf.setStatistic(0);
    }
  }

  // The routing nodes.

  /** Replaces a dead base node in the routing nodes. */
  void refreshAround(LockFreeBaseNode<K, V> stale) {
    try {
      for (int tries = 0; tries < MOST_REFRESHES && !tryRefresh(stale.low); tries++) {
        Thread.onSpinWait(); // Other threads, or the comparator, have changed the routing nodes.
      }
    } catch (RuntimeException | Error e) {
      // The comparator's. The update has been done; the next thread that comes here tries again.
    }
  }

  /**
   * Replaces the dead base nodes around a key. Returns false if the routing nodes have changed
   * meanwhile.
   *
   * @throws IllegalStateException if comparisons do not lead on to the ends of these base nodes
   */
  private boolean tryRefresh(@Nullable K low) {
    RoutingNode<K, V> old = root;
    long prefix = low == null ? 0 : order.prefix(low);
    LockFreeBaseNode<K, V> routed = old.find(order, prefix, low);
    LockFreeBaseNode<K, V> live = live(routed, prefix, low, false);
    if (live == routed) {
      return true;
    }
    CircleCheck<K> circle = new CircleCheck<>();
    // From where base nodes both of the routing nodes and of now begin.
    while (isLess(live.low, routed.low) || isLess(routed.low, live.low)) {
      K lower = isLess(live.low, routed.low) ? live.low : routed.low;
      if (lower != null) {
        circle.step(lower);
      }
      long lowerPrefix = lower == null ? 0 : order.prefix(lower);
      routed = old.find(order, lowerPrefix, lower);
      live = live(routed, lowerPrefix, lower, false);
    }
    List<LockFreeBaseNode<K, V>> fresh = new ArrayList<>(4);
    fresh.add(live);
    // To where base nodes of both end.
    K end = live.high;
    circle = new CircleCheck<>();
    while (end != null) {
      circle.step(end);
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
   * Completes the steps that an update which ended with an error has left to later ones. These are
   * ending a join, stamping, settling and splitting a leaf, and routing to its base node.
   */
  private void catchUp() {
    K low = null;
    for (; ; ) {
      LockFreeBaseNode<K, V> base = live(low, false);
      release(base);
      if (base.state() instanceof ImmutableLeaf<K, V> leaf) {
        versions.settle(leaf);
        while (!tryRefresh(low)) {
          Thread.onSpinWait();
        }
        if (leaf.size() > limits.leafCapacity()) {
          split(base, leaf);
        } else if (base.high == null) {
          return;
        } else {
          low = base.high;
        }
      }
    }
  }

  /** See {@code AbstractConcurrentMap.validate}. */
  public void validate() {
    catchUp();
    K low = null;
    LockFreeBaseNode<K, V> base = live(null, false);
    int count = 0;
    for (; ; ) {
      count++;
      requireThat(base.low == low || compareOrNull(base.low, low), "begins elsewhere", base);
      BaseNodeState<K, V> state = base.state();
      requireThat(state instanceof ImmutableLeaf, "not live", base);
      validateLeaf(base, (ImmutableLeaf<K, V>) state);
      low = base.high;
      if (low == null) {
        break;
      }
      base = live(low, false);
    }
    root.validate(order, limits.fanout());
    requireThat(count == root.bases(), count + " (expected: " + root.bases() + ")", base);
  }

  private boolean compareOrNull(@Nullable K a, @Nullable K b) {
    return a != null && b != null && order.compare(a, b) == 0;
  }

  private void validateLeaf(LockFreeBaseNode<K, V> base, ImmutableLeaf<K, V> leaf) {
    requireThat(leaf.stamp() != 0, "not stamped", base);
    requireThat(leaf.unsettledPrevious() == null, "not settled", base);
    requireThat(leaf.size() <= limits.leafCapacity(), "too large", base);
    for (int i = 0; i < leaf.size(); i++) {
      K key = leaf.key(order, i);
      requireThat(!isLess(key, base.low), "key below", base);
      requireThat(base.high == null || isLess(key, base.high), "key above", base);
      requireThat(i == 0 || isLess(leaf.key(order, i - 1), key), "keys not in order", base);
      requireThat(!order.hasPrefixes() || leaf.prefixIsOf(order, i), "another prefix", base);
    }
  }

  private void requireThat(boolean holds, String what, LockFreeBaseNode<K, V> base) {
    if (!holds) {
      throw new AssertionError("base node from " + base.low + " to " + base.high + ": " + what);
    }
  }
}
