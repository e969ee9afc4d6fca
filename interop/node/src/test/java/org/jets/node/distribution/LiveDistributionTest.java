package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jets.node.distribution.ControlMessage.Monitor;
import org.jets.node.distribution.ControlMessage.MonitorExit;
import org.jets.node.distribution.ControlMessage.Send;
import org.jets.node.distribution.ControlMessage.SendToName;
import org.jets.node.live.ErlangRelease;
import org.jets.node.live.LiveNode;
import org.jets.node.live.LiveNodeTest;
import org.jets.node.live.Loopback;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** The protocol with live Erlang nodes, in messages made by hand. */
class LiveDistributionTest {
  private static final Atom CALL = Atom.of("$gen_call");
  private static final Atom NET_KERNEL = Atom.of("net_kernel");

  private static InetSocketAddress epmd(ErlangRelease erlang) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), erlang.epmd().port());
  }

  private static TestNode start(ErlangRelease erlang, LiveNode peer) throws Exception {
    return TestNode.start(
        TestNode.newName(), Cookie.of(peer.cookie()), options -> options.epmd(epmd(erlang)));
  }

  @LiveNodeTest
  void connect_liveNode_answersPing(ErlangRelease erlang) throws Exception {
    LiveNode peer = erlang.node();
    try (TestNode node = start(erlang, peer)) {
      Connection connection = TestNode.await(node.distribution.connect(peer.name()));
      node.listener.awaitEvent("up " + peer.name().name());

      Pid self = node.newPid();
      Reference tag = node.newReference();
      Tuple request = Tuple.of(Atom.of("is_auth"), node.distribution.node());
      connection.send(
          new SendToName(self, NET_KERNEL, Tuple.of(CALL, Tuple.of(self, tag), request)));

      Send answer = (Send) node.listener.awaitMessage();
      assertThat(answer.to()).isEqualTo(self);
      assertThat(answer.message()).isEqualTo(Tuple.of(tag, Atom.of("yes")));
    }
  }

  @LiveNodeTest
  void accept_pingOfLiveNode_answersAndStaysHidden(ErlangRelease erlang) throws Exception {
    LiveNode peer = erlang.node();
    try (TestNode node = start(erlang, peer)) {
      Map<String, Term> name = Map.of("Node", node.distribution.node());
      CompletableFuture<Term> ping =
          peer.evalAsync("{net_adm:ping(Node), lists:member(Node, nodes(hidden))}", name);

      Monitor monitor = (Monitor) node.listener.awaitMessage();
      assertThat(monitor.target()).isEqualTo(NET_KERNEL);
      SendToName request = (SendToName) node.listener.awaitMessage();
      Tuple from = (Tuple) ((Tuple) request.message()).element(2);
      Connection connection = node.distribution.connection(peer.name()).orElseThrow();
      connection.send(
          new Send(
              node.newPid(), (Pid) from.element(1), Tuple.of(from.element(2), Atom.of("yes"))));

      assertThat(peer.await(ping)).isEqualTo(Tuple.of(Atom.of("pong"), Atom.TRUE));
      node.distribution.close();
      assertThat(peer.eval("monitor_node(Node, true), receive {nodedown, Node} -> gone end", name))
          .isEqualTo(Atom.of("gone"));
    }
  }

  @LiveNodeTest
  void send_bigBinaryBothWays_comesWhole(ErlangRelease erlang) throws Exception {
    LiveNode peer = erlang.node();
    try (TestNode node = start(erlang, peer)) {
      Connection connection = TestNode.await(node.distribution.connect(peer.name()));
      String echo = Loopback.uniqueName("echo");
      CompletableFuture<Term> echoed =
          peer.evalAsync(
              "register("
                  + echo
                  + ", self()), Node ! ready, "
                  + "receive {From, Message} -> From ! {Message, [a, b, Message]}, ok end",
              Map.of("Node", Tuple.of(Atom.of("any"), node.distribution.node())));
      assertThat(node.listener.awaitMessage()).isInstanceOf(SendToName.class);

      byte[] bytes = new byte[1 << 20];
      new Random(1).nextBytes(bytes);
      Pid self = node.newPid();
      Term message = Tuple.of(Atom.of("a"), Atom.of("übermäßig"), Binary.of(bytes));
      connection.send(new SendToName(self, Atom.of(echo), Tuple.of(self, message)));

      Send answer = (Send) node.listener.awaitMessage();
      assertThat(answer.message())
          .isEqualTo(Tuple.of(message, ListTerm.of(Atom.of("a"), Atom.of("b"), message)));
      assertThat(peer.await(echoed)).isEqualTo(Atom.OK);
    }
  }

  @LiveNodeTest
  void monitor_processOfLiveNode_tellsOfItsEnd(ErlangRelease erlang) throws Exception {
    LiveNode peer = erlang.node();
    try (TestNode node = start(erlang, peer)) {
      Connection connection = TestNode.await(node.distribution.connect(peer.name()));
      Pid process = (Pid) peer.eval("spawn(fun() -> receive stop -> exit(stopped) end end)");
      Pid self = node.newPid();
      Reference ref = node.newReference();
      connection.send(new Monitor(self, process, ref));
      connection.send(new Send(self, process, Atom.of("stop")));

      assertThat(node.listener.awaitMessage())
          .isEqualTo(new MonitorExit(process, self, ref, Atom.of("stopped")));
    }
  }

  @LiveNodeTest
  void connect_otherCookie_failsAndLiveNodeServesOn(ErlangRelease erlang) throws Exception {
    LiveNode peer = erlang.node();
    try (TestNode node =
        TestNode.start(
            TestNode.newName(), Cookie.of("wrong"), options -> options.epmd(epmd(erlang)))) {
      assertThat(node.distribution.connect(peer.name()))
          .failsWithin(LiveNode.BOUND)
          .withThrowableOfType(ExecutionException.class)
          .withMessageContaining("cookie");
      assertThat(peer.eval("net_adm:ping(Node)", Map.of("Node", node.distribution.node())))
          .isEqualTo(Atom.of("pang"));
    }
  }
}
