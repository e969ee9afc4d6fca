package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jets.testkit.TestScale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests that random terms survive a round trip, and that truncated or changed bytes end in a {@link
 * TermFormatException}.
 */
@ExtendWith(RandomTerms.class)
class ExternalTermFormatDamageTest {
  private static final List<EncodeOptions> ENCODINGS =
      List.of(
          EncodeOptions.defaults(),
          EncodeOptions.defaults().withMinorVersion(1),
          EncodeOptions.defaults().withCompression(6));

  @Test
  void decode_encodedTerm_isTheTerm(TermGenerator terms) throws IOException {
    for (int i = TestScale.count(10_000); i > 0; i--) {
      Term term = terms.term();
      for (EncodeOptions options : ENCODINGS) {
        byte[] bytes = ExternalTermFormat.encode(term, options);

        assertThat(ExternalTermFormat.decode(bytes)).isEqualTo(term);
        assertOtherFormsRead(bytes, term);
      }
    }
  }

  private static void assertOtherFormsRead(byte[] bytes, Term term) throws IOException {
    byte[] more = Arrays.copyOf(bytes, bytes.length + 3);
    ByteArrayInputStream input = new ByteArrayInputStream(more);
    assertThat(ExternalTermFormat.decode(input, DecodeOptions.defaults())).isEqualTo(term);
    assertThat(input.available()).isEqualTo(3);
    for (ByteBuffer buffer :
        List.of(ByteBuffer.wrap(more), ByteBuffer.wrap(more).asReadOnlyBuffer())) {
      assertThat(ExternalTermFormat.decode(buffer, DecodeOptions.defaults().withViews(true)))
          .isEqualTo(term);
      assertThat(buffer.remaining()).isEqualTo(3);
    }
  }

  @Test
  void decode_equalTerms_haveEqualDeterministicBytes(TermGenerator terms) {
    EncodeOptions deterministic = EncodeOptions.defaults().withDeterministic(true);
    for (int i = TestScale.count(10_000); i > 0; i--) {
      byte[] bytes = ExternalTermFormat.encode(terms.term(), deterministic);

      assertThat(ExternalTermFormat.encode(ExternalTermFormat.decode(bytes), deterministic))
          .isEqualTo(bytes);
    }
  }

  @Test
  void decode_cutOffAtAnyByte_isRefused(TermGenerator terms) {
    for (byte[] bytes : corpus(terms)) {
      for (int length = 0; length < bytes.length; length++) {
        byte[] cut = Arrays.copyOf(bytes, length);
        if (decodeOrNull(cut) != null) {
          fail("decoded %s cut off after %d bytes", Arrays.toString(bytes), length);
        }
        if (length > 0 && decodeStreamOrNull(cut) != null) {
          fail("decoded a stream of %s cut off after %d bytes", Arrays.toString(bytes), length);
        }
      }
    }
  }

  @Test
  void decode_changedAtAnyByte_isATermOrRefused(TermGenerator terms) {
    Random random = terms.random();
    for (byte[] bytes : corpus(terms)) {
      for (int i = 0; i < bytes.length; i++) {
        byte[] changed = bytes.clone();
        for (int bit = 0; bit < Byte.SIZE; bit++) {
          changed[i] = (byte) (bytes[i] ^ 1 << bit);
          assertTermOrRefused(changed);
        }
        changed[i] = (byte) random.nextInt();
        changed[random.nextInt(changed.length)] = (byte) random.nextInt();
        assertTermOrRefused(changed);
      }
    }
  }

  @Test
  void decode_noise_isATermOrRefused(TermGenerator terms) {
    Random random = terms.random();
    for (int i = TestScale.count(100_000); i > 0; i--) {
      byte[] noise = new byte[1 + random.nextInt(40)];
      random.nextBytes(noise);
      for (int at = 0; at < noise.length; at += 1 + random.nextInt(6)) {
        // Most tags are in this range. Uniform noise would end at the first byte.
        noise[at] = (byte) (97 + random.nextInt(24));
      }
      noise[0] = (byte) 131;
      assertTermOrRefused(noise);
    }
  }

  private static List<byte[]> corpus(TermGenerator terms) {
    List<byte[]> corpus = new ArrayList<>();
    for (int i = TestScale.count(60); i > 0; i--) {
      Term term = terms.term();
      for (EncodeOptions options : ENCODINGS) {
        byte[] bytes = ExternalTermFormat.encode(term, options);
        if (bytes.length <= 1000) {
          corpus.add(bytes);
        }
      }
    }
    return corpus;
  }

  /** Asserts that bytes are refused or decode to a valid term. */
  private static void assertTermOrRefused(byte[] bytes) {
    Term term = decodeOrNull(bytes);
    Term ofStream = decodeStreamOrNull(bytes);
    if (term != null) {
      assertThat(ofStream).isEqualTo(term);
      assertThat(ExternalTermFormat.decode(ExternalTermFormat.encode(term))).isEqualTo(term);
    }
  }

  private static @Nullable Term decodeOrNull(byte[] bytes) {
    try {
      return ExternalTermFormat.decode(bytes);
    } catch (TermFormatException e) {
      assertThat(e.offset()).isNotNegative();
      assertThat(e.isInCompressedData() || e.offset() <= bytes.length).isTrue();
      return null;
    }
  }

  private static @Nullable Term decodeStreamOrNull(byte[] bytes) {
    try {
      return ExternalTermFormat.decode(new ByteArrayInputStream(bytes), DecodeOptions.defaults());
    } catch (TermFormatException e) {
      return null;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
