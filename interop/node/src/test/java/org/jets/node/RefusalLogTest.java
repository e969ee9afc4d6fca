package org.jets.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.jets.node.distribution.RateLimit;
import org.jets.node.distribution.RecordedLog;
import org.jets.node.jobs.RefusalLog;
import org.jets.terms.Atom;
import org.junit.jupiter.api.Test;

/** The refusals and texts that are lines of the log. */
class RefusalLogTest {
  private static final Atom BUSY = Atom.of("busy@h");
  private static final Atom QUIET = Atom.of("quiet@h");

  private final RecordedLog recorded = new RecordedLog();
  private final AtomicLong nanos = new AtomicLong();
  private final RefusalLog refusals = new RefusalLog(recorded, nanos::get);

  @Test
  void refused_manyTimes_isToldOncePerNodeAndLimitAndTheRestIsCounted() {
    for (int i = 0; i < 1000; i++) {
      refusals.refused(BUSY, "calls of it", "<= 3");
      refusals.refused(BUSY, "bytes of its calls", "<= 4");
    }
    refusals.refused(QUIET, "calls of it", "<= 3");

    assertThat(recorded.lines())
        .containsExactly(
            "refusing busy@h: calls of it (expected: <= 3)",
            "refusing busy@h: bytes of its calls (expected: <= 4)",
            "refusals like these that were left out: 1,998",
            "refusing quiet@h: calls of it (expected: <= 3)");
  }

  @Test
  void tellOfRest_afterTheTime_tellsTheCountOnce() {
    RateLimitedOutput output = new RateLimitedOutput(recorded, nanos::get);
    for (int i = 0; i < RateLimitedOutput.TEXTS + 3; i++) {
      output.accept("text");
    }
    refusals.refused(BUSY, "calls of it", "<= 3");
    refusals.refused(BUSY, "calls of it", "<= 3");
    refusals.tellOfRest();
    output.tellOfRest();
    assertThat(recorded.lines()).hasSize(RateLimitedOutput.TEXTS + 1);

    nanos.addAndGet(RateLimit.WINDOW_NANOS + 1);
    for (int i = 0; i < 2; i++) {
      refusals.tellOfRest();
      output.tellOfRest();
    }

    assertThat(recorded.lines())
        .hasSize(RateLimitedOutput.TEXTS + 3)
        .endsWith(
            "refusals like these that were left out: 1",
            "3 texts were left out: there were too many at a time");
  }

  @Test
  void refused_inTheNextWindow_isToldAgain() {
    refusals.refused(BUSY, "calls of it", "<= 3");
    nanos.addAndGet(RateLimit.WINDOW_NANOS + 1);

    refusals.refused(BUSY, "calls of it", "<= 3");

    assertThat(recorded.lines()).hasSize(2);
  }

  @Test
  void refused_manyNodes_hasABoundInAll() {
    for (int i = 0; i < 2 * RefusalLog.LINES; i++) {
      refusals.refused(Atom.of("n" + i + "@h"), "calls of it", "<= 3");
    }

    assertThat(recorded.lines()).hasSize(RefusalLog.LINES);
  }

  @Test
  void output_manyTexts_areCutAndTheRestIsCounted() {
    RateLimitedOutput output = new RateLimitedOutput(recorded, nanos::get);
    output.accept("{0} is no parameter");
    output.accept("x".repeat(RateLimitedOutput.MOST_CHARACTERS + 7));
    for (int i = 0; i < 1000; i++) {
      output.accept("more");
    }
    assertThat(recorded.lines()).hasSize(RateLimitedOutput.TEXTS);
    assertThat(recorded.lines().get(0)).isEqualTo("{0} is no parameter");
    assertThat(recorded.lines().get(1)).endsWith("x... (7 characters more)");

    nanos.addAndGet(RateLimit.WINDOW_NANOS + 1);
    output.accept("later");

    assertThat(recorded.lines())
        .endsWith("902 texts were left out: there were too many at a time", "later");
  }
}
