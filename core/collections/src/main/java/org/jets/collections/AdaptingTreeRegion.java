package org.jets.collections;

import org.jspecify.annotations.Nullable;

/**
 * The keys of one base node of a {@link ContentionAdaptingTreeMap}: from one key on, up to where
 * the next region begins. The depths of all regions, in key order, tell the shape of the tree of
 * routing nodes.
 *
 * @param from the least key that belongs here, there or not; null for the first region
 * @param depth the number of routing nodes on the way to the base node
 * @param contention its statistic: high where operations had to wait for one another
 * @param mappings the number that it has, or had a moment before; -1 where a writer kept them from
 *     being counted
 * @param <K> the type of the keys
 */
public record AdaptingTreeRegion<K>(@Nullable K from, int depth, int contention, long mappings) {}
