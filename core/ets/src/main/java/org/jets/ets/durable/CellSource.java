package org.jets.ets.durable;

import java.util.function.Consumer;

/**
 * The content of a table, for a snapshot that is made while threads write.
 *
 * <p>The log relies on two promises. The iteration shows each change whose record was appended
 * before it began, or a later one of the same key. It returns only after the record of each change
 * that it has shown was appended.
 */
@FunctionalInterface
public interface CellSource {
  /** Calls the action for each present key, and perhaps again for one that changes meanwhile. */
  void forEach(Consumer<LogCell> action);
}
