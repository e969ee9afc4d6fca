/**
 * Lock-free contention adapting trees: immutable leaves that are exchanged, and versions of them
 * for snapshots. {@link org.jets.collections.internal.lfca.LockFreeTree} is the class to read
 * first, and says how all of it works; {@code LockFreeAdaptingTreeMap} shows it.
 */
@NullMarked
package org.jets.collections.internal.lfca;

import org.jspecify.annotations.NullMarked;
