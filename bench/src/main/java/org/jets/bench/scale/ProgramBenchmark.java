package org.jets.bench.scale;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
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
import org.openjdk.jmh.infra.Blackhole;

/**
 * The seven programs of Fritchie's study of 2003 on a table of so many objects {@code {Key,
 * Count}}, or a map from keys to counts, by one thread: each goes through all keys, and then does
 * so again.
 *
 * <p>{@code ./jets bench ProgramBenchmark -p structure=store/CA_TREE -p keys=70000}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(ProgramBenchmark.BLOCK)
@SuppressWarnings("NullAway.Init") // set up by JMH
public class ProgramBenchmark {
  /** Operations at a time; numbers of keys are multiples of it. */
  static final int BLOCK = 700;

  /** The keys of a table, and how far a program has come. */
  @State(Scope.Thread)
  public static class Keys {
    @Param("store/SPLIT_ORDERED")
    public String structure;

    @Param("70000")
    public int keys;

    private int[] shuffled;
    private int at;

    /** Shuffles the keys. */
    @Setup
    public void shuffle() {
      shuffled = IntStream.range(0, keys).toArray();
      Random random = new Random(7);
      for (int i = keys - 1; i > 0; i--) {
        int other = random.nextInt(i + 1);
        int key = shuffled[i];
        shuffled[i] = shuffled[other];
        shuffled[other] = key;
      }
    }

    /** Moves on by a block, and returns where it begins. */
    int nextBlock() {
      int block = at;
      at = block + BLOCK < keys ? block + BLOCK : 0;
      return block;
    }

    Keyed newTable() {
      return KeyedStructures.newStructure(structure, ObjectShape.COUNTER);
    }

    Keyed newFullTable() {
      Keyed table = newTable();
      for (int key : shuffled) {
        table.insert(key);
      }
      return table;
    }
  }

  /** A table that has all keys. */
  @State(Scope.Thread)
  public static class Full {
    private Keyed table;
    private ProgramOperations operations;
    private @Nullable Object place;

    /** Fills the table. */
    @Setup
    public void fill(Keys keys) {
      table = keys.newFullTable();
      operations = (ProgramOperations) table;
    }
  }

  /** A table that has all keys when its first block is to be deleted. */
  @State(Scope.Thread)
  public static class Emptied {
    private Keyed table;

    /** Fills a new table when the old one is empty. This time is not counted. */
    @Setup(Level.Invocation)
    public void refill(Keys keys) {
      if (keys.at == 0) {
        table = keys.newFullTable();
      }
    }
  }

  /** A table that does not have the keys of a block before that is inserted. */
  @State(Scope.Thread)
  public static class Growing {
    private Keyed table;

    /** Makes a new table when the old one is full. */
    @Setup(Level.Invocation)
    public void renew(Keys keys) {
      if (keys.at == 0) {
        table = keys.newTable();
      }
    }
  }

  @Benchmark
  public void insertInOrder(Keys keys, Growing growing) {
    int first = keys.nextBlock();
    for (int key = first; key < first + BLOCK; key++) {
      growing.table.insert(key);
    }
  }

  @Benchmark
  public void insertShuffled(Keys keys, Growing growing) {
    int first = keys.nextBlock();
    for (int i = first; i < first + BLOCK; i++) {
      growing.table.insert(keys.shuffled[i]);
    }
  }

  @Benchmark
  public void lookupInOrder(Keys keys, Full full, Blackhole results) {
    int first = keys.nextBlock();
    for (int key = first; key < first + BLOCK; key++) {
      results.consume(full.table.lookup(key));
    }
  }

  @Benchmark
  public void lookupShuffled(Keys keys, Full full, Blackhole results) {
    int first = keys.nextBlock();
    for (int i = first; i < first + BLOCK; i++) {
      results.consume(full.table.lookup(keys.shuffled[i]));
    }
  }

  /** Steps from key to key, and behind the last one to the first one. */
  @Benchmark
  public @Nullable Object traverse(Full full) {
    Object place = full.place;
    for (int i = 0; i < BLOCK; i++) {
      place = full.operations.step(place);
    }
    full.place = place;
    return place;
  }

  @Benchmark
  public void count(Keys keys, Full full, Blackhole results) {
    int first = keys.nextBlock();
    for (int i = first; i < first + BLOCK; i++) {
      results.consume(full.operations.count(keys.shuffled[i]));
    }
  }

  @Benchmark
  public void delete(Keys keys, Emptied emptied) {
    int first = keys.nextBlock();
    for (int i = first; i < first + BLOCK; i++) {
      emptied.table.delete(keys.shuffled[i]);
    }
  }
}
