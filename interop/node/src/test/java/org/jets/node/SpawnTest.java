package org.jets.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jets.node.distribution.ControlMessage.Demonitor;
import org.jets.node.distribution.ControlMessage.Exit;
import org.jets.node.distribution.ControlMessage.ExitSignal;
import org.jets.node.distribution.ControlMessage.MonitorExit;
import org.jets.node.distribution.ControlMessage.SpawnReply;
import org.jets.node.distribution.ControlMessage.SpawnRequest;
import org.jets.node.process.ExitReason;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests to spawn: the peer's view of {@code erpc}, and of refused requests. */
class SpawnTest extends ScriptedNodes {
  private static final Atom TAG = Atom.of("tag");
  private static final Atom ERPC = Atom.of("erpc");
  private static final ListTerm MONITOR = ListTerm.of(Atom.of("monitor"));

  private Pid caller;
  private Reference id;

  @BeforeEach
  void makeIdentifiers() {
    caller = peer.newPid();
    id = peer.newReference();
  }

  private void spawn(String function, Term options, Term... arguments) {
    peer.send(
        new SpawnRequest(
            id,
            caller,
            caller,
            ERPC,
            Atom.of(function),
            arguments.length,
            options,
            ListTerm.of(arguments)));
  }

  private void call(String module, String function, Term... arguments) {
    spawn("execute_call", MONITOR, TAG, Atom.of(module), Atom.of(function), ListTerm.of(arguments));
  }

  /** Checks the reply, and returns the exit reason of the process, which comes after it. */
  private Term outcome() throws InterruptedException {
    SpawnReply reply = peer.next(SpawnReply.class);
    assertThat(reply.id()).isEqualTo(id);
    assertThat(reply.to()).isEqualTo(caller);
    assertThat(reply.monitored()).isTrue();
    assertThat(reply.linked()).isFalse();
    MonitorExit down = peer.next(MonitorExit.class);
    assertThat(down.target()).isEqualTo(reply.pidOrError());
    assertThat(down.to()).isEqualTo(caller);
    assertThat(down.ref()).isEqualTo(id);
    return down.reason();
  }

  @Test
  void call_exposedFunction_returnsItsValue() throws Exception {
    call("lists", "reverse", TermParser.parse("[1,2]"));

    assertThat(outcome()).isEqualTo(TermParser.parse("{tag,return,[2,1]}"));
  }

