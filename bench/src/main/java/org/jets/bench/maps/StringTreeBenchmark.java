package org.jets.bench.maps;

import java.util.concurrent.ConcurrentMap;
import org.openjdk.jmh.annotations.Param;

/**
 * The calls of {@link TreeBenchmark}, with strings in place of numbers.
 *
 * <p>{@code ./jets bench treecalls}, or {@code ./jets bench StringTreeBenchmark -t 8 -p
 * map=LOCK_FREE}.
 */
@SuppressWarnings("NullAway.Init") // set up by JMH
public class StringTreeBenchmark extends StringKeys {
  @Param({
    "CONTENTION_ADAPTING",
    "LOCK_FREE",
    "LOCKED_AVL",
    "RADIX_TREE",
    "CONCURRENT_SKIP_LIST_MAP"
  })
  public MeasuredTree map;

  @Override
  ConcurrentMap<String, Object> newMap() {
    return map.newMapOfStrings();
  }
}
