package org.jets.node;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jets.node.distribution.AuditLog;
import org.jets.node.jobs.JobPool;

/**
 * Looks after a node every second, in a thread of its own, which no error ends. Between two rounds
 * the thread allocates nothing, so that a full heap does not prevent the next one.
 */
final class NodeWatchdog implements AutoCloseable {
  private static final Logger LOG = System.getLogger(NodeWatchdog.class.getName());
  private static final long ROUND_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final HeapGuard heap;
  private final AuditLog audit;
  private final Runnable lookAtHeap;
  private final Runnable writeAudit;
  private final List<Runnable> counts;
  private final Runnable checkPool;
  private final Thread thread;
  private volatile boolean closed;

  /**
   * Starts the thread.
   *
   * @param counts log how much was omitted from logs
   */
  NodeWatchdog(String name, JobPool pool, HeapGuard heap, AuditLog audit, List<Runnable> counts) {
    this.audit = audit;
    this.heap = heap;
    this.lookAtHeap = heap::look;
    this.writeAudit = audit::write;
    this.counts = List.copyOf(counts);
    this.checkPool = pool::check;
    this.thread = new NodeThreads(name + "-watch").newThread(this::run);
    thread.start();
  }

  private void run() {
    while (!closed) {
      LockSupport.parkNanos(this, ROUND_NANOS);
      if (!closed) {
        // Without this, an interrupt would keep the thread from waiting.
        Thread.interrupted();
        look();
      }
    }
  }

  /** Looks after the node. Another round follows, whatever error this one ends with. */
  private void look() {
    try {
      // First, and independent of the errors of the others.
      boolean hasRoom = look(lookAtHeap);
      hasRoom &= look(writeAudit);
      for (int i = 0; i < counts.size(); i++) {
        hasRoom &= look(counts.get(i));
      }
      hasRoom &= look(checkPool);
      heap.looked(hasRoom);
    } catch (RuntimeException | Error e) {
      report(e);
    }
  }

  /** Returns whether there was enough memory for this part. */
  private static boolean look(Runnable part) {
    try {
      part.run();
      return true;
    } catch (OutOfMemoryError e) {
      report(e);
      return false;
    } catch (RuntimeException | Error e) {
      report(e);
      return true;
    }
  }

  private static void report(Throwable e) {
    try {
      LOG.log(Level.ERROR, "looking after the node", e);
    } catch (RuntimeException | Error inLogging) {
      // It cannot be reported.
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    audit.writeRest();
  }
}
