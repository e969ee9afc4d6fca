package org.jets.ets;

import org.jets.terms.Pid;
import org.jspecify.annotations.Nullable;

/**
 * The tables that an owner keeps fixed. It does not lead to the owner, unless that stands for a
 * process of another node, so that a table keeps no owner from being forgotten.
 *
 * <p><b>Order.</b> A fixation enters here before it looks whether the owner {@linkplain #hasEnded
 * has ended}, and the owner's end is written before the fixations are gone through: so one of both
 * finds the other. All of it is volatile.
 */
final class FixedTables {
  private final Pid pid;

  /** Hears when nothing is fixed any more; null unless the owner is of another node. */
  private final @Nullable Runnable idleListener;

  private final LiveEntries<OfOwner> fixations = new LiveEntries<>();
  private volatile boolean ended;

  /** A fixation, or all of them in one table. */
  interface OfOwner {

    /** Ends what the owner has: it has ended itself. */
    void end(FixedTables owner);
  }

  FixedTables(Pid pid, @Nullable Runnable idleListener) {
    this.pid = pid;
    this.idleListener = idleListener;
  }

  Pid pid() {
    return pid;
  }

  boolean hasEnded() {
    return ended;
  }

  boolean isEmpty() {
    return fixations.isEmpty();
  }

  /** Enters a fixation; false, and nothing done, if the owner has ended. */
  boolean add(LiveEntries.Entry<OfOwner> fixation) {
    fixations.add(fixation);
    if (ended) {
      fixations.remove(fixation);
      return false;
    }
    return true;
  }

  void remove(LiveEntries.Entry<OfOwner> fixation) {
    fixations.remove(fixation);
    if (idleListener != null) {
      idleListener.run();
    }
  }

  /** Ends everything: the owner has ended. Called again if it fails, to do what is left. */
  void end() {
    ended = true;
    for (LiveEntries.Entry<OfOwner> entry; (entry = fixations.firstEntry()) != null; ) {
      entry.value().end(this);
      fixations.remove(entry);
    }
  }
}
