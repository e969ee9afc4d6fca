package org.jets.ets.feed;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;
import java.util.function.Predicate;
import org.jets.collections.internal.sync.OverflowSafeLock;
import org.jets.ets.EtsException;
import org.jets.ets.NoSuchTableException;
import org.jets.ets.event.ChangeOptions;
import org.jets.ets.event.TableChange;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * One subscriber to the changes of a table, and the queue of changes that wait for it.
 *
 * <p>Writers put changes into the queue and never wait for room. A change that finds the queue full
 * is counted. The number of lost changes is delivered at their place among the others.
 *
 * <p>A task of the executor delivers what waits. There is at most one at a time, so the subscriber
 * gets one signal after the other. After {@value #TURN} signals the task makes way for others of
 * the executor.
 *
 * <p><b>Guarded by.</b> All fields that change are guarded by {@link #lock}, inside which no other
 * lock is acquired and no foreign code runs.
 */
final class ChangeSubscription implements Subscription, Runnable {
  private static final int TURN = 256;

  /** The number of changes for which a new queue has room. */
  private static final int FIRST_ROOM = 16;

  private static final @Nullable ToldChange[] NO_CHANGES = {};
  private static final long[] NO_NUMBERS = {};

  private final ChangeFeed feed;
  private final int capacity;
  private final long maxBytes;
  private final Executor executor;

  /** Throws while the subscriber may not read the table. */
  private final Runnable check;

  private final OverflowSafeLock lock = new OverflowSafeLock();

  /** No key once the subscription has ended, so that those of the options can be collected. */
  private volatile Predicate<Term> keys;

  /** Null once the subscription has ended. */
  @GuardedBy("lock") private @Nullable Subscriber<? super TableChange> subscriber;

  /** A ring of the changes that wait, from {@link #head} on. It grows to the capacity. */
  @GuardedBy("lock") private @Nullable ToldChange[] ring;

  /** The number of lost changes just before the change in the same place of the ring. */
  @GuardedBy("lock") private long[] lostBefore;

  /** The number of the last of these changes. */
  @GuardedBy("lock") private long[] lastLostBefore;

  @GuardedBy("lock") private int head;

  @GuardedBy("lock") private int size;

  /** The bytes of the changes that wait, if they are limited. */
  @GuardedBy("lock") private long waitingBytes;

  /** The number of lost changes after all that wait. */
  @GuardedBy("lock") private long lost;

  @GuardedBy("lock") private long lastLost;

  /** The number of changes that the subscriber has requested and not got. */
  @GuardedBy("lock") private long requested;

  /** True while a task delivers or is about to, and before {@link #start} has ended. */
  @GuardedBy("lock") private boolean isRunning = true;

  /** The thread that gives the task to the executor at the end of {@link #run}, or null. */
  @GuardedBy("lock") private @Nullable Thread starter;

  /** True if the executor has called {@link #run} on the {@link #starter}. */
  @GuardedBy("lock") private boolean isCalledByStarter;

  /** True once there are no more changes than those that wait. */
  @GuardedBy("lock") private boolean isComplete;

  /** The error that ends the subscription; null if there is none. */
  @GuardedBy("lock") private @Nullable Throwable error;

  /** Set when {@link #check} has failed, which is told with {@link #error}. Never reset. */
  private volatile boolean isRefused;

  ChangeSubscription(
      ChangeFeed feed,
      Subscriber<? super TableChange> subscriber,
      Predicate<Term> keys,
      ChangeOptions options,
      Runnable check) {
    this.feed = feed;
    this.subscriber = subscriber;
    this.keys = keys;
    this.executor = options.executor();
    this.check = check;
    this.capacity = options.capacity();
    this.maxBytes = options.maxBytes();
    int first = Math.min(FIRST_ROOM, capacity);
    this.ring = new @Nullable ToldChange[first];
    this.lostBefore = new long[first];
    this.lastLostBefore = new long[first];
  }

  // Writers

  /** The keys of an ended subscription. */
  private static boolean isOfNoKey(Term key) {
    return false;
  }

  /** Returns whether this concerns a key. */
  boolean isOf(Term key) {
    return keys.test(key);
  }

  /** Returns whether the subscriber may read the table; if not, this ends with an error. */
  boolean isAllowed() {
    if (isRefused) {
      return false;
    }
    try {
      check.run();
      return true;
    } catch (NoSuchTableException e) {
      return true; // The table is about to be closed, and this to be completed.
    } catch (EtsException e) {
      isRefused = true;
      fail(e);
      return false;
    }
  }

  /** Puts a change into the queue; counts it as lost if there is no room or memory for it. */
  void offer(ToldChange change) {
    lock.lock();
    try {
      if (subscriber == null) {
        return;
      }
      if (!change.isMade() || !hasRoom() || !hasBytes(change)) {
        lost++;
        lastLost = change.sequence();
        return;
      }
      int tail = (head + size) % ring.length;
      ring[tail] = change;
      lostBefore[tail] = lost;
      lastLostBefore[tail] = lastLost;
      lost = 0;
      size++;
      waitingBytes += bytes(change);
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private boolean hasRoom() {
    return size < ring.length || (size < capacity && grow());
  }

  @GuardedBy("lock") private boolean hasBytes(ToldChange change) {
    return bytes(change) <= maxBytes - waitingBytes;
  }

  /** Returns the bytes of a change if they are limited, else 0. */
  private long bytes(ToldChange change) {
    return limitedBytes() == 0 ? 0 : change.bytes();
  }

  /** Returns the number of bytes of changes that may wait; 0 if there is no limit. */
  long limitedBytes() {
    return maxBytes == Long.MAX_VALUE ? 0 : maxBytes;
  }

  /** Doubles the queue. Returns false, and does nothing, if memory runs out. */
  @GuardedBy("lock") private boolean grow() {
    int longer = (int) Math.min(capacity, 2L * ring.length);
    try {
      @Nullable ToldChange[] changes = new @Nullable ToldChange[longer];
      long[] numbers = new long[longer];
      long[] lastNumbers = new long[longer];
      for (int i = 0; i < size; i++) {
        int from = (head + i) % ring.length;
        changes[i] = ring[from];
        numbers[i] = lostBefore[from];
        lastNumbers[i] = lastLostBefore[from];
      }
      ring = changes;
      lostBefore = numbers;
      lastLostBefore = lastNumbers;
      head = 0;
      return true;
    } catch (OutOfMemoryError e) {
      return false;
    }
  }

  /** Returns whether the subscriber gets no more signals. */
  boolean hasEnded() {
    lock.lock();
    try {
      return subscriber == null;
    } finally {
      lock.unlock();
    }
  }

  /** Ends this once all changes have been delivered that wait. */
  void complete() {
    lock.lock();
    try {
      isComplete = true;
    } finally {
      lock.unlock();
    }
  }

  /** Ends this by an error, without the changes that wait. */
  private void fail(Throwable reason) {
    lock.lock();
    try {
      if (error == null) {
        error = reason;
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Starts a task if there is something to deliver. Called without a lock of the table. If memory
   * runs out, the next call starts it. After the last change only a request makes one. The
   * subscriber for a process requests the next change when it gets one, so its subscription ends.
   */
  void wake() {
    if (!begin()) {
      return;
    }
    boolean isTaken = false;
    try {
      executor.execute(this);
      isTaken = true;
    } catch (RuntimeException e) {
      abandon(); // No thread is left that could tell the subscriber.
    } catch (VirtualMachineError e) {
      // A writer's change must not fail for it.
      if (isLastOfProcess()) {
        abandon();
      }
    } finally {
      if (!isTaken) {
        stop();
      }
    }
  }

  /** Returns whether the subscriber is for a process, and all changes have been made. */
  private boolean isLastOfProcess() {
    lock.lock();
    try {
      return isComplete && subscriber instanceof ChangeMessages;
    } finally {
      lock.unlock();
    }
  }

  /** Ends this without a signal. A subscriber for a process gives up what is kept for it. */
  private void abandon() {
    Subscriber<? super TableChange> left;
    lock.lock();
    try {
      left = subscriber;
    } finally {
      lock.unlock();
    }
    cancel();
    if (left instanceof ChangeMessages messages) {
      messages.abandon();
    }
  }

  private boolean begin() {
    lock.lock();
    try {
      boolean isDue = !isRunning && hasSignal();
      isRunning |= isDue;
      return isDue;
    } finally {
      lock.unlock();
    }
  }

  private void stop() {
    lock.lock();
    try {
      isRunning = false;
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private boolean hasSignal() {
    if (subscriber == null) {
      return false;
    }
    boolean isEmpty = size == 0 && lost == 0;
    return error != null || (isEmpty ? isComplete : requested > 0);
  }

  // The subscriber

  /** Calls {@code onSubscribe}. From then on the subscriber gets other signals. */
  void start(Subscriber<? super TableChange> started) {
    try {
      started.onSubscribe(this);
    } catch (Throwable t) {
      cancel(); // A subscriber that throws has ended its subscription.
    } finally {
      stop();
    }
    wake();
  }

  @Override
  public void request(long n) {
    lock.lock();
    try {
      if (n > 0) {
        requested = n > Long.MAX_VALUE - requested ? Long.MAX_VALUE : requested + n;
      }
    } finally {
      lock.unlock();
    }
    if (n <= 0) {
      fail(new IllegalArgumentException("n: " + n + " (expected: >= 1)"));
    }
    wake();
  }

  @Override
  public void cancel() {
    end();
    feed.removeEnded();
  }

  /** Ends this. Has no effect if it has ended. */
  private void end() {
    lock.lock();
    try {
      subscriber = null;
      keys = ChangeSubscription::isOfNoKey;
      ring = NO_CHANGES;
      lostBefore = NO_NUMBERS;
      lastLostBefore = NO_NUMBERS;
      head = 0;
      size = 0;
      waitingBytes = 0;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Delivers what waits, as the task of the executor. An executor may run a task on the thread that
   * hands it over. Then this goes on in a loop, so that the stack does not grow.
   */
  @Override
  public void run() {
    if (isStarterCalled()) {
      return;
    }
    boolean isAgain = true;
    while (isAgain) {
      deliver();
      setStarter();
      try {
        wake();
      } finally {
        isAgain = clearStarter();
      }
    }
  }

  private void deliver() {
    boolean isToGoOn = true;
    try {
      for (int i = 0; i < TURN && isToGoOn; i++) {
        isToGoOn = signal();
      }
    } finally {
      stop();
    }
  }

  /** Returns whether the present thread is in {@link #wake} at the end of {@link #run}. */
  private boolean isStarterCalled() {
    lock.lock();
    try {
      boolean isStarter = starter == Thread.currentThread();
      isCalledByStarter |= isStarter;
      return isStarter;
    } finally {
      lock.unlock();
    }
  }

  private void setStarter() {
    lock.lock();
    try {
      starter = Thread.currentThread();
      isCalledByStarter = false;
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether the executor has called {@link #run} on the present thread. */
  private boolean clearStarter() {
    lock.lock();
    try {
      if (starter != Thread.currentThread()) {
        return false; // Another thread delivers already.
      }
      starter = null;
      return isCalledByStarter;
    } finally {
      lock.unlock();
    }
  }

  /** Gives the subscriber its next signal. Returns false if there is none. */
  private boolean signal() {
    Subscriber<? super TableChange> receiver;
    TableChange change;
    Throwable reason;
    lock.lock();
    try {
      receiver = subscriber;
      if (receiver == null || !hasSignal()) {
        return false;
      }
      reason = error;
      change = reason == null && (size > 0 || lost > 0) ? poll() : null;
    } finally {
      lock.unlock();
    }
    try {
      if (change != null) {
        receiver.onNext(change);
        return true;
      }
      end();
      if (reason != null) {
        receiver.onError(reason);
      } else {
        receiver.onComplete();
      }
    } catch (Throwable t) {
      end(); // A subscriber that throws has ended its subscription.
    }
    feed.removeEnded();
    return false;
  }

  /** Removes the first change of the queue, or the gap before it. */
  @GuardedBy("lock") private TableChange poll() {
    TableChange event;
    if (size == 0) {
      event = ToldChange.gap(feed.config(), lastLost, lost);
      lost = 0;
    } else if (lostBefore[head] > 0) {
      event = ToldChange.gap(feed.config(), lastLostBefore[head], lostBefore[head]);
      lostBefore[head] = 0;
    } else {
      ToldChange first = Objects.requireNonNull(ring[head]);
      event = first.event(feed.config());
      waitingBytes -= bytes(first);
      ring[head] = null;
      head = (head + 1) % ring.length;
      size--;
    }
    if (requested < Long.MAX_VALUE) {
      requested--;
    }
    return event;
  }
}
