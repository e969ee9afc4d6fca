package org.jets.collections.jcstress;

import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentMap;

/** The map that is tried in a run: the property {@code jets.map} names it. */
final class StressedMap {
  private static final String NAME = System.getProperty("jets.map", "SPLIT_ORDERED");
  private static final StressedMaps CATALOGUE = catalogue();

  private StressedMap() {}

  private static StressedMaps catalogue() {
    for (StressedMaps maps : ServiceLoader.load(StressedMaps.class)) {
      if (maps.has(NAME)) {
        return maps;
      }
    }
    throw new IllegalArgumentException("jets.map: " + NAME + " (expected: a map of a catalogue)");
  }

  /** An empty map of the chosen kind, as small as it can be. */
  static ConcurrentMap<Long, Box> newMap() {
    return CATALOGUE.newMap(NAME);
  }
}
