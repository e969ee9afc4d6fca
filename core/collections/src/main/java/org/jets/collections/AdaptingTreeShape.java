package org.jets.collections;

import java.util.List;

/**
 * The shape into which an adapting tree has split itself, as far as it can be observed cheaply.
 *
 * @param routeNodes the number of routing nodes
 * @param depth the greatest number of them on the way to a base node
 * @param splits the splits of base nodes since the map was made
 * @param joins the joins of two base nodes since then
 * @param contention the statistic of each base node, in the order of keys: high where operations
 *     had to wait for one another
 */
public record AdaptingTreeShape(
    int routeNodes, int depth, long splits, long joins, List<Integer> contention) {

  /** Copies the list. */
  public AdaptingTreeShape {
    contention = List.copyOf(contention);
  }

  /** Returns the number of base nodes. */
  public int baseNodes() {
    return contention.size();
  }
}
