package org.jets.bench.harness.turns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.jets.terms.oracle.ErlangOracle;
import org.jets.terms.oracle.LiveErlangTest;
import org.junit.jupiter.api.Test;

/** Slices of a live Erlang with tiny counts. */
class ErlangTurnsTest {

  private static ErlangTurns start(ErlangOracle erlang, String table, String... request)
      throws Exception {
    return ErlangTurns.start(ErlangTurns.contestant(erlang.command(), table), List.of(request));
  }

  @LiveErlangTest
  void rate_eachSlice_isThatOfAllProcesses(ErlangOracle erlang) throws Exception {
    String mix = "insert=20:delete=20:lookup=40:nextseq10=10:partial_select1000=5:selectall=5";
    try (ErlangTurns turns = start(erlang, "ordered_set:w=auto", mix, "2", "1000", "half", "10")) {
      for (int slice = 0; slice < 3; slice++) {
        assertThat(turns.rate(5)).isGreaterThan(0).isLessThan(100);
      }
    }
  }

  @LiveErlangTest
  void rate_scansAndCounters_isThatOfSuchOperations(ErlangOracle erlang) throws Exception {
    try (ErlangTurns scans =
            start(erlang, "set", "select1000=50:select_half=50", "1", "1000", "all", "1");
        ErlangTurns counters =
            start(erlang, "set:w", "count=50:next=50", "1", "1000", "all", "10")) {
      double rateOfScans = scans.rate(10);

      assertThat(rateOfScans).isGreaterThan(0).isLessThan(1);
      assertThat(counters.rate(10)).isGreaterThan(rateOfScans);
    }
  }

  @LiveErlangTest
  void start_unknownTable_saysWhatFailed(ErlangOracle erlang) {
    assertThatThrownBy(() -> start(erlang, "shelf", "lookup=100", "1", "1000", "half", "10"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("failed ");
  }

  @Test
  void contestant_commandWithOptions_isOneWord() {
    String contestant =
        ErlangTurns.contestant(List.of("chroot", "/opt/otp", "erl", "+rg", "8"), "set");

    assertThat(contestant).doesNotContain(" ").startsWith("ets/").endsWith("/set");
    assertThat(contestant.split("/", -1)).hasSize(3);
    assertThat(ErlangTurns.isOne(contestant)).isTrue();
    assertThat(ErlangTurns.isOne("table/set")).isFalse();
  }
}
