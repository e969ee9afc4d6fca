package org.jets.ets.durable;

/** The receiver of the changes of a log that is read, in their order. For use by one thread. */
public interface LogSink {
  /** Replaces everything under a key; removes the key if there are no objects. */
  void cell(LogCell cell);

  /** Removes all objects. */
  void clear();
}
