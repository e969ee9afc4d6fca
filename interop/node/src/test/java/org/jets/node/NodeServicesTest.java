package org.jets.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import org.jets.node.distribution.ControlMessage;
import org.jets.node.distribution.ControlMessage.Demonitor;
import org.jets.node.distribution.ControlMessage.Monitor;
import org.jets.node.distribution.ControlMessage.Send;
import org.jets.node.distribution.ControlMessage.SendToAlias;
import org.jets.node.distribution.ControlMessage.SendToName;
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
import org.junit.jupiter.params.provider.ValueSource;

/** The processes that each node has: {@code net_kernel} and {@code rex}. */
class NodeServicesTest extends ScriptedNodes {
  private static final Atom REX = Atom.of("rex");
  private static final Atom NET_KERNEL = Atom.of("net_kernel");
  private static final Atom GEN_CALL = Atom.of("$gen_call");

  private Pid caller;
  private Reference ref;

  @BeforeEach
  void makeIdentifiers() {
    caller = peer.newPid();
    ref = peer.newReference();
  }

  private Term aliasTag() {
    return ListTerm.cons(Atom.of("alias"), ref);
  }

  private void genCall(Atom server, Term tag, Term request) {
    peer.send(new SendToName(caller, server, Tuple.of(GEN_CALL, Tuple.of(caller, tag), request)));
  }

  @Test
  void netKernel_isAuthWithAlias_answersToTheAlias() throws Exception {
    genCall(NET_KERNEL, aliasTag(), TermParser.parse("{is_auth,'peer@h'}"));

    SendToAlias answer = peer.next(SendToAlias.class);
    assertThat(answer.to()).isEqualTo(ref);
    assertThat(answer.message()).isEqualTo(Tuple.of(aliasTag(), Atom.of("yes")));
  }

  @Test
  void netKernel_isAuthWithListOfAlias_answersToTheAlias() throws Exception {
    Term tag = ListTerm.cons(aliasTag(), Atom.of("more"));
    genCall(NET_KERNEL, tag, TermParser.parse("{is_auth,'peer@h'}"));

    SendToAlias answer = peer.next(SendToAlias.class);
    assertThat(answer.to()).isEqualTo(ref);
    assertThat(answer.message()).isEqualTo(Tuple.of(tag, Atom.of("yes")));
  }

  @Test
  void netKernel_isAuthWithReference_answersToThePid() throws Exception {
    genCall(NET_KERNEL, ref, TermParser.parse("{is_auth,'peer@h'}"));

    Send answer = peer.next(Send.class);
    assertThat(answer.to()).isEqualTo(caller);
    assertThat(answer.message()).isEqualTo(Tuple.of(ref, Atom.of("yes")));
  }

  @Test
  void netKernel_otherRequest_isAnswered() throws Exception {
    genCall(NET_KERNEL, ref, Atom.of("whatever"));

    assertThat(peer.next(Send.class).message())
        .isEqualTo(Tuple.of(ref, TermParser.parse("{error,notsup}")));
  }

