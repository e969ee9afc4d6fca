package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicLong;
import org.jets.node.distribution.RateLimitedLog.Kind;
import org.junit.jupiter.api.Test;

/** The number of log lines that other nodes can cause. */
class RateLimitedLogTest {
  private final RecordedLog lines = new RecordedLog();
  private final AtomicLong now = new AtomicLong();
  private final RateLimitedLog log = new RateLimitedLog(lines, now::get);

  private void logMany(Kind kind) {
    for (int i = 0; i < 1000; i++) {
      log.log(kind, Level.WARNING, "line {0}", i);
    }
  }

  @Test
  void log_moreThanItsLines_countsTheRest() {
    logMany(Kind.CUT);
    assertThat(lines.lines()).hasSize(RateLimitedLog.LINES);

    now.set(RateLimit.WINDOW_NANOS + 1);
    log.log(Kind.CUT, Level.WARNING, "line {0}", "last");

    assertThat(lines.lines())
        .hasSize(RateLimitedLog.LINES + 2)
        .endsWith("990 more of these: connections that were closed", "line last");
  }

  @Test
  void log_floodOfOneKind_hidesNoOther() {
    logMany(Kind.CUT);

    log.log(Kind.FUNCTION, Level.WARNING, "a function", new IllegalStateException("the test"));

    assertThat(lines.lines()).hasSize(RateLimitedLog.LINES + 1).endsWith("a function");
  }

  @Test
  void tellOfRest_nothingMoreHappens_tellsOnceTheTimeIsOver() {
    logMany(Kind.DIAL);
    log.tellOfRest();
    assertThat(lines.lines()).hasSize(RateLimitedLog.LINES);

    now.set(RateLimit.WINDOW_NANOS + 1);
    log.tellOfRest();
    log.tellOfRest();

    assertThat(lines.lines())
        .hasSize(RateLimitedLog.LINES + 1)
        .endsWith("990 more of these: connections that could not be made");
  }
}
