package org.jets.ets.view;

import org.jspecify.annotations.Nullable;

/** The result of the last run of a function that may run several times, always on one thread. */
final class Outcome<T> {
  /** Null if there is no value. */
  @Nullable T value;

  /** True if the function had something to do. */
  boolean isDone;
}
