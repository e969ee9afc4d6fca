package org.jets.bench.maps;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * The calls of {@link LongKeys} on maps in key order. Then steps from key to key, ranges of a
 * thousand keys, and builds in order, in time for each key.
 *
 * <p>{@code ./jets bench treecalls}, or {@code ./jets bench TreeBenchmark -t 8 -p
 * map=CONTENTION_ADAPTING}.
 */
@SuppressWarnings("NullAway.Init") // set up by JMH
public class TreeBenchmark extends LongKeys<TreeAccess> {
  private static final int RANGE = 1000;
  private static final int STEPS = 1000;

  @Param public MeasuredTree map;

  /** The place of a thread in its walk. */
  @State(Scope.Thread)
  public static class Place {
    private Long key = 0L;
  }

  @Override
  TreeAccess newMap() {
    return map.newMap();
  }

  /**
   * Steps from one key to the next. Takes many steps at a time: to note the place in an old object
   * costs the collector more than a step.
   */
  @Benchmark
  @OperationsPerInvocation(STEPS)
  public Long next(Place place) {
    TreeAccess tree = filled;
    Long key = place.key;
    for (int i = 0; i < STEPS; i++) {
      Long next = tree.next(key);
      key = next == null ? 0L : next;
    }
    place.key = key;
    return key;
  }

  /** Reads all mappings of a range that has about a thousand, from a random key on. */
  @Benchmark
  public long rangeOf1000(ThreadRandom numbers) {
    long width = (long) RANGE * range / present;
    long from = ((numbers.next() >>> 32) * (range - width)) >>> 32;
    return filled.sumOfRange(from, from + width);
  }

  /** Puts as many keys in ascending order into a new map. */
  @Benchmark
  @OperationsPerInvocation(BUILT)
  public Object buildInOrder() {
    TreeAccess built = map.newMap();
    for (long key = 0; key < BUILT; key++) {
      built.put(key, VALUE);
    }
    return built;
  }
}
