/**
 * The common part of the maps that are only measured. {@link org.jets.bench.skeleton.SkeletalMap}
 * makes a whole {@code ConcurrentMap} of updates of one key and of a walk.
 */
@NullMarked
package org.jets.bench.skeleton;

import org.jspecify.annotations.NullMarked;
