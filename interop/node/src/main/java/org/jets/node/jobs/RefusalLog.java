package org.jets.node.jobs;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jets.terms.Atom;

/**
 * Logs which limit a node has reached whose call ends with {@code system_limit}, or whose text is
 * refused. It logs one line in 10 seconds for each node and limit, and {@value #LINES} in all. It
 * counts the others, and logs the count with the first line after that time, or in {@link
 * #tellOfRest}. Safe for use by many threads.
 */
public final class RefusalLog {
  public static final int LINES = 100;
  public static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Logger log;
  private final LongSupplier clock;

  /** The refusals logged since the window began. */
  @GuardedBy("this") private final Set<Refusal> told = new HashSet<>();

  @GuardedBy("this") private long windowStart;

  @GuardedBy("this") private long left;

  private record Refusal(Atom peer, String limit) {}

  /** Creates a log that has logged nothing. */
  public RefusalLog() {
    this(System.getLogger("org.jets.node"), System::nanoTime);
  }

  public RefusalLog(Logger log, LongSupplier clock) {
    this.log = log;
    this.clock = clock;
    this.windowStart = clock.getAsLong();
  }

  /**
   * Logs that a request of a node is refused, or counts it.
   *
   * @param limit the exhausted resource and the option that sets its limit; one of few texts
   * @param most the limit
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

  /** Logs how many lines were omitted, once their time is over. To be called at intervals. */
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

  /**
   * Returns how many lines have been omitted that no call has returned before; -1 to omit this one.
   */
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
