package org.jets.collections;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.AbstractMap;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A concurrent ordered map without locks, in which neither ranges nor snapshots of the whole map
 * hold anybody up: a lock-free contention adapting tree with immutable leaves.
 *
 * <p>Take it for snapshots, for ranges and walks beside many updates, and where no operation may
 * wait for another. Take {@link java.util.concurrent.ConcurrentSkipListMap} for maps of a few
 * mappings whose values are updated all the time: here an update copies the leaf of its key, up to
 * 48 mappings.
 *
 * <p><b>Concurrency.</b> All operations on one key are atomic, and so are the neighbours of a key
 * ({@link #higherEntry} and the like), the first and the last entry, {@link #forEachInRange},
 * {@link #size}, {@link #clear} and {@link #snapshot}; what is removed or replaced in a range, by a
 * view of it, is atomic for each mapping alone. Operations happen-before those that see what they
 * did. None waits for another: in any situation some thread finishes what it does, whatever happens
 * to the others.
 *
 * <p><b>Callbacks</b> are the functions given to the map or a view, the comparator or {@code
 * compareTo} of keys, and {@code equals} of values.
 *
 * <ul>
 *   <li>They run without a lock, and may read and update this map.
 *   <li>A function runs again if its mapping has changed by the time that it is done, except by
 *       {@link #clear}: it must not have other effects.
 *   <li>An attempt of an update fails if its callbacks change the key of the update, or a near key.
 *       An update of one mapping throws {@link IllegalStateException} after more than 64 such
 *       attempts, and has not changed anything itself. {@code pollFirstEntry} and {@code
 *       pollLastEntry}, also of a view, are such updates.
 *   <li>An operation throws {@link IllegalStateException} if its comparisons add or remove so many
 *       mappings that the leaf of its key is split or joined in more than 64 of them.
 * </ul>
 *
 * <p><b>On errors.</b> Whatever a callback throws, errors included, and whatever allocation or call
 * fails: it comes out of the operation. Each change is one CAS of what has been made before, so it
 * has been done whole or not at all. {@code putAll}, {@code replaceAll}, {@code removeIf} of a view
 * and changes of a range keep what they did for the mappings before.
 *
 * <p><b>Iteration</b>, by iterators, spliterators and bulk operations of the map and its views, is
 * weakly consistent: it reads one leaf at a time, never throws {@link
 * java.util.ConcurrentModificationException}, and comes to each key that is present throughout
 * exactly once. For what was there at one moment ask for a {@link #snapshot}, which can be closed:
 * all that it and its views iterate over is of that moment; for a range of keys {@link
 * #forEachInRange} is cheaper.
 *
 * <p><b>Keys.</b> In the natural order, or that of a comparator; if that is a {@link
 * PrefixComparator}, or if keys are numbers or strings in their natural order, the map seldom looks
 * at key objects. Of keys that are Longs or Integers in their natural order it keeps the numbers
 * alone: a key that the map gives is equal to the one that was put, but another object. A key of
 * another class that has been removed may stay in memory as the place where a leaf begins.
 *
 * <p>In the natural order the first key to be inserted decides on the class. That is a key given to
 * {@code put}, {@code putIfAbsent} or {@code putAll} with a value, even if the operation then
 * fails; or a key that {@code compute}, {@code computeIfAbsent} or {@code merge} inserts. {@code
 * replace}, and a function that throws or returns null, decide nothing. If the key is a Byte,
 * Short, Integer, Long, Character or String, the map takes keys of that class only from then on,
 * also when it is empty again: others throw {@link ClassCastException}.
 *
 * <p><b>Cost.</b> Operations on one key take O(log n) time for n mappings, and an update copies a
 * leaf of up to 48 mappings. {@link #size} takes time in proportion to the leaves, {@link
 * #snapshot} constant time on average.
 *
 * <p><b>Source.</b> K. Winblad, K. Sagonas, B. Jonsson: Lock-free Contention Adapting Search Trees,
 * SPAA 2018; with differences that the comment in the class lists.
 *
 * <p>Neither keys nor values may be null. The map is not {@link java.io.Serializable}: write the
 * mappings of a snapshot, and read them with a bound on their number.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class LockFreeAdaptingTreeMap<K, V> extends AbstractConcurrentNavigableMap<K, V> {
  /*
   * After K. Winblad, K. Sagonas, B. Jonsson, "Lock-free Contention Adapting Search Trees", SPAA 2018:
   * base nodes with immutable containers that are exchanged by CAS, statistics in them that say
   * when to split and when to join, joining in steps that others may abort or complete, ranges that
   * are atomic and coarsen the tree.
   *
   * Differences. 1. Versions instead of range nodes. In the paper a range query replaces each base
   * node of its range by one that carries the query, and updates that meet it have to complete the
   * query first. Here leaves are stamped by a clock that counts the moments somebody looks at, and a
   * moment keeps the leaves of its time when they are replaced (LeafVersions). So a snapshot takes
   * the same few steps whatever the size of the map, nobody has to help with a range, and a range
   * changes no leaf: it reads its leaves, then looks whether they are all there still (LeafList), and
   * only if not, or if they are many, opens a moment. What is left to help with is to stamp a leaf.
   * 2. Routing by a B+-tree that never changes, under one root (RoutingNode), and not by a binary
   * tree that grows where keys happen to come: its depth is the same for all keys in any order of
   * inserts, and some 100 children share a few cache lines. It is a hint. What counts are the cells
   * of base nodes: each has an interval of keys for life, and says for ever to which cells the
   * interval belongs when it is split or joined. So a join needs no parent or grandparent, only two
   * neighbours.
   * 3. Base nodes are split for their size, too: a small leaf is cheap to copy and lies together.
   * 4. Keys that are numbers are no objects in a leaf. Each would lie somewhere else in memory, and
   * a walk wait for it; an update would copy a reference to it. Made anew they cost an allocation, or
   * nothing where the compiler sees that they do not outlive their use.
   *
   * The classes. BaseCell, CellState: base nodes. ImmutableLeaf: their mappings. LockFreeTree:
   * finding, splitting, joining. RoutingNode, RoutingBuilder: routes. LeafVersions, Moment,
   * VersionLink: the past. LeafWalk: from leaf to leaf, in the present or in the past.
   *
   * Shared state, and what changes it:
   *   tree                  CAS to an empty one, by clear.
   *   LockFreeTree.root     CAS to a tree of other cells.
   *   BaseCell.state        CAS: a leaf to another leaf (update), to Split (for ever), to Held; Held to
   *                         its leaf again (aborted) or to Joined (for ever).
   *   Join.outcome          CAS from undecided to aborted or to the joined cell.
   *   ImmutableLeaf         stamp: CAS from 0. previous: from the leaf before to links. statistic: a
   *                         hint. All else is final.
   *   LeafVersions          see there.
   * An aborted join puts the same leaf back. Nothing has changed in between, so who still expects it
   * there is right. No other state ever returns.
   *
   * Split. One CAS, from the leaf to two cells that have its halves. Join of two neighbours: 1. the
   * left cell is held, 2. the right one is held, 3. the outcome is decided by CAS, for a cell with the
   * mappings of both, 4. both cells lead there. An update that finds a cell held decides against the
   * join if nobody has decided yet. While both are held their leaves cannot change, and their
   * intervals never do, so at 3 the new leaf has exactly what both had. After 3 others go on to the
   * new cell without waiting for 4. Neither changes what is in the map; a leaf made by them has the
   * stamp that makes it as old as its mappings.
   *
   * Two cells at once. What pollFirstEntry of a view removes may be in the leaf behind the one that
   * the view begins in, and that must not get anything of it meanwhile. Both are held as for a join,
   * and the outcome is a cell that is split from the start: one half as it was, the other without the
   * mapping. Here step 3 changes what is in the map, like the CAS of a leaf.
   *
   * Routing. The cells in a root's tree have, as intervals of their whole lives, no gaps and no
   * overlaps, so a search in any root, however old, comes to a cell that has the key in its interval
   * or leads to one. After a split or join, the thread copies the path of the routing tree to replace
   * the cells between two keys at which both old and live cells begin. A thread that comes by a cell
   * that is not live does the same.
   *
   * Linearization. An update takes effect with the reading of the clock for the stamp that its leaf
   * gets: after its CAS (or step 3), before it returns, and before anybody else returns what it wrote, for all
   * stamp what they read. A leaf is replaced only when it is stamped. What changes nothing, a
   * lookup, and a neighbour in the same leaf take effect when the leaf is read, or right after, when
   * it is stamped; for a leaf that is held: when the state is read, if the outcome then read is not a
   * cell. A neighbour in another leaf: when that one is read; those passed were empty there and are
   * found to be in place still after that. A range that finds its leaves in place: between the two
   * readings. A moment, thus a snapshot, size and long ranges: when the clock leaves its time; stamps
   * up to that were read before, all others after. clear: the CAS of tree. An operation that has
   * read the tree before it and finishes after it counts as done just before it, as does
   * everything that saw what it did.
   *
   * Memory order. Reads of tree, root, state and outcome are volatile, as is their CAS; the second
   * reading of a range must not be satisfied before the first ones. Leaves, cells and routing nodes
   * are final but for what is named above, and published by these. Stamps are read with acquire.
   * Statistics and StepHints are plain: they decide nothing.
   *
   * Progress. Lock-free. A failed CAS of a leaf means that another update, split or join took effect
   * or a join began; a join that began is aborted by the first update that meets it. Joins begin only
   * after updates, ranges or searches that are done, or when a walk has passed an empty leaf. A search
   * or a walk begins few in vain. Following cells ends at a live one: each step is a
   * split or join that has happened. A failed CAS of the root means that other cells have been
   * exchanged. Lookups and counting write nothing but a missing stamp, once for each leaf. Ranges
   * over several small leaves note that too, and may join them; walks, and searches for a
   * neighbour, join empty leaves that they pass.
   *
   * Empty leaves. An update that empties a leaf joins it with a neighbour, whatever their
   * statistics: an empty leaf need not see another update, and every walk would pass it. If the
   * neighbours are held just then, change, or stand for too many leaves of moments, it stays until
   * a walk or a search passes it. The joined leaf keeps the statistic of the mappings, so it takes
   * as many updates that meet as before to split it again.
   *
   * Cost. A lookup: two or three routing nodes, the cell, its leaf, two arrays; where the map is
   * large each of the last four is a cache miss that waits for the one before. An update: besides,
   * copies of the two arrays and two CASes. A step from key to key (higherKey, stepFrom) that begins
   * where the last one of the same thread ended needs no search. A split copies a path of the
   * routing nodes, once in some 30 inserts.
   */
  private static final VarHandle TREE =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(),
          "tree",
          VarHandle.class,
          LockFreeAdaptingTreeMap.class,
          LockFreeTree.class);

  private volatile LockFreeTree<K, V> tree;

  /** An empty map in the natural order of its keys. */
  public LockFreeAdaptingTreeMap() {
    this(PrefixOrder.natural(), TreeLimits.DEFAULT);
  }

  /**
   * An empty map in the order of a comparator.
   *
   * @param comparator faster if it is a {@link PrefixComparator}; null for the natural order
   */
  public LockFreeAdaptingTreeMap(@Nullable Comparator<? super K> comparator) {
    this(PrefixOrder.of(comparator), TreeLimits.DEFAULT);
  }

  LockFreeAdaptingTreeMap(PrefixOrder<K> order, TreeLimits limits) {
    super(order);
    this.tree = new LockFreeTree<>(order, limits);
  }

  // One key.

  @Override
  public @Nullable V get(Object key) {
    Objects.requireNonNull(key, "key");
    long prefix = order.prefix(key);
    return tree.leafFor(prefix, key).get(order, prefix, key);
  }

  @Override
  public @Nullable V put(K key, V value) {
    return put(key, value, false);
  }

  @Override
  public @Nullable V putIfAbsent(K key, V value) {
    return put(key, value, true);
  }

  private @Nullable V put(K key, V value, boolean onlyIfAbsent) {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(value, "value");
    long prefix = order.admit(key);
    OwnRetries own = null;
    try {
      for (int attempt = 0; ; attempt++) {
        boolean contended = attempt > 0;
        own = retried(own, attempt);
        LockFreeTree<K, V> present = tree;
        BaseCell<K, V> cell = present.cellFor(prefix, key);
        if (cell.state() instanceof ImmutableLeaf<K, V> leaf) {
          present.versions.settle(leaf);
          begin(own, leaf);
          int index = leaf.searchToPut(order, prefix, key);
          V old = index < 0 ? null : leaf.value(index);
          if (old != null && onlyIfAbsent) {
            return old;
          }
          if (leaf.size() == 0) {
            order.requireComparableWithItself(key);
          }
          int statistic = present.statisticAfter(leaf, contended);
          ImmutableLeaf<K, V> replacement =
              index < 0
                  ? leaf.withInserted(order, ~index, prefix, key, value, statistic)
                  : leaf.withValue(index, value, statistic);
          if (tryReplace(present, cell, leaf, replacement)) {
            return old;
          }
        }
      }
    } finally {
      if (own != null) {
        own.end();
      }
    }
  }

  @Override
  public @Nullable V remove(Object key) {
    return changeIfEqual(key, null, null);
  }

  @Override
  public boolean remove(Object key, @Nullable Object value) {
    Objects.requireNonNull(key, "key");
    return value != null && changeIfEqual(key, value, null) != null;
  }

  /**
   * Gives a key another value, or removes it, if its value is as expected.
   *
   * @param expected what the value has to be equal to; null for any value
   * @param value null to remove the mapping
   * @return the value that was there; null if there was none, or not the one expected
   */
  private @Nullable V changeIfEqual(Object key, @Nullable Object expected, @Nullable V value) {
    long prefix = order.prefix(Objects.requireNonNull(key, "key"));
    V equal = null;
    OwnRetries own = null;
    try {
      for (int attempt = 0; ; attempt++) {
        boolean contended = attempt > 0;
        own = retried(own, attempt);
        LockFreeTree<K, V> present = tree;
        BaseCell<K, V> cell = present.cellFor(prefix, key);
        if (cell.state() instanceof ImmutableLeaf<K, V> leaf) {
          present.versions.settle(leaf);
          begin(own, leaf);
          int index = leaf.search(order, prefix, key);
          V old = index < 0 ? null : leaf.value(index);
          if (old == null
              || (expected != null && old != equal && old != expected && !expected.equals(old))) {
            return null;
          }
          equal = old; // A retry does not compare it again.
          boolean isDone =
              value == null
                  ? tryRemove(present, cell, leaf, index, index + 1, contended)
                  : tryReplace(
                      present,
                      cell,
                      leaf,
                      leaf.withValue(index, value, present.statisticAfter(leaf, contended)));
          if (isDone) {
            return old;
          }
        }
      }
    } finally {
      if (own != null) {
        own.end();
      }
    }
  }

  /** Removes some neighbouring mappings of a leaf that is settled. */
  private static <K, V> boolean tryRemove(
      LockFreeTree<K, V> tree,
      BaseCell<K, V> cell,
      ImmutableLeaf<K, V> leaf,
      int from,
      int to,
      boolean contended) {
    ImmutableLeaf<K, V> replacement = leaf.without(from, to, tree.statisticAfter(leaf, contended));
    if (!tree.tryReplace(cell, leaf, replacement)) {
      return false;
    }
    tree.adaptToRemoval(cell, replacement);
    return true;
  }

  @Override
  public @Nullable V replace(K key, V value) {
    Objects.requireNonNull(value, "value");
    return update(key, true, old -> old == null ? null : value);
  }

  @Override
  public boolean replace(K key, V oldValue, V newValue) {
    Objects.requireNonNull(oldValue, "oldValue");
    Objects.requireNonNull(newValue, "newValue");
    return changeIfEqual(key, oldValue, newValue) != null;
  }

  /**
   * {@inheritDoc}
   *
   * <p>The function runs again if the mapping is changed at the same time. It must have no effects
   * of its own, and may use this map.
   */
  @Override
  public @Nullable V computeIfAbsent(
      K key, Function<? super K, ? extends @Nullable V> mappingFunction) {
    Objects.requireNonNull(mappingFunction, "mappingFunction");
    return update(key, false, old -> old == null ? mappingFunction.apply(key) : old);
  }

  /**
   * {@inheritDoc}
   *
   * <p>The function runs again if the mapping is changed at the same time. It must have no effects
   * of its own, and may use this map.
   */
  @Override
  public @Nullable V computeIfPresent(
      K key, BiFunction<? super K, ? super V, ? extends @Nullable V> remappingFunction) {
    Objects.requireNonNull(remappingFunction, "remappingFunction");
    return update(key, false, old -> old == null ? null : remappingFunction.apply(key, old));
  }

  /**
   * {@inheritDoc}
   *
   * <p>The function runs again if the mapping is changed at the same time. It must have no effects
   * of its own, and may use this map.
   */
  @Override
  public @Nullable V compute(
      K key, BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> remappingFunction) {
    Objects.requireNonNull(remappingFunction, "remappingFunction");
    return update(key, false, old -> remappingFunction.apply(key, old));
  }

  /**
   * {@inheritDoc}
   *
   * <p>The function runs again if the mapping is changed at the same time. It must have no effects
   * of its own, and may use this map.
   */
  @Override
  public @Nullable V merge(
      K key, V value, BiFunction<? super V, ? super V, ? extends @Nullable V> remappingFunction) {
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(remappingFunction, "remappingFunction");
    return update(key, false, old -> old == null ? value : remappingFunction.apply(old, value));
  }

  /**
   * Gives a key the value that a function makes of the one it has, or none for null.
   *
   * @param function leaves everything as it is by returning the same value
   * @return the value from before or after
   */
  private @Nullable V update(
      K key, boolean returnsOld, Function<? super @Nullable V, ? extends @Nullable V> function) {
    Objects.requireNonNull(key, "key");
    long prefix = order.prefix(key);
    boolean isApplied = false;
    V applied = null;
    V value = null;
    OwnRetries own = null;
    try {
      for (int attempt = 0; ; attempt++) {
        boolean contended = attempt > 0;
        own = retried(own, attempt);
        LockFreeTree<K, V> present = tree;
        BaseCell<K, V> cell = present.cellFor(prefix, key);
        if (!(cell.state() instanceof ImmutableLeaf<K, V> leaf)) {
          continue;
        }
        present.versions.settle(leaf);
        begin(own, leaf);
        int index = leaf.search(order, prefix, key);
        V old = index < 0 ? null : leaf.value(index);
        if (!isApplied || old != applied) { // Else only a near key has changed.
          value = function.apply(old);
          applied = old;
          isApplied = true;
        }
        boolean isDone;
        if (value == old) {
          isDone = true;
        } else if (value == null) {
          isDone = tryRemove(present, cell, leaf, index, index + 1, contended);
        } else if (old == null) {
          long admitted = admit(key, leaf);
          isDone =
              admitted == prefix
                  && tryReplace(
                      present,
                      cell,
                      leaf,
                      leaf.withInserted(
                          order,
                          ~index,
                          prefix,
                          key,
                          value,
                          present.statisticAfter(leaf, contended)));
          prefix = admitted;
        } else {
          int statistic = present.statisticAfter(leaf, contended);
          isDone = tryReplace(present, cell, leaf, leaf.withValue(index, value, statistic));
        }
        if (isDone) {
          return returnsOld ? old : value;
        }
      }
    } finally {
      if (own != null) {
        own.end();
      }
    }
  }

  /** Registers an update at the try after which that is worth it, and ends one that is in vain. */
  private @Nullable OwnRetries retried(@Nullable OwnRetries own, int attempt) {
    if (own != null) {
      own.requireNotVain();
      return own;
    }
    return attempt == OwnRetries.CALM ? tree.retries.begin() : null;
  }

  private static void begin(@Nullable OwnRetries own, Object leaf) {
    if (own != null) {
      own.begin(leaf);
    }
  }

  /** The prefix of a key that is to be inserted. */
  private long admit(K key, ImmutableLeaf<K, V> leaf) {
    if (leaf.size() == 0) {
      order.requireComparableWithItself(key);
    }
    return order.admit(key);
  }

  private static <K, V> boolean tryReplace(
      LockFreeTree<K, V> tree,
      BaseCell<K, V> cell,
      ImmutableLeaf<K, V> leaf,
      ImmutableLeaf<K, V> replacement) {
    if (!tree.tryReplace(cell, leaf, replacement)) {
      return false;
    }
    tree.adapt(cell, replacement);
    return true;
  }

  // Neighbours.

  @Override
  Map.@Nullable Entry<K, V> findEntry(K key, Relation relation) {
    LockFreeTree<K, V> present = tree;
    LockFreeTree.LeafPlace<K, V> place = present.locate(order.prefix(key), key);
    if (relation.isInclusive && place.index() >= 0) {
      return entryAt(place.leaf(), place.index());
    }
    boolean below = !relation.isUpward;
    LockFreeTree.LeafPlace<K, V> neighbour = neighbour(present, place, below);
    if (neighbour != null) {
      return entryAt(neighbour.leaf(), neighbour.index());
    }
    if (isOutermost(place.cell(), below)) {
      return null;
    }
    return firstEntry(
        present,
        below
            ? new KeyBounds<>(order, null, false, key, relation.isInclusive)
            : new KeyBounds<>(order, key, relation.isInclusive, null, false),
        below);
  }

  /** Where the mapping above or below a key is; null if it is not in the same leaf or the next. */
  private LockFreeTree.@Nullable LeafPlace<K, V> neighbour(
      LockFreeTree<K, V> present, LockFreeTree.LeafPlace<K, V> place, boolean below) {
    ImmutableLeaf<K, V> leaf = place.leaf();
    int at = place.index();
    int index = (at < 0 ? ~at : below ? at : at + 1) - (below ? 1 : 0);
    if (0 <= index && index < leaf.size()) {
      return new LockFreeTree.LeafPlace<>(place.cell(), leaf, index);
    }
    K end = below ? place.cell().low : place.cell().high;
    return end == null ? null : present.beside(place, end, below);
  }

  /**
   * Returns true if there is nothing beyond what a leaf of the cell has, as it is at one moment.
   */
  private static boolean isOutermost(BaseCell<?, ?> cell, boolean below) {
    return (below ? cell.low : cell.high) == null;
  }

  @Override
  public @Nullable K higherKey(K key) {
    return neighbourKey(Objects.requireNonNull(key, "key"), false);
  }

  @Override
  public @Nullable K lowerKey(K key) {
    return neighbourKey(Objects.requireNonNull(key, "key"), true);
  }

  private @Nullable K neighbourKey(K key, boolean below) {
    LockFreeTree<K, V> present = tree;
    LockFreeTree.LeafPlace<K, V> place = present.placeOf(key);
    LockFreeTree.LeafPlace<K, V> neighbour = neighbour(present, place, below);
    if (neighbour == null) {
      return isOutermost(place.cell(), below)
          ? null
          : below ? super.lowerKey(key) : super.higherKey(key);
    }
    present.stepTo(neighbour.cell(), neighbour.index());
    return neighbour.leaf().key(order, neighbour.index());
  }

  @Override
  public @Nullable Step<K, V> stepFrom(K key) {
    Objects.requireNonNull(key, "key");
    LockFreeTree<K, V> present = tree;
    LockFreeTree.LeafPlace<K, V> place = present.placeOf(key);
    V origin = place.index() < 0 ? null : place.leaf().value(place.index());
    LockFreeTree.LeafPlace<K, V> next = neighbour(present, place, false);
    if (next == null) {
      return isOutermost(place.cell(), false) ? null : super.stepFrom(key);
    }
    present.stepTo(next.cell(), next.index());
    return EntryStep.to(entryAt(next.leaf(), next.index()), origin);
  }

  private Map.Entry<K, V> entryAt(ImmutableLeaf<K, V> leaf, int index) {
    return new AbstractMap.SimpleImmutableEntry<>(leaf.key(order, index), leaf.value(index));
  }

  @Override
  public Map.@Nullable Entry<K, V> firstEntry() {
    return firstEntry(tree, everywhere(), false);
  }

  @Override
  public Map.@Nullable Entry<K, V> lastEntry() {
    return firstEntry(tree, everywhere(), true);
  }

  /** The first mapping of a range, in a direction, as it is at one moment. */
  private Map.@Nullable Entry<K, V> firstEntry(
      LockFreeTree<K, V> tree, KeyBounds<K> bounds, boolean descending) {
    for (int attempt = 0; attempt < OwnRetries.CALM; attempt++) {
      LeafWalk<K, V> walk = new LeafWalk<>(tree, bounds, descending, null);
      LockFreeTree.LeafPath<K, V> passed = null;
      walk.step();
      while (walk.from() >= walk.to() && !walk.isAtEnd()) {
        passed = new LockFreeTree.LeafPath<>(walk.cell(), walk.leaf(), passed);
        walk.step();
      }
      // What has been passed had nothing when the last leaf was read, if it has nothing now.
      if (passed == null) {
        return firstEntry(walk);
      }
      if (tree.isPresent(passed)) {
        Map.Entry<K, V> first = firstEntry(walk);
        tree.joinPassed(passed, descending);
        return first;
      }
    }
    Moment moment = tree.versions.open(); // Nothing changes there, whatever callbacks do.
    try {
      LeafWalk<K, V> walk = new LeafWalk<>(tree, bounds, descending, moment);
      walk.next();
      return firstEntry(walk);
    } finally {
      tree.versions.close(moment);
    }
  }

  /** The first mapping of the range in the leaf that a walk has come to. */
  private Map.@Nullable Entry<K, V> firstEntry(LeafWalk<K, V> walk) {
    if (walk.from() >= walk.to()) {
      return null;
    }
    return entryAt(walk.leaf(), walk.isDescending() ? walk.to() - 1 : walk.from());
  }

  /** Removes and returns what is the first or the last mapping of a range when it is removed. */
  @Override
  Map.@Nullable Entry<K, V> pollEntry(KeyBounds<K> bounds, boolean last) {
    OwnRetries own = null;
    try {
      for (int attempt = 0; ; attempt++) {
        boolean contended = attempt > 0;
        own = retried(own, attempt);
        LockFreeTree<K, V> present = tree;
        LeafWalk<K, V> walk = LeafWalk.ofUpdate(present, bounds, last, own);
        walk.step();
        BaseCell<K, V> cell = walk.cell();
        ImmutableLeaf<K, V> leaf = walk.leaf();
        if (walk.from() < walk.to()) {
          int index = last ? walk.to() - 1 : walk.from();
          present.versions.settle(leaf);
          if (tryRemove(present, cell, leaf, index, index + 1, contended)) {
            return entryAt(leaf, index);
          }
          present.release(cell);
        } else if (walk.isAtEnd()) {
          return null;
        } else {
          // What the range begins in has nothing of it, and must not get anything meanwhile.
          walk.step();
          if (walk.from() < walk.to()) {
            int index = last ? walk.to() - 1 : walk.from();
            if (tryRemoveBeside(present, cell, leaf, walk, index, contended)) {
              return entryAt(walk.leaf(), index);
            }
          } else if (!walk.isAtEnd()) {
            if (present.tryTakeIn(cell, leaf, walk.cell(), walk.leaf(), last) && own != null) {
              own.noteProgress();
            }
          } else if (present.contents(cell) == leaf) {
            return null;
          }
        }
      }
    } finally {
      if (own != null) {
        own.end();
      }
    }
  }

  /** Removes a mapping of the leaf that a walk has come to while the one before it is there. */
  private static <K, V> boolean tryRemoveBeside(
      LockFreeTree<K, V> tree,
      BaseCell<K, V> guard,
      ImmutableLeaf<K, V> guardLeaf,
      LeafWalk<K, V> walk,
      int index,
      boolean contended) {
    BaseCell<K, V> cell = walk.cell();
    ImmutableLeaf<K, V> leaf = walk.leaf();
    tree.release(guard);
    tree.release(cell);
    tree.versions.settle(guardLeaf);
    tree.versions.settle(leaf);
    ImmutableLeaf<K, V> replacement =
        leaf.without(index, index + 1, tree.statisticAfter(leaf, contended));
    BaseCell<K, V> newCell =
        tree.tryReplaceBeside(guard, guardLeaf, cell, leaf, replacement, walk.isDescending());
    if (newCell == null) {
      return false;
    }
    tree.adaptToRemoval(newCell, replacement);
    return true;
  }

  // Ranges.

  @Override
  Traverser<K, V> traverser(KeyBounds<K> bounds, boolean descending) {
    return traverser(tree, bounds, descending, null);
  }

  private static <K, V> Traverser<K, V> traverser(
      LockFreeTree<K, V> tree, KeyBounds<K> bounds, boolean descending, @Nullable Moment moment) {
    return new LeafTraverser<>(
        new LeafWalk<>(tree, bounds, descending, moment),
        tree.limits.leafCapacity(),
        moment != null);
  }

  @Override
  Traverser<K, V> consistentTraverser(KeyBounds<K> bounds, boolean descending) {
    LockFreeTree<K, V> present = tree;
    LeafList<K, V> list = LeafList.tryRead(present, bounds, descending);
    return list != null ? list : traverser(present, bounds, descending, present.versions.open());
  }

  /**
   * {@inheritDoc} That is what there was at one moment; it takes time in proportion to the leaves,
   * of which there is one for some 32 mappings. {@link #isEmpty} takes the time of a lookup.
   */
  @Override
  public long mappingCount() {
    return mappingCount(everywhere());
  }

  @Override
  long mappingCount(KeyBounds<K> bounds) {
    LockFreeTree<K, V> present = tree;
    LeafList<K, V> list = LeafList.tryPeek(present, bounds, false);
    if (list != null) {
      return list.count();
    }
    Moment moment = present.versions.open();
    try {
      return new LeafWalk<>(present, bounds, false, moment).countMappings();
    } finally {
      present.versions.close(moment);
    }
  }

  @Override
  public boolean isEmpty() {
    return firstEntry() == null;
  }

  /**
   * Removes all mappings at one moment. An update that is under way counts as done before: its
   * function does not run again, and what it returns is not in the map.
   */
  @Override
  public void clear() {
    LockFreeTree<K, V> old;
    do {
      old = tree;
    } while (!TREE.compareAndSet(this, old, old.successor()));
    old.abandon();
  }

  @Override
  void clear(KeyBounds<K> bounds) {
    LockFreeTree<K, V> present = tree;
    LeafWalk<K, V> walk = new LeafWalk<>(present, bounds, false, null);
    while (walk.next()) {
      ImmutableLeaf<K, V> leaf = walk.leaf();
      present.versions.settle(leaf);
      if (!tryRemove(present, walk.cell(), leaf, walk.from(), walk.to(), false)) {
        for (int index = walk.from(); index < walk.to(); index++) {
          remove(leaf.key(order, index));
        }
      }
    }
  }

  /**
   * Returns this map as it is at one moment, for reading: later changes do not show. It takes
   * constant time on average, whatever the size of the map and the number of other snapshots, and
   * no thread waits.
   *
   * <p>A leaf that is replaced in the map meanwhile stays in memory, once for each leaf however
   * often it changes: until the snapshot is closed, or until it cannot be reached. Updates take
   * longer the more snapshots are open: see {@link MapSnapshot}.
   */
  public MapSnapshot<K, V> snapshot() {
    return new LockFreeTreeSnapshot<>(tree);
  }

  /**
   * Returns the shape of the tree, which changes with its use. Takes time in proportion to its
   * routing nodes.
   */
  public LockFreeTreeShape shape() {
    return tree.shape();
  }

  /** For tests. */
  LockFreeTree<K, V> tree() {
    return tree;
  }

  @Override
  void validate() {
    tree.validate();
  }
}
