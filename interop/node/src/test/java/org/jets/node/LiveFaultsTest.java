package org.jets.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.jets.node.live.Epmd;
import org.jets.node.live.ErlangRelease;
import org.jets.node.live.ErlangShell;
import org.jets.node.live.Fault;
import org.jets.node.live.FaultProxy;
import org.jets.node.live.LiveNode;
import org.jets.node.live.LiveNodeTest;
import org.jets.node.live.Loopback;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;

/**
 * The effects of live nodes and bad networks on a node. After each fault no acknowledged insert is
 * lost, nothing is left of the processes that are gone, and the node goes on serving.
 */
class LiveFaultsTest {
  private static final Random RANDOM =
      new Random(Long.getLong("jets.seed", new SecureRandom().nextLong()));

  /** Inserts numbers from N on, one after the other, and tells the keeper of each. */
  private static final String INSERT_ON =
      "(fun Next(I) -> true = erpc:call(J, ets, insert, [K, {I}]), C ! I, Next(I + 1) end)(N)";

  /** A process that has a table and fixes the keeper's. */
  private static final String OWN =
      "T = erpc:call(J, ets, new, [t, [public]]), true = erpc:call(J, ets, insert, [T, {1}]),"
          + " true = erpc:call(J, ets, safe_fixtable, [K, true])";

  private static Map<String, Term> with(BadlyConnectedNode node, String name, Term value) {
    Map<String, Term> bindings = new HashMap<>(node.bindings());
    bindings.put(name, value);
    return bindings;
  }

  private static Term term(String text) {
    return TermParser.parse(text);
  }

  // Peers that end

  @LiveNodeTest
  void kill_inTheMiddleOfALongMessage_losesNothingAcknowledged(ErlangRelease erlang)
      throws IOException {
    LiveNode keeper = erlang.node();
    try (BadlyConnectedNode node = new BadlyConnectedNode(erlang, options -> options);
        LiveNode victim = erlang.newNode().cookie(keeper.cookie()).start()) {
      // So slow that the long message takes seconds.
      node.proxy().toTarget(Fault.none().slowly(1 << 14, Duration.ofMillis(1)));
      victim.shell().eval(OWN, node.bindings());
      for (int i = 1; i <= 4; i++) {
        var unused = victim.evalAsync(INSERT_ON, with(node, "N", IntegerTerm.of(i * 1_000_000L)));
      }
      Await.until("some are inserted", () -> node.acknowledged().toList().size() > 20);
      long before = node.proxy().passedToTarget();
      var unused =
          victim.evalAsync(
              "erpc:call(J, ets, insert, [K, {-2, binary:copy(<<7>>, 50000000)}])",
              node.bindings());
      Await.until("it is on its way", () -> node.proxy().passedToTarget() > before + (1 << 20));

      victim.kill();

      node.assertUnharmed();
      assertThat(keeper.eval("erpc:call(J, ets, lookup, [K, -2])", node.bindings()))
          .isEqualTo(term("[]"));
    }
  }

  @LiveNodeTest
  void suspend_livePeer_isGoneAfterTheTimeForTicks(ErlangRelease erlang) throws IOException {
    LiveNode keeper = erlang.node();
    try (BadlyConnectedNode node =
            new BadlyConnectedNode(
                erlang, options -> options.withNetTickTime(Duration.ofSeconds(2)));
        LiveNode victim = erlang.newNode().cookie(keeper.cookie()).start();
        ErlangShell shell = victim.shell()) {
      shell.eval(OWN, node.bindings());
      // The keeper says nothing by itself for longer than the time for ticks: it answers those.
      victim.suspend();

      node.assertUnharmed();

      victim.resume();
      // Whichever side notices first that the connection is gone, the next call makes a new one.
      Await.until(
          "it is served again",
          () ->
              shell
                  .eval("try erpc:call(J, ets, info, [K, type]) catch error:{erpc, _} -> no end")
                  .equals(Atom.of("set")));
    }
  }

  // Networks

  /**
   * Cuts a peer's connection after a number of bytes in one direction, after it has inserted a
   * number.
   */
  private static void insertThroughCut(
      BadlyConnectedNode node, ErlangShell peer, int number, boolean toNode, int bytes) {
    Fault fault = Fault.cutAfter(bytes);
    node.proxy().toTarget(toNode ? fault : Fault.none()).fromTarget(toNode ? Fault.none() : fault);
    peer.eval(
        "erlang:disconnect_node(J),"
            + "try erpc:call(J, ets, insert, [K, [{I}, {I + 1, Big}]]) of true -> C ! I"
            + " catch error:{erpc, _} -> ok end",
        Map.of("I", IntegerTerm.of(number)));
  }

