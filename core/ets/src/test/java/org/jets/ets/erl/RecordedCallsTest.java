package org.jets.ets.erl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jets.ets.Owner;
import org.jets.ets.TableSpace;
import org.jets.terms.Atom;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.TermParser;
import org.jets.terms.TermPrinter;
import org.jets.terms.Tuple;
import org.jets.terms.oracle.Answer;
import org.jets.terms.oracle.ErlangOracle;
import org.jets.terms.oracle.LiveErlangTest;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Tests calls whose answers have been recorded on OTP 29, in {@code otp29_calls.txt}: <code>
 * {Options, Calls, Answers}</code>. A call is <code>{Function, Argument, ...}</code>, without the
 * table; {@code '$C'} stands for the last continuation. The answer to a call after {@code '$count'}
 * is the number of its results. The answer to a call after {@code '$end'} is that number, and
 * whether there is no continuation. Erlang runs {@code run_calls.txt}.
 */
class RecordedCallsTest {
  private static final Atom CONTINUATION = a("$C");
  private static final Atom COUNT = a("$count");
  private static final Atom ENDS = a("$end");

  private static String text(String resource) {
    try (InputStream in = RecordedCallsTest.class.getResourceAsStream(resource)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static List<Tuple> rows() {
    return TermParser.parseAll(text("otp29_calls.txt")).stream().map(Tuple.class::cast).toList();
  }

  @TestFactory
  Stream<DynamicTest> calls_recordedOn29_haveTheSameAnswers() {
    return rows().stream()
        .map(
            row ->
                dynamicTest(
                    TermPrinter.printStart(row, 200),
                    () -> assertThat(new Run().answers(row)).isEqualTo(row.element(3))));
  }

  @LiveErlangTest
  void calls_onErlangFrom29On_areAnsweredAsRecorded(ErlangOracle oracle) {
    if (oracle.release() < 29) {
      return;
    }
    List<Tuple> rows = rows();
    ListTerm calls =
        ListTerm.of(rows.stream().map(row -> t(row.element(1), row.element(2))).toList());
    String program = "begin Rows = " + TermPrinter.print(calls) + ", " + text("run_calls.txt");
    Answer answer =
        oracle.ask("eval", List.of((program + " end").getBytes(StandardCharsets.UTF_8))).get(0);
    ListTerm answers = (ListTerm) ExternalTermFormat.decode(answer.bytes());
    for (int n = 0; n < rows.size(); n++) {
      assertThat(answers.toList().get(n)).as("row %d", n + 1).isEqualTo(rows.get(n).element(3));
    }
  }

  /** A run of one row by {@link EtsModule}. */
  private static final class Run {
    private final Owner owner = new TableSpace().newOwner();
    private Term table = a("none");
    private Term continuation = a("none");

    Term answers(Tuple row) {
      List<Term> answers = new ArrayList<>();
      table = EtsModule.apply(owner, a("new"), List.of(a("jets_transcript"), row.element(1)));
      for (Term call : (ListTerm) row.element(2)) {
        answers.add(answer(((Tuple) call).toList()));
      }
      owner.close();
      return ListTerm.of(answers);
    }

    private Term answer(List<Term> call) {
      boolean isCounted = call.get(0) == COUNT;
      boolean isEnd = call.get(0) == ENDS;
      List<Term> parts = isCounted || isEnd ? call.subList(1, call.size()) : call;
      Atom function = (Atom) parts.get(0);
      List<Term> arguments = new ArrayList<>(parts.subList(1, parts.size()));
      if (arguments.equals(List.of(CONTINUATION))) {
        arguments.set(0, continuation);
      } else {
        arguments.add(0, table);
      }
      Term result;
      try {
        result = EtsModule.apply(owner, function, arguments);
      } catch (EtsCallException e) {
        return t("error", e.reason());
      }
      if (function == a("rename")) {
        table = result;
        return a("renamed");
      }
      if (result instanceof Tuple chunk && chunk.element(1) instanceof ListTerm results) {
        continuation = chunk.element(2);
        if (isEnd) {
          return t(i(results.size()), Atom.of(continuation == ModuleCall.END_OF_TABLE));
        }
        return isCounted ? i(results.size()) : sorted(results);
      }
      return result instanceof ListTerm list ? sorted(list) : result;
    }

    private static ListTerm sorted(ListTerm list) {
      return ListTerm.of(list.stream().sorted(TermOrder.STANDARD).toList());
    }
  }
}
