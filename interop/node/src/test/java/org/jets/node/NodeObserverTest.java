package org.jets.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jets.node.distribution.ControlMessage.MonitorExit;
import org.jets.node.distribution.ControlMessage.SpawnReply;
import org.jets.node.distribution.ControlMessage.SpawnRequest;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the observer of a node, and the node's state. */
class NodeObserverTest extends ScriptedNodes {
  private static final Term REVERSED = TermParser.parse("{tag,return,[2,1]}");

  private final List<String> told = new CopyOnWriteArrayList<>();

  private final NodeObserver observer =
      new NodeObserver() {
        @Override
        public Runnable callBegins(IncomingCall call) {
          told.add(call.module() + ":" + call.function());
          return () -> told.add("end");
        }

        @Override
        public void refused(String peerName, String limit, String bound) {
          told.add("refused " + peerName + " " + limit + " " + bound);
        }

        @Override
        public void connected(String peerName) {
          told.add("connected " + peerName);
        }

        @Override
        public void disconnected(String peerName) {
          told.add("disconnected " + peerName);
        }
      };

  private SpawnRequest call(String module, String function, Term... arguments) {
    Pid caller = peer.newPid();
    return new SpawnRequest(
        peer.newReference(),
        caller,
        caller,
        Atom.of("erpc"),
        Atom.of("execute_call"),
        4,
        ListTerm.of(Atom.of("monitor")),
        ListTerm.of(Atom.of("tag"), Atom.of(module), Atom.of(function), ListTerm.of(arguments)));
  }

  private Term outcome() throws InterruptedException {
    peer.next(SpawnReply.class);
    return peer.next(MonitorExit.class).reason();
  }

  private Term reverse() throws InterruptedException {
    peer.send(call("lists", "reverse", TermParser.parse("[1,2]")));
    return outcome();
  }

  @Test
  void observe_calls_areToldWithTheirEndHoweverTheyEnd() throws Exception {
    node.observe(observer);

    assertThat(reverse()).isEqualTo(REVERSED);
    peer.send(call("ets", "lookup", Atom.of("none"), Atom.of("key")));
    outcome();

    assertThat(told).containsExactly("lists:reverse", "end", "ets:lookup", "end");
  }

  @Test
  void observe_null_endsTheObservation() throws Exception {
    node.observe(observer);
    node.observe(null);

    reverse();

    assertThat(told).isEmpty();
  }

  @Test
  void observe_connectionThatEnds_isTold() throws Exception {
    node.observe(observer);

    peer.disconnect();
    Await.until("the end is told", () -> told.contains("disconnected " + PEER));
    peer.connect(NODE);

    assertThat(reverse()).isEqualTo(REVERSED);
    assertThat(told).startsWith("disconnected " + PEER, "connected " + PEER);
  }

  @Test
  void observe_callBeyondTheLimit_isToldAsRefused() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    ErlangNode small =
        start("small@h", options -> options.withPeerJobThreads(1).withPeerJobQueue(1));
    small.expose(
        "waiting",
        call -> {
          Await.count(end);
          return Atom.OK;
        });
    ScriptedPeer busy = new ScriptedPeer(network, "busy@h", "small@h");
    small.observe(observer);
    try {
      for (int i = 0; i < 10; i++) {
        Pid caller = busy.newPid();
        busy.send(
            new SpawnRequest(
                busy.newReference(),
                caller,
                caller,
                Atom.of("erpc"),
                Atom.of("execute_call"),
                4,
                ListTerm.of(Atom.of("monitor")),
                ListTerm.of(Atom.of("tag"), Atom.of("waiting"), Atom.of("f"), ListTerm.of())));
      }
      Await.until("each refusal is told", () -> refusals().size() + small.status().calls() == 10);
      assertThat(refusals()).isNotEmpty().allMatch(text -> text.startsWith("refused busy@h calls"));
      assertThat(small.status().peers())
          .singleElement()
          .satisfies(
              status -> {
                assertThat(status.name()).isEqualTo("busy@h");
                assertThat(status.calls()).isEqualTo(small.status().calls());
                assertThat(status.isBehind()).isFalse();
              });
    } finally {
      end.countDown();
      busy.close();
      small.close();
    }
  }

  private List<String> refusals() {
    return told.stream().filter(text -> text.startsWith("refused ")).toList();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void observe_observerThrows_nodeGoesOn(boolean atEnd) throws Exception {
    node.observe(
        new NodeObserver() {
          @Override
          public Runnable callBegins(IncomingCall call) {
            return atEnd ? NodeObserverTest::fail : failNow();
          }

          @Override
          public void connected(String peerName) {
            fail();
          }

          @Override
          public void disconnected(String peerName) {
            fail();
          }
        });

    assertThat(reverse()).isEqualTo(REVERSED);
    peer.disconnect();
    Await.until("the connection has ended", () -> node.nodes().isEmpty());
    peer.connect(NODE);
    assertThat(reverse()).isEqualTo(REVERSED);
  }

  private static Runnable failNow() {
    fail();
    return NodeObserverTest::fail;
  }

  private static void fail() {
    throw new OutOfMemoryError("injected");
  }

  @Test
  void status_node_tellsNamesAndNumbers() {
    NodeStatus status = node.status();

    assertThat(status.name()).isEqualTo(NODE);
    assertThat(status.processes()).isPositive();
    assertThat(status.calls()).isZero();
    assertThat(status.isHeapHigh()).isFalse();
    assertThat(status.peers()).extracting(NodeStatus.PeerStatus::name).containsExactly(PEER);
  }
}
