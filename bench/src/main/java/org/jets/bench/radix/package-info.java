/**
 * An adaptive radix tree, which is measured beside the maps of {@code org.jets.collections}. {@link
 * org.jets.bench.radix.RadixTree} is the class to read first.
 */
@NullMarked
package org.jets.bench.radix;

import org.jspecify.annotations.NullMarked;
