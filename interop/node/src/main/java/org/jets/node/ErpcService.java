package org.jets.node;

import java.util.List;
import org.jets.node.distribution.ControlMessage.SpawnReply;
import org.jets.node.distribution.ControlMessage.SpawnRequest;
import org.jets.node.process.ExitReason;
import org.jets.node.process.LocalProcess;
import org.jets.node.process.ProcessTable;
import org.jets.node.process.Session;
import org.jets.node.process.SpawnOptions;
import org.jets.node.process.SpawnService;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Processes that other nodes ask for. The only functions that one can begin with are those of
 * {@code erpc} which call another: {@code erpc:call}, {@code cast}, {@code send_request} and {@code
 * multicall} come in this way, and since OTP 23 so do {@code rpc:call}, {@code cast} and {@code
 * multicall}. All other functions are not there, and a process that begins with one ends at once
 * with {@code undef}, as it would in Erlang.
 *
 * <p>The process that made the call is the caller of the function, not the process that runs it.
 */
final class ErpcService implements SpawnService {
  private static final Atom ERPC = Atom.of("erpc");
  private static final Atom EXECUTE_CALL = Atom.of("execute_call");
  private static final Atom EXECUTE_CAST = Atom.of("execute_cast");
  private static final Atom RETURN = Atom.of("return");
  private static final Atom BADARG = Atom.of("badarg");
  private static final Atom UNDEF = Atom.of("undef");
  private static final Atom BADOPT = Atom.of("badopt");
  private static final Atom SYSTEM_LIMIT = Atom.of("system_limit");

  private final ProcessTable table;
  private final ModuleTable modules;
  private final JobPool pool;

  ErpcService(ProcessTable table, ModuleTable modules, JobPool pool) {
    this.table = table;
    this.modules = modules;
    this.pool = pool;
  }

  @Override
  public void spawn(Session session, SpawnRequest request) {
    SpawnOptions options = SpawnOptions.parse(request.options());
    if (!options.isValid()) {
      session.sendNow(new SpawnReply(request.id(), request.from(), false, false, BADOPT));
    } else if (!pool.admit()) {
      session.sendNow(new SpawnReply(request.id(), request.from(), false, false, SYSTEM_LIMIT));
    } else {
      accept(session, request, options);
    }
  }

  private void accept(Session session, SpawnRequest request, SpawnOptions options) {
    CallProcess process = new CallProcess(table, request);
    process.start();
    if (options.isMonitored()) {
      process.watchedBy(session, request.from(), process.pid(), request.id());
    }
    if (options.isLinked()) {
      process.linkedBy(session, request.from());
    }
    SpawnReply reply =
        new SpawnReply(
            request.id(), request.from(), options.isLinked(), options.isMonitored(), process.pid());
    pool.run(process.serving(session, reply));
  }

  /** Runs the function that a request begins with, and returns why the process ends. */
  private Term exitReasonOf(SpawnRequest request) throws InterruptedException {
    List<Term> arguments =
        request.arguments() instanceof ListTerm list && list.isProper() ? list.toList() : List.of();
    if (arguments.size() != request.arity()) {
      return BADARG;
    }
    if (request.module() == ERPC && request.function() == EXECUTE_CALL && request.arity() == 4) {
      return call(request.from(), arguments);
    }
    if (request.module() == ERPC && request.function() == EXECUTE_CAST && request.arity() == 3) {
      return cast(request.from(), arguments);
    }
    return undefined(request.module(), request.function(), request.arguments());
  }

  /** The arguments are the tag of the result, module, function and arguments of the call. */
  private Term call(Pid caller, List<Term> arguments) throws InterruptedException {
    Term tag = arguments.get(0);
    RemoteCall call = toCall(caller, arguments.subList(1, 4));
    if (call == null) {
      return Tuple.of(tag, Atom.ERROR, Tuple.of(ERPC, BADARG));
    }
    try {
      return Tuple.of(tag, RETURN, modules.call(call));
    } catch (ErlangException e) {
      return e.exceptionClass() == Atom.ERROR
          ? Tuple.of(tag, Atom.ERROR, e.reason(), e.stack())
          : Tuple.of(tag, e.exceptionClass(), e.reason());
    }
  }

  /** Nobody hears of the result; who is linked hears of an error. */
  private Term cast(Pid caller, List<Term> arguments) throws InterruptedException {
    RemoteCall call = toCall(caller, arguments);
    if (call == null) {
      return BADARG;
    }
    try {
      modules.call(call);
      return ExitReason.NORMAL;
    } catch (ErlangException e) {
      return RexService.exitReasonOf(e);
    }
  }

  static @Nullable RemoteCall toCall(Pid caller, List<Term> arguments) {
    return arguments.get(0) instanceof Atom module
            && arguments.get(1) instanceof Atom function
            && arguments.get(2) instanceof ListTerm list
            && list.isProper()
        ? new RemoteCall(caller, module, function, list.toList())
        : null;
  }

  private static Term undefined(Atom module, Atom function, Term arguments) {
    return Tuple.of(UNDEF, ListTerm.of(Tuple.of(module, function, arguments, ListTerm.empty())));
  }

  /**
   * The process that runs a call.
   *
   * <p>The thread that runs it sends the reply to the request, and later the news of its end: the
   * order in which one thread sends is that in which it is written. Nobody knows of the process
   * before.
   */
  private final class CallProcess extends LocalProcess {
    private final SpawnRequest request;
    private volatile @Nullable Job job;

    CallProcess(ProcessTable table, SpawnRequest request) {
      super(table);
      this.request = request;
    }

    Job serving(Session session, SpawnReply reply) {
      Job serving =
          new Job() {
            @Override
            void work() throws InterruptedException {
              session.send(reply);
              end(exitReasonOf(request), true);
            }

            @Override
            void abandoned() {
              end(ExitReason.KILLED, false);
            }
          };
      job = serving;
      return serving;
    }

    /** The function that runs here does not receive. */
    @Override
    protected void deliver(Term message) {}

    /** Whoever has asked waits no more, or has ended. */
    @Override
    protected void watcherGone(Reference monitor) {
      if (monitor.equals(request.id())) {
        end(ExitReason.KILLED, false);
      }
    }

    @Override
    protected void ended(Term reason) {
      Job current = job;
      if (current != null) {
        current.cancel();
      }
    }
  }
}
