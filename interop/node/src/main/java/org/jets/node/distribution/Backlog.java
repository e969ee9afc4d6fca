package org.jets.node.distribution;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Messages of threads that must not wait, kept in order while their connection is {@linkplain
 * SendQueue#isBehind behind}. So they take none of the room that the reserve keeps for answers.
 *
 * <p>No thread waits for the other node. A sender keeps its message here, and the connection's
 * writer queues the kept messages once the queue has room.
 *
 * <p><b>Bounded in bytes.</b> One connection may keep as many bytes as its queue may have. It may
 * keep more while all connections together keep no more than may wait to be sent.
 *
 * <p><b>No message is forgotten.</b> While messages are kept, the last look at the queue under the
 * lock found it behind. So the writer calls {@link #drain} once it has room. The queue's methods
 * that are called with the lock held never wait.
 */
final class Backlog {
  private final SendQueue queue;
  private final SendBudget budget;
  private final long maxBytes;
  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by the lock. */
  private final Deque<SendQueue.Entry> kept = new ArrayDeque<>();

  /** The bytes of the messages that are kept. Changed with the lock held. */
  private final AtomicLong bytes = new AtomicLong();

  /** True once nothing is sent any more. Guarded by the lock. */
  private boolean ended;

  Backlog(SendQueue queue, DistributionOptions options, SendBudget budget) {
    this.queue = queue;
    this.budget = budget;
    this.maxBytes = options.sendQueueBytes;
  }

  /**
   * Queues a message after those that are kept, or keeps it.
   *
   * @param isAtOnce whether the message, with all that is kept, is queued even if the queue is
   *     behind
   * @return false if it is neither queued nor kept, because there is too much
   */
  boolean put(SendQueue.Entry entry, boolean isAtOnce) {
    lock.lock();
    try {
      if (ended) {
        return true;
      }
      if (!kept.isEmpty() && !hasRoomFor(entry)) {
        return false;
      }
      kept.add(entry);
      count(entry.bytes());
      return drain(isAtOnce);
    } finally {
      lock.unlock();
    }
  }

  private boolean hasRoomFor(SendQueue.Entry entry) {
    return bytes.get() + entry.bytes() <= maxBytes || entry.bytes() <= budget.keptLeft();
  }

  /**
   * Queues kept messages while there is room.
   *
   * @return false if the reserve is full
   */
  boolean drain() {
    lock.lock();
    try {
      return drain(false);
    } finally {
      lock.unlock();
    }
  }

  private boolean drain(boolean isAtOnce) {
    while (!kept.isEmpty() && (isAtOnce || !queue.isBehind())) {
      SendQueue.Entry next = kept.remove();
      count(-next.bytes());
      if (!queue.putWithoutWaiting(next)) {
        return false;
      }
    }
    return true;
  }

  private void count(long change) {
    bytes.addAndGet(change);
    budget.addKept(change);
  }

  /** Returns how many bytes are kept. */
  long heldBytes() {
    return bytes.get();
  }

  /** Drops the kept messages, and any that is put in from now on. Idempotent. */
  void end() {
    lock.lock();
    try {
      ended = true;
      kept.clear();
      count(-bytes.get());
    } finally {
      lock.unlock();
    }
  }
}
