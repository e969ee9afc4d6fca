package org.jets.node.distribution;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Keeps lines about connections, and about the creation, deletion and transfer of tables. One
 * thread logs them, to the logger {@code org.jets.node.audit}.
 *
 * <p>A thread that adds a line never waits for the log. A line that does not fit into the queue is
 * counted, and the count is logged. Refusals and denied calls, which other nodes can cause at will,
 * are also bounded in time. Safe for use by many threads.
 */
public final class AuditLog {
  private static final Logger LOG = System.getLogger("org.jets.node.audit");
  private static final int CAPACITY = 4096;
  private static final String REFUSALS = "refusals";
  private static final String DENIALS = "denied calls";

  private final Logger log;
  private final BlockingQueue<String> lines;
  private final AtomicLong left = new AtomicLong();
  private final RateLimit refusals;
  private final RateLimit denials;

  /**
   * Held from before a line is taken out of {@link #lines} until after it is logged. So a thread
   * that finds no lines also knows that none is about to be logged.
   */
  private final ReentrantLock writing = new ReentrantLock();

  /** Creates an empty log. */
  public AuditLog() {
    this(LOG);
  }

  AuditLog(Logger log) {
    this(log, System::nanoTime);
  }

  AuditLog(Logger log, LongSupplier clock) {
    this(log, clock, new ArrayBlockingQueue<>(CAPACITY));
  }

  /**
   * Creates a log.
   *
   * @param lines keeps the lines that wait to be logged
   */
  AuditLog(Logger log, LongSupplier clock, BlockingQueue<String> lines) {
    this.log = log;
    this.lines = lines;
    this.refusals = new RateLimit(RateLimitedLog.LINES, clock);
    this.denials = new RateLimit(RateLimitedLog.LINES, clock);
  }

  /** Adds a line if there is room, else counts it. Never waits. */
  public void add(String line) {
    if (!lines.offer(line)) {
      left.incrementAndGet();
    }
  }

  /** Adds a line about a connection that has been refused, or counts it. Never waits. */
  void refused(String from, Exception why) {
    if (begins(refusals, REFUSALS)) {
      add("refused " + from + ": " + why.getMessage());
    }
  }

  /** Adds a line about a call that its caller must not make, or counts it. Never waits. */
  public void denied(String call) {
    if (begins(denials, DENIALS)) {
      add("denied " + call);
    }
  }

  private boolean begins(RateLimit limit, String what) {
    long untold = limit.begin();
    tell(untold, what);
    return untold >= 0;
  }

  private void tell(long untold, String what) {
    if (untold > 0) {
      add(untold + " " + what + " were left out");
    }
  }

  /**
   * Logs the lines that have been added, and the counts whose time is over. To be called at
   * intervals.
   */
  public void write() {
    tell(refusals.over(), REFUSALS);
    tell(denials.over(), DENIALS);
    writeLines();
  }

  /**
   * Logs all lines and counts. To be called when no more lines are added. Returns after the last of
   * them is logged, also if another thread is logging it.
   */
  public void writeRest() {
    tell(refusals.rest(), REFUSALS);
    tell(denials.rest(), DENIALS);
    writeLines();
  }

  private void writeLines() {
    writing.lock();
    try {
      for (String line = lines.poll(); line != null; line = lines.poll()) {
        log.log(Level.INFO, line);
      }
      long untold = left.getAndSet(0);
      if (untold > 0) {
        log.log(Level.WARNING, untold + " lines were left out: there were too many at a time");
      }
    } finally {
      writing.unlock();
    }
  }
}
