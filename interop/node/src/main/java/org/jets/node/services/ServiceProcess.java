package org.jets.node.services;

import java.lang.System.Logger.Level;
import org.jets.node.distribution.LimitedLog;
import org.jets.node.process.ExitReason;
import org.jets.node.process.LocalProcess;
import org.jets.node.process.ProcessTable;
import org.jets.terms.Pid;
import org.jets.terms.Term;

/**
 * A process that serves all nodes as long as this one runs: no exit signal ends it. One that would
 * have done so is logged.
 */
abstract class ServiceProcess extends LocalProcess {
  private final LimitedLog log = new LimitedLog();

  ServiceProcess(ProcessTable table) {
    super(table);
  }

  /** Logs something that a client has tried, at a bounded rate. */
  final void logAttempt(String format, Object... parameters) {
    log.log(LimitedLog.Kind.ATTEMPT, Level.WARNING, format, parameters);
  }

  @Override
  protected final boolean ignoresExit(Pid from, Term reason) {
    if (reason != ExitReason.NORMAL && reason != ExitReason.NOCONNECTION) {
      logAttempt(
          "{0} sends {1} an exit signal, which ends no service",
          from, String.valueOf(registeredName()));
    }
    return true;
  }
}