  @LiveNodeTest
  void cut_connectionOfALivePeerAtAnyByte_losesNothingAcknowledged(ErlangRelease erlang)
      throws IOException {
    LiveNode keeper = erlang.node();
    try (BadlyConnectedNode node = new BadlyConnectedNode(erlang, options -> options);
        LiveNode other = erlang.newNode().cookie(keeper.cookie()).start();
        ErlangShell peer = other.shell()) {
      peer.eval("Big = binary:copy(<<7>>, 200000)", node.bindings());
      int number = 0;
      for (int i = 0; i < 60; i++) {
        // A handshake has about 80 bytes there and 80 back, the call 200,000 in four fragments.
        int bytes = RANDOM.nextInt(i % 3 == 0 ? 300_000 : 300);
        insertThroughCut(node, peer, number += 2, i % 2 == 0, bytes);
      }
      node.proxy().toTarget(Fault.none()).fromTarget(Fault.none());
      // The last connection may have been made, and may yet be cut.
      peer.eval("erlang:disconnect_node(J)");
      awaitPong(other, node);
      peer.eval(OWN, node.bindings());
      other.kill();

      node.assertUnharmed();
    }
  }

  @LiveNodeTest
  void cut_connectionToALivePeerAtAnyByte_endsTheCall(ErlangRelease erlang) throws Exception {
    LiveNode live = erlang.node();
    Leftovers leftovers = new Leftovers();
    try (FaultProxy proxy = FaultProxy.to(address(erlang, live));
        ErlangNode node =
            ErlangNode.start(
                Loopback.uniqueName("jets") + "@" + Loopback.HOST,
                NodeOptions.defaults()
                    .withCookie(live.cookie())
                    .withoutEpmd()
                    .withPeerAddress(live.name().name(), Loopback.address(proxy.port())))) {
      for (int i = 0; i < 60; i++) {
        Fault fault = Fault.cutAfter(RANDOM.nextInt(400));
        proxy
            .toTarget(i % 2 == 0 ? fault : Fault.none())
            .fromTarget(i % 2 == 0 ? Fault.none() : fault);
        CompletableFuture<Term> call =
            node.call(live.name().name(), "lists", "seq", term("1"), term("1000"));
        assertThat(call.handle((value, failure) -> failure == null || isNoConnection(failure)))
            .succeedsWithin(LiveNode.BOUND)
            .isEqualTo(true);
        node.disconnect(live.name().name());
        Await.until("it is disconnected", () -> node.nodes().isEmpty());
      }
      proxy.toTarget(Fault.none()).fromTarget(Fault.none());
      // The peer refuses a connection as long as it has not noticed the end of the last one.
      Await.until("connected anew", () -> Await.value(node.ping(live.name().name())));
      assertThat(Await.value(node.call(live.name().name(), "erlang", "node")))
          .isEqualTo(live.name());
    }
    leftovers.awaitNone();
  }

  /** Waits until a peer is connected, which fails while a connection is ending. */
  private static void awaitPong(LiveNode peer, BadlyConnectedNode node) {
    Await.until(
        "connected anew", () -> peer.eval("net_adm:ping(J)", node.bindings()) == Atom.of("pong"));
  }

  private static boolean isNoConnection(Throwable failure) {
    return failure instanceof ErlangException e && e.reason().equals(term("{erpc,noconnection}"));
  }

