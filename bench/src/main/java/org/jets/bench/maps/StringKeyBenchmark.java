package org.jets.bench.maps;

import java.util.concurrent.ConcurrentMap;
import org.openjdk.jmh.annotations.Param;

/**
 * The calls of {@link MapBenchmark}, with strings in place of numbers.
 *
 * <p>{@code ./jets bench mapcalls}, or {@code ./jets bench StringKeyBenchmark -t 8 -p map=STRIPED}.
 */
@SuppressWarnings("NullAway.Init") // set up by JMH
public class StringKeyBenchmark extends StringKeys {
  @Param({"SPLIT_ORDERED", "STRIPED", "CONCURRENT_HASH_MAP", "NON_BLOCKING_HASH_MAP"})
  public MeasuredMap map;

  @Override
  @SuppressWarnings("unchecked") // A new map is one of any keys.
  ConcurrentMap<String, Object> newMap() {
    return (ConcurrentMap<String, Object>) map.newMap().map();
  }
}
