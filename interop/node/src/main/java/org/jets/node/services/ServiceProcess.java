package org.jets.node.services;

import java.lang.System.Logger.Level;
import org.jets.node.distribution.RateLimitedLog;
import org.jets.node.process.ExitReason;
import org.jets.node.process.LocalProcess;
import org.jets.node.process.ProcessTable;
import org.jets.node.process.Session;
import org.jets.terms.Pid;
import org.jets.terms.Term;

/**
 * A process that serves all nodes as long as this one runs. No exit signal ends it; a signal that
 * would have done so is logged.
 */
abstract class ServiceProcess extends LocalProcess {
  private final RateLimitedLog log = new RateLimitedLog();

  ServiceProcess(ProcessTable table) {
    super(table);
  }

  /** Logs an attempt of a client, at a bounded rate. */
  final void logAttempt(String format, Object... parameters) {
    log.log(RateLimitedLog.Kind.ATTEMPT, Level.WARNING, format, parameters);
  }

  /**
   * Returns whether the caller that a message names is a process of the node that has sent it. An
   * answer to any other caller would go to a node that has asked for nothing. Such an attempt is
   * logged.
   */
  final boolean isOf(Session session, Pid caller) {
    boolean isOf = caller.node() == session.peer();
    if (!isOf) {
      logAttempt(
          "{0} calls {1} in the name of {2}: dropped",
          session.peer(), String.valueOf(registeredName()), caller);
    }
    return isOf;
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
