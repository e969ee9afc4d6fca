package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of equality and hash for tuples on both sides of the depth at which recursion ends. */
class NestedTupleTest {

  private static Term nested(int depth, int arity, Term innermost) {
    Term term = innermost;
    for (int i = 0; i < depth; i++) {
      Term[] elements = new Term[arity];
      for (int j = 0; j < arity - 1; j++) {
        elements[j] = IntegerTerm.of(1_000_000 + j);
      }
      elements[arity - 1] = term;
      term = Tuple.of(elements);
    }
    return term;
  }

  @ParameterizedTest
  @CsvSource({
    "1,1",
    "1,2",
    "1,3",
    "1,4",
    "62,2",
    "63,1",
    "63,2",
    "64,1",
    "64,2",
    "64,3",
    "64,4",
    "65,1",
    "65,2",
    "65,3",
    "65,4",
    "66,2",
    "130,3",
    "1000000,1",
    "1000000,2",
    "1000000,4"
  })
  void equals_sameNesting_decidedByTheInnermost(int depth, int arity) {
    Term term = nested(depth, arity, Tuple.of(Atom.OK, IntegerTerm.of(5_000)));
    Term same = nested(depth, arity, Tuple.of(Atom.OK, IntegerTerm.of(5_000)));
    Term other = nested(depth, arity, Tuple.of(Atom.OK, FloatTerm.of(5_000)));

    // AssertJ's own equality would print terms of this size.
    assertThat(term.equals(same)).isTrue();
    assertThat(term.equals(other)).isFalse();
    assertThat(term.hashCode()).isEqualTo(same.hashCode()).isNotEqualTo(other.hashCode());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 62, 63, 64, 65, 1_000})
  void equals_otherKindInside_isFalse(int depth) {
    Term list = nested(depth, 1, ListTerm.of(Atom.OK));
    Term tuple = nested(depth, 1, Tuple.of(Atom.OK));
    Term longer = nested(depth, 1, Tuple.of(Atom.OK, Atom.OK));

    assertThat(tuple.equals(list)).isFalse();
    assertThat(list.equals(tuple)).isFalse();
    assertThat(tuple.equals(longer)).isFalse();
    assertThat(longer.equals(tuple)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 63, 64, 65, 1_000})
  void hashCode_listsOfOneContent_sameInEveryForm(int depth) {
    Function<ListTerm, Term> wrapped = list -> nested(depth, 2, list);

    assertThat(
            Stream.of(
                    ListTerm.ofBytes(new byte[] {7, 8}),
                    ListTerm.of(IntegerTerm.of(7), IntegerTerm.of(8)),
                    ListTerm.cons(IntegerTerm.of(7), ListTerm.of(IntegerTerm.of(8))))
                .map(wrapped)
                .map(Term::hashCode)
                .distinct())
        .hasSize(1);
  }
}
