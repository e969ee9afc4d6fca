package org.jets.node.distribution;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Logs what others can cause as often as they like: {@value #LINES} lines in 10 seconds, and how
 * many more there would have been with the first line after that. Safe for use by many threads.
 */
public final class LimitedLog {
  static final int LINES = 10;
  static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Logger log;
  private final LongSupplier clock;

  /** Guarded by this, as the others. */
  private long windowStart;

  private int lines;
  private long left;

  /** Makes one that has logged nothing. */
  public LimitedLog(Logger log) {
    this(log, System::nanoTime);
  }

  LimitedLog(Logger log, LongSupplier clock) {
    this.log = log;
    this.clock = clock;
    this.windowStart = clock.getAsLong();
  }

  /** Logs a message, in the format of {@link java.text.MessageFormat}, or counts it. */
  public void log(Level level, String format, Object... parameters) {
    long untold = begin();
    if (untold > 0) {
      log.log(Level.WARNING, "{0} lines like these were left out", untold);
    }
    if (untold >= 0) {
      log.log(level, format, parameters);
    }
  }

  /** Returns how many lines have been left out that nobody has been told of; -1 for one more. */
  synchronized long begin() {
    long now = clock.getAsLong();
    if (now - windowStart > WINDOW_NANOS) {
      windowStart = now;
      lines = 0;
    }
    if (lines == LINES) {
      left++;
      return -1;
    }
    lines++;
    long untold = left;
    left = 0;
    return untold;
  }
}
