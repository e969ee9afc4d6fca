package org.jets.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jets.node.distribution.ControlMessage.Demonitor;
import org.jets.node.distribution.ControlMessage.Monitor;
import org.jets.node.distribution.ControlMessage.MonitorExit;
import org.jets.node.distribution.ControlMessage.Send;
import org.jets.node.distribution.ControlMessage.SendToAlias;
import org.jets.node.distribution.ControlMessage.SendToName;
import org.jets.node.distribution.ControlMessage.SpawnReply;
import org.jets.node.distribution.ControlMessage.SpawnRequest;
import org.jets.node.process.ExitReason;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;

/** Calls of functions and servers of other nodes. */
class CallTest extends ScriptedNodes {
  private static final Atom ERROR = Atom.of("error");
  private static final Atom EXIT = Atom.of("exit");
  private static final Term LIST = TermParser.parse("[1,2,3]");

  /** Answers a call as an Erlang node does, with the outcome that the test gives. */
  private void answer(SpawnRequest request, String outcome) {
    Pid process = peer.newPid();
    peer.send(new SpawnReply(request.id(), request.from(), false, true, process));
    Tuple withoutTag = (Tuple) TermParser.parse(outcome);
    Term tag = ((ListTerm) request.arguments()).head();
    peer.send(new MonitorExit(process, request.from(), request.id(), withoutTag.with(1, tag)));
  }

  private ErlangException failureOf(String outcome) throws InterruptedException {
    CompletableFuture<Term> result = node.call(PEER, "m", "f");
    answer(peer.next(SpawnRequest.class), outcome);
    return Await.erlangFailure(result);
  }

  @Test
  void call_request_isThatOfErpc() throws Exception {
    CompletableFuture<Term> result = node.call(PEER, "m", "f", Atom.OK);
    SpawnRequest request = peer.next(SpawnRequest.class);

    assertThat(request.from()).isEqualTo(node.pid());
    assertThat(request.module()).isEqualTo(Atom.of("erpc"));
    assertThat(request.function()).isEqualTo(Atom.of("execute_call"));
    assertThat(request.arity()).isEqualTo(4);
    assertThat(request.options()).isEqualTo(TermParser.parse("[monitor]"));
    assertThat(((ListTerm) request.arguments()).tail()).isEqualTo(TermParser.parse("[m,f,[ok]]"));

    answer(request, "{tag,return,{1,2}}");
    assertThat(Await.value(result)).isEqualTo(TermParser.parse("{1,2}"));
  }

  @Test
  void call_ofMailbox_isMadeByItsPid() throws Exception {
    Mailbox mailbox = node.newMailbox();

    var unused = mailbox.call(PEER, "m", "f");

    assertThat(peer.next(SpawnRequest.class).from()).isEqualTo(mailbox.pid());
  }

  @Test
  void call_error_hasReasonAndStack() throws Exception {
    ErlangException e = failureOf("{tag,error,badarg,[{m,f,0,[]}]}");

    assertThat(e.exceptionClass()).isEqualTo(ERROR);
    assertThat(e.reason()).isEqualTo(Atom.of("badarg"));
    assertThat(e.stack()).isEqualTo(TermParser.parse("[{m,f,0,[]}]"));
  }

  @Test
  void call_errorOfErpc_hasNoStack() throws Exception {
    ErlangException e = failureOf("{tag,error,{erpc,badarg}}");

    assertThat(e.reason()).isEqualTo(TermParser.parse("{erpc,badarg}"));
    assertThat(e.stack()).isEqualTo(ListTerm.empty());
  }

  @Test
  void call_exitAndThrow_haveTheirClasses() throws Exception {
    ErlangException exit = failureOf("{tag,exit,reason}");
    ErlangException thrown = failureOf("{tag,throw,value}");

    assertThat(exit.exceptionClass()).isEqualTo(EXIT);
    assertThat(exit.reason()).isEqualTo(Atom.of("reason"));
    assertThat(thrown.exceptionClass()).isEqualTo(Atom.of("throw"));
    assertThat(thrown.reason()).isEqualTo(Atom.of("value"));
  }

