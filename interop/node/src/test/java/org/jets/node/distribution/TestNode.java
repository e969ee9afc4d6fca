package org.jets.node.distribution;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jets.node.live.LiveNode;
import org.jets.node.live.Loopback;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Reference;

/** A node at the loopback address that does not use epmd, and keeps its events. */
final class TestNode implements AutoCloseable {
  /** Long enough for a slow machine. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  static final String COOKIE_TEXT = "distributiontest";
  static final Cookie COOKIE = Cookie.of(COOKIE_TEXT);

  final RecordingListener listener = new RecordingListener();
  final Distribution distribution;
  private final AtomicInteger numbers = new AtomicInteger();

  private TestNode(DistributionOptions options) throws IOException {
    distribution = Distribution.open(options);
    distribution.serve(listener);
  }

  static TestNode start() throws IOException {
    return start(options -> options);
  }

  static TestNode start(UnaryOperator<DistributionOptions.Builder> settings) throws IOException {
    return start(newName(), COOKIE, settings);
  }

  static TestNode start(
      NodeName name, Cookie cookie, UnaryOperator<DistributionOptions.Builder> settings)
      throws IOException {
    return new TestNode(
        settings
            .apply(DistributionOptions.of(name, cookie).withoutEpmd().handshakeTimeout(PATIENCE))
            .build());
  }

  static NodeName newName() {
    return new NodeName(Loopback.uniqueName("jets"), Loopback.HOST);
  }

  /** Gives other nodes the address of this one. */
  UnaryOperator<DistributionOptions.Builder> known() {
    return options -> options.peerAddress(name(), address());
  }

  NodeName name() {
    return NodeName.of(distribution.node().name());
  }

  InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), distribution.port());
  }

  Connection connect(TestNode other) throws Exception {
    return await(distribution.connect(other.distribution.node()));
  }

  static <T> T await(CompletableFuture<T> future) throws Exception {
    return future.get(LiveNode.BOUND.toSeconds(), TimeUnit.SECONDS);
  }

  Pid newPid() {
    return Pid.of(distribution.node(), numbers.incrementAndGet(), 0, distribution.creation());
  }

  Reference newReference() {
    return Reference.of(
        distribution.node(), distribution.creation(), numbers.incrementAndGet(), 1, 2);
  }

  static Atom atom(String name) {
    return Atom.of(name);
  }

  @Override
  public void close() {
    distribution.close();
  }
}
