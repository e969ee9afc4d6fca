package org.jets.node.distribution;

import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * The messages that wait to be written to a connection. Any thread puts messages in; one thread,
 * the writer, takes them out. Bounded in messages and in bytes.
 *
 * <ul>
 *   <li>{@link #put} blocks while the queue is full.
 *   <li>{@link #putWithoutWaiting} never blocks: a reserve is kept for its callers.
 *   <li>{@link #awaitRoom} lets such a caller wait for a short time, before the reserve is full.
 * </ul>
 *
 * <p><b>Waking.</b> Putting and taking take no lock. Two pairs of volatile accesses, each with a
 * full fence between its two accesses, keep a wake-up from being lost:
 *
 * <ul>
 *   <li>A sender writes the queue and then reads {@link #idle}. The writer writes {@code idle} and
 *       then reads the queue. One of them sees the other's write.
 *   <li>A sender that finds the queue full writes {@link #waiting} and then reads the queue. The
 *       writer takes messages and then reads {@code waiting}. It signals under the lock, which the
 *       sender holds from before it reads the queue until it waits.
 * </ul>
 */
final class SendQueue {
  /** A message and the thread that sent it. Messages of one thread are written in order. */
  record Entry(ControlMessage message, Thread sender, long bytes) {}

  /** The number of bytes that one connection may have waiting, however much others have. */
  private static final long SMALL_BYTES = 1 << 16;

  /** The size up to which a message has room, however many bytes wait. */
  private static final long SMALL_MESSAGE_BYTES = 1 << 20;

  /** The time that a sender waits for a writer that makes no progress. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /**
   * The part of the patience that one wait takes. A pause of the whole JVM, which stops the writer
   * too, costs at most one part.
   */
  private static final long PART_NANOS = PATIENCE_NANOS / 10;

  private final int usualCapacity;
  private final long maxBytes;
  private final SendBudget budget;

  /** The bytes of the messages that are queued, or have been taken and not yet written. */
  private final AtomicLong bytes = new AtomicLong();

  /** True once nothing is written any more. */
  private volatile boolean ended;

  /** The number of messages that leaves half of the reserve free. */
  private final int roomyCount;

  private final MpscVarHandleArrayQueue<Entry> queue;

  /** Allocated in advance: waiting allocates nothing. */
  private final SpinWait.Condition<RuntimeException> hasWorkOrIsClosed;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition space = lock.newCondition();

  /** The number of senders that wait for space. */
  private final AtomicInteger waiting = new AtomicInteger();

  /** True while the writer is about to wait, or waits. */
  private volatile boolean idle;

  /**
   * True once a sender has waited for room and timed out. Until the queue is back below its usual
   * capacity, no other sender waits.
   */
  private volatile boolean slow;

  /** True if a caller has found the queue behind since it last caught up. */
  private volatile boolean seenBehind;

  private volatile boolean closed;
  private volatile @Nullable Thread writer;

  SendQueue(DistributionOptions options, SendBudget budget) {
    this.budget = budget;
    this.maxBytes = options.sendQueueBytes;
    this.usualCapacity = options.sendQueueMessages;
    this.roomyCount = options.sendQueueMessages + options.sendReserveMessages / 2;
    long capacity = (long) options.sendQueueMessages + options.sendReserveMessages;
    this.queue = new MpscVarHandleArrayQueue<>((int) Math.min(capacity, 1 << 30));
    this.hasWorkOrIsClosed = () -> !queue.isEmpty() || closed;
  }

  /**
   * Returns a message of this thread. The count of its bytes stops at the number that all
   * connections may have waiting.
   */
  Entry entry(ControlMessage message) {
    long bound = Math.max(maxBytes, budget.maxBytes());
    return new Entry(message, Thread.currentThread(), MessageBytes.of(message, bound));
  }

  /**
   * Puts a message in; blocks until there is space.
   *
   * @return false if the queue is closed
   */
  boolean put(Entry entry) throws InterruptedException {
    if (!closed && offerIfRoom(entry)) {
      wakeWriter();
      return true;
    }
    lock.lockInterruptibly();
    try {
      waiting.incrementAndGet();
      VarHandle.fullFence();
      while (!closed) {
        if (offerIfRoom(entry)) {
          wakeWriter();
          return true;
        }
        space.await();
      }
      return false;
    } finally {
      waiting.decrementAndGet();
      lock.unlock();
    }
  }

  /**
   * Puts a message in, into the reserve if there is no other space. Never blocks.
   *
   * @return false if the reserve is full too
   */
  boolean putWithoutWaiting(Entry entry) {
    count(entry.bytes);
    if (!queue.offer(entry)) {
      count(-entry.bytes);
      return false;
    }
    settleIfEnded();
    wakeWriter();
    return true;
  }

  private boolean offerIfRoom(Entry entry) {
    if (bytes.get() >= maxBytes) {
      return false;
    }
    count(entry.bytes);
    if (!queue.offerIfBelowThreshold(entry, usualCapacity)) {
      count(-entry.bytes);
      return false;
    }
    settleIfEnded();
    return true;
  }

  private void count(long change) {
    bytes.addAndGet(change);
    budget.add(change);
  }

  /** Subtracts the bytes of messages that have been written. For the writer. */
  void written(long count) {
    if (count != 0) {
      count(-count);
    }
  }

  /**
   * Ends the queue: drops the messages in it. From now on, a message that is put in is never
   * written and not counted. For the thread that is the last to take.
   */
  void end() {
    ended = true;
    settleIfEnded();
    while (queue.poll() != null) {}
  }

  /**
   * Returns the counted bytes to the budget if the queue has ended. Each thread that counts calls
   * this afterwards, and so does {@link #end}: one of them sees the bytes that are left.
   */
  private void settleIfEnded() {
    if (ended) {
      budget.add(-bytes.getAndSet(0));
    }
  }

  /** Returns how many bytes wait to be written. */
  long heldBytes() {
    return bytes.get();
  }

  /** Returns how many bytes a message may have, given the bytes that wait at all connections. */
  long roomBytes() {
    return Math.max(SMALL_MESSAGE_BYTES, budget.left());
  }

  /**
   * Waits while half of the reserve is taken, for a second at most. Returns at once while the queue
   * is slow: another thread has then waited for so long in vain.
   */
  void awaitRoom() throws InterruptedException {
    if (queue.size() <= roomyCount || slow) {
      return;
    }
    lock.lockInterruptibly();
    try {
      waiting.incrementAndGet();
      VarHandle.fullFence();
      long left = PATIENCE_NANOS;
      while (!closed && !slow && queue.size() > roomyCount) {
        if (left <= 0) {
          slow = true;
          return;
        }
        left -= PART_NANOS - Math.max(0, space.awaitNanos(PART_NANOS));
      }
    } finally {
      waiting.decrementAndGet();
      lock.unlock();
    }
  }

  private void wakeWriter() {
    VarHandle.fullFence();
    if (idle) {
      LockSupport.unpark(writer);
    }
  }

  /** Wakes the writer, whatever it waits for. */
  void wake() {
    LockSupport.unpark(writer);
  }

  /** Makes the current thread the writer. */
  void setWriter() {
    writer = Thread.currentThread();
  }

  /** Returns the next message; null if there is none. For the writer. */
  @Nullable Entry poll() {
    return queue.poll();
  }

  /**
   * Returns whether the queue is full for senders that may wait. It is also behind if it has its
   * share while all connections together have too much. If so, {@link #signalSpace} returns true
   * once that is over.
   */
  boolean isBehind() {
    if (closed || !isFull()) {
      return false;
    }
    seenBehind = true;
    VarHandle.fullFence();
    return !closed && isFull();
  }

  /** A connection with little waiting is not full, so that it depends on no other connection. */
  private boolean isFull() {
    long own = bytes.get();
    return own >= maxBytes
        || queue.size() >= usualCapacity
        || (own >= SMALL_BYTES && budget.left() <= 0);
  }

  /**
   * Wakes senders that wait for space. To be called after messages have been taken.
   *
   * @return true if a caller has found the queue {@linkplain #isBehind behind}, and it is so no
   *     more
   */
  boolean signalSpace() {
    if (slow && queue.size() < usualCapacity) {
      slow = false;
    }
    VarHandle.fullFence();
    signalSenders();
    boolean hasCaughtUp = seenBehind && !isFull();
    if (hasCaughtUp) {
      seenBehind = false;
    }
    return hasCaughtUp;
  }

  private void signalSenders() {
    if (waiting.get() > 0) {
      lock.lock();
      try {
        space.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  /** Waits until there may be a message, or until a thread {@linkplain #wake wakes} the writer. */
  void await() {
    SpinWait.until(hasWorkOrIsClosed);
    idle = true;
    VarHandle.fullFence();
    if (queue.isEmpty() && !closed) {
      LockSupport.park(this);
    }
    idle = false;
  }

  /** Returns true if the writer waits for messages. */
  boolean isIdle() {
    return idle;
  }

  boolean isClosed() {
    return closed;
  }

  /** Returns how many senders wait for space. */
  int waitingSenders() {
    return waiting.get();
  }

  /** Closes the queue: no thread waits any more. */
  void close() {
    // Set before the lock is taken, for which there may be no memory.
    closed = true;
    wake();
    lock.lock();
    try {
      space.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
