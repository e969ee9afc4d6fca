package org.jets.bench.maps;

import org.jets.bench.maps.MapTurns.Workload;

/** Gets of random longs. */
final class GetLoop extends RandomLoop {
  private final MapAccess map;
  private final int range;
  private final long spread;

  GetLoop(MapAccess map, Workload workload, long seed) {
    super(seed);
    this.map = map;
    this.range = workload.range();
    this.spread = workload.spread();
  }

  @Override
  public void run(int calls) {
    MapAccess map = this.map;
    long random = state;
    int found = 0;
    for (int i = 0; i < calls; i++) {
      random ^= random << 13;
      random ^= random >>> 7;
      random ^= random << 17;
      long key = (((random >>> 32) * range) >>> 32) * spread;
      if (map.get(key) != null) {
        found++;
      }
    }
    keep(random, found);
  }
}
