package org.jets.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.text.MessageFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jets.ets.EtsTable;
import org.jets.ets.Owner;
import org.jets.ets.Quota;
import org.jets.ets.TableOptions;
import org.jets.ets.erl.EtsCallException;
import org.jets.ets.erl.EtsModule;
import org.jets.node.distribution.ControlMessage.Exit;
import org.jets.node.distribution.ControlMessage.ExitSignal;
import org.jets.node.distribution.ControlMessage.Link;
import org.jets.node.distribution.ControlMessage.Monitor;
import org.jets.node.distribution.ControlMessage.MonitorExit;
import org.jets.node.distribution.ControlMessage.Send;
import org.jets.node.distribution.ControlMessage.SendToName;
import org.jets.node.distribution.ControlMessage.SpawnReply;
import org.jets.node.distribution.ControlMessage.SpawnRequest;
import org.jets.node.process.ExitReason;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.PausableThread;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Actions that a client may not take: to act in another's name, and to end processes that serve
 * all.
 */
class RightsTest extends ScriptedNodes {
  private static final Atom REX = Atom.of("rex");
  private static final Logger LOG = Logger.getLogger("org.jets.node");

  private void genCall(Atom server, Pid caller, Term request) {
    peer.send(
        new SendToName(
            peer.newPid(),
            server,
            Tuple.of(Atom.of("$gen_call"), Tuple.of(caller, peer.newReference()), request)));
  }

  private Pid pidOf(Atom server) throws InterruptedException {
    genCall(server, peer.newPid(), Atom.of("whatever"));
    return peer.next(Send.class).from();
  }

  @Test
  void rex_callInTheNameOfAProcessOfAnotherNode_isDropped() throws Exception {
    node.expose("mine", IncomingCall::caller);
    try (ScriptedPeer victim = new ScriptedPeer(network, "victim@h", NODE)) {
      Pid owner = victim.newPid();
      Term request = TermParser.parse("{call,mine,whoami,[],user}");

      genCall(REX, owner, request);
      peer.send(new SendToName(peer.newPid(), REX, Tuple.of(owner, request)));
      peer.send(new SendToName(owner, REX, Tuple.of(owner, request)));

      peer.expectSilence();
      victim.expectSilence();
      assertThat(node.callCount()).isZero();
    }
  }

  @Test
  void netKernel_callInTheNameOfAProcessOfAnotherNode_isDropped() throws Exception {
    Atom netKernel = Atom.of("net_kernel");
    try (ScriptedPeer victim = new ScriptedPeer(network, "victim@h", NODE)) {
      genCall(netKernel, victim.newPid(), TermParser.parse("{is_auth,z}"));
      genCall(netKernel, peer.newPid(), TermParser.parse("{is_auth,z}"));

      assertThat(((Tuple) peer.next(Send.class).message()).element(2)).isEqualTo(Atom.of("yes"));
      victim.expectSilence();
    }
  }

  @Test
  void exit_ofACallOfAnotherNode_changesNothing() throws Exception {
    CompletableFuture<Term> caller = new CompletableFuture<>();
    CompletableFuture<Term> end = new CompletableFuture<>();
    node.expose(
        "endless",
        call -> {
          caller.complete(call.caller());
          return Await.value(end);
        });
    spawn(peer, "endless", "f", "[]");
    Pid call = (Pid) Await.value(caller);
    try (ScriptedPeer stranger = new ScriptedPeer(network, "stranger@h", NODE)) {
      Pid other = stranger.newPid();
      stranger.send(new ExitSignal(other, call, ExitReason.KILL));
      stranger.send(new ExitSignal(other, call, Atom.of("reason")));
      stranger.send(new Link(other, call));
      stranger.send(new Exit(other, call, ExitReason.KILLED));
      // The node has read all earlier messages.
      stranger.send(new Monitor(other, Atom.of("nobody"), stranger.newReference()));
      stranger.next(MonitorExit.class);
    }
    end.complete(Atom.of("done"));

    assertThat(endOfSpawned(peer)).isEqualTo(ExitReason.NORMAL);
  }

  @Test
  void exit_ofACallOfTheSameNode_endsIt() throws Exception {
    CompletableFuture<Term> caller = new CompletableFuture<>();
    node.expose(
        "endless",
        call -> {
          caller.complete(call.caller());
          return Await.value(new CompletableFuture<Term>());
        });
    spawn(peer, "endless", "f", "[]");

    peer.send(new ExitSignal(peer.newPid(), (Pid) Await.value(caller), ExitReason.KILL));

    assertThat(endOfSpawned(peer)).isEqualTo(ExitReason.KILLED);
  }

  private void cast(ScriptedPeer from, String request) {
    from.send(
        new SendToName(
            from.newPid(), REX, Tuple.of(Atom.of("$gen_cast"), TermParser.parse(request))));
  }

