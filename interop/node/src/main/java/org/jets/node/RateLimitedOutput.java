package org.jets.node;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jets.node.distribution.RateLimit;

/**
 * Logs the output of functions that other nodes run for this one: {@value #TEXTS} texts in 10
 * seconds, and the beginning of each text. It counts the others, and logs the count with the first
 * text after that time, or in {@link #tellOfRest}. Safe for use by many threads.
 */
final class RateLimitedOutput implements Consumer<String> {
  static final int TEXTS = 100;
  static final int MOST_CHARACTERS = 8192;

  private final Logger log;
  private final RateLimit limit;

  RateLimitedOutput(Logger log, LongSupplier clock) {
    this.log = log;
    this.limit = new RateLimit(TEXTS, clock);
  }

  @Override
  public void accept(String text) {
    long untold = limit.begin();
    tell(untold);
    if (untold >= 0) {
      log.log(Level.INFO, shortened(text));
    }
  }

  /** Logs how many texts were omitted, once their time is over. To be called at intervals. */
  void tellOfRest() {
    tell(limit.over());
  }

  private void tell(long untold) {
    if (untold > 0) {
      log.log(Level.WARNING, "{0} texts were left out: there were too many at a time", untold);
    }
  }

  private static String shortened(String text) {
    int rest = text.length() - MOST_CHARACTERS;
    return rest <= 0
        ? text
        : text.substring(0, MOST_CHARACTERS) + "... (" + rest + " characters more)";
  }
}
