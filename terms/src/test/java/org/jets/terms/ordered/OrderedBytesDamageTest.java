package org.jets.terms.ordered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.jets.terms.DecodeOptions;
import org.jets.terms.EdgeTerms;
import org.jets.terms.RandomTerms;
import org.jets.terms.Term;
import org.jets.terms.TermFormatException;
import org.jets.terms.TermGenerator;
import org.jets.testkit.TestScale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests that any bytes are the one code of a term, or end in a {@link TermFormatException}. */
@ExtendWith(RandomTerms.class)
class OrderedBytesDamageTest {
  private static final int MAX_BYTES = 1000;

  @Test
  void decode_cutOffAtAnyByte_isRefused(TermGenerator terms) {
    for (byte[] code : corpus(terms)) {
      for (int length = 0; length < code.length; length++) {
        if (decodeOrNull(Arrays.copyOf(code, length)) != null) {
          fail("decoded %s cut off after %d bytes", hex(code), length);
        }
      }
    }
  }

  @Test
  void decode_moreBytes_isRefused(TermGenerator terms) {
    for (byte[] code : corpus(terms)) {
      for (int more : new int[] {0, 1, 2, 0x40, 0x60, 0xff}) {
        byte[] longer = Arrays.copyOf(code, code.length + 1);
        longer[code.length] = (byte) more;
        if (decodeOrNull(longer) != null) {
          fail("decoded %s", hex(longer));
        }
      }
    }
  }

  @Test
  void decode_changedAtAnyByte_isACodeOrRefused(TermGenerator terms) {
    Random random = terms.random();
    for (byte[] code : corpus(terms)) {
      for (int i = 0; i < code.length; i++) {
        byte[] changed = code.clone();
        for (int bit = 0; bit < Byte.SIZE; bit++) {
          changed[i] = (byte) (code[i] ^ 1 << bit);
          assertCodeOrRefused(changed);
        }
        changed[i] = (byte) random.nextInt();
        changed[random.nextInt(changed.length)] = (byte) random.nextInt();
        assertCodeOrRefused(changed);
        assertCodeOrRefused(without(code, i));
        changed = code.clone();
        changed[changed.length - 1] |= 1;
        assertCodeOrRefused(Arrays.copyOf(changed, changed.length + 1));
      }
    }
  }

  @Test
  void decode_noise_isACodeOrRefused(TermGenerator terms) {
    Random random = terms.random();
    for (int i = TestScale.count(200_000); i > 0; i--) {
      byte[] noise = new byte[1 + random.nextInt(30)];
      for (int at = 0; at < noise.length; at++) {
        noise[at] = (byte) frequent(random);
      }
      assertCodeOrRefused(noise);
    }
  }

  /** Returns a byte, most often one with a meaning of its own. */
  private static int frequent(Random random) {
    int[] frequent = {
      0, 1, 2, 3, 0x0a, 0x0b, 0x13, 0x14, 0x15, 0x16, 0x17, 0x40, 0x41, 0x96, 0x97, 0x9e, 0x9f,
      0xa4, 0xa8, 0xac, 0xad, 0xb0, 0xb4, 0xb8, 0xb9, 0xba, 0xc0, 0xc4, 0xc9, 0xca, 0xcc, 0xd0,
      0xd4, 0xd8, 0xfe, 0xff
    };
    return random.nextInt(6) == 0 ? random.nextInt() : frequent[random.nextInt(frequent.length)];
  }

  private static List<byte[]> corpus(TermGenerator terms) {
    List<byte[]> corpus = new ArrayList<>();
    for (int i = TestScale.count(150); i > 0; i--) {
      corpus.add(OrderedBytes.encode(terms.term()));
    }
    EdgeTerms.all().forEach(term -> corpus.add(OrderedBytes.encode(term)));
    corpus.removeIf(code -> code.length > MAX_BYTES);
    return corpus;
  }

  private static byte[] without(byte[] code, int index) {
    byte[] shorter = Arrays.copyOf(code, code.length - 1);
    System.arraycopy(code, index + 1, shorter, index, code.length - index - 1);
    return shorter;
  }

  private static void assertCodeOrRefused(byte[] bytes) {
    Term term = decodeOrNull(bytes);
    if (term != null && !Arrays.equals(OrderedBytes.encode(term), bytes)) {
      fail("%s has the code %s and not %s", term, hex(OrderedBytes.encode(term)), hex(bytes));
    }
    assertThat(decodeDirectOrNull(bytes)).isEqualTo(term);
  }

  private static @Nullable Term decodeOrNull(byte[] bytes) {
    try {
      return OrderedBytes.decode(bytes);
    } catch (TermFormatException e) {
      assertThat(e.offset()).isBetween(0L, (long) bytes.length);
      return null;
    }
  }

  /** Decodes from a buffer without an array, and returns null if bytes are left. */
  private static @Nullable Term decodeDirectOrNull(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    try {
      Term term = OrderedBytes.decode(buffer, DecodeOptions.defaults());
      return buffer.hasRemaining() ? null : term;
    } catch (TermFormatException e) {
      assertThat(buffer.position()).isZero();
      return null;
    }
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
