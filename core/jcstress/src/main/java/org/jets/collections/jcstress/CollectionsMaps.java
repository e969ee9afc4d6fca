package org.jets.collections.jcstress;

import java.util.Arrays;
import java.util.concurrent.ConcurrentMap;
import org.jets.collections.MapUnderTest;

/** The catalogue of the maps of {@code org.jets.collections}. */
public final class CollectionsMaps implements StressedMaps {
  @Override
  public boolean has(String name) {
    return Arrays.stream(MapUnderTest.values()).anyMatch(map -> map.name().equals(name));
  }

  @Override
  public <V> ConcurrentMap<Long, V> newMap(String name) {
    return MapUnderTest.valueOf(name).newMap();
  }
}
