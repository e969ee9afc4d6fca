package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import org.jets.testkit.ScaledProperties;

/**
 * Tests that an encoded term is decoded as the same term, and that a part of the bytes is refused.
 */
@AddLifecycleHook(ScaledProperties.class)
class TermRoundTripTest {

  @Provide
  Arbitrary<Term> terms() {
    return TermArbitraries.terms();
  }

  @Provide
  Arbitrary<Term> readableTerms() {
    return TermArbitraries.terms().map(ReadableTerms::of);
  }

  @Provide
  Arbitrary<EncodeOptions> encodings() {
    Arbitrary<Boolean> flag = Arbitraries.of(false, true);
    return Combinators.combine(
            Arbitraries.integers().between(1, 2), Arbitraries.integers().between(0, 9), flag, flag)
        .as(
            (minorVersion, compression, deterministic, bare) ->
                EncodeOptions.defaults()
                    .withMinorVersion(minorVersion)
                    .withCompression(compression)
                    .withDeterministic(deterministic)
                    .withVersionByte(!bare || compression > 0));
  }

  @Property(tries = 3000)
  void decode_encodedWithAnyOptions_isTheTerm(
      @ForAll("terms") Term term,
      @ForAll("encodings") EncodeOptions encoding,
      @ForAll boolean views)
      throws IOException {
    byte[] bytes = ExternalTermFormat.encode(term, encoding);
    DecodeOptions decoding =
        DecodeOptions.defaults().withVersionByte(encoding.versionByte()).withViews(views);

    assertThat(ExternalTermFormat.decode(bytes, decoding)).isEqualTo(term);
    assertThat(ExternalTermFormat.decode(ByteBuffer.wrap(bytes), decoding)).isEqualTo(term);
    assertThat(ExternalTermFormat.decode(new ByteArrayInputStream(bytes), decoding))
        .isEqualTo(term);
  }

  @Property(tries = 2000)
  void decode_cutOffAnywhere_isRefused(
      @ForAll("terms") Term term,
      @ForAll("encodings") EncodeOptions encoding,
      @ForAll @IntRange(min = 0, max = 999) int permille) {
    byte[] bytes = ExternalTermFormat.encode(term, encoding);
    byte[] cut = Arrays.copyOf(bytes, bytes.length * permille / 1000);
    DecodeOptions decoding = DecodeOptions.defaults().withVersionByte(encoding.versionByte());

    assertThatExceptionOfType(TermFormatException.class)
        .isThrownBy(() -> ExternalTermFormat.decode(cut, decoding));
  }

  @Property(tries = 3000)
  void parse_printedTerm_isTheTerm(
      @ForAll("readableTerms") Term term, @ForAll @IntRange(min = 0, max = 100) int lineWidth) {
    PrintOptions layout = PrintOptions.defaults().withLineWidth(lineWidth);

    assertThat(TermParser.parse(TermPrinter.print(term))).isEqualTo(term);
    assertThat(TermParser.parse(TermPrinter.prettyPrint(term, layout))).isEqualTo(term);
  }
}
