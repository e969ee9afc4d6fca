/**
 * B+ trees whose leaves are flat arrays, as a container of a contention adapting tree. A reader of
 * one key retries only if a writer changes the same leaf. {@link
 * org.jets.collections.internal.bplus.BPlusTree} is the class to read first.
 */
@NullMarked
package org.jets.collections.internal.bplus;

import org.jspecify.annotations.NullMarked;
