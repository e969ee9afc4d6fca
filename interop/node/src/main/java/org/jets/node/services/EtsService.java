package org.jets.node.services;

import java.util.List;
import java.util.concurrent.CancellationException;
import org.jets.ets.SystemLimitException;
import org.jets.ets.TableSpace;
import org.jets.ets.erl.EtsCallException;
import org.jets.ets.erl.EtsModule;
import org.jets.ets.erl.JetsModule;
import org.jets.node.ErlangException;
import org.jets.node.EtsOptions;
import org.jets.node.ExposedModule;
import org.jets.node.IncomingCall;
import org.jets.node.distribution.AuditLog;
import org.jets.node.distribution.RateLimitedLog;
import org.jets.node.jobs.JobThread;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a node for processes of other nodes: the module {@code ets}, and the module {@code
 * jets} with more functions on the same tables.
 *
 * <p><b>Owners.</b> The process that made the call owns the table that it makes. It does so for
 * calls by {@code erpc:call}, {@code send_request}, {@code cast} and {@code multicall}, by {@code
 * rpc:call}, {@code cast} and {@code multicall}, and by {@code rpc:block_call}. This is the one
 * intended difference from Erlang. There, the owner is a worker process, which ends with the call
 * and takes its tables along. {@code rpc:async_call} and similar functions start a process on the
 * caller's side; that process makes the call.
 *
 * <p><b>Order.</b> The message that tells a process of a table that it has been given is written
 * before the answer to the call that gave it. The thread that reads of the end of an owner makes
 * its tables unreachable, or another's, before it reads on. {@link org.jets.ets.NodeProcesses}
 * describes the steps that other threads do later.
 *
 * <p><b>Errors</b> are Erlang's, with the stack that its shell explains. A function that takes a
 * fun ends in {@code undef} at the point at which it would call it. Files are {@linkplain
 * EtsOptions#withFiles refused} unless there is a folder for them.
 */
public final class EtsService implements ExposedModule, AutoCloseable {
  /** The position of the arguments in an entry of a stack. */
  private static final int ARGUMENTS = 3;

  private static final String EXPECTED = " (expected: ";
  private static final String QUOTA_OPTIONS =
      " (--max-tables, --max-objects, --max-table-bytes, EtsOptions.withQuotas)";

  private final TableSpace space;
  private final OwnerBudget owners;
  private final TableProcesses processes;
  private final ServedFiles files;
  private final TableRights rights;

  /** Serves tables with all rights for all peers. */
  public EtsService(TableSpace space, Processes processes, EtsOptions options) {
    this(
        space,
        processes,
        options,
        new TableRights(() -> false, peer -> false, new AuditLog(), new RateLimitedLog()));
  }

  /**
   * Starts to serve tables.
   *
   * @param space takes the name and creation of the node, until this is closed
   * @param rights the rights of callers
   * @throws IllegalStateException if the space has owners, or already serves a node
   */
  public EtsService(TableSpace space, Processes processes, EtsOptions options, TableRights rights) {
    this.space = space;
    this.rights = rights;
    this.owners =
        new OwnerBudget(
            options.peerOwners(), options.owners(), processes.node(), rights::isMemoryLow);
    this.processes = new TableProcesses(processes, options.answerBound(), rights, owners);
    this.files = new ServedFiles(options.files().orElse(null));
    if (options.hasQuotas()) {
      space.limit(options.peerQuota(), options.quota());
    }
    space.join(processes.node(), processes.creation(), this.processes);
  }

  /** Returns the counts of owners and fixations of other nodes. */
  public OwnerBudget owners() {
    return owners;
  }

  /** Returns the module {@code jets}. */
  public ExposedModule jets() {
    return this::callJets;
  }

  private Term callJets(IncomingCall call) throws ErlangException, InterruptedException {
    begin(call);
    try {
      return JetsModule.apply(space, call.caller(), call.function(), call.arguments());
    } catch (EtsCallException e) {
      throw raised(e, null, null);
    } catch (CancellationException e) {
      throw calledOff(e);
    }
  }

  /** Calls a function of {@code ets}. */
  @Override
  public Term call(IncomingCall call) throws ErlangException, InterruptedException {
    Atom function = call.function();
    List<Term> arguments = call.arguments();
    begin(call);
    int file = ServedFiles.position(function, arguments.size());
    @Nullable Term name = null;
    @Nullable Term path = null;
    if (file > 0) {
      name = arguments.get(file - 1);
      List<Term> allowed = files.allow(arguments, file);
      if (allowed == null) {
        return ServedFiles.refusal(function, name);
      }
      arguments = allowed;
      path = allowed.get(file - 1);
    }
    try {
      Term result = EtsModule.apply(space, call.caller(), function, arguments);
      rights.made(call.caller(), function, arguments, result);
      return path == null || name == null ? result : ServedFiles.conceal(result, path, name);
    } catch (EtsCallException e) {
      throw raised(e, path, name);
    } catch (CancellationException e) {
      throw calledOff(e);
    }
  }

  /** Makes the checks before a call. */
  private void begin(IncomingCall call) throws ErlangException {
    rights.check(call);
    JobThread.setGathering(TableRights.GATHERING.contains(call.function()));
  }

  /**
   * Returns the exception of a call that was called off.
   *
   * @throws InterruptedException instead, if the thread was interrupted to that end
   */
  private static CancellationException calledOff(CancellationException e)
      throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    return e;
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

  /**
   * Returns the exception for the caller, and logs which limit has been reached. The exception has
   * the file name that the caller gave, not the path.
   */
  private static ErlangException raised(
      EtsCallException e, @Nullable Term path, @Nullable Term name) {
    if (e.getCause() instanceof SystemLimitException limit) {
      logRefusal(String.valueOf(limit.getMessage()));
    }
    if (e.exceptionClass() != Atom.ERROR) {
      return ErlangException.exit(e.reason());
    }
    Tuple entry = e.stackEntry();
    if (path != null && name != null) {
      List<Term> given = ServedFiles.conceal(e.arguments(), path, name);
      entry = entry.with(ARGUMENTS, ListTerm.of(given));
    }
    return ErlangException.error(e.reason(), ListTerm.of(entry));
  }

  /** Ends the owners and fixations of other nodes' processes here. */
  @Override
  public void close() {
    try {
      space.leave();
    } finally {
      processes.close();
    }
  }
}
