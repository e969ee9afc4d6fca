package org.jets.node.jobs;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jets.terms.Atom;

/**
 * Logs which limit a node has come to that is told {@code system_limit}, or an error for a text:
 * one line in 10 seconds for each node and limit, and {@value #LINES} in all. The others are
 * counted, and the count is logged with the first line after that, or by {@link #tellOfRest}. Safe
 * for use by many threads.
 */
public final class RefusalLog {
  public static final int LINES = 100;
  public static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Logger log;
  private final LongSupplier clock;

  /** The refusals told since the window began. Guarded by this, as the others. */
  private final Set<Refusal> told = new HashSet<>();

  private long windowStart;
  private long left;

  private record Refusal(Atom peer, String limit) {}

  /** Makes one that has logged nothing. */
  public RefusalLog() {
    this(System.getLogger("org.jets.node"), System::nanoTime);
  }

  public RefusalLog(Logger log, LongSupplier clock) {
    this.log = log;
    this.clock = clock;
    this.windowStart = clock.getAsLong();
  }

  /**
   * Logs that something of a node is refused, or counts it.
   *
   * @param limit what there is too much of, and which option says how much there may be; one of few
   *     texts
   * @param most how much there may be
   */
  public void refused(Atom peer, String limit, String most) {
    long untold = begin(new Refusal(peer, limit));
    if (untold > 0) {
      log.log(Level.WARNING, "refusals like these that were left out: {0}", untold);
    }
    if (untold >= 0) {
      log.log(Level.WARNING, "refusing {0}: {1} (expected: {2})", peer, limit, most);
    }
  }

  /** Logs how many were left out, once their time is over: to be called now and then. */
  public void tellOfRest() {
    long untold = over();
    if (untold > 0) {
      log.log(Level.WARNING, "refusals like these that were left out: {0}", untold);
    }
  }

  private synchronized long over() {
    if (clock.getAsLong() - windowStart <= WINDOW_NANOS) {
      return 0;
    }
    long untold = left;
    left = 0;
    return untold;
  }

  /** Returns how many lines have been left out that nobody has been told of; -1 for one more. */
  private synchronized long begin(Refusal refusal) {
    long now = clock.getAsLong();
    if (now - windowStart > WINDOW_NANOS) {
      windowStart = now;
      told.clear();
    }
    if (told.size() == LINES || !told.add(refusal)) {
      left++;
      return -1;
    }
    long untold = left;
    left = 0;
    return untold;
  }
}
