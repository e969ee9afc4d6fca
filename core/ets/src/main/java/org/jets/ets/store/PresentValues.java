package org.jets.ets.store;

import java.util.function.Predicate;
import org.jets.collections.internal.cursor.Cursor;
import org.jets.collections.internal.cursor.CursorHolder;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * A walk over the values of a map that reads each when it reaches it. So what the walk returns was
 * there at some moment during the call, although the map's cursor reads ahead. For one thread.
 */
interface PresentValues {
  /** Returns the next value that the map holds; null at the end. */
  @Nullable Object next();

  /**
   * Tests each value ahead until the test fails. It is walked at once, so that more of it may be
   * read at a time.
   *
   * @return false if the end has been reached
   */
  default boolean advanceWhile(Predicate<Object> test) {
    for (Object value; (value = next()) != null; ) {
      if (!test.test(value)) {
        return true;
      }
    }
    return false;
  }

  /** Says that the rest will be walked at once: more of it may be read at a time. */
  default void goOnUnpaused() {}

  /**
   * Returns the walk of a traversal of the map by its own cursor.
   *
   * @param traversal an iterator or spliterator of the map or of a view, not used any more
   * @return null if the map has no such cursor
   */
  static @Nullable PresentValues of(Object traversal) {
    Cursor<Term, Object> cursor = cursorOf(traversal);
    return cursor == null ? null : new OfCursor(cursor);
  }

  /** Returns the cursor of a map's traversal; null if it has none that reads values so. */
  @SuppressWarnings("unchecked") // The maps of stores have these types.
  static @Nullable Cursor<Term, Object> cursorOf(Object traversal) {
    return traversal instanceof CursorHolder<?, ?> holder && holder.cursor().readsPresent()
        ? (Cursor<Term, Object>) holder.cursor()
        : null;
  }

  /** The walk of a cursor. */
  final class OfCursor implements PresentValues {
    private final Cursor<Term, Object> cursor;

    private OfCursor(Cursor<Term, Object> cursor) {
      this.cursor = cursor;
    }

    @Override
    public @Nullable Object next() {
      return cursor.advanceToPresent() ? cursor.value() : null;
    }

    @Override
    public boolean advanceWhile(Predicate<Object> test) {
      return cursor.advanceWhile(test);
    }

    @Override
    public void goOnUnpaused() {
      cursor.goOnUnpaused();
    }
  }
}
