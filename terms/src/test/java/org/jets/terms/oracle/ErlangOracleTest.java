package org.jets.terms.oracle;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

class ErlangOracleTest {
  private static final byte[] TW = {(byte) 131, 107, 0, 3, '~', 't', 'w'};

  @LiveErlangTest
  void release_anyErlang_isAtLeastTheOldestKnown(ErlangOracle oracle) {
    assertThat(oracle.release()).isGreaterThanOrEqualTo(25);
  }

  @LiveErlangTest
  void ask_severalItems_answersInTheirOrder(ErlangOracle oracle) {
    List<Answer> answers = oracle.ask("print", TW, eval(oracle, "{1,a}", "[$å|\"€\"]", "<<5:3>>"));
    assertThat(answers).extracting(Answer::text).containsExactly("{1,a}", "[229,8364]", "<<5:3>>");
  }

  @LiveErlangTest
  void ask_itemThatRaises_answersTheError(ErlangOracle oracle) {
    List<Answer> answers = oracle.ask("eval", List.of("1+a".getBytes(UTF_8), "1".getBytes(UTF_8)));
    assertThat(answers.get(0).error()).contains("error:badarith");
    assertThat(answers.get(1).error()).isEmpty();
    assertThatThrownBy(answers.get(0)::bytes)
        .isInstanceOf(AssertionError.class)
        .hasMessage("Erlang raised error:badarith");
  }

  @LiveErlangTest
  void ask_itemThatPrints_keepsThePacketsWhole(ErlangOracle oracle) {
    assertThat(eval(oracle, "logger:error(\"x\"), io:format(standard_error, \"x\", []), ok"))
        .containsExactly(eval(oracle, "ok").get(0));
  }

  @LiveErlangTest
  void ask_erlangThatEnds_failsWithItsErrorOutput(ErlangOracle shared) throws IOException {
    try (ErlangOracle oracle = shared.another()) {
      assertThatThrownBy(
              () -> eval(oracle, "io:put_chars(standard_error, \"last words\"), halt(3, [])"))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("ended; its error output: last words");
      assertThat(oracle.isAlive()).isFalse();
    }
  }

  private static List<byte[]> eval(ErlangOracle oracle, String... sources) {
    List<byte[]> items = Stream.of(sources).map(source -> source.getBytes(UTF_8)).toList();
    return oracle.ask("eval", items).stream().map(Answer::bytes).toList();
  }
}
