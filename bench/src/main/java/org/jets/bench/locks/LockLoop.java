package org.jets.bench.locks;

import org.jets.bench.harness.turns.TurnLoop;
import org.jets.bench.locks.LockTurns.Workload;

/** Operations with random keys, and work between them that concerns no other thread. */
final class LockLoop implements TurnLoop {
  private final GuardedData data;
  private final int updates;
  private final int work;
  private final int keys;

  /** Of Marsaglia's xorshift. */
  private long state;

  @SuppressWarnings("UnusedVariable") // Keeps results from being found useless.
  private volatile long sink;

  LockLoop(GuardedData data, Workload workload, int keys, long seed) {
    this.data = data;
    this.updates = workload.updates();
    this.work = workload.work();
    this.keys = keys;
    this.state = seed;
  }

  @Override
  public int batch() {
    return 128;
  }

  @Override
  public void run(int calls) {
    long random = state;
    long sum = 0;
    for (int i = 0; i < calls; i++) {
      for (int step = 0; step <= work; step++) {
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
      }
      int key = (int) (((random >>> 32) * keys) >>> 32);
      int lot = (int) random >>> 1;
      if (lot % 100 >= updates) {
        sum += data.read(key);
      } else if ((random & 1) == 0) {
        data.add(key);
      } else {
        sum += data.remove(key);
      }
    }
    state = random;
    sink = sum;
  }
}
