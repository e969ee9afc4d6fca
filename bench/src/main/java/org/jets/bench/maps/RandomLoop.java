package org.jets.bench.maps;

import org.jets.bench.harness.turns.TurnLoop;

/** The state of a loop of calls with random keys. */
abstract class RandomLoop implements TurnLoop {
  /** Of Marsaglia's xorshift, as in {@link ThreadRandom}. */
  long state;

  @SuppressWarnings("UnusedVariable") // Keeps results from being found useless.
  private volatile long sink;

  RandomLoop(long seed) {
    state = seed;
  }

  @Override
  public int batch() {
    return 512;
  }

  /** Takes a result of a batch, and the state after it. */
  final void keep(long random, long result) {
    state = random;
    sink = result;
  }
}
