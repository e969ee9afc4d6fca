package org.jets.ets.store;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Supplier;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The {@link FixationLog} of a store while its table is fixed, to which writers announce what they
 * do. A writer reads one volatile field while the table is not fixed.
 *
 * <p>A writer announces a removal before it, and once more if another log has come since. So a
 * fixation that begins meanwhile learns of each key that it may have seen.
 */
final class CurrentFixation {
  private static final VarHandle LOG =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "log", VarHandle.class, CurrentFixation.class, FixationLog.class);

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
   * Announces the removal of a present key; called before the removal and again after it.
   *
   * @return the log that was told
   */
  @Nullable FixationLog deleted(Term key) {
    FixationLog fixed = log;
    if (fixed != null) {
      fixed.deleted(key);
    }
    return fixed;
  }

  /** Announces the removal of these keys. */
  void deleted(Iterable<Term> keys) {
    if (log != null) {
      keys.forEach(this::deleted);
    }
  }
}
