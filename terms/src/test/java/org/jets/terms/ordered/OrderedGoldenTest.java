package org.jets.terms.ordered;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.TermOrder;
import org.junit.jupiter.api.Test;

/** Tests that the codes of this version are those that earlier releases have stored. */
class OrderedGoldenTest {
  @Test
  void encode_recordedTerms_isAsRecorded() throws IOException {
    List<OrderedGolden> all = read();

    assertThat(all).hasSizeGreaterThan(500);
    for (OrderedGolden golden : all) {
      assertThat(OrderedGolden.of(golden.term()).code()).isEqualTo(golden.code());
      assertThat(ExternalTermFormat.encode(OrderedBytes.decode(parseHex(golden.code()))))
          .isEqualTo(ExternalTermFormat.encode(golden.term()));
    }
    assertThat(all).extracting(OrderedGolden::term).isSortedAccordingTo(TermOrder.STANDARD);
  }

  private static byte[] parseHex(String hex) {
    return HexFormat.of().parseHex(hex);
  }

  private static List<OrderedGolden> read() throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                requireNonNull(
                    OrderedGoldenTest.class.getResourceAsStream("/" + OrderedGolden.FILE)),
                StandardCharsets.UTF_8))) {
      return lines.lines().filter(line -> !line.startsWith("#")).map(OrderedGolden::parse).toList();
    }
  }
}
