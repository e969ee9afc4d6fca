package org.jets.bench.harness.comparison;

import java.time.Duration;
import java.util.List;
import org.jets.bench.harness.LiveRun;
import org.jets.bench.harness.Measured;

/**
 * How long a call takes in the local Erlang, a new one in each round, on a table of 1,048,576 of
 * 2,097,152 keys; the loop around the calls does not count.
 *
 * @param call a function of {@code ets}; {@code update} is lookup, or insert or delete as often;
 *     {@code range} is 1,000 times {@code next}, each of which counts
 * @param options of the table, a set: {@code default}, or {@code auto} for {@code
 *     {write_concurrency, auto}}; of an ordered_set {@code ordered}, or {@code ordered_auto}
 * @param processes so many make calls at once, each bound to its scheduler
 */
public record ErlangQuestion(ErlangTables erlang, String call, String options, int processes)
    implements Subject {
  private static final int CALLS = 1 << 18;

  /** Steps are faster, and go once through the whole table. */
  private static final int STEPS = 1 << 20;

  private static final int WARMUPS = 2;
  private static final int SAMPLES = 12;

  /** Answers are picoseconds. */
  private static final double PARTS_OF_NANO = 1e3;

  @Override
  public int threads() {
    return processes;
  }

  @Override
  public Measured measured(List<String> flags, int rounds) {
    int calls = call.equals("next") ? STEPS : CALLS;
    return new LiveRun(
        erlang,
        "time " + call + " " + options + " " + processes + " " + calls,
        WARMUPS,
        SAMPLES,
        PARTS_OF_NANO,
        rounds,
        Duration.ofSeconds(4).multipliedBy(rounds));
  }

  @Override
  public String toString() {
    return "ets:" + call + " by " + processes + ", options " + options;
  }
}
