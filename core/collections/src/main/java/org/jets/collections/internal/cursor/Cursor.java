package org.jets.collections.internal.cursor;

import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over the mappings of a map, for one thread: what iterators, spliterators and bulk
 * operations are made of. It is weakly consistent. It comes to each key that is present from its
 * first step to its last exactly once, and may or may not come to others.
 *
 * <p>It makes no objects of its own while it goes. {@link #key} and {@link #value} give the mapping
 * as it was read by the step to it, however the map has changed since.
 */
public abstract class Cursor<K, V> {

  /**
   * Goes to the next mapping.
   *
   * @return false at the end, where it stays
   */
  public abstract boolean advance();

  /** Returns true if this has {@link #advanceToPresent}. */
  public boolean readsPresent() {
    return false;
  }

  /**
   * Goes to the next mapping as it is now, even if mappings have been read ahead. At some moment
   * during the call the key had this value. In an ordered map, each key that is passed over was
   * absent at some moment during the call. These moments may differ: if a key is put and another
   * one removed meanwhile, both may be passed over.
   *
   * @return false at the end
   * @throws UnsupportedOperationException if this does not {@linkplain #readsPresent read} that
   */
  public boolean advanceToPresent() {
    throw new UnsupportedOperationException("mappings as they are now");
  }

  /**
   * Goes to each mapping ahead as {@link #advanceToPresent} does, and tests its value, until the
   * test fails. The test may use this cursor.
   *
   * @return false if the end has been reached
   */
  public boolean advanceWhile(Predicate<? super V> test) {
    goOnUnpaused();
    while (advanceToPresent()) {
      if (!test.test(value())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Reads some mappings that come next, which are then at hand as a run. A cursor that goes by runs
   * makes no steps.
   *
   * @return the number of mappings; 0 at the end
   */
  public int nextRun() {
    return advance() ? 1 : 0;
  }

  /** The key of a mapping of the run. */
  public K key(int place) {
    return key();
  }

  /** The value of a mapping of the run, as it was read with the run. */
  public V value(int place) {
    return value();
  }

  /** The key of the mapping that the last step came to, if it came to one. */
  public abstract K key();

  /** The value that the last step read. */
  public abstract V value();

  /** Says that all that is ahead will be come to at once: more of it may be read at a time. */
  public void goOnUnpaused() {}

  /**
   * Calls the action with each mapping ahead, and leaves the cursor at its end. The action may use
   * this cursor: what it comes to by that is not handed to it again. If the action throws, the
   * cursor is at its end, or goes on behind that mapping.
   */
  public void forEachRemaining(BiConsumer<? super K, ? super V> action) {
    goOnUnpaused();
    while (advance()) {
      action.accept(key(), value());
    }
  }

  /** The same with each key. */
  public void forEachKey(Consumer<? super K> action) {
    goOnUnpaused();
    while (advance()) {
      action.accept(key());
    }
  }

  /** The same with each value. Makes no keys. */
  public void forEachValue(Consumer<? super V> action) {
    goOnUnpaused();
    while (advance()) {
      action.accept(value());
    }
  }

  /**
   * Hands over a part of what is ahead to a new cursor.
   *
   * @return null where there is nothing worth parting
   */
  public abstract @Nullable Cursor<K, V> trySplit();

  /** The number of mappings that may be ahead. */
  public abstract long estimateSize();
}
