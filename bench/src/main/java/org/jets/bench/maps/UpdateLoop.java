package org.jets.bench.maps;

import org.jets.bench.maps.MapTurns.Workload;

/** Gets of random longs, and updates in a given part of the calls: half put and half remove. */
final class UpdateLoop extends RandomLoop {
  private static final Object VALUE = 1;

  private final MapAccess map;
  private final int range;
  private final int updates;
  private final long spread;

  UpdateLoop(MapAccess map, Workload workload, long seed) {
    super(seed);
    this.map = map;
    this.range = workload.range();
    this.updates = workload.updates();
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
      int lot = (int) random >>> 1;
      Object result;
      if (lot % 100 >= updates) {
        result = map.get(key);
      } else if ((random & 1) == 0) {
        result = map.put(key, VALUE);
      } else {
        result = map.remove(key);
      }
      if (result != null) {
        found++;
      }
    }
    keep(random, found);
  }
}
