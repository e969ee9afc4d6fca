package org.jets.node;

import java.util.List;
import java.util.concurrent.CancellationException;
import org.jets.ets.EtsCallException;
import org.jets.ets.EtsModule;
import org.jets.ets.Quota;
import org.jets.ets.TableSpace;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;

/**
 * The tables of a node for processes of other nodes: the module {@code ets}.
 *
 * <p><b>Whose a table is.</b> The process that made the call owns what it makes, whichever way the
 * call came: by {@code erpc:call}, {@code send_request}, {@code cast} and {@code multicall}, by
 * {@code rpc:call}, {@code cast} and {@code multicall}, and by {@code rpc:block_call}. That is the
 * one thing that is meant to be different from Erlang, where it is the process that does the work
 * for the caller, which ends with the call and takes its tables along. With {@code rpc:async_call}
 * and others that start a process of their own on the caller's side, that one makes the call.
 *
 * <p><b>Order.</b> The message that tells a process of a table that it has been given is written
 * before the answer to the call that gave it. The end of an owner makes its tables unreachable, or
 * another's, in the thread that reads of it, before it reads on: {@link org.jets.ets.NodeProcesses}
 * says what is left to other threads.
 *
 * <p><b>Errors</b> are Erlang's, with the stack that its shell explains. Functions that call a fun
 * end in {@code undef} where they come to call it, and files are {@linkplain EtsOptions#withFiles
 * refused} unless there is a folder for them.
 */
final class EtsService implements ExposedModule, AutoCloseable {
  private final TableSpace space;
  private final TableProcesses processes;
  private final RemoteFiles files;

  /**
   * Begins to serve tables.
   *
   * @param space takes the name and creation of the node, until this is closed
   * @throws IllegalStateException if the space has owners, or serves a node already
   */
  EtsService(TableSpace space, Processes processes, EtsOptions options) {
    this.space = space;
    this.processes = new TableProcesses(processes, options.answerBound());
    this.files = new RemoteFiles(options.files().orElse(null));
    if (!options.peerQuota().equals(Quota.UNLIMITED) || !options.quota().equals(Quota.UNLIMITED)) {
      space.limit(options.peerQuota(), options.quota());
    }
    space.join(processes.node(), processes.creation(), this.processes);
  }

  @Override
  public Term call(RemoteCall call) throws ErlangException, InterruptedException {
    Atom function = call.function();
    List<Term> arguments = call.arguments();
    int file = RemoteFiles.position(function, arguments.size());
    if (file > 0) {
      List<Term> allowed = files.allow(arguments, file);
      if (allowed == null) {
        return RemoteFiles.refusal(function, arguments.get(file - 1));
      }
      arguments = allowed;
    }
    try {
      return EtsModule.apply(space, call.caller(), function, arguments);
    } catch (EtsCallException e) {
      throw e.exceptionClass() == Atom.ERROR
          ? ErlangException.error(e.reason(), ListTerm.of(e.stackEntry()))
          : ErlangException.exit(e.reason());
    } catch (CancellationException e) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      throw e;
    }
  }

  /** Ends what processes of other nodes have here. */
  @Override
  public void close() {
    try {
      space.leave();
    } finally {
      processes.close();
    }
  }
}
