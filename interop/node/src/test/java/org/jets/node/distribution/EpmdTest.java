package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.OptionalInt;
import org.jets.node.live.ErlangRelease;
import org.jets.node.live.LiveNode;
import org.jets.node.live.LiveNodeTest;
import org.jets.node.live.Loopback;
import org.junit.jupiter.api.Test;

/** The client of a live epmd. */
class EpmdTest {

  private static Epmd epmd(ErlangRelease erlang) {
    return new Epmd(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), erlang.epmd().port()),
        LiveNode.BOUND);
  }

  @LiveNodeTest
  void register_newName_isKnownUntilItIsClosed(ErlangRelease erlang) throws Exception {
    Epmd epmd = epmd(erlang);
    String alive = Loopback.uniqueName("jets");
    try (EpmdRegistration registration = EpmdRegistration.start(epmd, alive, 4242)) {
      assertThat(Integer.toUnsignedLong(registration.creation())).isGreaterThanOrEqualTo(4);
      assertThat(epmd.lookUp(alive)).hasValue(4242);
      assertThatThrownBy(() -> epmd.register(alive, 4243, new Socket()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(alive);
    }
    awaitPort(epmd, alive, OptionalInt.empty());
  }

  private static void awaitPort(Epmd epmd, String alive, OptionalInt expected) throws Exception {
    long deadline = System.nanoTime() + LiveNode.BOUND.toNanos();
    while (true) {
      try {
        if (epmd.lookUp(alive).equals(expected)) {
          return;
        }
      } catch (IOException e) {
        // epmd is not there yet.
      }
      assertThat(System.nanoTime()).as("waiting for epmd").isLessThan(deadline);
      Thread.sleep(10);
    }
  }

  @LiveNodeTest
  void epmd_thatIsRestarted_knowsTheNodeAgain(ErlangRelease erlang) throws Exception {
    try (org.jets.node.live.Epmd own = org.jets.node.live.Epmd.start(erlang.oracle())) {
      InetSocketAddress address =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), own.port());
      Epmd epmd = new Epmd(address, LiveNode.BOUND);
      try (TestNode node =
          TestNode.start(TestNode.newName(), TestNode.COOKIE, options -> options.epmd(address))) {
        int creation = node.distribution.creation();
        own.restart();
        awaitPort(epmd, node.name().alive(), OptionalInt.of(node.distribution.port()));
        assertThat(node.distribution.creation()).isEqualTo(creation);
      }
    }
  }

  @Test
  void open_noEpmdThere_failsAndFreesThePort() throws Exception {
    InetSocketAddress nobody = Loopback.address(Loopback.freePort());
    int port = Loopback.freePort();
    DistributionOptions options =
        DistributionOptions.of(TestNode.newName(), TestNode.COOKIE).epmd(nobody).port(port).build();

    assertThatThrownBy(() -> Distribution.open(options))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("epmd");
    try (TestNode node = TestNode.start(o -> o.port(port))) {
      assertThat(node.distribution.port()).isEqualTo(port);
    }
  }
}
