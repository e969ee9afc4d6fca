package org.jets.bench.harness.turns;

/**
 * The calls of one thread on the structure of one contestant. Each contestant has a copy of the
 * implementing class of its own, so that no call site in it sees the classes of another.
 */
public interface TurnLoop {
  /** Returns the number of calls between two looks at the clock. */
  int batch();

  /** Makes so many calls, and keeps something that depends on their results. */
  void run(int calls);
}