  @Test
  void call_anyFunction_hasTheCallerThatAsked() throws Exception {
    node.expose("mine", IncomingCall::caller);

    call("mine", "whoami");

    assertThat(outcome()).isEqualTo(Tuple.of(TAG, Atom.of("return"), caller));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "nomodule; f; {tag,error,undef,[{nomodule,f,[1],[]}]}",
        "lists; nofunction; {tag,error,undef,[{lists,nofunction,[1],[]}]}",
        "erlang; halt; {tag,error,undef,[{erlang,halt,[1],[]}]}",
        "mine; error; {tag,error,reason,[{mine,error,1,[]}]}",
        "mine; exit; {tag,exit,reason}",
        "mine; throw; {tag,throw,value}",
      })
  void call_functionThatFails_tellsHow(String module, String function, String expected)
      throws Exception {
    node.expose("mine", new FailingModule());

    call(module, function, TermParser.parse("1"));

    assertThat(outcome()).isEqualTo(TermParser.parse(expected));
  }

  @Test
  void call_javaException_isAnErrorWithItsText() throws Exception {
    node.expose(
        "mine",
        called -> {
          throw new IllegalArgumentException("too much");
        });

    call("mine", "f");

    assertThat(outcome())
        .isEqualTo(
            TermParser.parse(
                "{tag,error,{java_exception,<<\"java.lang.IllegalArgumentException: too much\">>},"
                    + "[]}"));
  }

  @Test
  void call_argumentsThatAreNoList_isErrorOfErpc() throws Exception {
    spawn("execute_call", MONITOR, TAG, Atom.of("lists"), Atom.of("sort"), Atom.of("nolist"));

    assertThat(outcome()).isEqualTo(TermParser.parse("{tag,error,{erpc,badarg}}"));
  }

  private Term outcomeOf(String module, String function, String arguments) throws Exception {
    ListTerm list = (ListTerm) TermParser.parse(arguments);
    peer.send(
        new SpawnRequest(
            id, caller, caller, Atom.of(module), Atom.of(function), list.size(), MONITOR, list));
    return outcome();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "lists; reverse; [[1]]; normal",
        "ets; info; [x]; normal",
        "ets; new; [x,[named_table]]; normal",
        "lists; nofunction; [1]; {undef,[{lists,nofunction,[1],[]}]}",
        "nomodule; f; []; {undef,[{nomodule,f,[],[]}]}",
        "mine; error; [1]; {reason,[{mine,error,1,[]}]}",
        "mine; exit; [1]; reason",
        "mine; throw; [1]; {{nocatch,value},[]}",
      })
  void spawn_anyFunction_endsAsInErlang(
      String module, String function, String arguments, String reason) throws Exception {
    node.expose("mine", new FailingModule());

    assertThat(outcomeOf(module, function, arguments)).isEqualTo(TermParser.parse(reason));
  }

  @Test
  void spawn_tableMadeByTheProcess_endsWithIt() throws Exception {
    assertThat(outcomeOf("ets", "new", "[spawned,[named_table,public]]"))
        .isEqualTo(ExitReason.NORMAL);
    // The end of the process is told to its tables by another thread.
    Term whereis = TAG;
    for (int n = 0;
        n < 10_000 && !whereis.equals(TermParser.parse("{tag,return,undefined}"));
        n++) {
      id = peer.newReference();
      call("ets", "whereis", Atom.of("spawned"));
      whereis = outcome();
    }
    assertThat(whereis).isEqualTo(TermParser.parse("{tag,return,undefined}"));
  }

  @Test
  void spawn_argumentsNestedTooDeep_isSystemLimitAndTheConnectionLives() throws Exception {
    Term unread = Atom.of("system_limit");
    peer.send(new SpawnRequest(id, caller, caller, ERPC, TAG, 4, MONITOR, unread));
    assertThat(peer.next(SpawnReply.class))
        .isEqualTo(new SpawnReply(id, caller, false, false, unread));
    call("lists", "reverse", TermParser.parse("[1,2]"));
    assertThat(outcome()).isEqualTo(TermParser.parse("{tag,return,[2,1]}"));
  }

  @Test
  void spawn_unknownOption_isBadopt() throws Exception {
    spawn("execute_call", TermParser.parse("[monitor,{reply,no}]"), TAG, TAG, TAG, TAG);

    assertThat(peer.next(SpawnReply.class))
        .isEqualTo(new SpawnReply(id, caller, false, false, Atom.of("badopt")));
    peer.expectSilence();
  }

  @Test
  void spawn_tuningOptions_areAccepted() throws Exception {
    spawn(
        "execute_call",
        TermParser.parse("[monitor,{priority,high},{min_heap_size,100}]"),
        TAG,
        Atom.of("erlang"),
        Atom.of("node"),
        ListTerm.empty());

    assertThat(outcome()).isEqualTo(TermParser.parse("{tag,return,'jets@h'}"));
  }

  @Test
  void cast_withoutMonitor_isRepliedAndRuns() throws Exception {
    CompletableFuture<IncomingCall> called = new CompletableFuture<>();
    node.expose(
        "mine",
        call -> {
          called.complete(call);
          return Atom.OK;
        });

    spawn("execute_cast", ListTerm.empty(), Atom.of("mine"), Atom.of("f"), ListTerm.of(TAG));

    SpawnReply reply = peer.next(SpawnReply.class);
    assertThat(reply.monitored()).isFalse();
    assertThat(reply.pidOrError()).isInstanceOf(Pid.class);
    assertThat(Await.value(called))
        .isEqualTo(new IncomingCall(caller, Atom.of("mine"), Atom.of("f"), List.of(TAG)));
  }

  @Test
  void cast_linkedAndFailing_sendsExit() throws Exception {
    spawn(
        "execute_cast",
        TermParser.parse("[link]"),
        Atom.of("nomodule"),
        Atom.of("f"),
        ListTerm.empty());

    SpawnReply reply = peer.next(SpawnReply.class);
    assertThat(reply.linked()).isTrue();
    assertThat(peer.next(Exit.class))
        .isEqualTo(
            new Exit(
                (Pid) reply.pidOrError(),
                caller,
                TermParser.parse("{undef,[{nomodule,f,[],[]}]}")));
  }

  private Pid callWaiting(WaitingModule waiting) throws InterruptedException {
    node.expose("mine", waiting);
    call("mine", "wait");
    Pid process = (Pid) peer.next(SpawnReply.class).pidOrError();
    waiting.awaitCall();
    return process;
  }

  @Test
  void demonitor_callThatRuns_interruptsItAndSendsNothing() throws Exception {
    WaitingModule waiting = new WaitingModule();
    Pid process = callWaiting(waiting);

    peer.send(new Demonitor(caller, process, id));

    assertThat(waiting.wasInterrupted()).isTrue();
    peer.expectSilence();
  }

  @Test
  void exitSignal_callThatRuns_interruptsItAndTells() throws Exception {
    WaitingModule waiting = new WaitingModule();
    Pid process = callWaiting(waiting);

    peer.send(new ExitSignal(caller, process, ExitReason.KILL));

    assertThat(peer.next(MonitorExit.class).reason()).isEqualTo(ExitReason.KILLED);
    assertThat(waiting.wasInterrupted()).isTrue();
  }

  @Test
  void disconnect_callThatRuns_interruptsIt() throws Exception {
    WaitingModule waiting = new WaitingModule();
    callWaiting(waiting);

    peer.disconnect();

    assertThat(waiting.wasInterrupted()).isTrue();
  }

  @Test
  void close_callThatRuns_interruptsIt() throws Exception {
    WaitingModule waiting = new WaitingModule();
    callWaiting(waiting);

    node.close();

    assertThat(waiting.wasInterrupted()).isTrue();
  }

  /** Returns the request of an {@code erpc:call} by a new process of a peer. */
  private static SpawnRequest callOf(ScriptedPeer peer, String module) {
    Pid caller = peer.newPid();
    return new SpawnRequest(
        peer.newReference(),
        caller,
        caller,
        ERPC,
        Atom.of("execute_call"),
        4,
        MONITOR,
        ListTerm.of(TAG, Atom.of(module), Atom.of("f"), ListTerm.empty()));
  }

  @Test
  void call_afterInterruptedOne_findsThreadUninterrupted() throws Exception {
    ErlangNode single = start("single@h", options -> options.withJobThreads(1));
    try (ScriptedPeer other = new ScriptedPeer(network, "other@h", "single@h")) {
      WaitingModule waiting = new WaitingModule();
      single.expose("mine", waiting);
      single.expose("state", call -> Atom.of(Thread.currentThread().isInterrupted()));
      SpawnRequest request = callOf(other, "mine");
      other.send(request);
      Term process = other.next(SpawnReply.class).pidOrError();
      waiting.awaitCall();

      other.send(new Demonitor(request.from(), process, request.id()));
      other.send(callOf(other, "state"));

      other.next(SpawnReply.class);
      assertThat(other.next(MonitorExit.class).reason())
          .isEqualTo(TermParser.parse("{tag,return,false}"));
    } finally {
      single.close();
    }
  }

  @Test
  void call_moreThanThePoolTakes_isSystemLimit() throws Exception {
    ErlangNode single = start("single@h", options -> options.withJobThreads(1).withJobQueue(0));
    try (ScriptedPeer other = new ScriptedPeer(network, "other@h", "single@h")) {
      single.expose("mine", new WaitingModule());
      other.send(callOf(other, "mine"));
      other.next(SpawnReply.class);
      SpawnRequest second = callOf(other, "mine");
      other.send(second);

      assertThat(other.next(SpawnReply.class))
          .isEqualTo(
              new SpawnReply(second.id(), second.from(), false, false, Atom.of("system_limit")));
    } finally {
      single.close();
    }
  }

  @Test
  void call_functionThatGivesUpItself_endsAsKilled() throws Exception {
    node.expose(
        "mine",
        called -> {
          throw new InterruptedException("of its own");
        });

    call("mine", "f");

    assertThat(outcome()).isEqualTo(ExitReason.KILLED);
  }
}
