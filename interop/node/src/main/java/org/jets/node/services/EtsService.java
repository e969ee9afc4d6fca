package org.jets.node.services;

import java.util.List;
import java.util.concurrent.CancellationException;
import org.jets.ets.SystemLimitException;
import org.jets.ets.TableSpace;
import org.jets.ets.erl.EtsCallException;
import org.jets.ets.erl.EtsModule;
import org.jets.node.ErlangException;
import org.jets.node.EtsOptions;
import org.jets.node.ExposedModule;
import org.jets.node.RemoteCall;
import org.jets.node.distribution.AuditLog;
import org.jets.node.distribution.LimitedLog;
import org.jets.node.jobs.JobThread;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

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
public final class EtsService implements ExposedModule, AutoCloseable {
  /** Where the arguments are in an entry of a stack. */
  private static final int ARGUMENTS = 3;

  private static final String EXPECTED = " (expected: ";
  private static final String QUOTA_OPTIONS =
      " (--max-tables, --max-objects, --max-table-bytes, EtsOptions.withQuotas)";

  private final TableSpace space;
  private final OwnerBudget owners;
  private final TableProcesses processes;
  private final RemoteFiles files;
  private final TableRights rights;

  /** As the other, where all may do everything. */
  public EtsService(TableSpace space, Processes processes, EtsOptions options) {
    this(
        space,
        processes,
        options,
        new TableRights(() -> false, peer -> false, new AuditLog(), new LimitedLog()));
  }

  /**
   * Begins to serve tables.
   *
   * @param space takes the name and creation of the node, until this is closed
   * @param rights who may call what
   * @throws IllegalStateException if the space has owners, or serves a node already
   */
  public EtsService(TableSpace space, Processes processes, EtsOptions options, TableRights rights) {
    this.space = space;
    this.rights = rights;
    this.owners =
        new OwnerBudget(
            options.peerOwners(), options.owners(), processes.node(), rights::isMemoryLow);
    this.processes = new TableProcesses(processes, options.answerBound(), rights, owners);
    this.files = new RemoteFiles(options.files().orElse(null));
    if (options.hasQuotas()) {
      space.limit(options.peerQuota(), options.quota());
    }
    space.join(processes.node(), processes.creation(), this.processes);
  }

  /** Counts owners and fixations of other nodes. */
  public OwnerBudget owners() {
    return owners;
  }

  @Override
  public Term call(RemoteCall call) throws ErlangException, InterruptedException {
    Atom function = call.function();
    List<Term> arguments = call.arguments();
    rights.check(call);
    JobThread.setGathering(TableRights.GATHERING.contains(function));
    int file = RemoteFiles.position(function, arguments.size());
    @Nullable Term name = null;
    @Nullable Term path = null;
    if (file > 0) {
      name = arguments.get(file - 1);
      List<Term> allowed = files.allow(arguments, file);
      if (allowed == null) {
        return RemoteFiles.refusal(function, name);
      }
      arguments = allowed;
      path = allowed.get(file - 1);
    }
    try {
      Term result = EtsModule.apply(space, call.caller(), function, arguments);
      rights.made(call.caller(), function, arguments, result);
      return path == null || name == null ? result : RemoteFiles.conceal(result, path, name);
    } catch (EtsCallException e) {
      if (e.getCause() instanceof SystemLimitException limit) {
        logRefusal(String.valueOf(limit.getMessage()));
      }
      throw raised(e, path, name);
    } catch (CancellationException e) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      throw e;
    }
  }

  /** Logs a text such as "tables of the space: too many (expected: ...)", with the options. */
  private static void logRefusal(String text) {
    int bound = text.indexOf(EXPECTED);
    int end = text.lastIndexOf(')');
    boolean isBounded = bound >= 0 && end > bound;
    String limit = isBounded ? text.substring(0, bound) : text;
    boolean isOfQuota = limit.endsWith(": too many");
    JobThread.refused(
        isOfQuota ? limit + QUOTA_OPTIONS : limit,
        isBounded ? text.substring(bound + EXPECTED.length(), end) : "less");
  }

  /** Returns what the caller is told, which has the name that it gave and not the file's path. */
  private static ErlangException raised(
      EtsCallException e, @Nullable Term path, @Nullable Term name) {
    if (e.exceptionClass() != Atom.ERROR) {
      return ErlangException.exit(e.reason());
    }
    Tuple entry = e.stackEntry();
    if (path != null && name != null) {
      List<Term> given = RemoteFiles.conceal(e.arguments(), path, name);
      entry = entry.with(ARGUMENTS, ListTerm.of(given));
    }
    return ErlangException.error(e.reason(), ListTerm.of(entry));
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
