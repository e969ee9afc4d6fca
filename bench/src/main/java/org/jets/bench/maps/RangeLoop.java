package org.jets.bench.maps;

import org.jets.bench.maps.MapTurns.Workload;

/** Sums of ranges that have about a thousand keys, from random keys on. */
final class RangeLoop extends RandomLoop {
  private static final int KEYS = 1000;

  private final TreeAccess map;
  private final int range;
  private final long width;

  RangeLoop(TreeAccess map, Workload workload, long seed) {
    super(seed);
    this.map = map;
    this.range = workload.range();
    this.width = (long) KEYS * range / workload.present();
  }

  @Override
  public int batch() {
    return 1;
  }

  @Override
  public void run(int calls) {
    long random = state;
    long sum = 0;
    for (int i = 0; i < calls; i++) {
      random ^= random << 13;
      random ^= random >>> 7;
      random ^= random << 17;
      long from = ((random >>> 32) * (range - width)) >>> 32;
      sum += map.sumOfRange(from, from + width);
    }
    keep(random, sum);
  }
}
