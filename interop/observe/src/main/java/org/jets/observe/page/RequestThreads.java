package org.jets.observe.page;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The threads that read and answer requests. A thread that reads or writes longer than it may is
 * interrupted. Its channel then closes. So neither a sender of half a request nor a slow reader
 * keeps a thread. Between reading and writing, a thread makes the answer in its own time.
 *
 * <p>The first updates of JDK 17 have a server that reads a line of a request of any length. So a
 * thread is also interrupted that allocates more than {@value #MOST_BYTES} bytes while it reads or
 * writes, if the JVM tells how much a thread allocates. The watch looks {@value #LOOKS_IN_SECOND}
 * times in a second, and only while a thread reads or writes.
 */
final class RequestThreads implements Executor, AutoCloseable {
  private static final int THREADS = 24;
  private static final long IDLE_SECONDS = 10;
  private static final int LOOKS_IN_SECOND = 50;
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1) / LOOKS_IN_SECOND;
  static final long MOST_BYTES = 16 << 20;

  private final long boundNanos;
  private final ThreadPoolExecutor threads;
  private final Map<Thread, Running> running = new ConcurrentHashMap<>();
  private final Thread watch;
  private volatile boolean closed;

  /** A task that runs in a thread. */
  private static final class Running {
    private final Thread thread;

    @GuardedBy("this") private long beginNanos = System.nanoTime();

    @GuardedBy("this") private long beginBytes;

    @GuardedBy("this") private boolean isBounded = true;

    @GuardedBy("this") private boolean isOver;

    Running(Thread thread) {
      this.thread = thread;
      this.beginBytes = AllocatedBytes.of(thread);
    }

    synchronized void renew(boolean bounded) {
      beginNanos = System.nanoTime();
      beginBytes = AllocatedBytes.of(thread);
      isBounded = bounded;
    }

    /** Interrupts the thread if it takes too long. Returns whether it is bounded. */
    synchronized boolean interruptAfter(long nanos) {
      boolean isWatched = isBounded && !isOver;
      if (isWatched
          && (System.nanoTime() - beginNanos > nanos
              || AllocatedBytes.of(thread) - beginBytes > MOST_BYTES)) {
        thread.interrupt();
      }
      return isWatched;
    }

    /** After this, no interrupt of this task reaches the thread. */
    synchronized void end() {
      isOver = true;
      Thread.interrupted();
    }
  }

  RequestThreads(Duration bound) {
    this.boundNanos = bound.toNanos();
    this.threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> daemon(task, "jets-page"));
    threads.allowCoreThreadTimeOut(true);
    this.watch = daemon(this::watch, "jets-page-watch");
    watch.start();
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void execute(Runnable task) {
    threads.execute(() -> run(task));
  }

  private void run(Runnable task) {
    Thread thread = Thread.currentThread();
    Running now = new Running(thread);
    running.put(thread, now);
    LockSupport.unpark(watch);
    try {
      task.run();
    } finally {
      running.remove(thread);
      now.end();
    }
  }

  /** Begins the time of the current thread anew: it is about to read or to write. */
  void renew() {
    renew(true);
  }

  /** Gives the current thread any time until it {@linkplain #renew begins} anew. */
  void unbound() {
    renew(false);
  }

  private void renew(boolean bounded) {
    Running now = running.get(Thread.currentThread());
    if (now != null) {
      now.renew(bounded);
      if (bounded) {
        LockSupport.unpark(watch);
      }
    }
  }

  private void watch() {
    while (!closed) {
      boolean isAnyBounded = false;
      for (Running now : running.values()) {
        isAnyBounded |= now.interruptAfter(boundNanos);
      }
      if (isAnyBounded) {
        LockSupport.parkNanos(this, Math.min(LOOK_NANOS, boundNanos / 4));
      } else {
        LockSupport.park(this); // Until a thread begins to read or to write.
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(watch);
    threads.shutdownNow();
  }
}
