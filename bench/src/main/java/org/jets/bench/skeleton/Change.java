package org.jets.bench.skeleton;

import org.jspecify.annotations.Nullable;

/**
 * An update that makes the new value of the present one. It is called without a lock, and once more
 * each time that the value has changed meanwhile. For one thread and one update.
 */
public abstract class Change<V> {
  private @Nullable V before;
  private @Nullable V after;

  /** The value that the last call was about. */
  public final @Nullable V before() {
    return before;
  }

  /** The result of the last call. */
  public final @Nullable V after() {
    return after;
  }

  public final @Nullable V call(@Nullable V present) {
    V result = apply(present);
    before = present;
    after = result;
    return result;
  }

  /**
   * Makes the new value.
   *
   * @return null for none, or the very object that is present to change nothing
   */
  public abstract @Nullable V apply(@Nullable V present);
}
