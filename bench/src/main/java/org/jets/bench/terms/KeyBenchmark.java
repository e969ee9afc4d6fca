package org.jets.bench.terms;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Tuple;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The calls of a hash table on its keys at a lookup: the hash of the key that is looked for, and
 * whether it equals the one in the table, which is equal here and another object (atoms excepted:
 * of those there is one). Integers take up to 20 bits, most of them more than the cache of small
 * integers has.
 *
 * <p>{@code ./jets bench terms}, or {@code ./jets bench KeyBenchmark -prof gc} for the raw scores.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(KeyBenchmark.KEYS)
public class KeyBenchmark {
  static final int KEYS = 512;
  private static final int INTEGER_BITS = 20;

  // Arrays of Object, as hash tables have: that of a final class would spare Long and String the
  // check of an element's class.
  private final Object[] integers = new Object[KEYS];
  private final Object[] storedIntegers = new Object[KEYS];
  private final Object[] longs = new Object[KEYS];
  private final Object[] storedLongs = new Object[KEYS];
  private final Object[] atoms = new Object[KEYS];
  private final Object[] storedAtoms = new Object[KEYS];
  private final Object[] strings = new Object[KEYS];
  private final Object[] storedStrings = new Object[KEYS];
  private final Object[] tuples = new Object[KEYS];
  private final Object[] storedTuples = new Object[KEYS];
  private final Object[] pairs = new Object[KEYS];
  private final Object[] storedPairs = new Object[KEYS];

  /** A Java program's counterpart of the key {Atom, Int}. */
  record Pair(String name, Long number) {}

  /** Makes one kind after the other, so that each stands together in memory. */
  @Setup
  public void makeKeys() {
    int[] numbers = new Random(3).ints(KEYS, 0, 1 << INTEGER_BITS).toArray();
    String[] names =
        IntStream.of(numbers).mapToObj(n -> "key_" + n % 10_000).toArray(String[]::new);
    fill(integers, storedIntegers, i -> IntegerTerm.of(numbers[i]));
    fill(longs, storedLongs, i -> Long.valueOf(numbers[i]));
    fill(atoms, storedAtoms, i -> Atom.of(names[i]));
    fill(strings, storedStrings, i -> String.valueOf(names[i].toCharArray()));
    fill(tuples, storedTuples, i -> Tuple.of(Atom.of(names[i]), IntegerTerm.of(numbers[i])));
    fill(
        pairs,
        storedPairs,
        i -> new Pair(String.valueOf(names[i].toCharArray()), Long.valueOf(numbers[i])));
  }

  private static void fill(Object[] keys, Object[] stored, IntFunction<Object> make) {
    Arrays.setAll(keys, make);
    Arrays.setAll(stored, make);
  }

  @Benchmark
  public int equalsInteger() {
    return countEqual(integers, storedIntegers);
  }

  @Benchmark
  public int equalsLong() {
    return countEqual(longs, storedLongs);
  }

  @Benchmark
  public int equalsAtom() {
    return countEqual(atoms, storedAtoms);
  }

  @Benchmark
  public int equalsString() {
    return countEqual(strings, storedStrings);
  }

  @Benchmark
  public int equalsTuple() {
    return countEqual(tuples, storedTuples);
  }

  @Benchmark
  public int equalsPair() {
    return countEqual(pairs, storedPairs);
  }

  @Benchmark
  public int hashInteger() {
    return addHashes(integers);
  }

  @Benchmark
  public int hashLong() {
    return addHashes(longs);
  }

  @Benchmark
  public int hashAtom() {
    return addHashes(atoms);
  }

  @Benchmark
  public int hashString() {
    return addHashes(strings);
  }

  @Benchmark
  public int hashTuple() {
    return addHashes(tuples);
  }

  @Benchmark
  public int hashPair() {
    return addHashes(pairs);
  }

  // Each benchmark runs in its own JVM, so that the calls in these loops meet one class each.

  private static int countEqual(Object[] keys, Object[] stored) {
    int equal = 0;
    for (int i = 0; i < KEYS; i++) {
      if (keys[i].equals(stored[i])) {
        equal++;
      }
    }
    return equal;
  }

  private static int addHashes(Object[] keys) {
    int sum = 0;
    for (int i = 0; i < KEYS; i++) {
      sum += keys[i].hashCode();
    }
    return sum;
  }
}
