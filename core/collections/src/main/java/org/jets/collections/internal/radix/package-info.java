/**
 * An adaptive radix tree. {@link org.jets.collections.internal.radix.RadixTree} is the class to
 * read first.
 */
@NullMarked
package org.jets.collections.internal.radix;

import org.jspecify.annotations.NullMarked;