  @Test
  void call_processKilled_isASignal() throws Exception {
    CompletableFuture<Term> result = node.call(PEER, "m", "f");
    SpawnRequest request = peer.next(SpawnRequest.class);
    Pid process = peer.newPid();
    peer.send(new SpawnReply(request.id(), request.from(), false, true, process));
    peer.send(new MonitorExit(process, request.from(), request.id(), ExitReason.KILLED));

    ErlangException e = Await.erlangFailure(result);

    assertThat(e.exceptionClass()).isEqualTo(EXIT);
    assertThat(e.reason()).isEqualTo(TermParser.parse("{signal,killed}"));
  }

  @Test
  void call_spawnRefused_isErrorOfErpc() throws Exception {
    CompletableFuture<Term> result = node.call(PEER, "m", "f");
    SpawnRequest request = peer.next(SpawnRequest.class);
    peer.send(new SpawnReply(request.id(), request.from(), false, false, Atom.of("system_limit")));

    assertThat(Await.erlangFailure(result).reason())
        .isEqualTo(TermParser.parse("{erpc,system_limit}"));
  }

  @Test
  void call_disconnectBeforeReply_isNoconnection() throws Exception {
    CompletableFuture<Term> result = node.call(PEER, "m", "f");
    peer.next(SpawnRequest.class);

    peer.disconnect();

    assertThat(Await.erlangFailure(result).reason())
        .isEqualTo(TermParser.parse("{erpc,noconnection}"));
  }

  @Test
  void call_disconnectAfterReply_isNoconnection() throws Exception {
    CompletableFuture<Term> result = node.call(PEER, "m", "f");
    SpawnRequest request = peer.next(SpawnRequest.class);
    peer.send(new SpawnReply(request.id(), request.from(), false, true, peer.newPid()));
    peer.expectSilence();

    peer.disconnect();

    assertThat(Await.erlangFailure(result).reason())
        .isEqualTo(TermParser.parse("{erpc,noconnection}"));
  }

  @Test
  void call_nodeThatIsNotThere_isNoconnection() {
    assertThat(Await.erlangFailure(node.call("gone@h", "m", "f")).reason())
        .isEqualTo(TermParser.parse("{erpc,noconnection}"));
  }

  @Test
  void call_nodeIsClosed_ends() throws Exception {
    CompletableFuture<Term> result = node.call(PEER, "m", "f");
    CompletableFuture<Term> served = node.genCall("server", PEER, Atom.OK);
    peer.next(SpawnRequest.class);

    node.close();

    assertThat(Await.erlangFailure(result).reason())
        .isEqualTo(TermParser.parse("{erpc,noconnection}"));
    assertThat(Await.erlangFailure(served).reason()).isEqualTo(ExitReason.NOCONNECTION);
    assertThat(Await.erlangFailure(node.call(PEER, "m", "f")).reason())
        .isEqualTo(TermParser.parse("{erpc,noconnection}"));
  }

  @Test
  void call_cancelled_takesTheMonitorBack() throws Exception {
    CompletableFuture<Term> result = node.call(PEER, "m", "f");
    SpawnRequest request = peer.next(SpawnRequest.class);
    Pid process = peer.newPid();
    peer.send(new SpawnReply(request.id(), request.from(), false, true, process));
    peer.expectSilence();

    result.cancel(false);

    assertThat(peer.next(Demonitor.class))
        .isEqualTo(new Demonitor(node.pid(), process, request.id()));
  }

  @Test
  void call_cancelledBeforeReply_takesTheMonitorBackThen() throws Exception {
    CompletableFuture<Term> result = node.call(PEER, "m", "f");
    SpawnRequest request = peer.next(SpawnRequest.class);
    result.cancel(false);
    Pid process = peer.newPid();
    peer.expectSilence();

    peer.send(new SpawnReply(request.id(), request.from(), false, true, process));

    assertThat(peer.next(Demonitor.class))
        .isEqualTo(new Demonitor(node.pid(), process, request.id()));
    assertThat(result).isCancelled();
  }

