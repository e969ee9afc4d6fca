package org.jets.collections;

/**
 * The shape to which a {@link LockFreeAdaptingTreeMap} has adapted.
 *
 * @param routes the number of its routing nodes
 * @param bases the number of its base nodes, each with a leaf
 * @param height the number of routing nodes on the way to a base node
 * @param splits the splits of base nodes so far, for their size or for contention
 * @param joins the joins of two base nodes so far
 */
public record LockFreeTreeShape(int routes, int bases, int height, long splits, long joins) {}
