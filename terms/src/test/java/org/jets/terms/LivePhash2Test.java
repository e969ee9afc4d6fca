package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import org.jets.terms.oracle.ErlangOracle;
import org.jets.terms.oracle.LiveErlangTest;
import org.junit.jupiter.api.extension.ExtendWith;

/** {@link Phash2} beside a live Erlang's. */
@ExtendWith(RandomTerms.class)
class LivePhash2Test {
  private static final List<Long> RANGES =
      List.of(Phash2.MAX_RANGE, 1L, 10L, 1L << 20, 4294967291L);

  @LiveErlangTest
  void of_noRange_isAsInErlang(ErlangOracle oracle, TermGenerator terms) {
    OracleTerms.askAll(
        oracle,
        "phash2/1",
        ListTerm.empty(),
        TestScale.count(25_000),
        terms::term,
        (term, answer) ->
            assertThat(Phash2.of(term)).as("%s", term).isEqualTo(answer.numbers().getInt()));
  }

  @LiveErlangTest
  void of_range_isAsInErlang(ErlangOracle oracle, TermGenerator terms) {
    OracleTerms.askAll(
        oracle,
        "phash2",
        ListTerm.of(RANGES.stream().map(IntegerTerm::of).toList()),
        TestScale.count(25_000),
        terms::term,
        (term, answer) -> {
          ByteBuffer expected = answer.numbers();
          for (long range : RANGES) {
            assertThat(Phash2.of(term, range))
                .as("%s in %s", term, range)
                .isEqualTo(expected.getLong());
          }
        });
  }
}
