package org.jets.bench.scale;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Each thread inserts ascending keys of a range of its own into one structure, which is empty to
 * begin with: {@value #KEYS} of them.
 *
 * <p>{@code ./jets bench DisjointBenchmark -t 2 -p structure=store/CA_TREE}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // set up by JMH
public class DisjointBenchmark {
  static final int KEYS = 1 << 17;

  @Param("store/CA_TREE")
  public String structure;

  private Keyed keyed;

  /** Makes another structure for each repetition. */
  @Setup(Level.Iteration)
  public void renew() {
    keyed = KeyedStructures.newStructure(structure);
  }

  /** Inserts all keys of the range of this thread. */
  @Benchmark
  @OperationsPerInvocation(KEYS)
  public Object insertRange(ThreadParams thread) {
    int first = thread.getThreadIndex() * KEYS;
    for (int key = first; key < first + KEYS; key++) {
      keyed.insert(key);
    }
    return keyed;
  }
}
