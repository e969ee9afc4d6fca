package org.jets.bench.scale;

import org.jspecify.annotations.Nullable;

/** The operations of Fritchie's programs that not every structure has. */
interface ProgramOperations {
  /** Adds one to the count of a key that is there, and returns it. */
  @Nullable Object count(int key);

  /**
   * Goes from key to key.
   *
   * @param place what the last step has returned; null to begin
   * @return the place of the next key; null behind the last one
   */
  @Nullable Object step(@Nullable Object place);
}
