/**
 * The way from mapping to mapping, of which the views make iterators and spliterators. {@link
 * org.jets.collections.internal.cursor.Cursor} is the class to read first.
 */
@NullMarked
package org.jets.collections.internal.cursor;

import org.jspecify.annotations.NullMarked;
