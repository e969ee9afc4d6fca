package org.jets.node;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Logs what functions write that other nodes run for this one: {@value #TEXTS} texts in 10 seconds,
 * and how many more there would have been with the first text after that, or by {@link
 * #tellOfRest}; of each text the beginning. Safe for use by many threads.
 */
final class LoggedOutput implements Consumer<String> {
  static final int TEXTS = 100;
  static final int MOST_CHARACTERS = 8192;
  static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Logger log;
  private final LongSupplier clock;

  /** Guarded by this, as the others. */
  private long windowStart;

  private int texts;
  private long left;

  LoggedOutput(Logger log, LongSupplier clock) {
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

  /** Logs how many were left out, once their time is over: to be called now and then. */
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

  /** Returns how many texts have been left out that nobody has been told of; -1 for one more. */
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
