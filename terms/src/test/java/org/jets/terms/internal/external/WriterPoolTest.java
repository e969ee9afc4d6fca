package org.jets.terms.internal.external;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jets.terms.Atom;
import org.jets.terms.EncodeOptions;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermEncoder;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class WriterPoolTest {

  @BeforeAll
  static void initializeAccessToTerms() {
    ExternalTermFormat.encode(Atom.OK);
  }

  @Test
  void take_whileAnotherIsTaken_isAnotherWriter() {
    TermWriter first = WriterPool.take();

    assertThat(WriterPool.take()).isNotSameAs(first);
  }

  @Test
  void take_afterGiveBack_isEmptyAgain() {
    TermWriter writer = WriterPool.take();
    writer.size = writer.write(Atom.OK, 0);
    WriterPool.giveBack(writer);

    assertThat(WriterPool.take().size).isZero();
  }

  @Test
  void encode_byManyThreads_mixesNothingUp() throws Exception {
    int threads = 8;
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Boolean>> results = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        Term term = ListTerm.ofBytes(repeated(t));
        byte[] expected = new TermEncoder(EncodeOptions.defaults()).write(term).toByteArray();
        results.add(
            executor.submit(
                () -> {
                  boolean same = true;
                  for (int i = TestScale.count(20_000); i > 0; i--) {
                    same &= Arrays.equals(ExternalTermFormat.encode(term), expected);
                  }
                  return same;
                }));
      }
      for (Future<Boolean> result : results) {
        assertThat(result.get()).isTrue();
      }
    } finally {
      executor.shutdownNow();
    }
  }

  private static byte[] repeated(int value) {
    byte[] bytes = new byte[300 + 100 * value];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }
}
