package org.jets.bench.maps;

import org.openjdk.jmh.annotations.Param;

/**
 * The calls of {@link LongKeys} on maps without order.
 *
 * <p>{@code ./jets bench mapcalls}, or {@code ./jets bench MapBenchmark -t 8 -p map=STRIPED}.
 */
@SuppressWarnings("NullAway.Init") // set up by JMH
public class MapBenchmark extends LongKeys<MapAccess> {
  @Param public MeasuredMap map;

  @Override
  MapAccess newMap() {
    return map.newMap();
  }
}
