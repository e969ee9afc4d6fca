/**
 * B+ trees with flat leaves, as a container. A reader is disturbed only by writers of the same
 * leaf. {@link org.jets.collections.internal.bplus.BPlusTree} is the class to read first.
 */
@NullMarked
package org.jets.collections.internal.bplus;

import org.jspecify.annotations.NullMarked;
