package org.jets.collections;

/**
 * How a {@link LockFreeAdaptingTreeMap} has adapted.
 *
 * @param routes how many routing nodes it has
 * @param bases how many base nodes it has, each with a leaf
 * @param height how many routing nodes are on the way to a base node
 * @param splits how many base nodes have ever been split, for their size or for contention
 * @param joins how often two have been joined
 */
public record LockFreeTreeShape(int routes, int bases, int height, long splits, long joins) {}
