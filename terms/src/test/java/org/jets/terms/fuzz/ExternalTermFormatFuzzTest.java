package org.jets.terms.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import org.jets.terms.DecodeOptions;
import org.jets.terms.EncodeOptions;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.Term;
import org.jets.terms.TermFormatException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

/**
 * Fuzzes the decoder. Any bytes give a term or a {@link TermFormatException}, in memory bounded by
 * their number. Every encoding of a term decodes to that term.
 *
 * <p>Replays its seeds in a test run; {@code ./jets fuzz externaltermformat 600} searches for ten
 * minutes.
 */
@Tag("fuzz")
class ExternalTermFormatFuzzTest {
  private static final DecodeOptions OPTIONS =
      DecodeOptions.defaults().withMaxUncompressedBytes(1 << 16);
  private static final List<EncodeOptions> ENCODINGS =
      List.of(
          EncodeOptions.defaults(),
          EncodeOptions.defaults().withMinorVersion(1),
          EncodeOptions.defaults().withCompression(6));
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** The memory that an exception and the growth of the atom table may take. */
  private static final long MAX_CONSTANT = 8 << 20;

  /** The memory that each byte of input, or of its uncompressed form, may take. */
  private static final long MAX_PER_BYTE = 200;

  @FuzzTest(maxDuration = "60s")
  void decode(byte[] bytes) throws IOException {
    Term term = decodeOrNull(bytes);
    // The second run is measured: the first may load classes, which the fuzzer rewrites.
    long before = THREADS.getCurrentThreadAllocatedBytes();
    Term again = decodeOrNull(bytes);
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    assertThat(allocated)
        .isLessThan(MAX_CONSTANT + MAX_PER_BYTE * (bytes.length + OPTIONS.maxUncompressedBytes()));

    assertThat(again).isEqualTo(term);
    Term ofStream = decodeStreamOrNull(bytes);
    if (term == null) {
      return;
    }
    assertThat(ofStream).isEqualTo(term);
    assertThat(ExternalTermFormat.decode(bytes, OPTIONS.withViews(true))).isEqualTo(term);
    for (EncodeOptions options : ENCODINGS) {
      byte[] encoded = ExternalTermFormat.encode(term, options);
      Term decoded = ExternalTermFormat.decode(encoded);
      assertThat(decoded).isEqualTo(term);
      assertThat(ExternalTermFormat.encode(decoded, options)).isEqualTo(encoded);
    }
  }

  private static @Nullable Term decodeOrNull(byte[] bytes) {
    try {
      return ExternalTermFormat.decode(bytes, OPTIONS);
    } catch (TermFormatException e) {
      return null;
    }
  }

  /** Decodes from a stream, which ignores bytes after the term. */
  private static @Nullable Term decodeStreamOrNull(byte[] bytes) throws IOException {
    try {
      byte[] more = Arrays.copyOf(bytes, bytes.length + 1);
      return ExternalTermFormat.decode(new ByteArrayInputStream(more), OPTIONS);
    } catch (TermFormatException e) {
      return null;
    }
  }
}
