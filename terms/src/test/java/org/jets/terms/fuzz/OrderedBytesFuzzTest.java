package org.jets.terms.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jets.terms.DecodeOptions;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.Term;
import org.jets.terms.TermFormatException;
import org.jets.terms.TermOrder;
import org.jets.terms.ordered.OrderedBytes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

/**
 * Fuzzes the decoder of the ordered code. Any bytes are the one code of a term or end in a {@link
 * TermFormatException}, in memory bounded by their number. The two halves of the bytes are ordered
 * as the terms that they are the codes of.
 *
 * <p>Replays its seeds in a test run; {@code ./jets fuzz orderedbytes 600} searches for ten
 * minutes.
 */
@Tag("fuzz")
class OrderedBytesFuzzTest {
  private static final DecodeOptions OPTIONS = DecodeOptions.defaults();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** The memory that an exception and the growth of the atom table may take. */
  private static final long MAX_CONSTANT = 8 << 20;

  /** The memory that each byte of input may take, at two readings. */
  private static final long MAX_PER_BYTE = 300;

  @FuzzTest(maxDuration = "60s")
  void decode(byte[] bytes) {
    Term term = decodeOrNull(bytes);
    // The second run is measured: the first may load classes, which the fuzzer rewrites.
    long before = THREADS.getCurrentThreadAllocatedBytes();
    Term again = decodeOrNull(bytes);
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    assertThat(allocated).isLessThan(MAX_CONSTANT + MAX_PER_BYTE * bytes.length);

    assertThat(again).isEqualTo(term);
    if (term != null) {
      assertThat(OrderedBytes.encode(term)).isEqualTo(bytes);
      assertThat(ExternalTermFormat.decode(ExternalTermFormat.encode(term))).isEqualTo(term);
    }
    assertOrdered(bytes);
  }

  /** Asserts the order of two codes that stand one after the other. */
  private static void assertOrdered(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    try {
      Term first = OrderedBytes.decode(buffer, OPTIONS);
      int middle = buffer.position();
      Term second = OrderedBytes.decode(buffer, OPTIONS);
      int order = TermOrder.STANDARD.thenComparing(TermOrder.EXACT).compare(first, second);
      int codes = Arrays.compareUnsigned(bytes, 0, middle, bytes, middle, buffer.position());
      if (order != 0) {
        assertThat(Integer.signum(codes)).isEqualTo(Integer.signum(order));
      }
    } catch (TermFormatException e) {
      // There are not two codes.
    }
  }

  private static @Nullable Term decodeOrNull(byte[] bytes) {
    try {
      return OrderedBytes.decode(bytes, OPTIONS);
    } catch (TermFormatException e) {
      return null;
    }
  }
}
