package org.jets.bench.harness.comparison;

import java.io.IOException;
import java.util.List;
import org.jets.bench.harness.ErlangCommand;
import org.jets.bench.harness.LineProcess;
import org.jets.bench.harness.MeasurementException;
import org.jets.bench.harness.Respondent;
import org.jspecify.annotations.Nullable;

/**
 * A live Erlang with a table, to measure beside; another one in each round. It answers each line
 * with a number. One round trip takes some 50 microseconds, which is to be small beside what is
 * asked for. Its schedulers are bound to processors where the system allows it.
 */
public final class ErlangTables implements Respondent {
  private static final String PROGRAM = "jets_bench.erl";

  private @Nullable LineProcess process;

  @Override
  public double ask(String question) throws MeasurementException {
    LineProcess asked = process;
    if (asked == null) {
      asked = start();
      process = asked;
    }
    return Respondent.number(question, asked.ask(question));
  }

  /** The release of the Erlang, such as 25. */
  public int release() throws MeasurementException {
    return (int) ask("release");
  }

  private static LineProcess start() throws MeasurementException {
    try {
      List<String> words =
          ErlangCommand.running(ErlangTables.class, PROGRAM, List.of("+stbt", "db"));
      return LineProcess.start(new ProcessBuilder(words));
    } catch (IOException e) {
      throw new MeasurementException("cannot run Erlang (install it, or set JETS_ERL): " + e);
    }
  }

  @Override
  public void endRound() {
    end();
  }

  @Override
  public void end() {
    if (process != null) {
      process.close();
      process = null;
    }
  }
}