  private static InetSocketAddress address(ErlangRelease erlang, LiveNode live) {
    org.jets.node.distribution.Epmd epmd =
        new org.jets.node.distribution.Epmd(Loopback.address(erlang.epmd().port()), LiveNode.BOUND);
    try {
      return Loopback.address(epmd.lookUp(live.name().name().split("@", 2)[0]).orElseThrow());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @LiveNodeTest
  void slow_readerAndWriter_holdUpNobodyElse(ErlangRelease erlang) throws IOException {
    LiveNode keeper = erlang.node();
    try (BadlyConnectedNode node = new BadlyConnectedNode(erlang, options -> options);
        LiveNode other = erlang.newNode().cookie(keeper.cookie()).start()) {
      Fault slow = Fault.none().slowly(1 << 14, Duration.ofMillis(2));
      node.proxy().toTarget(slow).fromTarget(slow);
      CompletableFuture<Term> echo =
          other.evalAsync(
              "B = binary:copy(<<7>>, 4000000), B =:= erpc:call(J, lists, reverse, [[B]], 60000)"
                  + " orelse [B] =:= erpc:call(J, lists, reverse, [[B]])",
              node.bindings());
      Await.until("it is connected", () -> node.node().nodes().size() == 2);

      int calls = 0;
      do {
        node.keep(++calls);
      } while (calls < 20 || !echo.isDone());

      assertThat(other.await(echo)).isEqualTo(Atom.TRUE);
      other.kill();
      node.assertUnharmed();
    }
  }

  @LiveNodeTest
  void stall_inTheMiddleOfACall_endsAfterTheTimeForTicks(ErlangRelease erlang) throws IOException {
    LiveNode keeper = erlang.node();
    try (BadlyConnectedNode node =
            new BadlyConnectedNode(
                erlang, options -> options.withNetTickTime(Duration.ofSeconds(1)));
        LiveNode other = erlang.newNode().cookie(keeper.cookie()).start()) {
      node.proxy().toTarget(Fault.stallAfter(5_000));
      var unused =
          other.evalAsync(
              OWN + ", erpc:call(J, ets, insert, [K, {-2, binary:copy(<<7>>, 100000)}])",
              node.bindings());
      Await.until("it is connected", () -> node.node().nodes().size() == 2);

      node.assertUnharmed();
    }
  }

  // Strangers

  @LiveNodeTest
  void wrongCookie_ofALivePeer_isRefusedEachTime(ErlangRelease erlang) throws IOException {
    try (BadlyConnectedNode node = new BadlyConnectedNode(erlang, options -> options);
        LiveNode stranger = erlang.newNode().start()) {
      assertThat(
              stranger.eval(
                  "lists:usort([net_adm:ping(J) || _ <- lists:seq(1, 20)])", node.bindings()))
          .isEqualTo(term("[pang]"));

      node.assertUnharmed();
    }
  }

  // Storms

  @LiveNodeTest
  void reconnect_manyTimesFromBothSides_losesNothingAcknowledged(ErlangRelease erlang)
      throws IOException {
    LiveNode keeper = erlang.node();
    try (LiveNode other = erlang.newNode().cookie(keeper.cookie()).start();
        BadlyConnectedNode node =
            new BadlyConnectedNode(
                erlang,
                options -> options.withPeerAddress(other.name().name(), address(erlang, other)))) {
      String name = other.name().name();
      CompletableFuture<Term> storm =
          other.evalAsync(
              "Me = self(),"
                  + "Ps = [spawn_link(fun() -> [begin"
                  + "    try erpc:call(J, ets, insert, [K, {I}]) of true -> C ! I"
                  + "    catch error:{erpc, _} -> ok end,"
                  + "    case I rem 10 of 0 -> erlang:disconnect_node(J); _ -> ok end"
                  + "  end || I <- lists:seq(P * 1000, P * 1000 + 100)], Me ! done end)"
                  + "  || P <- lists:seq(1, 4)],"
                  + "[receive done -> ok end || _ <- Ps], done",
              node.bindings());
      int calls = 0;
      while (!storm.isDone()) {
        CompletableFuture<Term> call = node.node().call(name, "erlang", "node");
        assertThat(call.handle((value, failure) -> failure == null || isNoConnection(failure)))
            .succeedsWithin(LiveNode.BOUND)
            .isEqualTo(true);
        if (++calls % 10 == 0) {
          node.node().disconnect(name);
        }
      }
      assertThat(other.await(storm)).isEqualTo(Atom.of("done"));
      awaitPong(other, node);
      node.assertUnharmed(name);
    }
  }

  @LiveNodeTest
  void epmd_restartedWhileNodesUseIt_isUsedAgain(ErlangRelease erlang) throws IOException {
    erlang.node();
    Leftovers leftovers = new Leftovers();
    try (Epmd epmd = Epmd.start(erlang.oracle());
        LiveNode first = erlang.newNode().epmd(epmd).start();
        ErlangNode node =
            ErlangNode.start(
                Loopback.uniqueName("jets") + "@" + Loopback.HOST,
                NodeOptions.defaults()
                    .withCookie(first.cookie())
                    .withEpmd(Loopback.address(epmd.port())));
        ErlangShell owner = first.shell()) {
      Map<String, Term> name = Map.of("J", Atom.of(node.name()));
      owner.eval("T = erpc:call(J, ets, new, [t, []])", name);
      int creation = node.creation();

      epmd.restart();

      assertThat(owner.eval("erpc:call(J, ets, insert, [T, {1}])")).isEqualTo(Atom.TRUE);
      try (LiveNode second = erlang.newNode().epmd(epmd).cookie(first.cookie()).start()) {
        Await.until(
            "a node finds it that does not know it",
            () -> second.eval("net_adm:ping(J)", name) == Atom.of("pong"));
      }
      assertThat(node.creation()).isEqualTo(creation);
      assertThat(owner.eval("erpc:call(J, ets, lookup, [T, 1])")).isEqualTo(term("[{1}]"));
    }
    leftovers.awaitNone();
  }
}
