package org.jets.collections;

import java.util.List;

/**
 * How far an adapting tree has gone in splitting itself: what can be observed of it cheaply.
 *
 * @param routeNodes how many routing nodes there are
 * @param depth how many of them there are at most on the way to a base node
 * @param splits how often a base node has been split since the map was made
 * @param joins how often two base nodes have been joined since then
 * @param contention the statistic of each base node, in the order of keys: high where operations
 *     had to wait for one another
 */
public record AdaptingTreeShape(
    int routeNodes, int depth, long splits, long joins, List<Integer> contention) {

  /** Copies the list. */
  public AdaptingTreeShape {
    contention = List.copyOf(contention);
  }

  /** How many base nodes there are. */
  public int baseNodes() {
    return contention.size();
  }
}
