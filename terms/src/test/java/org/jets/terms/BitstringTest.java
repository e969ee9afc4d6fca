package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.charset.CharacterCodingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BitstringTest {

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 9, 15, 16})
  void of_anyNumberOfBits_hasThoseAndNoOthers(int bitSize) {
    Bitstring bits = Bitstring.of(new byte[] {-1, -1}, bitSize);
    assertThat(bits.bitSize()).isEqualTo(bitSize);
    assertThat(bits.byteSize()).isEqualTo((bitSize + 7) / 8);
    assertThat(bits.trailingBits()).isEqualTo(bitSize % 8);
    assertThat(bits instanceof Binary).isEqualTo(bitSize % 8 == 0);
    byte[] bytes = bits.toByteArray();
    assertThat(bytes).hasSize(bits.byteSize());
    for (int i = 0; i < 8 * bytes.length; i++) {
      boolean set = (bytes[i / 8] >> (7 - i % 8) & 1) != 0;
      assertThat(set).isEqualTo(i < bitSize);
      assertThat(bits.byteAt(i / 8)).isEqualTo(bytes[i / 8]);
    }
    assertThat(bits).isEqualTo(Bitstring.of(bytes, bitSize));
    assertThat(bits).hasSameHashCodeAs(Bitstring.of(bytes, bitSize));
  }

  @Test
  void of_moreBitsThanBytes_isRefused() {
    for (long bitSize : new long[] {-1, 17, Long.MAX_VALUE}) {
      assertThatThrownBy(() -> Bitstring.of(new byte[2], bitSize))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("bitSize: " + bitSize + " (expected: 0..16)");
    }
  }

  @Test
  void equals_sameBytesOfOtherSize_isFalse() {
    byte[] zero = {0};
    assertThat(Bitstring.of(zero, 1)).isNotEqualTo(Bitstring.of(zero, 2));
    assertThat(Bitstring.of(zero, 7)).isNotEqualTo(Bitstring.of(zero, 8));
    assertThat(Binary.of(zero)).isNotEqualTo(Binary.empty());
  }

  @Test
  void byteAt_noSuchByte_isRefused() {
    Bitstring bits = Binary.view(new byte[] {1, 2, 3}, 1, 1);
    assertThat(bits.byteAt(0)).isEqualTo((byte) 2);
    for (int index : new int[] {-1, 1}) {
      assertThatThrownBy(() -> bits.byteAt(index)).isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void view_partOfAnArray_equalsACopyOfThatPart() {
    byte[] bytes = {1, 2, 3, 4};
    Binary view = Binary.view(bytes, 1, 2);
    Binary copy = Binary.of(bytes, 1, 2);
    assertThat(view).isEqualTo(copy).hasSameHashCodeAs(copy);
    assertThat(view.toByteArray()).containsExactly(2, 3);
    assertThat(view.bitSize()).isEqualTo(16);
    assertThat(Phash2.of(view)).isEqualTo(Phash2.of(copy));
    assertThat(Binary.view(bytes, 4, 0)).isSameAs(Binary.empty());
  }

  @Test
  void of_partOutsideOfTheArray_isRefused() {
    byte[] bytes = new byte[4];
    int[][] parts = {{-1, 1}, {0, 5}, {4, 1}, {1, -1}, {Integer.MAX_VALUE, 1}};
    for (int[] part : parts) {
      assertThatThrownBy(() -> Binary.of(bytes, part[0], part[1]))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> Binary.view(bytes, part[0], part[1]))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void of_arrayChangedAfterwards_keepsTheBytes() {
    byte[] bytes = {1, 2};
    Binary binary = Binary.of(bytes);
    Bitstring bits = Bitstring.of(bytes, 15);
    bytes[0] = 9;
    binary.toByteArray()[0] = 9;
    bits.toByteArray()[0] = 9;
    assertThat(binary.toByteArray()).containsExactly(1, 2);
    assertThat(bits.toByteArray()).containsExactly(1, 2);
  }

  @Test
  void asReadOnlyBuffer_view_coversItsBytesAlone() {
    ByteBuffer buffer = Binary.view(new byte[] {1, 2, 3}, 1, 2).asReadOnlyBuffer();
    assertThat(buffer.remaining()).isEqualTo(2);
    assertThat(buffer.capacity()).isEqualTo(2);
    assertThat(buffer.get(0)).isEqualTo((byte) 2);
    assertThatThrownBy(() -> buffer.put(0, (byte) 9)).isInstanceOf(ReadOnlyBufferException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "text", "åäö€", "\uD83D\uDE00"})
  void toText_utf8_isTheText(String text) throws CharacterCodingException {
    assertThat(Binary.of(text).toText()).isEqualTo(text);
  }

  @Test
  void toText_notUtf8_isRefused() {
    byte[][] malformed = {
      {-1}, {(byte) 0xc0, (byte) 0x80}, {(byte) 0xed, (byte) 0xa0, (byte) 0x80}
    };
    for (byte[] bytes : malformed) {
      assertThatThrownBy(() -> Binary.of(bytes).toText())
          .isInstanceOf(CharacterCodingException.class);
    }
  }

  @Test
  void of_unpairedSurrogate_isRefused() {
    assertThatThrownBy(() -> Binary.of("ab\uD800"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("text: unpaired surrogate at index 2 (expected: valid Unicode)");
  }
}
