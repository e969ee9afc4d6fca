/**
 * AVL trees: as a container, and behind one lock. {@link org.jets.collections.internal.avl.AvlTree}
 * is the class to read first, {@link org.jets.collections.internal.avl.LockedAvlTree} is what
 * {@code LockedAvlTreeMap} shows.
 */
@NullMarked
package org.jets.collections.internal.avl;

import org.jspecify.annotations.NullMarked;
