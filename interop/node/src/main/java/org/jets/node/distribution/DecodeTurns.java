package org.jets.node.distribution;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the number of threads that decode long messages at a time. Turns are granted in order of
 * arrival.
 *
 * <ul>
 *   <li>Guarded by the monitor of this: the number of granted turns, the list of waiting turns, and
 *       each {@link Turn}'s state. A waiting thread reads {@code isWaiting} (volatile) without the
 *       monitor.
 *   <li>Linearization point of a grant: the write of {@code isWaiting}.
 *   <li>Progress: blocking. The thread that ends a turn grants the next one in its place.
 *   <li>Errors: a turn that is granted or waits is known from its first step on. So {@link #end}
 *       gives it back wherever its thread has ended. Nothing here allocates.
 * </ul>
 */
final class DecodeTurns {
  /** The turn of one reader of messages. */
  static final class Turn {
    private volatile boolean isWaiting;
    private boolean isGranted;
    private @Nullable Thread thread;
    private @Nullable Turn next;
  }

  private final int max;

  @GuardedBy("this") private int granted;

  @GuardedBy("this") private @Nullable Turn first;

  @GuardedBy("this") private @Nullable Turn last;

  /**
   * @param max the number of turns at a time
   */
  DecodeTurns(int max) {
    this.max = max;
  }

  /**
   * Waits until the turn is granted, or another thread ends it. Keeps an interrupt for later.
   *
   * @param turn neither granted nor waiting
   */
  void begin(Turn turn) {
    enqueue(turn);
    boolean interrupted = false;
    while (turn.isWaiting) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void enqueue(Turn turn) {
    turn.thread = Thread.currentThread();
    turn.isWaiting = true;
    if (last == null) {
      first = turn;
    } else {
      last.next = turn;
    }
    last = turn;
    grant();
  }

  /** Ends the turn, whether it is granted, waits, or is neither. For any thread. */
  synchronized void end(Turn turn) {
    if (turn.isGranted) {
      turn.isGranted = false;
      granted--;
    } else if (turn.isWaiting) {
      remove(turn);
      LockSupport.unpark(turn.thread);
    }
    turn.thread = null;
    grant();
  }

  private synchronized void grant() {
    while (granted < max && first != null) {
      Turn turn = first;
      granted++;
      turn.isGranted = true;
      remove(turn);
      LockSupport.unpark(turn.thread);
    }
  }

  private synchronized void remove(Turn turn) {
    Turn before = null;
    for (Turn at = first; at != turn && at != null; at = at.next) {
      before = at;
    }
    if (before == null) {
      first = turn.next;
    } else {
      before.next = turn.next;
    }
    if (last == turn) {
      last = before;
    }
    turn.next = null;
    turn.isWaiting = false;
  }
}
