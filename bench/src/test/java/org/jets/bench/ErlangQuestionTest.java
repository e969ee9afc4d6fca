package org.jets.bench;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.jets.bench.harness.comparison.Comparison;
import org.jets.bench.harness.comparison.ErlangQuestion;
import org.jets.bench.harness.comparison.ErlangTables;
import org.jets.bench.harness.comparison.Subject;
import org.jets.terms.oracle.ErlangOracle;
import org.jets.terms.oracle.LiveErlangTest;

class ErlangQuestionTest {

  @LiveErlangTest
  void ask_eachOfTheSuite_isAnsweredWithATime(ErlangOracle isThere) {
    Set<Subject> rivals =
        Suite.ERLANG.comparisons().stream().map(Comparison::rival).collect(toSet());
    ErlangTables erlang = ErlangTables.start();
    try {
      assertThat(rivals)
          .filteredOn(rival -> rival instanceof ErlangQuestion)
          .isNotEmpty()
          .allSatisfy(
              rival -> assertThat(((ErlangQuestion) rival).ask(erlang)).isBetween(1.0, 1e6));
    } finally {
      erlang.end();
    }
  }

  @LiveErlangTest
  void bytes_oneInteger_areTheWordsOfTheTupleAndItsPlace(ErlangOracle isThere) {
    ErlangTables erlang = ErlangTables.start();
    try {
      assertThat(erlang.ask("bytes 1 default 100000")).isBetween(40L, 80L);
      assertThat(erlang.ask("bytes 2 default 100000") - erlang.ask("bytes 1 default 100000"))
          .isEqualTo(8);
    } finally {
      erlang.end();
    }
  }
}
