/**
 * Split-ordered lists: lock-free hash tables that grow and shrink by a few slots at a time. {@link
 * org.jets.collections.internal.split.SplitOrderedList} is the class to read first, and explains
 * the algorithm. {@code SplitOrderedHashMap} is its view as a map.
 */
@NullMarked
package org.jets.collections.internal.split;

import org.jspecify.annotations.NullMarked;
