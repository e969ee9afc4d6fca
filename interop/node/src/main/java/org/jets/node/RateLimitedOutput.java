package org.jets.node;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Logs the output of functions that other nodes run for this one: {@value #TEXTS} texts in 10
 * seconds, and the beginning of each text. It counts the others, and logs the count with the first
 * text after that time, or in {@link #tellOfRest}. Safe for use by many threads.
 */
final class RateLimitedOutput implements Consumer<String> {
  static final int TEXTS = 100;
  static final int MOST_CHARACTERS = 8192;
  static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Logger log;
  private final LongSupplier clock;

  @GuardedBy("this") private long windowStart;

  @GuardedBy("this") private int texts;

  @GuardedBy("this") private long left;

  RateLimitedOutput(Logger log, LongSupplier clock) {
    this.log = log;
    this.clock = clock;
    this.windowStart = clock.getAsLong();
  }

  @Override
  public void accept(String text) {
    long untold = begin();
    if (untold > 0) {
      log.log(Level.WARNING, "{0} texts were left out: there were too many at a time", untold);
    }
    if (untold >= 0) {
      log.log(Level.INFO, shortened(text));
    }
  }

  /** Logs how many texts were omitted, once their time is over. To be called at intervals. */
  void tellOfRest() {
    long untold = over();
    if (untold > 0) {
      log.log(Level.WARNING, "{0} texts were left out: there were too many at a time", untold);
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
   * Returns how many texts have been omitted that no call has returned before; -1 to omit this one.
   */
  private synchronized long begin() {
    long now = clock.getAsLong();
    if (now - windowStart > WINDOW_NANOS) {
      windowStart = now;
      texts = 0;
    }
    if (texts == TEXTS) {
      left++;
      return -1;
    }
    texts++;
    long untold = left;
    left = 0;
    return untold;
  }

  private static String shortened(String text) {
    int rest = text.length() - MOST_CHARACTERS;
    return rest <= 0
        ? text
        : text.substring(0, MOST_CHARACTERS) + "... (" + rest + " characters more)";
  }
}
