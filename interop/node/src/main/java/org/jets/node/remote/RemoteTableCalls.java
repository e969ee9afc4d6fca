package org.jets.node.remote;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jets.node.ErlangException;
import org.jets.node.ErlangNode;
import org.jets.node.Mailbox;
import org.jets.node.MailboxOptions;
import org.jets.node.PeerConnection;
import org.jets.node.process.ExitReason;
import org.jets.terms.Atom;
import org.jets.terms.ExternalFun;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Calls on the tables of another node, which wait for their answers, on behalf of one {@link
 * RemoteOwner}. A call is made in one of two ways:
 *
 * <ul>
 *   <li>by a worker of {@code erpc}, concurrently for all callers;
 *   <li>with the rights of the owner. On an Erlang node the {@link RemoteAgent} makes such calls,
 *       one after the other. A jets node takes the calling process for the owner, so that there is
 *       no difference.
 * </ul>
 */
final class RemoteTableCalls implements AutoCloseable {
  /**
   * The options of a mailbox in which messages other than answers, such as 'ETS-TRANSFER', are not
   * read. Answers need no thread of the node's executor, since all of these may be callers that
   * wait here.
   */
  private static final MailboxOptions ANSWERS_ONLY =
      MailboxOptions.defaults()
          .withCapacity(1)
          .withOverflow(MailboxOptions.Overflow.DROP)
          .withExecutor(Runnable::run);

  /** The calls for one thread that may wait for their answers at the same time. */
  private static final int CALLS_AT_A_TIME = 64;

  private static final Atom ERPC = Atom.of("erpc");
  private static final Atom SYSTEM_LIMIT = Atom.of("system_limit");
  private static final Atom EXIT = Atom.of("exit");
  private static final Atom THROW = Atom.of("throw");
  private static final String ETS = "ets";
  private static final String LOOKUP = "lookup";
  private static final Term LOOKUP_FUN = ExternalFun.of(Atom.of(ETS), Atom.of(LOOKUP), 2);
  private static final String SAFE_FIXTABLE = "safe_fixtable";
  private static final String BEAM = "BEAM";

  private final Mailbox caller;
  private final String node;
  private final RemoteOptions options;

  /** The closed handles that have fixations to release. */
  private final Set<RemoteHandle> unsent = ConcurrentHashMap.newKeySet();

  private int release;
  private @Nullable RemoteAgent agent;
  private volatile boolean closed;

  private RemoteTableCalls(Mailbox caller, String node, RemoteOptions options) {
    this.caller = caller;
    this.node = node;
    this.options = options;
  }

  static RemoteTableCalls start(ErlangNode here, String node, RemoteOptions options) {
    Mailbox caller = here.newMailbox(ANSWERS_ONLY);
    RemoteTableCalls calls = new RemoteTableCalls(caller, node, options);
    boolean done = false;
    try {
      calls.meet();
      done = true;
      return calls;
    } catch (ErlangException e) {
      throw new RemoteTableException("owner on " + node + ": " + e.getMessage(), e);
    } finally {
      if (!done) {
        caller.close();
      }
    }
  }

  /** Finds out the kind of the other node. */
  private void meet() throws ErlangException {
    release = release(call("erlang", "system_info", Atom.of("otp_release")));
    Term machine = call("erlang", "system_info", Atom.of("machine"));
    if (machine.equals(ListTerm.ofText(BEAM))) {
      agent = RemoteAgent.start(this, caller);
    }
  }

  private static int release(Term answer) {
    String text = RemoteAnswers.list(answer).toText().orElse("");
    if (!text.matches("[1-9][0-9]{0,3}")) {
      throw RemoteAnswers.unexpected(answer, "the number of a release");
    }
    return Integer.parseInt(text);
  }

  /** Returns the pid that owns the tables made with the rights of the owner. */
  Pid pid() {
    return agent == null ? caller.pid() : agent.pid();
  }

  String node() {
    return node;
  }

  RemoteOptions options() {
    return options;
  }

  /** Returns whether the other node has the functions of a release of OTP. */
  boolean isSince(int otp) {
    return release >= otp;
  }

  /** Returns true if calls with the rights of the owner are made in another way than others. */
  boolean hasAgent() {
    return agent != null;
  }

  /** Calls any function, by a worker. */
  Term call(String module, String function, Term... arguments) throws ErlangException {
    return await(module + ":" + function, caller.call(node, module, function, arguments));
  }

