package org.jets.bench.scale;

import java.util.concurrent.TimeUnit;
import org.jets.bench.maps.ThreadRandom;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A mix of operations on a structure that all threads share: ets_bench, and OTP's benchmark of
 * throughput.
 *
 * <p>{@code ./jets bench MixBenchmark -t 2 -p structure=store/CA_TREE -p
 * mix=insert=10:delete=10:lookup=80}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@SuppressWarnings("NullAway.Init") // set up by JMH
public class MixBenchmark {
  /** The filling of a structure: half as many random inserts as keys, half of the keys, or all. */
  public enum Filling {
    INSERTS,
    HALF,
    ALL
  }

  @Param("store/SPLIT_ORDERED")
  public String structure;

  @Param("insert=5:delete=5:lookup=90")
  public String mix;

  @Param("2097152")
  public int range;

  @Param("INSERTS")
  public Filling filling;

  private MixedLoad load;

  /** Fills the structure. */
  @Setup
  public void fill() {
    load = filled(structure, Mix.parse(mix), range, filling);
  }

  /**
   * Returns the load of a mix on a structure that has been made and filled for it.
   *
   * @throws IllegalArgumentException if the mix needs all keys and the filling has not
   */
  static MixedLoad filled(String structure, Mix mix, int range, Filling filling) {
    if (mix.needsAllKeys() && filling != Filling.ALL) {
      throw new IllegalArgumentException(
          "filling: %s with mix %s (expected: ALL)".formatted(filling, mix));
    }
    Keyed keyed =
        mix.counts()
            ? KeyedStructures.newTable(structure, ObjectShape.COUNTER)
            : KeyedStructures.newStructure(structure);
    MixedLoad load = new MixedLoad(mix, range, keyed);
    switch (filling) {
      case INSERTS -> load.insertRandomly(range / 2);
      case HALF -> load.insertHalf();
      case ALL -> load.insertAll();
    }
    return load;
  }

  /** One operation. */
  @Benchmark
  public @Nullable Object operation(ThreadRandom numbers) {
    return load.run(numbers.next());
  }
}
