package org.jets.ets.watch;

import java.util.List;
import org.jets.ets.event.TableChange.Cause;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * Learns of each change of the objects in a {@link WatchedStore}. For each call that may change
 * something the store does the following:
 *
 * <ol>
 *   <li>It locks the key of the call, or all keys for a batch and for {@code clear}.
 *   <li>It calls {@link #prepare} here. If that throws, the call fails and has changed nothing. A
 *       listener refuses a change in this way, and it allocates here what it needs later.
 *   <li>It calls {@link Change#planned} if the listener wants that. If that throws, the call fails
 *       and has changed nothing.
 *   <li>It changes the keys, and calls {@link Change#changed} for each of them, or {@link
 *       Change#cleared}.
 *   <li>It calls {@link Change#end}.
 *   <li>It unlocks, and calls {@link Change#released}.
 * </ol>
 *
 * <p>So a listener learns of the changes of one key in the order in which they take effect, and the
 * cell before each change is the cell after the previous one. It learns of the keys of a batch as
 * one unit, and of no other change meanwhile. Changes of different keys come from many threads at
 * once.
 *
 * <p>If another listener of the store refuses a change that this one has prepared, nothing more is
 * told about it.
 *
 * <p><b>Duties.</b> All methods except {@link Change#released} and {@link #closed} run under locks.
 * There a listener does not wait for other threads and does not call the store. After the change it
 * should allocate nothing. If one of its methods throws after the change, then the change stays,
 * the locks are given back, {@code end(false)} is called, and the caller gets what was thrown.
 */
public interface ChangeListener {
  /**
   * Prepares for a change of some keys, of which the store may then change all or some, or none.
   *
   * @param keys the keys, which differ; empty for {@code clear}, which removes all
   */
  Change prepare(List<Term> keys);

  /** As {@link #prepare(List)}, with the reason for the change. */
  default Change prepare(List<Term> keys, Cause cause) {
    return prepare(keys);
  }

  /**
   * Returns the listener for the changes of one call that makes many, one after the other. It does
   * not wait in {@link Change#released}, except for a bound of memory.
   */
  default ChangeListener forOneCall() {
    return this;
  }

  /**
   * The call has made all its changes. It may wait here, and what it throws passes to the caller.
   */
  default void endCall() {}

  /** The store has been closed. Nothing changes from now on. Called once, with no lock held. */
  void closed();

  /** Returns an estimate of the bytes that the listener keeps for the table. Constant time. */
  default long bytes() {
    return 0;
  }

  /** One call that may change the store, for one thread. */
  interface Change {
    /** Learns of nothing. */
    Change IGNORED =
        new Change() {
          @Override
          public void changed(Term key, @Nullable Object before, @Nullable Object after) {}

          @Override
          public void cleared() {}

          @Override
          public void end(boolean isComplete) {}

          @Override
          public void released() {}
        };

    /** Returns whether {@link #planned} is to be called. */
    default boolean wantsPlan() {
      return false;
    }

    /**
     * The keys of the call are about to have these cells, in the order of {@link #prepare}. Not
     * called for {@code clear}. Called again if the plan changes; the last one counts. It may run
     * under locks of the store as well. It may throw a {@link RefusedChangeException}.
     *
     * @param before the present cells; null for an absent key
     * @param after the cells after the change; null for a key that will be absent. The array does
     *     not change
     */
    default void planned(@Nullable Object[] before, @Nullable Object[] after) {}

    /**
     * The cell of a key has been replaced.
     *
     * @param key as the caller gave it; in an ordered_set that of the objects may differ
     * @param before null if the key was absent
     * @param after null if the key has been removed; never null together with {@code before}
     */
    void changed(Term key, @Nullable Object before, @Nullable Object after);

    /** As {@link #changed(Term, Object, Object)}, with the reason for the change. */
    default void changed(Term key, @Nullable Object before, @Nullable Object after, Cause cause) {
      changed(key, before, after);
    }

    /** All keys have been removed. */
    void cleared();

    /**
     * No more is told about this call. Called exactly once.
     *
     * @param isComplete false if an error keeps the store from telling all that has changed: some
     *     of the prepared keys may have changed, and the listener has missed it
     */
    void end(boolean isComplete);

    /**
     * The locks have been given back. Called after each {@link #end}. It may wait, and what it
     * throws passes to the caller.
     */
    void released();
  }
}