  private SpawnRequest spawn(ScriptedPeer from, String module, String function, String arguments) {
    Pid caller = from.newPid();
    ListTerm list = (ListTerm) TermParser.parse(arguments);
    SpawnRequest request =
        new SpawnRequest(
            from.newReference(),
            caller,
            caller,
            Atom.of(module),
            Atom.of(function),
            list.size(),
            ListTerm.of(Atom.of("monitor")),
            list);
    from.send(request);
    return request;
  }

  private static Term endOfSpawned(ScriptedPeer from) throws InterruptedException {
    from.next(SpawnReply.class);
    return from.next(MonitorExit.class).reason();
  }

  @Test
  void readOnlyPeer_spawnedFunctionOrCast_changesNothing() throws Exception {
    try (ErlangNode guarded =
            start("guarded@h", options -> options.withReadOnlyPeers(PEER::equals));
        Owner owner = guarded.tables().newOwner();
        ScriptedPeer reader = new ScriptedPeer(network, PEER, "guarded@h")) {
      EtsTable table =
          owner.newTable("pub", TableOptions.set().withNamedTable().withPublicAccess());

      cast(reader, "{cast,ets,insert,[pub,{1,cast}],user}");
      spawn(reader, "ets", "insert", "[pub,{2,spawned}]");
      Term end = endOfSpawned(reader);
      Await.until("the cast has ended", () -> guarded.callCount() == 0);

      assertThat(end).isEqualTo(TermParser.parse("{eacces,[]}"));
      spawn(reader, "ets", "safe_fixtable", "[pub,true]");
      assertThat(endOfSpawned(reader)).isEqualTo(TermParser.parse("{eacces,[]}"));
      assertThat(table.size()).isZero();
    }
  }

  private static void broadcast(ScriptedPeer from, Term message) {
    from.send(
        new SendToName(
            from.newPid(),
            REX,
            Tuple.of(from.newPid(), Tuple.of(Atom.of("sbcast"), REX, message))));
  }

  @Test
  void readOnlyPeer_messagesToRexByABroadcastOfRex_changeNothing() throws Exception {
    try (ErlangNode guarded =
            start("guarded@h", options -> options.withReadOnlyPeers(PEER::equals));
        Owner owner = guarded.tables().newOwner();
        ScriptedPeer reader = new ScriptedPeer(network, PEER, "guarded@h")) {
      EtsTable table =
          owner.newTable("pub", TableOptions.set().withNamedTable().withPublicAccess());
      Term cast = TermParser.parse("{'$gen_cast',{cast,ets,insert,[pub,{1,cast}],user}}");
      Term call = TermParser.parse("{call,ets,delete,[pub],user}");

      broadcast(reader, cast);
      broadcast(reader, Tuple.of(owner.pid(), call));
      broadcast(reader, Tuple.of(owner.pid(), TermParser.parse("{sbcast,rex,whatever}")));
      broadcast(reader, Tuple.of(reader.newPid(), TermParser.parse("{call,erlang,node,[],user}")));

      // Each broadcast has an answer, and the last call has another one.
      for (int i = 0; i < 5; i++) {
        reader.next(Send.class);
      }
      Await.until("the cast has ended", () -> guarded.callCount() == 0);
      assertThat(table.size()).isZero();
      assertThat(guarded.tables().whereis(Atom.of("pub"))).isPresent();
    }
  }

  @Test
  void rexCast_byABroadcastOfRex_servesTheNodeThatHasSentIt() throws Exception {
    List<Atom> served = new CopyOnWriteArrayList<>();
    node.expose(
        "mine",
        call -> {
          served.add(call.caller().node());
          return Atom.OK;
        });

    broadcast(peer, TermParser.parse("{'$gen_cast',{cast,mine,f,[],user}}"));
    broadcast(peer, Tuple.of(peer.newPid(), TermParser.parse("{call,mine,f,[],user}")));

    Await.until("both have run", () -> served.size() == 2);
    assertThat(served).contains(Atom.of(PEER));
  }

  @Test
  void rexCast_thatMakesATable_ownsItAndTakesItAlong() throws Exception {
    Pid service = pidOf(REX);
    List<Pid> callers = new CopyOnWriteArrayList<>();
    node.expose(
        "mine",
        call -> {
          callers.add(call.caller());
          return Atom.OK;
        });

    cast(peer, "{cast,mine,f,[],user}");
    cast(peer, "{cast,mine,f,[],user}");
    cast(peer, "{cast,ets,new,[leftover,[named_table,public]],user}");

    Await.until("the casts have ended", () -> node.callCount() == 0 && callers.size() == 2);
    Await.until("the table has ended", () -> node.tables().whereis(Atom.of("leftover")).isEmpty());
    assertThat(callers).doesNotHaveDuplicates().doesNotContain(service);
  }

  /** Creates tables as its caller until there is an error. */
  private static Term fill(ErlangNode target, IncomingCall call) {
    for (int made = 0; ; made++) {
      try {
        EtsModule.apply(
            target.tables(),
            call.caller(),
            Atom.of("new"),
            ListTerm.of(Atom.of("t"), ListTerm.empty()).toList());
      } catch (EtsCallException e) {
        return IntegerTerm.of(made);
      }
    }
  }