  /** Calls a function of {@code ets} by a worker, with the rights that every process has. */
  Term apply(String function, Term... arguments) throws ErlangException {
    checkOpen();
    sendUnsent();
    return call(ETS, function, arguments);
  }

  /**
   * Looks up keys of a table. An Erlang node gets one call. It is {@code lists:zipwith} with the
   * function {@code ets:lookup/2}, and the table beside each key, or a request to the agent. A jets
   * node gets a call for each key, up to {@value #CALLS_AT_A_TIME} at a time.
   *
   * @param asOwner whether the rights of the owner are needed
   * @return the list of objects for each key
   */
  List<Term> lookupAll(Reference table, List<Term> keys, boolean asOwner) throws ErlangException {
    if (!hasAgent()) {
      return lookupEach(table, keys);
    }
    Term answer;
    if (asOwner) {
      answer = serve(LOOKUP, RemoteAgent.lookupAll(table, keys));
    } else {
      checkOpen();
      sendUnsent();
      ListTerm tables = ListTerm.of(Collections.nCopies(keys.size(), table));
      answer = call("lists", "zipwith", LOOKUP_FUN, tables, ListTerm.of(keys));
    }
    List<Term> objects = RemoteAnswers.terms(answer);
    if (objects.size() != keys.size()) {
      throw RemoteAnswers.unexpected(answer, "a list of " + keys.size());
    }
    return objects;
  }

  private List<Term> lookupEach(Reference table, List<Term> keys) throws ErlangException {
    checkOpen();
    sendUnsent();
    List<CompletableFuture<Term>> answers = new ArrayList<>();
    List<Term> objects = new ArrayList<>();
    try {
      for (int next = 0; objects.size() < keys.size(); ) {
        if (next < keys.size() && next - objects.size() < CALLS_AT_A_TIME) {
          answers.add(caller.call(node, ETS, LOOKUP, table, keys.get(next)));
          next++;
        } else {
          objects.add(await(ETS + ":" + LOOKUP, answers.get(objects.size())));
        }
      }
      return objects;
    } finally {
      for (CompletableFuture<Term> unread : answers.subList(objects.size(), answers.size())) {
        unread.cancel(false);
      }
    }
  }

  /** Calls a function of {@code ets} with the rights of the owner. */
  Term applyAsOwner(String function, Term... arguments) throws ErlangException {
    checkOpen();
    sendUnsent();
    CompletableFuture<Term> answer = requestAsOwner(function, arguments);
    return outcome(function, answer, () -> answer.cancel(false));
  }

  /**
   * Fixes a table for the owner. If the answer comes after the caller has given up, the table is
   * released again.
   */
  void fix(Reference table) throws ErlangException {
    checkOpen();
    CompletableFuture<Term> answer = requestAsOwner(SAFE_FIXTABLE, table, Atom.TRUE);
    outcome(
        SAFE_FIXTABLE,
        answer,
        () -> {
          var unused =
              answer.thenComposeAsync(fixed -> requestAsOwner(SAFE_FIXTABLE, table, Atom.FALSE));
        });
  }

  /** Returns the connection with the node; null if there is none. */
  @Nullable PeerConnection connection() {
    return caller.connection(node).orElse(null);
  }

  /**
   * Releases a table once that has been fixed over a connection. It is released even if the answer
   * does not arrive in time.
   */
  void release(Reference table, PeerConnection connection) throws ErlangException {
    if (lasts(connection)) {
      outcome(SAFE_FIXTABLE, requestAsOwner(SAFE_FIXTABLE, table, Atom.FALSE), () -> {});
    }
  }

  /**
   * Releases a table as {@link #release} does, for a thread that must not wait.
   *
   * @param accepted told whether the other node accepts the request
   */
  void releaseInTurn(Reference table, PeerConnection connection, Consumer<Boolean> accepted) {
    if (!lasts(connection)) {
      accepted.accept(true);
      return;
    }
    RemoteAgent serving = agent;
    if (serving == null) {
      caller.castInTurn(connection, accepted, ETS, SAFE_FIXTABLE, table, Atom.FALSE);
    } else {
      serving.serveInTurn(connection, RemoteAgent.apply(SAFE_FIXTABLE, table, Atom.FALSE));
      accepted.accept(true);
    }
  }

  /** Returns whether the other node has refused a call for a limit or for want of memory. */
  static boolean isRefusal(ErlangException failure) {
    Term reason = failure.reason();
    return reason == SYSTEM_LIMIT
        || (reason instanceof Tuple pair
            && pair.arity() == 2
            && pair.element(1) == ERPC
            && pair.element(2) == SYSTEM_LIMIT);
  }

