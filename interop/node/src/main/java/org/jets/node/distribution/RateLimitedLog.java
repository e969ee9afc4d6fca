package org.jets.node.distribution;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Logs events that other nodes can cause at will, to the logger {@code org.jets.node}. Of each
 * {@link Kind}, it logs {@value #LINES} lines in 10 seconds, and counts the others. It logs the
 * count before the next line of the kind, or in {@link #tellOfRest}. Safe for use by many threads.
 */
public final class RateLimitedLog {
  /** The subject of a line. A flood of one kind hides no other kind. */
  public enum Kind {
    /** A connection that cannot be accepted, or a handshake that is dropped for another. */
    ACCEPT("connections that could not be accepted"),
    /** A handshake that this node refuses. */
    REFUSAL("refusals"),
    /** A connection that is closed for a fault of the other node. */
    CUT("connections that were closed"),
    /** A message that is nested deeper than this node reads. */
    DEPTH("messages that were nested too deep"),
    /** An attempt of this node to connect. */
    DIAL("connections that could not be made"),
    /** A link or monitor that is refused. */
    SIGNAL("links and monitors that were refused"),
    /** An attempt of a client on a process that all clients share. */
    ATTEMPT("attempts on services"),
    /** A function in Java that fails. */
    FUNCTION("functions that failed"),
    /** A call that fails in another way. */
    CALL("calls that failed"),
    /** A listener of the program that fails. */
    LISTENER("listeners that failed");

    private final String plural;

    Kind(String plural) {
      this.plural = plural;
    }
  }

  /** The number of lines of a kind in 10 seconds. */
  static final int LINES = 10;

  private static final Logger NODE = System.getLogger("org.jets.node");

  private final Logger log;
  private final Map<Kind, RateLimit> limits = new EnumMap<>(Kind.class);

  /** Creates a log that has logged nothing. */
  public RateLimitedLog() {
    this(NODE, System::nanoTime);
  }

  RateLimitedLog(Logger log, LongSupplier clock) {
    this.log = log;
    for (Kind kind : Kind.values()) {
      limits.put(kind, new RateLimit(LINES, clock));
    }
  }

  /** Logs a message, in the format of {@link java.text.MessageFormat}, or counts it. */
  public void log(Kind kind, Level level, String format, Object... parameters) {
    if (begins(kind, level)) {
      log.log(level, format, parameters);
    }
  }

  /** Logs a message with a throwable, or counts it. */
  public void log(Kind kind, Level level, String message, Throwable thrown) {
    if (begins(kind, level)) {
      log.log(level, message, thrown);
    }
  }

  private boolean begins(Kind kind, Level level) {
    if (!log.isLoggable(level)) {
      return false;
    }
    long untold = limitOf(kind).begin();
    tell(kind, untold);
    return untold >= 0;
  }

  /**
   * Logs how many lines were omitted, of each kind whose time is over. To be called at intervals.
   */
  public void tellOfRest() {
    for (Kind kind : Kind.values()) {
      tell(kind, limitOf(kind).over());
    }
  }

  private RateLimit limitOf(Kind kind) {
    RateLimit limit = limits.get(kind);
    if (limit == null) {
      throw new IllegalStateException(kind + ": no limit (expected: one of each kind)");
    }
    return limit;
  }

  private void tell(Kind kind, long untold) {
    if (untold > 0) {
      log.log(Level.WARNING, "{0} more of these: {1}", untold, kind.plural);
    }
  }
}
