/**
 * Lock-free contention adapting trees: immutable leaves that are replaced by CAS, and versions of
 * them for snapshots. {@link org.jets.collections.internal.lfca.LockFreeTree} is the class to read
 * first, and explains the algorithm. {@code LockFreeAdaptingTreeMap} is its view as a map.
 */
@NullMarked
package org.jets.collections.internal.lfca;

import org.jspecify.annotations.NullMarked;
