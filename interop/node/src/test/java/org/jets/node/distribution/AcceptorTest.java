package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import org.jets.node.live.LiveNode;
import org.junit.jupiter.api.Test;

/** The acceptor, which accepts connections after any error of an earlier one. */
class AcceptorTest {
  private static final int ERRORS = 3;

  /** A port that fails a few times, in different ways. */
  private static final class FailingServer extends ServerSocket {
    private final AtomicInteger calls = new AtomicInteger();

    FailingServer() throws IOException {
      bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    @Override
    public Socket accept() throws IOException {
      switch (calls.getAndIncrement()) {
        case 0 -> throw new OutOfMemoryError("of the test");
        case 1 -> throw new IllegalStateException("of the test");
        case 2 -> throw new IOException("too many open files, of the test");
        default -> {
          return super.accept();
        }
      }
    }
  }

  @Test
  void accept_errors_areFollowedByConnections() throws Exception {
    NodeName self = TestNode.newName();
    DistributionOptions options =
        DistributionOptions.of(self, TestNode.COOKIE).withoutEpmd().build();
    ConnectionTable table = new ConnectionTable(self, 10, 10);
    ConnectionThreads threads = new ConnectionThreads();
    try (FailingServer server = new FailingServer();
        ConnectionRunner runner =
            new ConnectionRunner(options, self, new RecordingListener(), table)) {
      Acceptor acceptor = new Acceptor(options, self, 7, table, runner, threads);
      threads.start("accepting-test", () -> acceptor.accept(server));

      AttackPeer.connect(server.getLocalPort(), TestNode.newName().toString(), "distributiontest")
          .close();

      assertThat(server.calls).hasValueGreaterThan(ERRORS);
    }
    threads.join();
  }

  @Test
  void accept_errorsInTheProgramsCode_areFollowedByConnections() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    try (TestNode node =
            TestNode.start(
                options ->
                    options.allowedNodes(
                        name -> {
                          if (asked.getAndIncrement() == 0) {
                            throw new OutOfMemoryError("of the test");
                          }
                          return true;
                        }));
        TestNode first = TestNode.start(node.known());
        TestNode second = TestNode.start(node.known())) {
      assertThat(first.distribution.connect(node.distribution.node())).failsWithin(LiveNode.BOUND);

      assertThat(second.connect(node).isOpen()).isTrue();
    }
  }
}
