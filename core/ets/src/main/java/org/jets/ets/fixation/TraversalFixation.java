package org.jets.ets.fixation;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.PhantomReference;
import java.util.concurrent.atomic.AtomicInteger;
import org.jets.ets.reclaim.LiveEntries;
import org.jets.ets.reclaim.Reclaimable;
import org.jets.ets.reclaim.ResourceReclaimer;

/**
 * Keeps a table fixed from the first element of a traversal on. The fixation ends when all parts
 * have ended, one of them has failed, or the traversal has been forgotten. Only the parts refer to
 * this; the table and the owner refer to the {@link Hold}.
 *
 * <p>The only lock is that of a list, held for a few steps. No clock is read.
 */
public final class TraversalFixation {
  private final Hold hold;
  private final AtomicInteger parts = new AtomicInteger(1);

  public TraversalFixation(Fixations fixations, FixedTables fixed, Object handle) {
    this.hold = new Hold(this, fixations, fixed, handle);
  }

  /**
   * Fixes the table, unless that has been done. Called before the first element of each part.
   *
   * @return false if the owner has ended, and this does not keep the table fixed
   */
  public boolean begin() {
    return hold.begin();
  }

  /** Counts one more part. */
  public void split() {
    parts.incrementAndGet();
  }

  /** Counts the end of a part. */
  public void endPart() {
    if (parts.decrementAndGet() == 0) {
      hold.end();
    }
  }

  /** Ends this, even if parts are left. */
  public void end() {
    hold.end();
  }

  /**
   * One fixation of a store. {@link #state} goes from {@link #NEW} to {@link #HELD} to {@link
   * #ENDING} to {@link #ENDED}, or from the first to the last. The thread that replaces {@code
   * HELD} releases the store; the release takes effect even if it throws. A thread that finds
   * {@code ENDING} leaves the lists, which may be done twice.
   */
  static final class Hold extends PhantomReference<TraversalFixation>
      implements Reclaimable, FixedTables.OfOwner {
    private static final int NEW = 0;
    private static final int HELD = 1;
    private static final int ENDING = 2;
    private static final int ENDED = 3;

    private static final VarHandle STATE =
        ConstantBootstraps.fieldVarHandle(
            MethodHandles.lookup(), "state", VarHandle.class, Hold.class, int.class);

    private final Fixations fixations;
    private final FixedTables fixed;
    private final Object handle;
    private final LiveEntries.Entry<Hold> ofTable = new LiveEntries.Entry<>(this);
    private final LiveEntries.Entry<FixedTables.OfOwner> ofOwner = new LiveEntries.Entry<>(this);
    private volatile int state;

    private Hold(
        TraversalFixation traversal, Fixations fixations, FixedTables fixed, Object handle) {
      super(traversal, ResourceReclaimer.queue());
      this.fixations = fixations;
      this.fixed = fixed;
      this.handle = handle;
    }

    /** Returns the tables that the owner of the traversal keeps fixed. */
    FixedTables fixed() {
      return fixed;
    }

    /** Returns the place of this among the traversals of the table. */
    LiveEntries.Entry<Hold> ofTable() {
      return ofTable;
    }

    boolean isOf(Object otherHandle) {
      return handle == otherHandle;
    }

    private boolean begin() {
      if (state != NEW) {
        return !fixed.hasEnded();
      }
      fixations.store().fix();
      if (!STATE.compareAndSet(this, NEW, HELD)) {
        fixations.store().unfix();
        return !fixed.hasEnded();
      }
      boolean isOwned = false;
      boolean isEntered = false;
      try {
        fixations.add(this);
        isOwned = fixed.add(ofOwner);
        isEntered = isOwned && !fixations.hasEnded();
      } finally {
        if (!isEntered) {
          end();
        }
        if (state != HELD) {
          // A concurrent end may have left the lists before this entered.
          leave();
        }
      }
      return isOwned;
    }

    private void leave() {
      fixations.remove(this);
      fixed.remove(ofOwner);
    }

    /**
     * Releases the table. Does the rest if an earlier call has failed, and nothing if it is done.
     */
    void end() {
      if (STATE.compareAndSet(this, NEW, ENDED)) {
        return;
      }
      try {
        if (STATE.compareAndSet(this, HELD, ENDING)) {
          fixations.store().unfix();
        }
      } finally {
        if (state == ENDING) {
          leave();
          state = ENDED;
        }
      }
    }

    @Override
    public void end(FixedTables owner) {
      end();
    }

    @Override
    public void forgotten() {
      end();
    }
  }
}
