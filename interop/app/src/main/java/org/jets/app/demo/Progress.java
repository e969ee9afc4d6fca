package org.jets.app.demo;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Shows the progress of work: on a terminal a bar in one line that is redrawn, elsewhere a line for
 * each quarter. Safe for use by many threads. A counter decides which thread writes the line of a
 * quarter, and a compare-and-set of the time decides which one draws.
 */
final class Progress {
  private static final int WIDTH = 40;
  private static final int QUARTERS = 4;
  private static final long REDRAW_NANOS = 80_000_000;

  private final PrintStream out;
  private final boolean terminal;
  private final String title;
  private final int total;
  private final AtomicInteger done = new AtomicInteger();
  private final AtomicLong drawnAt = new AtomicLong(System.nanoTime() - REDRAW_NANOS);

  Progress(PrintStream out, boolean terminal, String title, int total) {
    this.out = out;
    this.terminal = terminal;
    this.title = title;
    this.total = total;
  }

  void advance(int count) {
    int now = done.addAndGet(count);
    if (!terminal) {
      int quarter = quartersOf(now);
      if (quarter > quartersOf(now - count)) {
        out.printf(Locale.ROOT, "%s: %d %%%n", title, quarter * 100 / QUARTERS);
      }
      return;
    }
    long drawn = drawnAt.get();
    long time = System.nanoTime();
    if (time - drawn >= REDRAW_NANOS && drawnAt.compareAndSet(drawn, time)) {
      draw(now);
    }
  }

  private int quartersOf(int count) {
    return (int) ((long) count * QUARTERS / total);
  }

  private void draw(int now) {
    int filled = (int) ((long) now * WIDTH / total);
    out.printf(
        Locale.ROOT,
        "\r%s [%s%s] %3d %%  %,d of %,d classes",
        title,
        "#".repeat(filled),
        "-".repeat(WIDTH - filled),
        (long) now * 100 / total,
        now,
        total);
    out.flush();
  }

  /** Removes the bar. */
  void end() {
    if (terminal) {
      out.print("\r\u001b[K");
      out.flush();
    }
  }
}
