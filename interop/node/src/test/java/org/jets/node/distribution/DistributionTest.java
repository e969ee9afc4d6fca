package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jets.node.distribution.ControlMessage.Demonitor;
import org.jets.node.distribution.ControlMessage.Exit;
import org.jets.node.distribution.ControlMessage.ExitSignal;
import org.jets.node.distribution.ControlMessage.GroupLeader;
import org.jets.node.distribution.ControlMessage.Link;
import org.jets.node.distribution.ControlMessage.Monitor;
import org.jets.node.distribution.ControlMessage.MonitorExit;
import org.jets.node.distribution.ControlMessage.Send;
import org.jets.node.distribution.ControlMessage.SendToAlias;
import org.jets.node.distribution.ControlMessage.SendToName;
import org.jets.node.distribution.ControlMessage.SpawnReply;
import org.jets.node.distribution.ControlMessage.SpawnRequest;
import org.jets.node.distribution.ControlMessage.Unlink;
import org.jets.node.distribution.ControlMessage.UnlinkAck;
import org.jets.node.live.Loopback;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Two nodes of this JVM. */
class DistributionTest {

  @Test
  void connect_twoNodes_bothAreTold() throws Exception {
    try (TestNode a = TestNode.start();
        TestNode b = TestNode.start(a.known())) {
      Connection connection = b.connect(a);

      b.listener.awaitEvent("up " + a.name());
      a.listener.awaitEvent("up " + b.name());
      assertThat(connection.peer()).isEqualTo(a.distribution.node());
      assertThat(connection.peerCreation()).isEqualTo(a.distribution.creation());
      assertThat(b.distribution.connection(a.distribution.node())).contains(connection);
      assertThat(b.connect(a)).isSameAs(connection);

      connection.close("the test");
      b.listener.awaitEvent("down " + a.name());
      a.listener.awaitEvent("down " + b.name());
      assertThat(connection.isOpen()).isFalse();
    }
  }

  @Test
  void send_everyMessage_comesAsItWasSent() throws Exception {
    try (TestNode a = TestNode.start();
        TestNode b = TestNode.start(a.known())) {
      Connection connection = b.connect(a);
      Pid from = b.newPid();
      Pid to = a.newPid();
      Reference ref = b.newReference();
      Atom name = Atom.of("name");
      ListTerm term = ListTerm.of(Atom.of("a"), Binary.of(new byte[] {1, 2}), Atom.of("a"));
      List<ControlMessage> messages =
          List.of(
              new Send(from, to, term),
              new Send(null, to, term),
              new SendToName(from, name, term),
              new SendToAlias(from, a.newReference(), term),
              new Link(from, to),
              new Exit(from, to, term),
              new ExitSignal(from, to, term),
              new Unlink(-1, from, to),
              new UnlinkAck(5, from, to),
              new Monitor(from, to, ref),
              new Monitor(from, name, ref),
              new Demonitor(from, name, ref),
              new MonitorExit(from, to, ref, term),
              new MonitorExit(name, to, ref, term),
              new GroupLeader(from, to),
              new SpawnRequest(ref, from, from, name, name, 3, ListTerm.empty(), term),
              new SpawnReply(a.newReference(), to, true, false, from),
              new SpawnReply(a.newReference(), to, false, true, name));
      for (ControlMessage message : messages) {
        assertThat(connection.send(message)).isTrue();
      }

      for (ControlMessage message : messages) {
        assertThat(a.listener.awaitMessage()).isEqualTo(message);
      }
    }
  }

