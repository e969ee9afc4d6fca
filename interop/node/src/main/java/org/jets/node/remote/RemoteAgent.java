package org.jets.node.remote;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jets.node.ErlangException;
import org.jets.node.Mailbox;
import org.jets.node.PeerConnection;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * A process of an Erlang node that acts for a {@link RemoteOwner}. The workers that run calls of
 * {@code erpc} end with the call, and their tables and fixations with them. This process stays: it
 * owns tables, keeps them fixed, continues searches, and takes many steps from key to key at once.
 *
 * <p>Nothing is installed for it. It is a few lines of Erlang. The other node parses and evaluates
 * them by {@code erl_scan}, {@code erl_parse} and {@code erl_eval} of its standard library. It
 * serves one request after the other. It ends with the process of this node for which it acts, or
 * when the nodes lose each other.
 */
final class RemoteAgent {
  /**
   * The program of the process. {@code Caller} is the process of this node. A continuation that has
   * been here has lost its compiled specification, which {@code repair_continuation} restores. A
   * walk returns the next keys with their objects, at most {@code Left} of them. If it returns
   * fewer, there are no more.
   */
  private static final String SOURCE =
      """
      Walk = fun Go(_, _, '$end_of_table', _, Found) -> lists:reverse(Found);
                 Go(_, _, _, 0, Found) -> lists:reverse(Found);
                 Go(Table, Step, Key, Left, Found) ->
                   case ets:lookup(Table, Key) of
                     [] -> Go(Table, Step, ets:Step(Table, Key), Left, Found);
                     Objects when Left =:= 1 -> Go(Table, Step, Key, 0, [{Key, Objects} | Found]);
                     Objects ->
                       Go(Table, Step, ets:Step(Table, Key), Left - 1, [{Key, Objects} | Found])
                   end
             end,
      Do = fun({apply, Function, Arguments}) ->
                 apply(ets, Function, Arguments);
              ({continue, Function, Continuation, Spec}) ->
                 apply(ets, Function, [ets:repair_continuation(Continuation, Spec)]);
              ({lookup_all, Table, Keys}) ->
                 [ets:lookup(Table, Key) || Key <- Keys];
              ({walk_from_end, Table, End, Step, Left}) ->
                 Walk(Table, Step, ets:End(Table), Left, []);
              ({walk_from, Table, Key, Step, Left}) ->
                 Walk(Table, Step, ets:Step(Table, Key), Left, [])
           end,
      Serve = fun Loop() ->
                receive
                  {'$gen_call', _, stop} -> ok;
                  {'$gen_call', From, Request} ->
                    gen_server:reply(From,
                      try {ok, Do(Request)}
                      catch Class:Reason:Stack -> {Class, Reason, Stack}
                      end),
                    Loop();
                  {'$gen_cast', Request} ->
                    try Do(Request) catch _:_ -> ok end,
                    Loop();
                  {'DOWN', _, process, Caller, _} -> ok;
                  _ -> Loop()
                end
              end,
      erlang:monitor(process, Caller),
      Serve().
      """;

  private static final Atom APPLY = Atom.of("apply");
  private static final Atom CONTINUE = Atom.of("continue");
  private static final Atom LOOKUP_ALL = Atom.of("lookup_all");
  private static final Atom WALK_FROM = Atom.of("walk_from");
  private static final Atom WALK_FROM_END = Atom.of("walk_from_end");
  private static final Atom STOP = Atom.of("stop");

  private final Mailbox caller;
  private final Pid pid;

  private RemoteAgent(Mailbox caller, Pid pid) {
    this.caller = caller;
    this.pid = pid;
  }

  /** Starts an agent that acts for a process; four round trips. */
  static RemoteAgent start(RemoteTableCalls calls, Mailbox caller) throws ErlangException {
    Tuple scanned = RemoteAnswers.tuple(calls.call("erl_scan", "string", ListTerm.ofText(SOURCE)));
    Tuple parsed = RemoteAnswers.pair(calls.call("erl_parse", "parse_exprs", scanned.element(2)));
    Term bindings = ListTerm.of(Tuple.of(Atom.of("Caller"), caller.pid()));
    Term spawned =
        calls.call(
            "erlang",
            "spawn",
            Atom.of("erl_eval"),
            Atom.of("exprs"),
            ListTerm.of(parsed.element(2), bindings));
    if (!(spawned instanceof Pid pid)) {
      throw RemoteAnswers.unexpected(spawned, "a pid");
    }
    return new RemoteAgent(caller, pid);
  }

  Pid pid() {
    return pid;
  }

  static Term apply(String function, Term... arguments) {
    return Tuple.of(APPLY, Atom.of(function), ListTerm.of(arguments));
  }

  static Term resume(String function, Term continuation, Term spec) {
    return Tuple.of(CONTINUE, Atom.of(function), continuation, spec);
  }

  static Term lookupAll(Reference table, List<Term> keys) {
    return Tuple.of(LOOKUP_ALL, table, ListTerm.of(keys));
  }

  static Term walkFrom(Reference table, Term key, String step, int limit) {
    return Tuple.of(WALK_FROM, table, key, Atom.of(step), IntegerTerm.of(limit));
  }

  static Term walkFromEnd(Reference table, String end, String step, int limit) {
    return Tuple.of(WALK_FROM_END, table, Atom.of(end), Atom.of(step), IntegerTerm.of(limit));
  }

  /**
   * Sends a request, for a thread that waits for the answer.
   *
   * @return a future of <code>{ok, Result}</code> or <code>{Class, Reason, Stack}</code>
   */
  CompletableFuture<Term> serve(Term request) {
    return caller.genCall(pid, request);
  }

  /** Sends a request, for a thread that must not wait. */
  void serveInTurn(PeerConnection connection, Term request) {
    caller.genCastInTurn(connection, pid, request);
  }

  /** Ends the process. The future ends, with an exception, once the process has ended. */
  CompletableFuture<Term> stop() {
    return caller.genCall(pid, STOP);
  }
}
