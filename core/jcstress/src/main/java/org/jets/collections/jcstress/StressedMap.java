package org.jets.collections.jcstress;

import java.util.concurrent.ConcurrentMap;
import org.jets.collections.MapUnderTest;

/** The map that is tried in a run: the property {@code jets.map} names it. */
final class StressedMap {
  private static final MapUnderTest CHOSEN =
      MapUnderTest.valueOf(System.getProperty("jets.map", MapUnderTest.SPLIT_ORDERED.name()));

  private StressedMap() {}

  /** An empty map of the chosen kind, as small as it can be. */
  static ConcurrentMap<Long, Box> newMap() {
    return CHOSEN.newMap();
  }
}
