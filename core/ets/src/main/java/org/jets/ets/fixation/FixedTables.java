package org.jets.ets.fixation;

import java.util.function.Supplier;
import org.jets.ets.SystemLimitException;
import org.jets.ets.reclaim.LiveEntries;
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
public final class FixedTables {
  private final Pid pid;

  /** Hears when nothing is fixed any more; null unless the owner is of another node. */
  private final @Nullable Runnable idleListener;

  /** Counts a table that is fixed; null as above. */
  private final @Nullable Supplier<Runnable> limit;

  private final LiveEntries<OfOwner> fixations = new LiveEntries<>();
  private volatile boolean ended;

  /** A fixation, or all of them in one table. */
  interface OfOwner {

    /** Ends what the owner has: it has ended itself. */
    void end(FixedTables owner);
  }

  /** Makes one for an owner of this node. */
  public FixedTables(Pid pid) {
    this(pid, null, null);
  }

  /**
   * Makes one for an owner.
   *
   * @param idleListener hears when nothing is fixed any more
   * @param limit counts a table that is to be fixed, and returns what counts it no more
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
   * @return counts it no more
   * @throws SystemLimitException if there would be too many
   */
  Runnable remember() {
    return limit == null ? FixedTables::nothing : limit.get();
  }

  private static void nothing() {}

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
  public void end() {
    ended = true;
    for (LiveEntries.Entry<OfOwner> entry; (entry = fixations.firstEntry()) != null; ) {
      entry.value().end(this);
      fixations.remove(entry);
    }
  }
}
