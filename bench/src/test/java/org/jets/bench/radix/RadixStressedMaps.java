package org.jets.bench.radix;

import java.util.Arrays;
import java.util.concurrent.ConcurrentMap;
import org.jets.collections.jcstress.StressedMaps;

/** The catalogue of the maps over radix trees for jcstress. */
public final class RadixStressedMaps implements StressedMaps {
  @Override
  public boolean has(String name) {
    return Arrays.stream(RadixMapUnderTest.values()).anyMatch(map -> map.name().equals(name));
  }

  @Override
  public <V> ConcurrentMap<Long, V> newMap(String name) {
    return RadixMapUnderTest.valueOf(name).ofLongs();
  }
}
