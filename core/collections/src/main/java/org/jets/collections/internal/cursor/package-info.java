/**
 * Cursors that go from mapping to mapping. Maps and their views make iterators and spliterators
 * from them. {@link org.jets.collections.internal.cursor.Cursor} is the class to read first.
 */
@NullMarked
package org.jets.collections.internal.cursor;

import org.jspecify.annotations.NullMarked;