  @Test
  void netKernel_monitoredByName_isThere() throws Exception {
    peer.send(new Monitor(caller, NET_KERNEL, ref));
    peer.send(new Monitor(caller, REX, peer.newReference()));

    peer.expectSilence();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{call,lists,reverse,[[1,2]],user}; [2,1]",
        "{block_call,lists,reverse,[[1,2]],user}; [2,1]",
        "{call,mine,throw,[],user}; value",
        "{call,mine,exit,[],user}; {badrpc,{'EXIT',reason}}",
        "{call,mine,error,[],user}; {badrpc,{'EXIT',{reason,[{mine,error,0,[]}]}}}",
        "{call,nomodule,f,[a],user};" + " {badrpc,{'EXIT',{undef,[{nomodule,f,[a],[]}]}}}",
        "{call,1,f,[a],user}; {badrpc,{'EXIT',badarg}}",
        "what; {badrpc,{'EXIT',badarg}}",
      })
  void rex_genCall_answersAsErlangDoes(String request, String answer) throws Exception {
    node.expose("mine", new FailingModule());

    genCall(REX, aliasTag(), TermParser.parse(request));

    assertThat(peer.next(SendToAlias.class).message())
        .isEqualTo(Tuple.of(aliasTag(), TermParser.parse(answer)));
  }

  @Test
  void rex_plainCall_answersToThePid() throws Exception {
    peer.send(
        new SendToName(
            caller, REX, Tuple.of(caller, TermParser.parse("{call,lists,reverse,[[1,2]],user}"))));

    Send answer = peer.next(Send.class);
    assertThat(answer.to()).isEqualTo(caller);
    assertThat(answer.message()).isEqualTo(TermParser.parse("{rex,[2,1]}"));
  }

  @Test
  void rex_featuresRequest_tellsOfErpc() throws Exception {
    peer.send(new SendToName(caller, REX, Tuple.of(caller, Atom.of("features_request"))));

    assertThat(peer.next(Send.class).message())
        .isEqualTo(TermParser.parse("{features_reply,'jets@h',[erpc]}"));
  }

  @Test
  void rex_cast_runsAndAnswersNothing() throws Exception {
    CompletableFuture<IncomingCall> called = new CompletableFuture<>();
    node.expose(
        "mine",
        call -> {
          called.complete(call);
          return Atom.OK;
        });

    peer.send(
        new SendToName(caller, REX, TermParser.parse("{'$gen_cast',{cast,mine,f,[1],user}}")));

    assertThat(Await.value(called).function()).isEqualTo(Atom.of("f"));
    peer.expectSilence();
  }

  @Test
  void rex_call_hasTheCallerThatAsked() throws Exception {
    node.expose("mine", IncomingCall::caller);

    genCall(REX, ref, TermParser.parse("{call,mine,whoami,[],user}"));

    assertThat(peer.next(Send.class).message()).isEqualTo(Tuple.of(ref, caller));
  }

  @Test
  void rex_demonitorOfCaller_interruptsTheCall() throws Exception {
    WaitingModule waiting = new WaitingModule();
    node.expose("mine", waiting);
    peer.send(new Monitor(caller, REX, ref));
    genCall(REX, aliasTag(), TermParser.parse("{call,mine,f,[],user}"));
    waiting.awaitCall();

    peer.send(new Demonitor(caller, REX, ref));

    assertThat(waiting.wasInterrupted()).isTrue();
    peer.expectSilence();
  }

  @Test
  void rex_functionThatGivesUpItself_isAnswered() throws Exception {
    node.expose(
        "mine",
        called -> {
          throw new InterruptedException("of its own");
        });

    genCall(REX, ref, TermParser.parse("{call,mine,f,[],user}"));

    assertThat(peer.next(Send.class).message())
        .isEqualTo(Tuple.of(ref, TermParser.parse("{badrpc,{'EXIT',killed}}")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ets",
        "jets",
        "erlang",
        "lists",
        "net_adm",
        "code",
        "observer_backend",
        "appmon_info"
      })
  void expose_moduleOfTheNodeItself_isRefusedAndReplacedWhereAsked(String module) throws Exception {
    assertThatThrownBy(() -> node.expose(module, called -> Atom.of("mine")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "module: " + module + " is the node's own (expected: another name, or replaceModule)");
    assertThatThrownBy(() -> node.replaceModule("mine", called -> Atom.of("mine")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("module: mine (expected: one of [");

    node.replaceModule(module, called -> Atom.of("mine"));

    genCall(REX, ref, TermParser.parse("{call," + module + ",f,[],user}"));
    assertThat(peer.next(Send.class).message()).isEqualTo(Tuple.of(ref, Atom.of("mine")));
  }

  @Test
  void rex_sbcast_sendsAndTellsWhere() throws Exception {
    Mailbox mailbox = node.newMailbox("named");
    peer.send(
        new SendToName(caller, REX, Tuple.of(caller, TermParser.parse("{sbcast,named,hello}"))));

    assertThat(Await.message(mailbox)).isEqualTo(Atom.of("hello"));
    assertThat(peer.next(Send.class).message())
        .isEqualTo(TermParser.parse("{rex,'jets@h','jets@h'}"));

    peer.send(
        new SendToName(caller, REX, Tuple.of(caller, TermParser.parse("{sbcast,nobody,hello}"))));
    assertThat(peer.next(Send.class).message())
        .isEqualTo(TermParser.parse("{rex,'jets@h',{nonexisting_name,nobody}}"));
  }

  @Test
  void message_unknownName_isDropped() throws Exception {
    peer.send(new SendToName(caller, Atom.of("nobody"), Atom.OK));
    peer.send(new SendToAlias(caller, node.newMailbox().newAlias(), Atom.OK));
    peer.send(new Send(caller, Pid.of(Atom.of(NODE), 999, 0, 5), Atom.OK));

    peer.expectSilence();
  }

  @Test
  void groupLeader_putChars_isOutputAndAnswered() throws Exception {
    CompletableFuture<String> output = new CompletableFuture<>();
    ErlangNode printing = start("printing@h", options -> options.withOutput(output::complete));
    try (ScriptedPeer other = new ScriptedPeer(network, "other@h", "printing@h")) {
      var unused = printing.call("other@h", "m", "f");
      Pid leader = other.next(ControlMessage.SpawnRequest.class).groupLeader();
      Pid writer = other.newPid();
      other.send(
          new Send(
              writer,
              leader,
              Tuple.of(
                  Atom.of("io_request"),
                  writer,
                  ref,
                  TermParser.parse("{put_chars,unicode,<<\"hi\">>}"))));

      assertThat(other.next(Send.class))
          .isEqualTo(new Send(leader, writer, Tuple.of(Atom.of("io_reply"), ref, Atom.OK)));
      assertThat(Await.value(output)).isEqualTo("hi");
    } finally {
      printing.close();
    }
  }
}
