package org.jets.bench.locks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jets.bench.harness.Structure;
import org.jets.bench.harness.Structure.Origin;
import org.jets.bench.harness.turns.TurnSuite;
import org.jets.bench.harness.turns.TurnWorkload;
import org.jets.bench.harness.turns.TurnWorkload.Contestant;
import org.jets.bench.locks.LockTurns.Kind;
import org.jets.bench.locks.LockTurns.Workload;

/** The suite that compares locks by turns. */
public final class LockTurnSuite {
  private static final Structure DETACHED =
      new Structure("DelegationLock, without waiting", Origin.JETS);

  /** Steps of a random number, about a nanosecond each. */
  private static final int SOME_WORK = 64;

  private LockTurnSuite() {}

  /** Our locks beside those of the JDK. */
  public static TurnSuite suite() {
    return new TurnSuite(
        "locks",
        "locks by turns beside ReentrantLock: a counter, a priority queue, a tree",
        LockTurns.class,
        List.of(
            of("counter", "one counter", Kind.COUNTER, 100, 0),
            of("counter_work", "one counter, with work between", Kind.COUNTER, 100, SOME_WORK),
            of("queue", "priority queue", Kind.QUEUE, 100, 0),
            of("queue_work", "priority queue, with work between", Kind.QUEUE, 100, SOME_WORK),
            of("tree_100", "tree, 100 % updates", Kind.TREE, 100, 0),
            of("tree_50", "tree, 50 % updates", Kind.TREE, 50, 0),
            of("tree_10", "tree, 10 % updates", Kind.TREE, 10, 0),
            of("tree_0", "tree, lookups", Kind.TREE, 0, 0)),
        0);
  }

  private static TurnWorkload of(
      String experiment, String title, Kind kind, int updates, int work) {
    List<Contestant> contestants = new ArrayList<>();
    for (MeasuredLock lock : MeasuredLock.values()) {
      contestants.add(new Contestant(lock.name(), structure(lock), true));
    }
    if (updates > 0) {
      contestants.add(new Contestant(LockTurns.DETACHED, DETACHED, true));
    }
    return new TurnWorkload(
        experiment,
        title,
        new Workload(kind, updates, work).toString(),
        false,
        Duration.ofMillis(200),
        contestants,
        structure(MeasuredLock.REENTRANT_LOCK),
        List.of());
  }

  private static Structure structure(MeasuredLock lock) {
    return new Structure(lock.title(), lock.origin());
  }
}
