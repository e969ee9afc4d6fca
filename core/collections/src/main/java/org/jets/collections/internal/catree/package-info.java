/**
 * Contention adapting trees: routing nodes above containers that have a lock each, and are split
 * and joined as threads meet. {@link org.jets.collections.internal.catree.ContentionAdaptingTree}
 * is the class to read first, and what {@code ContentionAdaptingTreeMap} shows.
 */
@NullMarked
package org.jets.collections.internal.catree;

import org.jspecify.annotations.NullMarked;
