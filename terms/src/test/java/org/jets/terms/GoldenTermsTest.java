package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests of terms against recorded facts of OTP 29, which need no Erlang. */
class GoldenTermsTest {
  private static final int AT_LEAST = 1_000;

  private static List<GoldenTerm> golden;
  private static List<Term> terms;

  @BeforeAll
  static void read() throws IOException {
    golden = GoldenTerm.readAll();
    terms = golden.stream().map(line -> decode(line.encoded())).toList();
    assertThat(terms).hasSizeGreaterThan(AT_LEAST);
  }

  @Test
  void all_edgeTerms_areRecorded() {
    List<Term> edges = EdgeTerms.all();
    edges.removeIf(
        term -> ReleaseDifferences.hasPrivateExactOrder(ReleaseDifferences.NEWEST, term));
    assertThat(terms).containsAll(edges);
  }

  @Test
  void encode_recordedTerms_isWhatErlangWrote() {
    for (int i = 0; i < terms.size(); i++) {
      assertBytes(terms.get(i), EncodeOptions.defaults(), golden.get(i).encoded());
    }
  }

  @Test
  void encode_recordedTermsMinorVersion1_isWhatErlangWrote() {
    for (int i = 0; i < terms.size(); i++) {
      String expected = golden.get(i).minorVersion1();
      if (expected != null) {
        assertBytes(terms.get(i), EncodeOptions.defaults().withMinorVersion(1), expected);
        assertThat(decode(expected)).isEqualTo(terms.get(i));
      }
    }
  }

  private static Term decode(String hex) {
    return ExternalTermFormat.decode(HexFormat.of().parseHex(hex));
  }

  private static void assertBytes(Term term, EncodeOptions options, String expected) {
    byte[] bytes = ExternalTermFormat.encode(term, options.withDeterministic(true));
    assertThat(HexFormat.of().formatHex(bytes)).as("%s", term).isEqualTo(expected);
  }

  @Test
  void phash2_recordedTerms_isWhatErlangGave() {
    for (int i = 0; i < terms.size(); i++) {
      Long expected = golden.get(i).hash();
      if (expected != null) {
        assertThat(Phash2.of(terms.get(i), Phash2.MAX_RANGE))
            .as("%s", terms.get(i))
            .isEqualTo(expected);
      }
    }
  }

  @Test
  void standardOrder_anyTwoRecordedTerms_isWhatErlangSortedThemBy() {
    List<Integer> places = new ArrayList<>();
    int place = 0;
    for (GoldenTerm line : golden) {
      place += line.standard() == '<' ? 1 : 0;
      places.add(place);
    }
    for (int i = 0; i < terms.size(); i++) {
      for (int j = 0; j < terms.size(); j++) {
        int expected = Integer.compare(places.get(i), places.get(j));
        assertOrder(TermOrder.STANDARD, terms.get(i), terms.get(j), expected);
      }
    }
  }

  @Test
  void exactOrder_neighbours_isWhatErlangGave() {
    for (int i = 1; i < terms.size(); i++) {
      int expected = "<=>".indexOf(golden.get(i).exact()) - 1;
      assertOrder(TermOrder.EXACT, terms.get(i - 1), terms.get(i), expected);
      assertThat(terms.get(i - 1).equals(terms.get(i))).isEqualTo(expected == 0);
    }
  }

  private static void assertOrder(TermOrder order, Term a, Term b, int expected) {
    int sign = Integer.signum(order.compare(a, b));
    if (sign != expected) {
      assertThat(sign).as("%s of %s and %s", order, a, b).isEqualTo(expected);
    }
  }
}
