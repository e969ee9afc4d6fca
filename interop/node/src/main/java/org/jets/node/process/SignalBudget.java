package org.jets.node.process;

import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jets.node.distribution.RateLimitedLog;
import org.jets.terms.Atom;

/**
 * Bounds how many links and monitors other nodes have with processes of this one, for each node and
 * for all. While memory is low, each node has a few. Safe for use by many threads. Threads that
 * begin links at the same moment may exceed the bound for all by one each.
 */
public final class SignalBudget {
  /**
   * The number that a node may have while memory is low, so that its calls and pings are answered.
   */
  private static final int FEW = 64;

  private final int ofPeer;
  private final int ofAll;

  /** The number that a node may have although the bound for all is reached. */
  private final int few;

  private final BooleanSupplier isMemoryLow;
  private final AtomicLong count = new AtomicLong();
  private final RateLimitedLog log;

  /**
   * Creates an unused budget.
   *
   * @param ofPeer the bound for one node
   * @param ofAll the bound for all nodes together
   * @param log told of refusals
   */
  public SignalBudget(int ofPeer, int ofAll, BooleanSupplier isMemoryLow, RateLimitedLog log) {
    this.ofPeer = ofPeer;
    this.ofAll = ofAll;
    this.few = Math.min(FEW, ofPeer / 4);
    this.isMemoryLow = isMemoryLow;
    this.log = log;
  }

  /** Returns how many links and monitors there are. */
  public long count() {
    return count.get();
  }

  void add(int change) {
    count.addAndGet(change);
  }

  /** Returns whether a node with this number may have one more; logs a refusal. */
  boolean hasRoom(Atom peer, int held) {
    // If other nodes have exhausted the bound for all, each node still has a few.
    boolean isBelow = held < ofPeer && (held < few || count.get() < ofAll);
    if (isBelow && (held < FEW || !isMemoryLow.getAsBoolean())) {
      return true;
    }
    log.log(
        RateLimitedLog.Kind.SIGNAL,
        Level.WARNING,
        "refusing a link or monitor to {0}, which has {1}: too many (--links, withLinks), or too"
            + " little memory",
        peer,
        String.valueOf(held));
    return false;
  }
}
