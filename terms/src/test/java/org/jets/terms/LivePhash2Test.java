package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jets.terms.oracle.ErlangOracle;
import org.jets.terms.oracle.LiveErlangTest;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests of {@link Phash2} against a live Erlang. */
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
        () -> withSharedHash(terms),
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
        () -> withSharedHash(terms),
        (term, answer) -> {
          ByteBuffer expected = answer.numbers();
          for (long range : RANGES) {
            assertThat(Phash2.of(term, range))
                .as("%s in %s", term, range)
                .isEqualTo(expected.getLong());
          }
        });
  }

  @LiveErlangTest
  void of_recordWhoseFieldsTheNodeMetAsDeclared_isAsInErlang(
      ErlangOracle oracle, TermGenerator terms) {
    OracleTerms.askAll(
        oracle,
        "phash2/1",
        ListTerm.empty(),
        oracle.release() < ReleaseDifferences.NEWEST ? 0 : 500,
        () -> {
          List<Atom> fields =
              Stream.generate(() -> Atom.of(UUID.randomUUID().toString())).limit(3).toList();
          List<Term> values = Stream.generate(() -> withSharedHash(terms)).limit(3).toList();
          return RecordTerm.of(terms.atom(), terms.atom(), true, fields, values);
        },
        (term, answer) ->
            assertThat(Phash2.of(term)).as("%s", term).isEqualTo(answer.numbers().getInt()));
  }

  private static Term withSharedHash(TermGenerator terms) {
    Term term = terms.term();
    return ReleaseDifferences.hasPrivateHash(term) ? withSharedHash(terms) : term;
  }
}
