/**
 * B+ trees with flat leaves, as a container whose readers are disturbed by writers of the same leaf
 * alone. {@link org.jets.collections.internal.bplus.BPlusTree} is the class to read first.
 */
@NullMarked
package org.jets.collections.internal.bplus;

import org.jspecify.annotations.NullMarked;
