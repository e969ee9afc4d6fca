package org.jets.ets.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.RecordTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests native records in specifications by examples from OTP 29. */
class MatchSpecRecordTest {
  private static final MatchContext CONTEXT =
      new MatchContext(Pid.of(Atom.of("n@h"), 7, 0, 1), Atom.of("n@h"));

  private static RecordTerm record(boolean exported, Term value) {
    return RecordTerm.of(Atom.of("m"), Atom.of("n"), exported, Map.of(Atom.of("a"), value));
  }

  private static @Nullable Term run(Term head, Term result, Term object) {
    Term clause = Tuple.of(head, ListTerm.empty(), ListTerm.of(result));
    return MatchSpec.compile(ListTerm.of(clause)).run(object, CONTEXT);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = ';',
      value = {
        "{is_record,'$1',m,n}; true",
        "{is_record,'$1',m,m}; false",
        "{is_record,'$1',n,n}; false",
        "{is_record,'$1',m,1}; false",
        "{is_record,'$1',m,<<97>>}; 'EXIT'",
        "{is_record,'$1',1,n}; 'EXIT'",
        "{is_tuple,'$1'}; false",
        "{is_map,'$1'}; false",
        "{size,'$1'}; 'EXIT'",
        "{element,1,'$1'}; 'EXIT'",
        "{map_get,a,'$1'}; 'EXIT'"
      })
  void run_functionOfARecord_isAsInErlang(String call, String expected) {
    for (boolean exported : new boolean[] {false, true}) {
      Term object = Tuple.of(record(exported, IntegerTerm.of(1)));
      assertThat(run(Tuple.of(Atom.of("$1")), TermParser.parse(call), object))
          .hasToString(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"$1", "_"})
  void run_variableInsideARecord_isAnAtom(String variable) {
    RecordTerm pattern = record(false, Atom.of(variable));
    assertThat(run(Tuple.of(pattern), Atom.OK, Tuple.of(pattern))).isEqualTo(Atom.OK);
    assertThat(run(Tuple.of(pattern), Atom.OK, Tuple.of(record(false, Atom.OK)))).isNull();
  }

  @Test
  void run_recordAsResult_isThatRecord() {
    RecordTerm result = record(false, Atom.of("$1"));
    assertThat(run(Atom.of("$1"), result, Tuple.of(Atom.OK))).isEqualTo(result);
  }
}
