package org.jets.bench.terms;

import com.ericsson.otp.erlang.OtpErlangDecodeException;
import com.ericsson.otp.erlang.OtpErlangObject;
import com.ericsson.otp.erlang.OtpInputStream;
import com.ericsson.otp.erlang.OtpOutputStream;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jets.terms.DecodeOptions;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.Term;
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
 * The external term format beside jinterface's: all messages of a corpus, one after the other, from
 * objects to byte arrays or back. Each library works on its own objects; jinterface's are made from
 * the bytes that ours are encoded to.
 *
 * <p>{@code ./jets bench terms}, or {@code ./jets bench ExternalFormatBenchmark -prof gc} for the
 * raw scores.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ExternalFormatBenchmark {
  /** The byte that stands before every encoded term; jinterface leaves it to its callers. */
  private static final int VERSION = 131;

  private static final DecodeOptions VIEWS = DecodeOptions.defaults().withViews(true);

  @Param public Corpus corpus = Corpus.SMALL_TUPLES;

  private Term[] terms = {};
  private OtpErlangObject[] objects = {};
  private byte[][] encoded = {};

  /** Makes the messages, and checks that both libraries read and write the same. */
  @Setup
  public void makeMessages() throws OtpErlangDecodeException {
    List<Term> messages = corpus.messages();
    terms = messages.toArray(new Term[0]);
    objects = new OtpErlangObject[terms.length];
    encoded = new byte[terms.length][];
    for (int i = 0; i < terms.length; i++) {
      encoded[i] = ExternalTermFormat.encode(terms[i]);
      objects[i] = new OtpInputStream(encoded[i]).read_any();
      if (!ExternalTermFormat.decode(encodeWithJinterface(objects[i])).equals(terms[i])) {
        throw new IllegalStateException("jinterface wrote another term than " + terms[i]);
      }
    }
  }

  @Benchmark
  public void encodeJets(Blackhole blackhole) {
    for (Term term : terms) {
      blackhole.consume(ExternalTermFormat.encode(term));
    }
  }

  @Benchmark
  public void encodeJinterface(Blackhole blackhole) {
    for (OtpErlangObject object : objects) {
      blackhole.consume(encodeWithJinterface(object));
    }
  }

  @Benchmark
  public void decodeJets(Blackhole blackhole) {
    for (byte[] bytes : encoded) {
      blackhole.consume(ExternalTermFormat.decode(bytes));
    }
  }

  /** Binaries that share the memory of what they are read from. */
  @Benchmark
  public void decodeJetsViews(Blackhole blackhole) {
    for (byte[] bytes : encoded) {
      blackhole.consume(ExternalTermFormat.decode(bytes, VIEWS));
    }
  }

  @Benchmark
  public void decodeJinterface(Blackhole blackhole) throws OtpErlangDecodeException {
    for (byte[] bytes : encoded) {
      blackhole.consume(new OtpInputStream(bytes).read_any());
    }
  }

  private static byte[] encodeWithJinterface(OtpErlangObject object) {
    OtpOutputStream out = new OtpOutputStream();
    out.write1(VERSION);
    out.write_any(object);
    return out.toByteArray();
  }
}
