package org.jets.bench.radix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Keys and their bytes have one order, and can be converted back. */
class ByteKeysTest {
  private static <K> void assertOrdered(ByteKeys<K> keys, List<K> all, Comparator<K> natural) {
    for (K a : all) {
      assertThat(natural.compare(a, keys.decode(keys.encode(a)))).as("%s", a).isZero();
      for (K b : all) {
        int expected = Integer.signum(natural.compare(a, b));
        int bytes = Arrays.compareUnsigned(keys.encode(a), keys.encode(b));
        assertThat(Integer.signum(bytes)).as("%s and %s", a, b).isEqualTo(expected);
      }
    }
  }

  @Test
  void strings_ofAllKinds_haveTheirNaturalOrder() {
    List<String> all =
        List.of(
            "",
            "\0",
            "\0\0",
            "a",
            "a\0",
            "ab",
            "b",
            "?",
            "??",
            "\u007f",
            "\u0080",
            "\u00e9",
            "\u07ff",
            "\u0800",
            "\ud7ff",
            "\ud800",
            "?\ud800",
            "\udbff\udfff",
            "\udc00",
            "\udc00\ud800",
            "\ue000",
            "\uffff",
            "a\uffff",
            "\ud83d\ude00",
            "x\ud83d");

    assertOrdered(ByteKeys.strings(), all, Comparator.naturalOrder());
  }

  @Test
  void strings_random_haveTheirNaturalOrder() {
    SplittableRandom random = new SplittableRandom(4);
    int[] limits = {0x60, 0x100, 0x900, 0x1_0000};
    List<String> all =
        IntStream.range(0, 200)
            .mapToObj(
                i -> {
                  StringBuilder text = new StringBuilder();
                  for (int left = random.nextInt(12); left > 0; left--) {
                    text.append((char) random.nextInt(limits[i % limits.length]));
                  }
                  return text.toString();
                })
            .toList();

    assertOrdered(ByteKeys.strings(), all, Comparator.naturalOrder());
  }

  @Test
  void longs_aroundTheirLimits_haveTheirNaturalOrder() {
    List<Long> all =
        List.of(Long.MIN_VALUE, Long.MIN_VALUE + 1, -256L, -1L, 0L, 1L, 255L, 256L, Long.MAX_VALUE);

    assertOrdered(ByteKeys.longs(), all, Comparator.naturalOrder());
  }

  @Test
  void bytes_areComparedByContent() {
    List<byte[]> all =
        List.of(new byte[0], new byte[1], new byte[2], new byte[] {127}, new byte[] {-128});

    assertOrdered(ByteKeys.bytes(), all, Arrays::compareUnsigned);
  }
}
