package org.jets.bench.harness.comparison;

/**
 * How long a call takes in the local Erlang, on a table of 1,048,576 of 2,097,152 keys; the loop
 * around the calls does not count.
 *
 * @param call a function of {@code ets}; {@code update} is lookup, or insert or delete as often;
 *     {@code range} is 1,000 times {@code next}, each of which counts
 * @param options of the table, a set: {@code default}, or {@code auto} for {@code
 *     {write_concurrency, auto}}; of an ordered_set {@code ordered}, or {@code ordered_auto}
 * @param processes so many make calls at once, each bound to its scheduler
 */
public record ErlangQuestion(String call, String options, int processes) implements Subject {
  private static final int CALLS = 1 << 18;

  /** Steps are faster, and go once through the whole table. */
  private static final int STEPS = 1 << 20;

  /** Returns what one of these calls takes, in nanoseconds. */
  public double ask(ErlangTables erlang) {
    int calls = call.equals("next") ? STEPS : CALLS;
    return erlang.ask("time " + call + " " + options + " " + processes + " " + calls) / 1e3;
  }

  @Override
  public String toString() {
    return "ets:" + call + " by " + processes + ", options " + options;
  }
}
