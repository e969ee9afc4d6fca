package org.jets.collections;

/**
 * Numbers that tell how a map has adapted its structure to its size and use. A map returns them in
 * constant time, of about one moment. An observer reads them at intervals, so that the changes
 * themselves report nothing. A number that a kind of map does not have is 0.
 *
 * @param buckets the number of buckets
 * @param locks the number of locks for them
 * @param splits the splits of base nodes so far
 * @param joins the joins of two base nodes so far
 * @param longRetries about how many updates so far had to be retried often, since other threads
 *     changed the same place
 */
public record MapStructure(long buckets, long locks, long splits, long joins, long longRetries) {}
