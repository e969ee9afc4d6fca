/**
 * The contract of a sorted container that one thread changes under a lock while others read it
 * without: {@link org.jets.collections.internal.container.OrderedContainer}, the class to read
 * first. {@code avl}, {@code bplus} and {@code catree} have the containers.
 */
@NullMarked
package org.jets.collections.internal.container;

import org.jspecify.annotations.NullMarked;
