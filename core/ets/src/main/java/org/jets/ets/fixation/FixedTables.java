package org.jets.ets.fixation;

import java.util.function.Supplier;
import org.jets.ets.SystemLimitException;
import org.jets.ets.reclaim.LiveEntries;
import org.jets.terms.Pid;
import org.jspecify.annotations.Nullable;

/**
 * The tables that an owner keeps fixed. It has no reference to the owner, unless the owner stands
 * for a process of another node. So a table does not keep an owner reachable.
 *
 * <p><b>Order.</b> A fixation enters here before it checks whether the owner {@linkplain #hasEnded
 * has ended}. The owner's end is written before the fixations are released. So one of both finds
 * the other. All of it is volatile.
 */
public final class FixedTables {
  private final Pid pid;

  /** Run when no table is fixed any more; null unless the owner is of another node. */
  private final @Nullable Runnable idleListener;

  /** Counts a fixed table; null unless the owner is of another node. */
  private final @Nullable Supplier<Runnable> limit;

  private final LiveEntries<OfOwner> fixations = new LiveEntries<>();
  private volatile boolean ended;

  /** A fixation of an owner, or all of its fixations in one table. */
  interface OfOwner {

    /** Ends the fixations of the owner, which has ended itself. */
    void end(FixedTables owner);
  }

  /** Makes the list of an owner of this node. */
  public FixedTables(Pid pid) {
    this(pid, null, null);
  }

  /**
   * Makes the list of an owner.
   *
   * @param idleListener run when no table is fixed any more
   * @param limit counts a table that is to be fixed, and returns an action that takes the count
   *     back
   */
  public FixedTables(Pid pid, @Nullable Runnable idleListener, @Nullable Supplier<Runnable> limit) {
    this.pid = pid;
    this.idleListener = idleListener;
    this.limit = limit;
  }

  Pid pid() {
    return pid;
  }

  boolean hasEnded() {
    return ended;
  }

  public boolean isEmpty() {
    return fixations.isEmpty();
  }

  /**
   * Counts a table that is to be fixed.
   *
   * @return an action that takes the count back
   * @throws SystemLimitException if there would be too many
   */
  Runnable remember() {
    return limit == null ? FixedTables::nothing : limit.get();
  }

  private static void nothing() {}

  /** Enters a fixation. Returns false, and does nothing, if the owner has ended. */
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

  /** Ends all fixations, since the owner has ended. If it fails, another call does the rest. */
  public void end() {
    ended = true;
    for (LiveEntries.Entry<OfOwner> entry; (entry = fixations.firstEntry()) != null; ) {
      entry.value().end(this);
      fixations.remove(entry);
    }
  }
}
