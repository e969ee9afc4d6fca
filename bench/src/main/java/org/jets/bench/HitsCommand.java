package org.jets.bench;

import java.io.PrintStream;
import org.jets.app.Command;
import org.jets.app.CommandLines;
import org.jets.bench.cache.HitRates;
import org.jets.bench.cache.Trace;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code ./jets bench hits}. */
final class HitsCommand implements Command {
  private static final int LENGTH = 1_000_000;
  private static final int[] SIZES = {500, 1_000, 5_000};

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        CommandLines.command(
            "bench hits",
            "[OPTION]...",
            "Prints the share of hits of bounded tables beside Caffeine's.");
    CommandLines.addCommonOptions(spec);
    return spec;
  }

  @Override
  public int run(ParseResult given, PrintStream out, PrintStream err) {
    for (Trace trace : Trace.values()) {
      out.println(trace.text());
      int[] keys = trace.keys(LENGTH);
      for (int size : SIZES) {
        HitRates rates = HitRates.of(keys, size);
        out.printf(
            "  at most %,d: table %.4f, Caffeine %.4f%n", size, rates.table(), rates.caffeine());
      }
    }
    return 0;
  }
}
