package org.jets.ets;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Keeps a table fixed from the first element of a traversal until all its parts have ended. */
final class TraversalFixation {
  private final Fixations fixations;
  private final LocalHandle handle;

  /** Guards the fields below. */
  private final ReentrantLock lock = new ReentrantLock();

  private int parts = 1;
  private boolean isEnded;
  private @Nullable Fixation fixation;

  TraversalFixation(Fixations fixations, LocalHandle handle) {
    this.fixations = fixations;
    this.handle = handle;
  }

  /** Called before the first element of each part. */
  void begin() {
    lock.lock();
    try {
      if (fixation == null && !isEnded) {
        fixation = fixations.fix(handle.caller(), handle, true);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Says that there is one more part. */
  void split() {
    lock.lock();
    try {
      parts++;
    } finally {
      lock.unlock();
    }
  }

  /** Says that a part has come to its end. */
  void endPart() {
    boolean isLast;
    lock.lock();
    try {
      parts--;
      isLast = parts == 0;
    } finally {
      lock.unlock();
    }
    if (isLast) {
      end();
    }
  }

  /** Ends this, whatever is left. */
  void end() {
    Fixation ended;
    lock.lock();
    try {
      isEnded = true;
      ended = fixation;
    } finally {
      lock.unlock();
    }
    if (ended != null) {
      ended.release();
    }
  }
}
