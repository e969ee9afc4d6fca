/**
 * Split-ordered lists: lock-free hash tables that grow and shrink by a few slots at a time. {@link
 * org.jets.collections.internal.split.SplitOrderedList} is the class to read first, and says how
 * all of it works; {@code SplitOrderedHashMap} and {@code LongSplitOrderedMap} show it.
 */
@NullMarked
package org.jets.collections.internal.split;

import org.jspecify.annotations.NullMarked;
