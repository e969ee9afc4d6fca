/**
 * AVL trees: as a container of a contention adapting tree, and as a map behind one lock. {@link
 * org.jets.collections.internal.avl.AvlTree} is the class to read first. {@code LockedAvlTreeMap}
 * is the view of {@link org.jets.collections.internal.avl.LockedAvlTree} as a map.
 */
@NullMarked
package org.jets.collections.internal.avl;

import org.jspecify.annotations.NullMarked;
