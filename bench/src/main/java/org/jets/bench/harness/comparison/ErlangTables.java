package org.jets.bench.harness.comparison;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jets.bench.harness.ErlangCommand;
import org.jets.bench.harness.LineProcess;

/**
 * A live Erlang with a table, to measure beside. It answers each line with a number. One round trip
 * takes some 50 microseconds, which is to be small beside what is asked for. Its schedulers are
 * bound to processors where the system allows it.
 */
public final class ErlangTables {
  private static final String PROGRAM = "jets_bench.erl";

  private final LineProcess process;

  private ErlangTables(LineProcess process) {
    this.process = process;
  }

  public static ErlangTables start() {
    try {
      List<String> words =
          ErlangCommand.running(ErlangTables.class, PROGRAM, List.of("+stbt", "db"));
      return new ErlangTables(LineProcess.start(new ProcessBuilder(words)));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run Erlang (install it, or set JETS_ERL)", e);
    }
  }

  /** Has something done, and returns the number that comes back. */
  public long ask(String line) {
    return Long.parseLong(process.ask(line));
  }

  /** Ends the process. */
  public void end() {
    process.close();
  }
}
