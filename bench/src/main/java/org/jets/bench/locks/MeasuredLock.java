package org.jets.bench.locks;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Supplier;
import org.jets.bench.harness.Structure.Origin;
import org.jets.collections.internal.sync.BucketLock;
import org.jets.collections.internal.sync.ReaderGroups;
import org.jets.collections.internal.sync.ThreadSpread;
import org.jspecify.annotations.Nullable;

/** The catalogue of the locks that are measured beside each other. */
@SuppressWarnings("ImmutableEnumChecker") // A maker is a constructor.
public enum MeasuredLock {
  DELEGATION_READER_GROUPS(
      "DelegationLock, reader groups", Origin.JETS, () -> delegating(new ReaderCounts(groups()))),
  DELEGATION_INGRESS_EGRESS(
      "DelegationLock, ingress and egress",
      Origin.JETS,
      () -> delegating(new IngressEgressCounts(groups()))),
  DELEGATION_NON_ZERO(
      "DelegationLock, SNZI", Origin.JETS, () -> delegating(new NonZeroIndicator(groups()))),
  DELEGATION_THREAD_POINTERS(
      "DelegationLock, thread pointers", Origin.JETS, () -> delegating(threadPointer())),
  /** The lock of a bucket and of a base node, with a queue and reader groups. */
  BUCKET_LOCK("BucketLock", Origin.JETS, QueueLock::new),
  SYNCHRONIZED("synchronized", Origin.JDK, Monitor::new),
  REENTRANT_LOCK(
      "ReentrantLock",
      Origin.JDK,
      () -> {
        Lock lock = new ReentrantLock();
        return new LockPair(lock, lock);
      }),
  REENTRANT_READ_WRITE_LOCK(
      "ReentrantReadWriteLock",
      Origin.JDK,
      () -> {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        return new LockPair(lock.readLock(), lock.writeLock());
      }),
  STAMPED_LOCK(
      "StampedLock",
      Origin.JDK,
      () -> {
        StampedLock lock = new StampedLock();
        return new LockPair(lock.asReadLock(), lock.asWriteLock());
      });

  private static final int MOST_THREADS = 256;

  private final String title;
  private final Origin origin;
  private final Supplier<OperationLock> maker;

  MeasuredLock(String title, Origin origin, Supplier<OperationLock> maker) {
    this.title = title;
    this.origin = origin;
    this.maker = maker;
  }

  /** The name in figures and tables. */
  public String title() {
    return title;
  }

  /** The library that has the lock. */
  public Origin origin() {
    return origin;
  }

  /** Makes a lock that is free. */
  public OperationLock newLock() {
    return maker.get();
  }

  private static ReadIndicator threadPointer() {
    return new ThreadPointers(MOST_THREADS).newIndicator();
  }

  private static int groups() {
    return Math.min(64, Integer.highestOneBit(Runtime.getRuntime().availableProcessors()) * 2);
  }

  private static OperationLock delegating(ReadIndicator readers) {
    return new DelegationLock(
        readers,
        failure -> {
          failure.printStackTrace(); // No operation of a benchmark fails.
          Runtime.getRuntime().halt(1);
        });
  }

  /** A lock of the JDK for those that change something, and one for those that read. */
  private record LockPair(Lock forReaders, Lock forWriters) implements OperationLock {
    @Override
    public <T extends @Nullable Object> T run(Supplier<? extends T> operation) {
      forWriters.lock();
      try {
        return operation.get();
      } finally {
        forWriters.unlock();
      }
    }

    @Override
    public <T extends @Nullable Object> T read(Supplier<? extends T> operation) {
      forReaders.lock();
      try {
        return operation.get();
      } finally {
        forReaders.unlock();
      }
    }

    @Override
    public void delegate(Runnable operation) {
      forWriters.lock();
      try {
        operation.run();
      } finally {
        forWriters.unlock();
      }
    }
  }

  /** The monitor of an object. */
  private static final class Monitor implements OperationLock {
    @Override
    public synchronized <T extends @Nullable Object> T run(Supplier<? extends T> operation) {
      return operation.get();
    }

    @Override
    public synchronized <T extends @Nullable Object> T read(Supplier<? extends T> operation) {
      return operation.get();
    }

    @Override
    public synchronized void delegate(Runnable operation) {
      operation.run();
    }
  }

  private static final class QueueLock implements OperationLock {
    private final BucketLock lock = new BucketLock(new ReaderGroups(groups()));

    @Override
    public <T extends @Nullable Object> T run(Supplier<? extends T> operation) {
      lock.lock();
      try {
        return operation.get();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public <T extends @Nullable Object> T read(Supplier<? extends T> operation) {
      int spread = ThreadSpread.of(Thread.currentThread());
      lock.lockShared(spread);
      try {
        return operation.get();
      } finally {
        lock.unlockShared(spread);
      }
    }

    @Override
    public void delegate(Runnable operation) {
      lock.lock();
      try {
        operation.run();
      } finally {
        lock.unlock();
      }
    }
  }
}
