/**
 * Contention adapting trees: routing nodes above containers, each with its own lock. A container is
 * split if threads contend for its lock, and joined with a neighbour if they do not. {@link
 * org.jets.collections.internal.catree.ContentionAdaptingTree} is the class to read first. {@code
 * ContentionAdaptingTreeMap} is its view as a map.
 */
@NullMarked
package org.jets.collections.internal.catree;

import org.jspecify.annotations.NullMarked;
