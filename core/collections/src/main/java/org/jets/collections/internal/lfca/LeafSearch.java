package org.jets.collections.internal.lfca;

import java.util.Map;
import org.jets.collections.internal.order.KeyBounds;
import org.jets.collections.internal.order.PrefixOrder;
import org.jets.collections.internal.order.Relation;
import org.jspecify.annotations.Nullable;

/**
 * Searches in a {@link LockFreeTree} for what is next to a key, or first in a range: in one leaf or
 * two where that is enough, else by a {@link LeafWalk}.
 */
public final class LeafSearch<K, V> {
  private final LockFreeTree<K, V> tree;
  private final PrefixOrder<K> order;

  LeafSearch(LockFreeTree<K, V> tree) {
    this.tree = tree;
    this.order = tree.order;
  }

  /** The mapping whose key stands in this relation to the given one. */
  public Map.@Nullable Entry<K, V> entry(K key, Relation relation) {
    LockFreeTree.LeafPlace<K, V> place = tree.locate(order.prefix(key), key);
    if (relation.isInclusive && place.index() >= 0) {
      return place.leaf().entry(order, place.index());
    }
    boolean below = !relation.isUpward;
    LockFreeTree.LeafPlace<K, V> neighbour = neighbour(place, below);
    if (neighbour != null) {
      return neighbour.leaf().entry(order, neighbour.index());
    }
    if (isOutermost(place.cell(), below)) {
      return null;
    }
    return first(
        below
            ? new KeyBounds<>(order, null, false, key, relation.isInclusive)
            : new KeyBounds<>(order, key, relation.isInclusive, null, false),
        below);
  }

  /** Where the mapping above or below a key is; null if it is not in the same leaf or the next. */
  private LockFreeTree.@Nullable LeafPlace<K, V> neighbour(
      LockFreeTree.LeafPlace<K, V> place, boolean below) {
    ImmutableLeaf<K, V> leaf = place.leaf();
    int at = place.index();
    int index = (at < 0 ? ~at : below ? at : at + 1) - (below ? 1 : 0);
    if (0 <= index && index < leaf.size()) {
      return new LockFreeTree.LeafPlace<>(place.cell(), leaf, index);
    }
    K end = below ? place.cell().low : place.cell().high;
    return end == null ? null : tree.beside(place, end, below);
  }

  /**
   * The mapping behind a key, which the thread may have come to by its last step.
   *
   * @param place that of the key, by {@link LockFreeTree#placeOf}
   */
  public Map.@Nullable Entry<K, V> entryBehind(LockFreeTree.LeafPlace<K, V> place, K key) {
    LockFreeTree.LeafPlace<K, V> next = neighbour(place, false);
    if (next == null) {
      return isOutermost(place.cell(), false) ? null : entry(key, Relation.HIGHER);
    }
    tree.stepTo(next.cell(), next.index());
    return next.leaf().entry(order, next.index());
  }

  /**
   * Returns true if there is nothing beyond what a leaf of the cell has, as it is at one moment.
   */
  private static boolean isOutermost(BaseCell<?, ?> cell, boolean below) {
    return (below ? cell.low : cell.high) == null;
  }

  /** The key above or below a key, where the thread may have come to by its last step. */
  public @Nullable K neighbourKey(K key, boolean below) {
    LockFreeTree.LeafPlace<K, V> place = tree.placeOf(key);
    LockFreeTree.LeafPlace<K, V> neighbour = neighbour(place, below);
    if (neighbour == null) {
      Map.Entry<K, V> found =
          isOutermost(place.cell(), below)
              ? null
              : entry(key, below ? Relation.LOWER : Relation.HIGHER);
      return found == null ? null : found.getKey();
    }
    tree.stepTo(neighbour.cell(), neighbour.index());
    return neighbour.leaf().key(order, neighbour.index());
  }

  /** The first mapping of a range, in a direction, as it is at one moment. */
  public Map.@Nullable Entry<K, V> first(KeyBounds<K> bounds, boolean descending) {
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
        return first(walk);
      }
      if (tree.isPresent(passed)) {
        Map.Entry<K, V> first = first(walk);
        tree.joinPassed(passed, descending);
        return first;
      }
    }
    Moment moment = tree.versions.open(); // Nothing changes there, whatever callbacks do.
    try {
      LeafWalk<K, V> walk = new LeafWalk<>(tree, bounds, descending, moment);
      walk.next();
      return first(walk);
    } finally {
      tree.versions.close(moment);
    }
  }

  /** The first mapping of the range in the leaf that a walk has come to. */
  private Map.@Nullable Entry<K, V> first(LeafWalk<K, V> walk) {
    if (walk.from() >= walk.to()) {
      return null;
    }
    return walk.leaf().entry(order, walk.isDescending() ? walk.to() - 1 : walk.from());
  }
}