  @Test
  void quotaOfPeer_tablesOfSpawnedFunctionsAndCasts_areCounted() throws Exception {
    Quota three = Quota.UNLIMITED.withTables(3);
    EtsOptions ets = EtsOptions.defaults().withQuotas(three, Quota.UNLIMITED.withTables(100));
    try (ErlangNode limited = start("limited@h", options -> options.withEts(ets));
        ScriptedPeer greedy = new ScriptedPeer(network, "greedy@h", "limited@h")) {
      List<Term> made = new CopyOnWriteArrayList<>();
      limited.expose(
          "greedy",
          call -> {
            made.add(fill(limited, call));
            return Atom.OK;
          });

      spawn(greedy, "greedy", "fill", "[]");
      endOfSpawned(greedy);
      Await.until("its tables have ended", () -> limited.tables().all().isEmpty());
      cast(greedy, "{cast,greedy,fill,[],user}");

      Await.until("both have run", () -> made.size() == 2 && limited.callCount() == 0);
      assertThat(made).containsExactly(IntegerTerm.of(3), IntegerTerm.of(3));
    }
  }

  /** Keeps the lines of refused calls. */
  private static final class Refusals extends Handler {
    final List<String> lines = new CopyOnWriteArrayList<>();

    @Override
    public void publish(LogRecord logged) {
      if (logged.getMessage().startsWith("refusing ")) {
        lines.add(MessageFormat.format(logged.getMessage(), logged.getParameters()));
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @Test
  void quotaOfAllPeers_manyCallsBeyondEachBound_areLoggedOncePerBoundWithItsOption()
      throws Exception {
    Quota all = Quota.UNLIMITED.withTables(1).withObjects(2).withBytes(5_000);
    EtsOptions ets = EtsOptions.defaults().withQuotas(Quota.UNLIMITED, all);
    Refusals refusals = new Refusals();
    LOG.addHandler(refusals);
    try (ErlangNode limited = start("limited@h", options -> options.withEts(ets));
        Owner owner = limited.tables().newOwner();
        ScriptedPeer greedy = new ScriptedPeer(network, "greedy@h", "limited@h")) {
      EtsTable table =
          owner.newTable("full", TableOptions.set().withNamedTable().withPublicAccess());
      table.insert(Tuple.of(IntegerTerm.of(1)));
      table.insert(Tuple.of(IntegerTerm.of(2)));
      String large = "\"" + "x".repeat(5_000) + "\"";

      for (int i = 0; i < 3; i++) {
        spawn(greedy, "ets", "insert", "[full,{3}]");
        endOfSpawned(greedy);
        spawn(greedy, "ets", "insert", "[full,{1," + large + "}]");
        endOfSpawned(greedy);
        spawn(greedy, "ets", "new", "[another,[]]");
        endOfSpawned(greedy);
      }
    } finally {
      LOG.removeHandler(refusals);
    }

    String option =
        " of the space: too many (--max-tables, --max-objects, --max-table-bytes,"
            + " EtsOptions.withQuotas) (expected: <= ";
    assertThat(refusals.lines)
        .containsExactly(
            "refusing greedy@h: objects" + option + "2)",
            "refusing greedy@h: bytes" + option + "5000)",
            "refusing greedy@h: tables" + option + "1)");
  }

  @Test
  void spawnedFunction_calledOffWithItsConnection_endsItsProcess() throws Exception {
    CompletableFuture<Pid> caller = new CompletableFuture<>();
    node.expose(
        "endless",
        call -> {
          caller.complete(call.caller());
          while (true) {
            PausableThread.current().pause();
          }
        });
    try (ScriptedPeer leaving = new ScriptedPeer(network, "leaving@h", NODE)) {
      Pid from = leaving.newPid();
      leaving.send(
          new SpawnRequest(
              leaving.newReference(),
              from,
              from,
              Atom.of("endless"),
              Atom.of("f"),
              0,
              ListTerm.empty(),
              ListTerm.empty()));
      Await.value(caller);
      leaving.disconnect();
    }
    Await.until("the call has ended", () -> node.callCount() == 0);

    peer.send(new Monitor(peer.newPid(), Await.value(caller), peer.newReference()));

    assertThat(peer.next(MonitorExit.class).reason()).isEqualTo(ExitReason.NOPROC);
  }

  @ParameterizedTest
  @ValueSource(strings = {"net_kernel", "rex"})
  void exit_ofAService_changesNothing(String name) throws Exception {
    Atom server = Atom.of(name);
    Pid service = pidOf(server);
    Pid other = peer.newPid();

    peer.send(new ExitSignal(other, service, ExitReason.KILL));
    peer.send(new ExitSignal(other, service, Atom.of("reason")));
    peer.send(new Link(other, service));
    peer.send(new Exit(other, service, ExitReason.KILLED));

    assertThat(pidOf(server)).isEqualTo(service);
  }
}
