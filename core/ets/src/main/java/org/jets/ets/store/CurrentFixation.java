package org.jets.ets.store;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Supplier;
import org.jets.ets.cell.RemovalCount;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The {@link FixationLog} of a store while its table is fixed, to which writers announce what they
 * do. While the table is not fixed, a writer reads one volatile field. A removal also adds to two
 * counters.
 *
 * <p>A writer announces a removal before it, and once more if another log has come since. So a
 * fixation that begins meanwhile learns of each key that it may have seen, though perhaps after the
 * removal. A step from an unknown key therefore {@linkplain #awaitRemovals waits} for the removals
 * that may have begun before the fixation, and looks again.
 */
final class CurrentFixation {
  private static final VarHandle LOG =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "log", VarHandle.class, CurrentFixation.class, FixationLog.class);

  private static final VarHandle REMOVALS =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(),
          "removals",
          VarHandle.class,
          CurrentFixation.class,
          RemovalCount.class);

  /** The removals that begin now; null before the first one. Replaced by CAS. */
  private volatile @Nullable RemovalCount removals;

  /** Null, or dead for a moment, while the table is not fixed. Replaced by CAS. */
  private volatile @Nullable FixationLog log;

  /** Returns the log; null if the table is not fixed, or keys are ordered. */
  @Nullable FixationLog log() {
    return log;
  }

  boolean hasLog() {
    return log != null;
  }

  /**
   * Fixes the table once more.
   *
   * @param newLog makes a log that is held once; null if keys are ordered
   */
  void begin(Supplier<@Nullable FixationLog> newLog) {
    FixationLog current;
    FixationLog next;
    do {
      current = log;
      if (current != null && current.hold()) {
        return;
      }
      next = newLog.get();
    } while (next != null && !LOG.compareAndSet(this, current, next));
  }

  /** Ends one fixation. */
  void end() {
    FixationLog current = log;
    if (current != null && current.unhold()) {
      try {
        current.uncount();
      } finally {
        // Fails only if another fixation has replaced the dead log by its own.
        LOG.compareAndSet(this, current, null);
      }
    }
  }

  /** Forgets the fixations of a store that is closed. */
  void close() {
    log = null;
  }

  /**
   * Prepares the write of a key that may be new; called before the write.
   *
   * @return the argument for {@link #endWrite}
   */
  @Nullable FixationLog beginWrite() {
    FixationLog fixed = log;
    if (fixed != null) {
      fixed.beginWrite();
    }
    return fixed;
  }

  /** Ends a write. Does not fail, since the write may have been made. */
  static void endWrite(@Nullable FixationLog begun) {
    if (begun != null) {
      try {
        begun.endWrite();
      } catch (OutOfMemoryError e) {
        // The writer seems to go on for ever, so each walk that begins scans for new keys.
      }
    }
  }

  /**
   * Announces that a key has been written, or may have been; called after the write. Allocates
   * nothing.
   *
   * @return the log that was told
   */
  @Nullable FixationLog written() {
    FixationLog fixed = log;
    if (fixed != null) {
      fixed.written();
    }
    return fixed;
  }

  /**
   * Begins the removal of a key that is present, and announces it.
   *
   * @return the count to {@linkplain RemovalCount#end end} after the removal, made or not, has been
   *     {@linkplain #removed announced again}
   */
  RemovalCount beginRemoval(Term key) {
    RemovalCount counted = begin();
    while (counted != removals) {
      counted.end();
      counted = begin();
    }
    boolean isAnnounced = false;
    try {
      removed(key);
      isAnnounced = true;
    } finally {
      if (!isAnnounced) {
        counted.end();
      }
    }
    return counted;
  }

  /** Begins a removal in the current count. */
  private RemovalCount begin() {
    RemovalCount current = removals;
    if (current == null) {
      RemovalCount first = new RemovalCount();
      current = (RemovalCount) REMOVALS.compareAndExchange(this, null, first);
      current = current == null ? first : current;
    }
    current.begin();
    return current;
  }

  /** Announces a removal, to the log of this moment. */
  void removed(Term key) {
    FixationLog fixed = log;
    if (fixed != null) {
      fixed.deleted(key);
    }
  }

  /** Waits until the removals that have begun before this call have been made and announced. */
  void awaitRemovals() {
    RemovalCount current;
    RemovalCount next;
    do {
      current = removals;
      next = current == null ? new RemovalCount() : current.replacedBy();
    } while (!REMOVALS.compareAndSet(this, current, next));
    next.awaitPrevious();
  }

  /** Announces the removal of these keys. */
  void removed(Iterable<Term> keys) {
    if (log != null) {
      keys.forEach(this::removed);
    }
  }
}
