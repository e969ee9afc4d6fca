/**
 * Concurrent maps of well-known papers, each from its paper, which are measured beside the maps of
 * {@code org.jets.collections}. The comment of each class names the paper and says what differs.
 *
 * <p>Only what the papers describe is fast. The size is counted by a walk, and {@code clear}
 * removes the mappings one by one.
 */
@NullMarked
package org.jets.bench.rivals;

import org.jspecify.annotations.NullMarked;
