package org.jets.bench.terms;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.Term;
import org.jets.terms.ordered.OrderedBytes;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The ordered code beside the external term format: all messages of a corpus, one after the other,
 * from terms to byte arrays or back.
 *
 * <p>{@code ./jets bench terms}, or {@code ./jets bench OrderedBytesBenchmark -prof gc} for the raw
 * scores.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class OrderedBytesBenchmark {
  @Param public Corpus corpus = Corpus.SMALL_TUPLES;

  private Term[] terms = {};
  private byte[][] ordered = {};
  private byte[][] external = {};

  @Setup
  public void makeMessages() {
    List<Term> messages = corpus.messages();
    terms = messages.toArray(new Term[0]);
    ordered = messages.stream().map(OrderedBytes::encode).toArray(byte[][]::new);
    external = messages.stream().map(ExternalTermFormat::encode).toArray(byte[][]::new);
  }

  @Benchmark
  public void encodeOrdered(Blackhole blackhole) {
    for (Term term : terms) {
      blackhole.consume(OrderedBytes.encode(term));
    }
  }

  @Benchmark
  public void encodeExternal(Blackhole blackhole) {
    for (Term term : terms) {
      blackhole.consume(ExternalTermFormat.encode(term));
    }
  }

  @Benchmark
  public void decodeOrdered(Blackhole blackhole) {
    for (byte[] bytes : ordered) {
      blackhole.consume(OrderedBytes.decode(bytes));
    }
  }

  @Benchmark
  public void decodeExternal(Blackhole blackhole) {
    for (byte[] bytes : external) {
      blackhole.consume(ExternalTermFormat.decode(bytes));
    }
  }
}
