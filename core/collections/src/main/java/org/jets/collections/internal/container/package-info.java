/**
 * The contract of a sorted container that one thread changes under a lock while others read it
 * without a lock. {@link org.jets.collections.internal.container.OrderedContainer} is the class to
 * read first. The packages {@code avl}, {@code bplus} and {@code catree} contain the
 * implementations.
 */
@NullMarked
package org.jets.collections.internal.container;

import org.jspecify.annotations.NullMarked;
