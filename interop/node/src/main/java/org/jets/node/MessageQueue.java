package org.jets.node;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;
import org.jets.node.distribution.MessageBytes;
import org.jets.node.distribution.SpinWait;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a mailbox, in the order of their arrival, and the receivers that wait for them.
 *
 * <p>A thread that brings a message never waits. The message goes through JCTools' queue for many
 * producers and one consumer. It is counted first, so that the bound holds for all messages,
 * wherever they are. Receivers take turns as the one consumer, by {@link #consuming}. Messages that
 * a selector has passed by are kept aside with their numbers, so that each receiver tests each
 * message once.
 *
 * <p><b>No message is missed.</b>
 *
 * <ul>
 *   <li>A receiver enters itself into {@link #parked} or {@link #receivers}, and then reads the
 *       queue again before it waits.
 *   <li>A thread that brings a message puts it into the queue, and then reads {@link #parked} and
 *       {@link #hasReceivers}.
 *   <li>A full fence stands between the two steps on either side.
 * </ul>
 */
final class MessageQueue {
  private static final int CHUNK = 64;

  private final int capacity;
  private final long maxBytes;
  private final Executor executor;
  private final MpscUnboundedVarHandleArrayQueue<Message> arrived =
      new MpscUnboundedVarHandleArrayQueue<>(CHUNK);

  /**
   * The number of messages that have arrived and not been received. For a moment it may be too
   * high.
   */
  private final AtomicInteger size = new AtomicInteger();

  /** The bytes of the messages that {@link #size} counts. */
  private final AtomicLong bytes = new AtomicLong();

  /**
   * Guards {@link #passedBy}, {@link #arrivals}, {@link #receivers} and {@link #rewinds}. Held by
   * the thread that polls {@link #arrived}.
   */
  private final ReentrantLock consuming = new ReentrantLock();

  private final TreeMap<Long, Message> passedBy = new TreeMap<>();
  private long arrivals;
  private final List<Receiver> receivers = new ArrayList<>();

  /** The number of times that a message has come back, which other receivers may have passed by. */
  private long rewinds;

  /** The threads that wait in {@link #receive}. */
  private final Set<Thread> parked = ConcurrentHashMap.newKeySet();

  /** True if there are receivers other than threads: futures or a listener. */
  private volatile boolean hasReceivers;

  private volatile @Nullable Consumer<? super Term> listener;
  private volatile @Nullable Supplier<? extends RuntimeException> closed;

  /** The number of requests for delivery to receivers since delivery last came to rest. */
  private final AtomicInteger deliveries = new AtomicInteger();

  /** The outcome of offering a message. */
  enum Outcome {
    ADDED,
    TOO_MANY_MESSAGES,
    TOO_MANY_BYTES
  }

  /** A message and its estimated size in the heap. */
  private record Message(Term term, long bytes) {}

  /** A message that has been taken, and its number. */
  private record Taken(long number, Message message) {
    Term term() {
      return message.term;
    }
  }

  /**
   * A receiver that waits for a message, with the number of the last message that it has tested.
   */
  private static final class Receiver {
    final Predicate<? super Term> selector;
    final CompletableFuture<Term> future = new CompletableFuture<>();
    long seen = -1;
    long rewinds;

    Receiver(Predicate<? super Term> selector) {
      this.selector = selector;
    }
  }

  /**
   * Creates an empty queue.
   *
   * @param capacity the limit of messages
   * @param maxBytes the limit of bytes of the heap that they take together, which are estimated
   * @param executor completes futures and calls the listener
   */
  MessageQueue(int capacity, long maxBytes, Executor executor) {
    this.capacity = capacity;
    this.maxBytes = maxBytes;
    this.executor = executor;
  }

  /** Returns how many messages have not been received. */
  int size() {
    return size.get();
  }

  /** Adds a message, unless that exceeds the limit of messages or of bytes. */
  Outcome offer(Term term) {
    if (size.incrementAndGet() > capacity) {
      size.decrementAndGet();
      return Outcome.TOO_MANY_MESSAGES;
    }
    return addWithinBytes(term) ? Outcome.ADDED : Outcome.TOO_MANY_BYTES;
  }

  /**
   * Adds a message beyond the limit of messages, unless that exceeds the limit of bytes.
   *
   * @return false if it is not added
   */
  boolean addWithin(Term term) {
    size.incrementAndGet();
    return addWithinBytes(term);
  }

  /** Adds a message, which is small, beyond all limits. */
  void add(Term term) {
    size.incrementAndGet();
    long own = MessageBytes.inHeap(term, maxBytes);
    bytes.addAndGet(own);
    put(new Message(term, own));
  }

  /** Adds a message that has been counted; if that exceeds the limit of bytes, uncounts it. */
  private boolean addWithinBytes(Term term) {
    long own = MessageBytes.inHeap(term, maxBytes);
    if (bytes.addAndGet(own) > maxBytes) {
      bytes.addAndGet(-own);
      size.decrementAndGet();
      return false;
    }
    put(new Message(term, own));
    return true;
  }

  private void put(Message message) {
    arrived.offer(message);
    wake();
  }

  private void wake() {
    VarHandle.fullFence();
    if (!parked.isEmpty()) {
      parked.forEach(LockSupport::unpark);
    }
    if (hasReceivers) {
      scheduleDelivery();
    }
  }

  /** Ends all waits, current and later ones, with an exception. */
  void close(Supplier<? extends RuntimeException> exception) {
    closed = exception;
    VarHandle.fullFence();
    parked.forEach(LockSupport::unpark);
    scheduleDelivery();
  }

  private void checkOpen() {
    Supplier<? extends RuntimeException> exception = closed;
    if (exception != null) {
      throw exception.get();
    }
  }

  /**
   * Takes the first message that a selector selects; null if there is none in time.
   *
   * @param nanos the time to wait; negative for ever
   */
  @Nullable Term receive(Predicate<? super Term> selector, long nanos) throws InterruptedException {
    long deadline = System.nanoTime() + nanos;
    Receiver receiver = new Receiver(selector);
    Thread thread = Thread.currentThread();
    Taken taken = tryTake(receiver);
    if (taken == null && nanos != 0) {
      SpinWait.until(() -> !arrived.isEmpty());
      taken = tryTake(receiver);
    }
    if (taken != null) {
      return taken.term();
    }
    parked.add(thread);
    try {
      while (true) {
        taken = tryTake(receiver);
        if (taken != null) {
          return taken.term();
        }
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        if (nanos < 0) {
          LockSupport.park(this);
        } else {
          long rest = deadline - System.nanoTime();
          if (rest <= 0) {
            return null;
          }
          LockSupport.parkNanos(this, rest);
        }
      }
    } finally {
      parked.remove(thread);
    }
  }

  private @Nullable Taken tryTake(Receiver receiver) {
    checkOpen();
    consuming.lock();
    try {
      return take(receiver);
    } finally {
      consuming.unlock();
    }
  }

  /**
   * Takes the first message that a receiver selects and has not tested. Called with the lock held.
   */
  private @Nullable Taken take(Receiver receiver) {
    if (receiver.rewinds != rewinds) {
      receiver.rewinds = rewinds;
      receiver.seen = -1;
    }
    Iterator<Map.Entry<Long, Message>> left =
        passedBy.tailMap(receiver.seen, false).entrySet().iterator();
    while (left.hasNext()) {
      Map.Entry<Long, Message> entry = left.next();
      receiver.seen = entry.getKey();
      if (receiver.selector.test(entry.getValue().term)) {
        left.remove();
        uncount(entry.getValue());
        return new Taken(receiver.seen, entry.getValue());
      }
    }
    for (Message message = arrived.poll(); message != null; message = arrived.poll()) {
      long number = arrivals++;
      boolean isSelected = false;
      try {
        isSelected = receiver.selector.test(message.term);
      } finally {
        if (!isSelected) {
          passedBy.put(number, message);
        }
      }
      receiver.seen = number;
      if (isSelected) {
        uncount(message);
        return new Taken(number, message);
      }
    }
    return null;
  }

  private void uncount(Message message) {
    size.decrementAndGet();
    bytes.addAndGet(-message.bytes);
  }

  /** Returns a future of the first message that a selector selects. */
  CompletableFuture<Term> receiveLater(Predicate<? super Term> selector) {
    Receiver receiver = new Receiver(selector);
    consuming.lock();
    try {
      receivers.add(receiver);
      hasReceivers = true;
    } finally {
      consuming.unlock();
    }
    scheduleDelivery();
    return receiver.future;
  }

  /** Passes all messages, those already here and those to come, to a listener. */
  void listen(Consumer<? super Term> newListener) {
    consuming.lock();
    try {
      if (listener != null) {
        throw new IllegalStateException("listener: there is one (expected: none)");
      }
      listener = newListener;
      hasReceivers = true;
    } finally {
      consuming.unlock();
    }
    scheduleDelivery();
  }

  private void scheduleDelivery() {
    if (deliveries.getAndIncrement() == 0) {
      try {
        executor.execute(this::deliver);
      } catch (RejectedExecutionException e) {
        // The node has been closed: the waiting receivers still have to be told.
        deliver();
      }
    }
  }

  /** Delivers in one thread at a time, until there is no request that came after it began. */
  private void deliver() {
    int served = deliveries.get();
    while (served != 0) {
      deliverToFutures();
      deliverToListener();
      served = deliveries.addAndGet(-served);
    }
  }

  private void deliverToFutures() {
    List<Runnable> completions = new ArrayList<>();
    consuming.lock();
    try {
      for (Iterator<Receiver> i = receivers.iterator(); i.hasNext(); ) {
        Receiver receiver = i.next();
        if (serve(receiver, completions)) {
          i.remove();
        }
      }
      hasReceivers = listener != null || !receivers.isEmpty();
    } finally {
      consuming.unlock();
    }
    completions.forEach(Runnable::run);
  }

  /** Returns true if a receiver no longer waits. */
  private boolean serve(Receiver receiver, List<Runnable> completions) {
    Supplier<? extends RuntimeException> exception = closed;
    if (receiver.future.isDone()) {
      return true;
    }
    if (exception != null) {
      completions.add(() -> receiver.future.completeExceptionally(exception.get()));
      return true;
    }
    Taken taken;
    try {
      taken = take(receiver);
    } catch (RuntimeException e) {
      completions.add(() -> receiver.future.completeExceptionally(e));
      return true;
    }
    if (taken == null) {
      return false;
    }
    completions.add(
        () -> {
          if (!receiver.future.complete(taken.term())) {
            putBack(taken);
          }
        });
    return true;
  }

  /**
   * Puts a message back in its old place for other receivers, since its receiver no longer waited.
   */
  private void putBack(Taken taken) {
    consuming.lock();
    try {
      passedBy.put(taken.number, taken.message);
      size.incrementAndGet();
      bytes.addAndGet(taken.message.bytes);
      rewinds++;
    } finally {
      consuming.unlock();
    }
    wake();
  }

  private void deliverToListener() {
    Consumer<? super Term> current = listener;
    if (current == null) {
      return;
    }
    Receiver all = new Receiver(message -> true);
    while (closed == null) {
      Taken taken;
      consuming.lock();
      try {
        taken = take(all);
      } finally {
        consuming.unlock();
      }
      if (taken == null) {
        return;
      }
      current.accept(taken.term());
    }
  }
}
