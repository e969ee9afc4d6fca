package org.jets.bench;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.jets.bench.harness.LiveRun;
import org.jets.bench.harness.Unit;
import org.jets.bench.harness.comparison.Comparison;
import org.jets.bench.harness.comparison.ErlangQuestion;
import org.jets.bench.harness.comparison.ErlangTables;
import org.jets.bench.tables.ErlangComparisons;
import org.jets.terms.oracle.ErlangOracle;
import org.jets.terms.oracle.LiveErlangTest;

class ErlangQuestionTest {

  @LiveErlangTest
  void ask_eachOfTheSuite_isAnsweredWithATime(ErlangOracle isThere) throws Exception {
    Set<ErlangQuestion> questions =
        ErlangComparisons.all().stream()
            .map(Comparison::rival)
            .filter(ErlangQuestion.class::isInstance)
            .map(ErlangQuestion.class::cast)
            .collect(toSet());
    ErlangTables erlang = questions.iterator().next().erlang();
    try {
      for (ErlangQuestion question : questions) {
        LiveRun run = (LiveRun) question.measured(List.of(), 1);
        assertThat(run.in(Unit.NANOS, erlang.ask(run.question())))
            .as("%s", question)
            .isBetween(1.0, 1e6);
      }
    } finally {
      erlang.end();
    }
  }

  @LiveErlangTest
  void bytes_oneInteger_areTheWordsOfTheTupleAndItsPlace(ErlangOracle isThere) throws Exception {
    ErlangTables erlang = new ErlangTables();
    try {
      assertThat(erlang.ask("bytes 1 default 100000")).isBetween(40.0, 80.0);
      assertThat(erlang.ask("bytes 2 default 100000") - erlang.ask("bytes 1 default 100000"))
          .isEqualTo(8);
    } finally {
      erlang.end();
    }
  }
}
