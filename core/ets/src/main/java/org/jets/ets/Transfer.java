package org.jets.ets;

import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A message to an owner that it has got a table, and its place in the queue of such messages. It is
 * made before the table passes, so that to deliver it takes no memory.
 */
final class Transfer {
  final Tuple message;

  /** The message that has been delivered after this one. Guarded by the lock of the owner. */
  @Nullable Transfer next;

  Transfer(Tuple message) {
    this.message = message;
  }
}
