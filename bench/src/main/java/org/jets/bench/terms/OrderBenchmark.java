package org.jets.bench.terms;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
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
 * Erlang's standard order beside the natural order of the Java classes that hold the same. Half of
 * the tuples compared agree in their first two elements.
 *
 * <p>{@code ./jets bench terms}, or {@code ./jets bench OrderBenchmark -prof gc} for the raw
 * scores.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(OrderBenchmark.PAIRS)
public class OrderBenchmark {
  static final int PAIRS = 512;
  private static final int INTEGER_BITS = 20;

  @SuppressWarnings("unchecked") // each array holds objects of one class only
  private static final Comparator<Object> NATURAL =
      (Comparator<Object>) (Comparator<?>) Comparator.naturalOrder();

  private final Term[] integers = new Term[PAIRS + 1];
  private final Object[] longs = new Object[PAIRS + 1];
  private final Term[] atoms = new Term[PAIRS + 1];
  private final Object[] strings = new Object[PAIRS + 1];
  private final Term[] tuples = new Term[PAIRS + 1];
  private final Object[] triples = new Object[PAIRS + 1];

  /** A Java program's counterpart of {Atom, Int, Int}. */
  record Triple(String name, Long group, Long number) implements Comparable<Triple> {
    @Override
    public int compareTo(Triple that) {
      int c = name.compareTo(that.name);
      if (c == 0) {
        c = group.compareTo(that.group);
      }
      return c != 0 ? c : number.compareTo(that.number);
    }
  }

  /** Makes one kind after the other, so that each stands together in memory. */
  @Setup
  public void makeTerms() {
    int[] numbers = new Random(4).ints(PAIRS + 1, 0, 1 << INTEGER_BITS).toArray();
    Arrays.setAll(integers, i -> IntegerTerm.of(numbers[i]));
    Arrays.setAll(longs, i -> Long.valueOf(numbers[i]));
    Arrays.setAll(atoms, i -> Atom.of("key_" + numbers[i] % 10_000));
    Arrays.setAll(strings, i -> "key_" + numbers[i] % 10_000);
    Arrays.setAll(
        tuples,
        i -> Tuple.of(Atom.of("row"), IntegerTerm.of(group(i)), IntegerTerm.of(numbers[i])));
    Arrays.setAll(
        triples,
        i -> new Triple(String.valueOf(new char[] {'r', 'o', 'w'}), group(i), (long) numbers[i]));
  }

  /** The same for two neighbours, and beyond the integers that are shared. */
  private static long group(int i) {
    return i / 2 + (1L << INTEGER_BITS);
  }

  @Benchmark
  public int compareIntegers() {
    return addComparisons(integers, TermOrder.STANDARD);
  }

  @Benchmark
  public int compareLongs() {
    return addComparisons(longs, NATURAL);
  }

  @Benchmark
  public int compareAtoms() {
    return addComparisons(atoms, TermOrder.STANDARD);
  }

  @Benchmark
  public int compareStrings() {
    return addComparisons(strings, NATURAL);
  }

  @Benchmark
  public int compareTuples() {
    return addComparisons(tuples, TermOrder.STANDARD);
  }

  @Benchmark
  public int compareTriples() {
    return addComparisons(triples, NATURAL);
  }

  private static <T> int addComparisons(T[] values, Comparator<? super T> order) {
    int sum = 0;
    for (int i = 0; i < PAIRS; i++) {
      sum += order.compare(values[i], values[i + 1]);
    }
    return sum;
  }
}
