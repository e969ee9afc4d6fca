package org.jets.bench.durable;

import java.time.Duration;
import java.util.List;
import org.jets.bench.harness.LiveProgram;
import org.jets.bench.harness.LiveRun;
import org.jets.bench.harness.Measured;
import org.jets.bench.harness.comparison.Subject;

/**
 * A task for a store, once in each round.
 *
 * @param task the words after the store's name
 * @param operations the number of puts or openings
 */
record StoreQuestion(
    LiveProgram program, Contestant contestant, String task, int threads, int operations)
    implements Subject {
  private static final Duration EXPECTED = Duration.ofSeconds(4);

  @Override
  public Measured measured(List<String> flags, int rounds) {
    return new LiveRun(
        program, contestant.name() + " " + task, operations, rounds, EXPECTED.multipliedBy(rounds));
  }
}
