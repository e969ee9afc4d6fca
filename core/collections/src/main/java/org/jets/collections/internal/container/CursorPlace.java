package org.jets.collections.internal.container;

import org.jets.collections.internal.cursor.CursorHints;
import org.jets.collections.internal.order.Relation;

/** A place in a container to which a step of a thread has come, and where its next may begin. */
public abstract class CursorPlace<K, V> {

  /**
   * Returns the neighbour of a key, as the key or as an entry, if the key is at this index here;
   * else {@link OrderedContainer#RETRY}.
   *
   * @param steps takes note of what has been found, for the next step of the calling thread
   */
  public abstract Object tryStep(
      int index, K key, Relation relation, boolean asEntry, CursorHints<CursorPlace<K, V>> steps);
}
