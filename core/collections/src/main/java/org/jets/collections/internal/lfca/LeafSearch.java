package org.jets.collections.internal.lfca;

import java.util.Map;
import org.jets.collections.internal.order.KeyBounds;
import org.jets.collections.internal.order.PrefixOrder;
import org.jets.collections.internal.order.Relation;
import org.jspecify.annotations.Nullable;

/**
 * Searches a {@link LockFreeTree} for the neighbour of a key, or the first key of a range. It reads
 * one leaf or two if that is enough, else it uses a {@link LeafCursor}.
 */
public final class LeafSearch {

  private LeafSearch() {}

  /** The mapping whose key stands in this relation to the given one. */
  public static <K, V> Map.@Nullable Entry<K, V> entry(
      LockFreeTree<K, V> tree, K key, Relation relation) {
    PrefixOrder<K> order = tree.order;
    LockFreeTree.LeafPlace<K, V> place = tree.locate(order.prefix(key), key);
    if (relation.isInclusive && place.index() >= 0) {
      return place.leaf().entry(order, place.index());
    }
    boolean below = !relation.isUpward;
    LockFreeTree.LeafPlace<K, V> neighbour = neighbour(tree, place, below);
    if (neighbour != null) {
      return neighbour.leaf().entry(order, neighbour.index());
    }
    if (isOutermost(place.base(), below)) {
      return null;
    }
    return first(
        tree,
        below
            ? new KeyBounds<>(order, null, false, key, relation.isInclusive)
            : new KeyBounds<>(order, key, relation.isInclusive, null, false),
        below);
  }

  /**
   * Returns the place above or below that of a key; null if it is in neither this leaf nor the
   * next.
   */
  private static <K, V> LockFreeTree.@Nullable LeafPlace<K, V> neighbour(
      LockFreeTree<K, V> tree, LockFreeTree.LeafPlace<K, V> place, boolean below) {
    ImmutableLeaf<K, V> leaf = place.leaf();
    int at = place.index();
    int index = (at < 0 ? ~at : below ? at : at + 1) - (below ? 1 : 0);
    if (0 <= index && index < leaf.size()) {
      return new LockFreeTree.LeafPlace<>(place.base(), leaf, index);
    }
    K end = below ? place.base().low : place.base().high;
    return end == null ? null : tree.beside(place, end, below);
  }

  /** The mapping behind a key, to which the thread may have come by its last step. */
  public static <K, V> Map.@Nullable Entry<K, V> entryBehind(LockFreeTree<K, V> tree, K key) {
    LockFreeTree.LeafPlace<K, V> place = tree.placeOf(key);
    LockFreeTree.LeafPlace<K, V> next = neighbour(tree, place, false);
    if (next == null) {
      return isOutermost(place.base(), false) ? null : entry(tree, key, Relation.HIGHER);
    }
    tree.stepTo(next.base(), next.index());
    return next.leaf().entry(tree.order, next.index());
  }

  /**
   * Returns true if there is nothing beyond what a leaf of the base node has, as it is at one
   * moment.
   */
  private static boolean isOutermost(LockFreeBaseNode<?, ?> base, boolean below) {
    return (below ? base.low : base.high) == null;
  }

  /** The key above or below a key, where the thread may have come to by its last step. */
  public static <K, V> @Nullable K neighbourKey(LockFreeTree<K, V> tree, K key, boolean below) {
    LockFreeTree.LeafPlace<K, V> place = tree.placeOf(key);
    LockFreeTree.LeafPlace<K, V> neighbour = neighbour(tree, place, below);
    if (neighbour == null) {
      Map.Entry<K, V> found =
          isOutermost(place.base(), below)
              ? null
              : entry(tree, key, below ? Relation.LOWER : Relation.HIGHER);
      return found == null ? null : found.getKey();
    }
    tree.stepTo(neighbour.base(), neighbour.index());
    return neighbour.leaf().key(tree.order, neighbour.index());
  }

  /** The first mapping of a range, in a direction, as it is at one moment. */
  public static <K, V> Map.@Nullable Entry<K, V> first(
      LockFreeTree<K, V> tree, KeyBounds<K> bounds, boolean descending) {
    for (int attempt = 0; attempt < TreeReentry.CALM; attempt++) {
      LeafCursor<K, V> cursor = new LeafCursor<>(tree, bounds, descending, null);
      LockFreeTree.LeafPath<K, V> passed = null;
      cursor.step();
      while (cursor.from() >= cursor.to() && !cursor.isAtEnd()) {
        passed = new LockFreeTree.LeafPath<>(cursor.base(), cursor.leaf(), passed);
        cursor.step();
      }
      // What has been passed had nothing when the last leaf was read, if it has nothing now.
      if (passed == null) {
        return first(tree.order, cursor);
      }
      if (tree.isPresent(passed)) {
        Map.Entry<K, V> first = first(tree.order, cursor);
        tree.joins().joinPassed(passed, descending);
        return first;
      }
    }
    SnapshotVersion snapshot =
        tree.versions.open(); // Nothing changes there, whatever callbacks do.
    try {
      LeafCursor<K, V> cursor = new LeafCursor<>(tree, bounds, descending, snapshot);
      cursor.next();
      return first(tree.order, cursor);
    } finally {
      tree.versions.close(snapshot);
    }
  }

  /** The first mapping of the range in the leaf that a cursor has come to. */
  private static <K, V> Map.@Nullable Entry<K, V> first(
      PrefixOrder<K> order, LeafCursor<K, V> cursor) {
    if (cursor.from() >= cursor.to()) {
      return null;
    }
    return cursor.leaf().entry(order, cursor.isDescending() ? cursor.to() - 1 : cursor.from());
  }
}