  @Test
  void send_longMessage_comesWholeAndBeforeTheSamesProcess() throws Exception {
    try (TestNode a = TestNode.start();
        TestNode b = TestNode.start(a.known())) {
      Connection connection = b.connect(a);
      Pid slow = b.newPid();
      Pid quick = b.newPid();
      Pid to = a.newPid();
      byte[] bytes = new byte[40 << 20];
      new Random(7).nextBytes(bytes);
      Send longMessage = new Send(slow, to, Binary.of(bytes));
      Send after = new Send(slow, to, IntegerTerm.of(1));
      Send other = new Send(quick, to, IntegerTerm.of(2));
      Thread sender =
          Threads.start(
              "test",
              () -> {
                try {
                  connection.send(longMessage);
                  connection.send(after);
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              });
      sender.join();
      connection.send(other);

      List<ControlMessage> received =
          List.of(a.listener.awaitMessage(), a.listener.awaitMessage(), a.listener.awaitMessage());
      assertThat(received).containsExactlyInAnyOrder(longMessage, after, other);
      assertThat(received).containsSubsequence(longMessage, after);
    }
  }

  @Test
  void connect_otherCookie_isRefusedByBoth() throws Exception {
    try (TestNode a = TestNode.start();
        TestNode b = TestNode.start(TestNode.newName(), Cookie.of("other"), a.known())) {
      CompletableFuture<Connection> connection = b.distribution.connect(a.distribution.node());

      assertThatThrownBy(() -> TestNode.await(connection))
          .isInstanceOf(ExecutionException.class)
          .hasMessageContaining("cookie");
      assertThat(a.distribution.connections()).isEmpty();
      assertThat(a.listener.hasEvents()).isFalse();
    }
  }

  @Test
  void connect_bothAtOnce_oneConnectionRemains() throws Exception {
    for (int round = 0; round < 20; round++) {
      NodeName nameOfB = TestNode.newName();
      int portOfB = Loopback.freePort();
      try (TestNode a =
              TestNode.start(options -> options.peerAddress(nameOfB, Loopback.address(portOfB)));
          TestNode b =
              TestNode.start(
                  nameOfB, TestNode.COOKIE, options -> a.known().apply(options.port(portOfB)))) {
        CompletableFuture<Connection> ofA = a.distribution.connect(b.distribution.node());
        CompletableFuture<Connection> ofB = b.distribution.connect(a.distribution.node());
        Connection fromA = TestNode.await(ofA);
        Connection fromB = TestNode.await(ofB);

        Send there = new Send(a.newPid(), b.newPid(), Atom.of("there"));
        Send back = new Send(b.newPid(), a.newPid(), Atom.of("back"));
        assertThat(fromA.send(there)).isTrue();
        assertThat(b.listener.awaitMessage()).isEqualTo(there);
        assertThat(fromB.send(back)).isTrue();
        assertThat(a.listener.awaitMessage()).isEqualTo(back);
      }
    }
  }

  @Test
  void connect_nodeAtIpv6_messagesComeThrough() throws Exception {
    byte[] address = new byte[16];
    address[15] = 1;
    InetAddress loopback = InetAddress.getByAddress(address);
    Assumptions.assumeTrue(canBind(loopback), "there is no IPv6");
    NodeName nameOfA = new NodeName(Loopback.uniqueName("jets"), "::1");
    try (TestNode a =
        TestNode.start(nameOfA, TestNode.COOKIE, options -> options.bindAddress(loopback))) {
      int port = a.distribution.port();
      try (TestNode b = TestNode.start(options -> options.defaultPeerPort(port))) {
        Send message = new Send(b.newPid(), a.newPid(), Atom.OK);
        assertThat(b.connect(a).send(message)).isTrue();
        assertThat(a.listener.awaitMessage()).isEqualTo(message);
      }
    }
  }

  private static boolean canBind(InetAddress address) {
    try (ServerSocket socket = new ServerSocket(0, 1, address)) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void close_connectedNode_endsAllItsThreads() throws Exception {
    TestNode a = TestNode.start();
    TestNode b = TestNode.start(a.known());
    b.connect(a);
    b.close();
    a.listener.awaitEvent("up " + b.name());
    a.listener.awaitEvent("down " + b.name());
    a.close();

    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(
            thread ->
                thread.getName().contains(a.name().toString())
                    || thread.getName().contains(b.name().toString()));
    assertThatThrownBy(() -> TestNode.await(a.distribution.connect(b.distribution.node())))
        .isInstanceOf(ExecutionException.class);
  }
}