  @Test
  void spawnReply_nobodyAskedFor_isIgnoredAndThatOfOthersCloses() throws Exception {
    SpawnRequest request;
    var unused = node.call(PEER, "m", "f");
    request = peer.next(SpawnRequest.class);
    Atom error = Atom.of("notsup");
    peer.send(new SpawnReply(request.id(), request.from(), false, false, error));
    peer.send(new SpawnReply(request.id(), request.from(), false, false, error));
    peer.expectSilence();

    peer.send(new SpawnReply(peer.newReference(), request.from(), false, false, error));

    Await.until("the connection is closed", () -> !peer.isConnected());
  }

  @Test
  void cast_request_isThatOfErpc() throws Exception {
    node.cast(PEER, "m", "f", Atom.OK);

    SpawnRequest request = peer.next(SpawnRequest.class);
    assertThat(request.function()).isEqualTo(Atom.of("execute_cast"));
    assertThat(request.options()).isEqualTo(ListTerm.empty());
    assertThat(request.arguments()).isEqualTo(TermParser.parse("[m,f,[ok]]"));
    peer.send(new SpawnReply(request.id(), request.from(), false, false, peer.newPid()));
    peer.expectSilence();
  }

  @Test
  void call_dependentThatWaits_doesNotStopTheConnection() throws Exception {
    CountDownLatch began = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    CompletableFuture<Term> dependent =
        node.call(PEER, "m", "f")
            .thenApply(
                value -> {
                  began.countDown();
                  try {
                    Await.count(release);
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                  return value;
                });
    answer(peer.next(SpawnRequest.class), "{tag,return,1}");
    Await.count(began);

    peer.expectSilence();
    release.countDown();

    assertThat(Await.value(dependent)).isEqualTo(IntegerTerm.of(1));
  }

  @Test
  void call_otherJavaNodeAndThisOne_works() {
    try (ErlangNode other = start("other@h", options -> options)) {
      assertThat(Await.value(node.call("other@h", "lists", "reverse", LIST)))
          .isEqualTo(TermParser.parse("[3,2,1]"));
      assertThat(Await.value(node.call(NODE, "erlang", "node"))).isEqualTo(Atom.of(NODE));
      assertThat(Await.erlangFailure(other.call(NODE, "m", "f", Atom.OK)).stack())
          .isEqualTo(TermParser.parse("[{m,f,[ok],[]}]"));
    }
  }

  @Test
  void multicall_someThere_tellsOfEach() {
    try (ErlangNode other = start("other@h", options -> options)) {
      Map<String, CompletableFuture<Term>> results =
          node.multicall(List.of("other@h", "gone@h"), "erlang", "node");

      assertThat(Await.value(results.get("other@h"))).isEqualTo(Atom.of(other.name()));
      assertThat(Await.erlangFailure(results.get("gone@h")).reason())
          .isEqualTo(TermParser.parse("{erpc,noconnection}"));
    }
  }

  @Test
  void rpc_otherJavaNode_givesResultsAndErrors() {
    try (ErlangNode other = start("other@h", options -> options)) {
      assertThat(Await.value(node.rpc("other@h", "lists", "reverse", LIST)))
          .isEqualTo(TermParser.parse("[3,2,1]"));
      assertThat(Await.erlangFailure(other.rpc(NODE, "m", "f")).reason())
          .isEqualTo(TermParser.parse("{badrpc,{'EXIT',{undef,[{m,f,[],[]}]}}}"));
    }
  }

  @Test
  void ping_others_tellsWhetherTheyAreThere() {
    try (ErlangNode other = start("other@h", options -> options)) {
      assertThat(Await.value(node.ping(other.name()))).isTrue();
      assertThat(Await.value(node.ping(NODE))).isTrue();
      assertThat(Await.value(node.ping("gone@h"))).isFalse();
      assertThat(node.nodes()).containsExactlyInAnyOrder("other@h", PEER);
    }
  }

  @Test
  void genCall_request_monitorsFirstAndHasAlias() throws Exception {
    CompletableFuture<Term> result = node.genCall("server", PEER, Atom.of("question"));

    Monitor monitor = peer.next(Monitor.class);
    SendToName call = peer.next(SendToName.class);
    Term tag = ListTerm.cons(Atom.of("alias"), monitor.ref());
    assertThat(monitor.target()).isEqualTo(Atom.of("server"));
    assertThat(call.message())
        .isEqualTo(Tuple.of(Atom.of("$gen_call"), Tuple.of(node.pid(), tag), Atom.of("question")));

    peer.send(new SendToAlias(peer.newPid(), monitor.ref(), Tuple.of(tag, Atom.OK)));
    assertThat(Await.value(result)).isEqualTo(Atom.OK);
    assertThat(peer.next(Demonitor.class).ref()).isEqualTo(monitor.ref());
  }

  @Test
  void genCall_replyToPidOfMailbox_isNotAMessage() throws Exception {
    Mailbox mailbox = node.newMailbox();
    Pid server = peer.newPid();
    CompletableFuture<Term> result = mailbox.genCall(server, Atom.of("question"));
    Reference ref = peer.next(Monitor.class).ref();
    assertThat(peer.next(Send.class).to()).isEqualTo(server);
    Tuple reply = Tuple.of(ListTerm.cons(Atom.of("alias"), ref), Atom.OK);

    peer.send(new Send(server, mailbox.pid(), reply));
    assertThat(Await.value(result)).isEqualTo(Atom.OK);
    peer.next(Demonitor.class);
    peer.send(new Send(server, mailbox.pid(), reply));
    peer.send(new SendToAlias(server, ref, reply));
    peer.expectSilence();

    assertThat(mailbox.size()).isZero();
  }

  @Test
  void genCall_serverThatEnds_isAnExit() throws Exception {
    CompletableFuture<Term> result = node.genCall("server", PEER, Atom.of("question"));
    Monitor monitor = peer.next(Monitor.class);
    peer.next(SendToName.class);

    peer.send(new MonitorExit(monitor.target(), monitor.from(), monitor.ref(), ExitReason.NOPROC));

    ErlangException e = Await.erlangFailure(result);
    assertThat(e.exceptionClass()).isEqualTo(EXIT);
    assertThat(e.reason()).isEqualTo(ExitReason.NOPROC);
  }

  @Test
  void genCall_ofClosedMailbox_fails() {
    Mailbox mailbox = node.newMailbox();
    mailbox.close();

    assertThat(Await.failure(mailbox.genCall("server", PEER, Atom.OK)))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void genCast_pidAndName_areSent() throws Exception {
    Pid server = peer.newPid();
    node.genCast(server, Atom.OK);
    node.genCast("server", PEER, Atom.OK);

    assertThat(peer.next(Send.class))
        .isEqualTo(new Send(node.pid(), server, TermParser.parse("{'$gen_cast',ok}")));
    assertThat(peer.next(SendToName.class))
        .isEqualTo(
            new SendToName(node.pid(), Atom.of("server"), TermParser.parse("{'$gen_cast',ok}")));
  }

  @Test
  void call_whileItIsBeingDisconnected_connectsAnew() throws Exception {
    for (int round = 0; round < 100; round++) {
      assertThat(node.disconnect(PEER)).isTrue();
      CompletableFuture<Term> call = node.call(PEER, "m", "f");
      answer(peer.next(SpawnRequest.class), "{tag,return,7}");
      assertThat(Await.value(call)).isEqualTo(IntegerTerm.of(7));
    }
  }

  @Test
  void disconnect_peer_isGone() {
    assertThat(node.disconnect(PEER)).isTrue();
    Await.until("the node knows of the end", () -> node.nodes().isEmpty());

    assertThat(node.disconnect(PEER)).isFalse();
    assertThat(node.disconnect(NODE)).isFalse();
  }
}