  /** Lets the next call send the releases that a closed handle could not send. */
  void sendLater(RemoteHandle closed) {
    unsent.add(closed);
  }

  private void sendUnsent() {
    Iterator<RemoteHandle> handles = unsent.iterator();
    while (handles.hasNext()) {
      RemoteHandle handle = handles.next();
      handles.remove();
      handle.sendUnsent();
    }
  }

  /**
   * Returns true if a fixation over this connection lasts: the end of either side ends fixations.
   */
  private boolean lasts(PeerConnection connection) {
    return !closed && connection.isOpen();
  }

  private CompletableFuture<Term> requestAsOwner(String function, Term... arguments) {
    RemoteAgent serving = agent;
    return serving == null
        ? caller.call(node, ETS, function, arguments)
        : serving.serve(RemoteAgent.apply(function, arguments));
  }

  /** Returns the result of a request with the rights of the owner. */
  private Term outcome(String function, CompletableFuture<Term> answer, Runnable late)
      throws ErlangException {
    return hasAgent() ? served(function, answer, late) : await(ETS + ":" + function, answer, late);
  }

  /** Sends a request to the agent, which has to exist, and waits for the answer. */
  Term serve(String what, Term request) throws ErlangException {
    checkOpen();
    RemoteAgent serving = agent;
    if (serving == null) {
      throw new IllegalStateException("agent: none on " + node + " (expected: one)");
    }
    CompletableFuture<Term> answer = serving.serve(request);
    return served(what, answer, () -> answer.cancel(false));
  }

  /** Returns the result in an answer of the agent. */
  private Term served(String what, CompletableFuture<Term> future, Runnable late)
      throws ErlangException {
    Tuple answer;
    try {
      answer = RemoteAnswers.tuple(await(ETS + ":" + what, future, late));
    } catch (ErlangException e) {
      throw new NodeDownException("owner " + pid() + " on " + node + ": has ended", e);
    }
    if (answer.arity() == 2 && answer.element(1) == Atom.OK) {
      return answer.element(2);
    }
    if (answer.arity() != 3) {
      throw RemoteAnswers.unexpected(answer, "a result or an exception");
    }
    if (answer.element(1) == EXIT) {
      throw ErlangException.exit(answer.element(2));
    }
    throw answer.element(1) == THROW
        ? ErlangException.thrown(answer.element(2))
        : ErlangException.error(answer.element(2), answer.element(3));
  }

  /** Returns true until the owner is closed. */
  boolean isOpen() {
    return !closed;
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("owner on " + node + ": closed (expected: open)");
    }
  }

  private Term await(String what, CompletableFuture<Term> answer) throws ErlangException {
    return await(what, answer, () -> answer.cancel(false));
  }

  /**
   * Waits for an answer.
   *
   * @param late run once the caller no longer waits for it
   */
  private Term await(String what, CompletableFuture<Term> answer, Runnable late)
      throws ErlangException {
    try {
      return answer.get(TimeUnit.NANOSECONDS.convert(options.timeout()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof ErlangException failure)) {
        throw new RemoteTableException(what + " on " + node + ": " + e.getCause(), e);
      }
      if (isConnectionLost(failure.reason())) {
        throw new NodeDownException(what + " on " + node + ": " + noConnection(failure), failure);
      }
      throw failure;
    } catch (TimeoutException e) {
      late.run();
      throw new RemoteTimeoutException(node, what, options.timeout());
    } catch (InterruptedException e) {
      late.run();
      Thread.currentThread().interrupt();
      throw new RemoteTableException(what + " on " + node + ": interrupted", e);
    }
  }

  private static String noConnection(ErlangException failure) {
    Throwable why = failure.getCause();
    while (why instanceof CompletionException && why.getCause() != null) {
      why = why.getCause();
    }
    return why == null ? "no connection" : "no connection: " + why.getMessage();
  }

  private static boolean isConnectionLost(Term reason) {
    return reason == ExitReason.NOCONNECTION
        || (reason instanceof Tuple pair
            && pair.arity() == 2
            && pair.element(1) == ERPC
            && pair.element(2) == ExitReason.NOCONNECTION);
  }

  /** Waits until the agent has ended, for a bounded time. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    RemoteAgent ending = agent;
    try {
      if (ending != null) {
        await("end of the owner", ending.stop());
      }
    } catch (ErlangException | RemoteTableException e) {
      // The failure of the call shows that the agent has ended; else it ends with its caller.
    } finally {
      caller.close();
    }
  }
}
