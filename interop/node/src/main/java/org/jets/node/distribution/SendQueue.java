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
 * What waits to be written to a connection: any threads put messages in, and one takes them out.
 * Bounded, in messages and in bytes: whoever may wait waits while the queue is full, and there is a
 * reserve for whoever may not. Whoever may wait a little while, but not for long, {@linkplain
 * #awaitRoom waits} before it comes to that.
 *
 * <p><b>Waking.</b> Putting and taking take no lock. Two pairs of volatile accesses, with a full
 * fence between the two of each thread, keep a wake-up from being lost. A sender writes the queue
 * and then reads {@link #idle}; the writer writes {@code idle} and then reads the queue: one of
 * them sees the other. A sender that finds the queue full writes {@link #waiting} and then reads
 * the queue; the writer, having taken messages, reads {@code waiting}, and signals under the lock
 * that the sender holds from before its look at the queue until it waits.
 */
final class SendQueue {
  /** A message, and the thread that sent it, whose messages are written in order. */
  record Entry(ControlMessage message, Thread sender, long bytes) {}

  /** So many bytes a connection may have waiting whatever others have. */
  private static final long SMALL_BYTES = 1 << 16;

  /** Messages of so many bytes are let in whatever waits. */
  private static final long SMALL_MESSAGE_BYTES = 1 << 20;

  /** How long to wait for a writer that does not come on. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /**
   * In so many parts: a JVM that is stopped for long, and the writer with it, loses one of them.
   */
  private static final long PART_NANOS = PATIENCE_NANOS / 10;

  private final int usualCapacity;
  private final long maxBytes;
  private final SendBudget budget;

  /** The bytes of what is queued, and of what has been taken and not written. */
  private final AtomicLong bytes = new AtomicLong();

  /** Whether nothing is written any more. */
  private volatile boolean ended;

  /** So many messages leave half of the reserve. */
  private final int roomyCount;

  private final MpscVarHandleArrayQueue<Entry> queue;

  /** Made beforehand: to wait takes no memory. */
  private final Spin.Condition<RuntimeException> hasWorkOrIsClosed;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition space = lock.newCondition();

  /** How many senders wait for space. */
  private final AtomicInteger waiting = new AtomicInteger();

  /** Whether the writer is about to wait, or waits. */
  private volatile boolean idle;

  /**
   * Whether somebody has waited in vain for room. Then nobody else does, until the queue is as
   * empty as it usually is.
   */
  private volatile boolean slow;

  /** Whether somebody has found this behind since it was so no more. */
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

  /** Returns a message of this thread. Its bytes are counted up to what all may have waiting. */
  Entry entry(ControlMessage message) {
    long bound = Math.max(maxBytes, budget.maxBytes());
    return new Entry(message, Thread.currentThread(), MessageBytes.of(message, bound));
  }

  /**
   * Puts a message in, when there is space.
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
   * Puts a message in, into the reserve if there is no space.
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

  /** What has been taken has been written. For the writer. */
  void written(long count) {
    if (count != 0) {
      count(-count);
    }
  }

  /**
   * Nothing is written any more: what is queued is dropped, and what is put in from now on waits
   * for nothing and is counted no more. For the thread that is the last to take.
   */
  void end() {
    ended = true;
    settleIfEnded();
    while (queue.poll() != null) {}
  }

  /** Whoever counts looks here afterwards, and {@link #end} too: one of them sees what is left. */
  private void settleIfEnded() {
    if (ended) {
      budget.add(-bytes.getAndSet(0));
    }
  }

  /** Returns how many bytes wait to be written. */
  long heldBytes() {
    return bytes.get();
  }

  /** Returns how many bytes a message may have, by what all connections may have. */
  long roomBytes() {
    return Math.max(SMALL_MESSAGE_BYTES, budget.left());
  }

  /**
   * Waits while half of the reserve is taken, a second at most, and not at all while others have
   * waited so long in vain.
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

  /** Lets the current thread be the one that takes. */
  void setWriter() {
    writer = Thread.currentThread();
  }

  /** Returns the next message; null if there is none. For the writer. */
  @Nullable Entry poll() {
    return queue.poll();
  }

  /**
   * Whether the queue is full for those who may wait, or has its share while all connections have
   * too much. If so, {@link #signalSpace} tells when it is no more.
   */
  boolean isBehind() {
    if (closed || !isFull()) {
      return false;
    }
    seenBehind = true;
    VarHandle.fullFence();
    return !closed && isFull();
  }

  /** A connection that has little waiting is not full, so that it need not hear of the others. */
  private boolean isFull() {
    long own = bytes.get();
    return own >= maxBytes
        || queue.size() >= usualCapacity
        || (own >= SMALL_BYTES && budget.left() <= 0);
  }

  /**
   * Lets senders know that there is space, as there is when messages have been taken.
   *
   * @return whether somebody has found this {@linkplain #isBehind behind} which is so no more
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

  /** Waits until there may be a message or somebody {@linkplain #wake wakes} the writer. */
  void await() {
    Spin.until(hasWorkOrIsClosed);
    idle = true;
    VarHandle.fullFence();
    if (queue.isEmpty() && !closed) {
      LockSupport.park(this);
    }
    idle = false;
  }

  /** Whether the writer waits for messages. */
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

  /** Lets nobody wait any more. */
  void close() {
    // Before the lock, for which there may be no memory.
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
