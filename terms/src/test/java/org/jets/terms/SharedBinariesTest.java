package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests that the bytes are the same whether an encoder copies binaries or leaves them out of its
 * buffer.
 */
@ExtendWith(RandomTerms.class)
class SharedBinariesTest {
  private static final Binary LARGE = Binary.of(new byte[] {1, 2, 3, 4, 5, 6, 7, 8});

  private static TermEncoder encoder() {
    return new TermEncoder(EncodeOptions.defaults());
  }

  private static byte[] concatenated(TermEncoder encoder) {
    ByteBuffer all = ByteBuffer.allocate(encoder.size());
    encoder.parts().forEach(all::put);
    return all.array();
  }

  @Test
  void write_anyTerms_areTheSameBytesAsWithCopies(TermGenerator terms) throws IOException {
    TermEncoder copying = encoder();
    TermEncoder sharing = encoder().shareBinariesFrom(3);
    for (int i = 0; i < 500; i++) {
      Term term = terms.term();
      copying.write(term);
      sharing.write(term);
    }
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    sharing.writeTo(stream);
    ByteBuffer buffer = ByteBuffer.allocate(sharing.size());
    sharing.writeTo(buffer);

    assertThat(sharing.size()).isEqualTo(copying.size());
    assertThat(sharing.parts()).hasSizeGreaterThan(1);
    assertThat(concatenated(sharing)).isEqualTo(copying.toByteArray());
    assertThat(sharing.toByteArray()).isEqualTo(copying.toByteArray());
    assertThat(stream.toByteArray()).isEqualTo(copying.toByteArray());
    assertThat(buffer.array()).isEqualTo(copying.toByteArray());
    assertThat(sharing.asReadOnlyBuffer()).isEqualTo(copying.asReadOnlyBuffer());
  }

  @Test
  void write_binaryInAFunInAFun_countsInTheirSizes() {
    Atom module = Atom.of("a_module");
    Pid pid = Pid.of(Atom.of("node@host"), 1, 2, 3);
    LocalFun inner = LocalFun.of(module, 1, new byte[16], 2, 3, 4, pid, List.of(LARGE));
    LocalFun outer = LocalFun.of(module, 1, new byte[16], 2, 3, 4, pid, List.of(LARGE, inner));

    assertThat(concatenated(encoder().write(LARGE).shareBinariesFrom(8).write(outer)))
        .isEqualTo(encoder().write(LARGE).write(outer).toByteArray());
  }

  @Test
  void clear_sharedBinaries_areForgotten() {
    TermEncoder encoder = encoder().shareBinariesFrom(8).write(LARGE);

    encoder.clear();

    assertThat(encoder.size()).isZero();
    assertThat(encoder.write(Atom.OK).toByteArray())
        .isEqualTo(encoder().write(Atom.OK).toByteArray());
  }

  @Test
  void write_moreThanAnArrayHolds_throwsAndLeavesWhatWasThere() {
    TermEncoder encoder = encoder().shareBinariesFrom(1 << 20).write(Atom.OK);
    Term tooLarge = ListTerm.of(Collections.nCopies(2048, Binary.of(new byte[1 << 20])));

    assertThatThrownBy(() -> encoder.write(tooLarge)).isInstanceOf(IllegalArgumentException.class);
    assertThat(encoder.write(LARGE).toByteArray())
        .isEqualTo(encoder().write(Atom.OK).write(LARGE).toByteArray());
  }

  @Test
  void shareBinariesFrom_negative_throws() {
    assertThatThrownBy(() -> encoder().shareBinariesFrom(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1 (expected: >= 0)");
  }

  @Test
  void decode_viewsOfLargeBinariesOnly_copySmallOnes() {
    byte[] bytes = ExternalTermFormat.encode(Tuple.of(LARGE, Binary.of(new byte[] {9})));
    Tuple tuple =
        (Tuple) ExternalTermFormat.decode(bytes, DecodeOptions.defaults().withViewsFrom(8));

    // After the version byte come a tuple's tag and arity, and then a tag and four bytes of length
    // for each.
    bytes[8] = 77;
    bytes[bytes.length - 1] = 77;

    assertThat(((Binary) tuple.element(1)).byteAt(0)).isEqualTo((byte) 77);
    assertThat(((Binary) tuple.element(2)).byteAt(0)).isEqualTo((byte) 9);
  }
}
