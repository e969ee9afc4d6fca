package org.jets.node.jobs;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.LongSupplier;
import org.jets.node.distribution.RateLimit;
import org.jets.terms.Atom;

/**
 * Logs which limit a node has reached whose call ends with {@code system_limit}, or whose text is
 * refused. It logs one line in 10 seconds for each node and limit, and {@value #LINES} in all. It
 * counts the others, and logs the count with the first line after that time, or in {@link
 * #tellOfRest}. Safe for use by many threads.
 */
public final class RefusalLog {
  public static final int LINES = 100;

  private final Logger log;
  private final RateLimit limit;

  /** Told of each refusal, also of those that are not logged. */
  private final ObserverSlot observer;

  /** The key of a line. */
  private record Refusal(Atom peer, String limit) {}

  /** Creates a log that has logged nothing. */
  public RefusalLog() {
    this(System.getLogger("org.jets.node"), System::nanoTime);
  }

  public RefusalLog(Logger log, LongSupplier clock) {
    this(log, new RateLimit(LINES, clock), new ObserverSlot());
  }

  private RefusalLog(Logger log, RateLimit limit, ObserverSlot observer) {
    this.log = log;
    this.limit = limit;
    this.observer = observer;
  }

  /** Returns a log that shares the limits of this one, and tells an observer of each refusal. */
  public RefusalLog toldTo(ObserverSlot slot) {
    return new RefusalLog(log, limit, slot);
  }

  /**
   * Logs that a request of a node is refused, or counts it.
   *
   * @param reached the exhausted resource and the option that sets its limit; one of few texts
   * @param most the limit
   */
  public void refused(Atom peer, String reached, String most) {
    observer.refused(peer.name(), reached, most);
    long untold = limit.begin(new Refusal(peer, reached));
    tell(untold);
    if (untold >= 0) {
      log.log(Level.WARNING, "refusing {0}: {1} (expected: {2})", peer, reached, most);
    }
  }

  /** Logs how many lines were omitted, once their time is over. To be called at intervals. */
  public void tellOfRest() {
    tell(limit.over());
  }

  private void tell(long untold) {
    if (untold > 0) {
      log.log(Level.WARNING, "refusals like these that were left out: {0}", untold);
    }
  }
}
