package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.jets.node.distribution.ControlMessage.Send;
import org.jets.node.distribution.ControlMessage.SendToName;
import org.jets.node.live.ErlangRelease;
import org.jets.node.live.LiveNode;
import org.jets.node.live.LiveNodeTest;
import org.jets.node.live.TestCertificates;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Connections through TLS, in which both sides show a certificate. */
class TlsTest {
  @TempDir static Path folder;

  private static TestCertificates certificates;

  @BeforeAll
  static void makeCertificates() throws IOException, InterruptedException {
    certificates = TestCertificates.make(folder);
  }

  private static TlsContext tls() throws IOException {
    return new TlsContext(certificates.context(), true, true);
  }

  @Test
  void connect_twoNodes_messagesComeThrough() throws Exception {
    TlsContext first = tls();
    TlsContext second = tls();
    try (TestNode a = TestNode.start(options -> options.tls(first));
        TestNode b = TestNode.start(options -> a.known().apply(options.tls(second)))) {
      Connection connection = b.connect(a);
      byte[] bytes = new byte[1 << 20];
      new Random(3).nextBytes(bytes);
      Send message = new Send(b.newPid(), a.newPid(), Binary.of(bytes));
      connection.send(message);
      assertThat(a.listener.awaitMessage()).isEqualTo(message);

      connection.close("the test");
      a.listener.awaitEvent("up " + b.name());
      a.listener.awaitEvent("down " + b.name());
    }
  }

  @Test
  void connect_nodeWithoutTls_isRefused() throws Exception {
    TlsContext tls = tls();
    try (TestNode a = TestNode.start(options -> options.tls(tls));
        TestNode b = TestNode.start(a.known())) {
      CompletableFuture<Connection> connection = b.distribution.connect(a.distribution.node());
      assertThatThrownBy(() -> TestNode.await(connection)).isInstanceOf(ExecutionException.class);
      assertThat(a.distribution.connections()).isEmpty();
    }
  }

  @Test
  void connect_certificateForAnotherHost_isRefused() throws Exception {
    TlsContext tls = tls();
    NodeName name = new NodeName("jets", "another.host");
    try (TestNode a = TestNode.start(name, TestNode.COOKIE, options -> options.tls(tls));
        TestNode b = TestNode.start(options -> a.known().apply(options.tls(tls)))) {
      CompletableFuture<Connection> connection = b.distribution.connect(name.atom());
      assertThatThrownBy(() -> TestNode.await(connection)).hasCauseInstanceOf(SSLException.class);
    }
  }

  /** Starts a node with a certificate that speaks for its own name alone. */
  private static TestNode startStrict(UnaryOperator<DistributionOptions.Builder> settings)
      throws IOException {
    TlsContext tls = tls();
    NodeName self = TestNode.newName();
    return TestNode.start(
        self,
        TestNode.COOKIE,
        options ->
            settings
                .apply(options.tls(tls))
                .certificateCheck((name, shown) -> name.equals(self.toString())));
  }

  @Test
  void connect_certificateThatDoesNotSpeakForTheName_isRefusedByEitherSide() throws Exception {
    TlsContext tls = tls();
    try (TestNode a = startStrict(options -> options);
        TestNode b = TestNode.start(options -> a.known().apply(options.tls(tls)));
        TestNode c = startStrict(b.known())) {
      assertThatThrownBy(() -> b.connect(a)).isInstanceOf(ExecutionException.class);
      assertThatThrownBy(() -> c.connect(b)).hasCauseInstanceOf(HandshakeException.class);
      assertThat(a.distribution.connections()).isEmpty();
    }
  }

  @Test
  void start_certificateThatDoesNotSpeakForTheNodeItself_isRefused() throws Exception {
    TlsContext tls = tls();

    assertThatThrownBy(
            () ->
                TestNode.start(
                    options -> options.tls(tls).certificateCheck((name, shown) -> false)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("CN=node does not speak for this node, jets")
        .hasMessageContaining("withTlsNames");
  }

  @Test
  void start_noCertificateOfItsOwn_isAllowed() throws Exception {
    TlsContext withoutKey = new TlsContext(SSLContext.getDefault(), false, false);

    TestNode.start(options -> options.tls(withoutKey).certificateCheck((name, shown) -> false))
        .close();
  }

  @ParameterizedTest
  @CsvSource({
    "TLS_AES_128_GCM_SHA256, true",
    "TLS_CHACHA20_POLY1305_SHA256, true",
    "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384, true",
    "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256, true",
    "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, true",
    "TLS_RSA_WITH_AES_128_GCM_SHA256, false",
    "TLS_ECDH_RSA_WITH_AES_128_GCM_SHA256, false",
    "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256, false",
    "TLS_EMPTY_RENEGOTIATION_INFO_SCSV, false",
  })
  void cipherSuite_isTakenOnlyWithForwardSecrecyAndAuthentication(String suite, boolean isTaken) {
    assertThat(Channel.isSecure(suite)).isEqualTo(isTaken);
  }

  @Test
  void connect_nodeWithOldCipherSuitesOnly_isRefused() throws Exception {
    TlsContext tls = tls();
    try (TestNode a = TestNode.start(options -> options.tls(tls));
        SSLSocket socket = (SSLSocket) tls.context().getSocketFactory().createSocket()) {
      socket.connect(a.address());
      socket.setEnabledProtocols(new String[] {"TLSv1.2"});
      socket.setEnabledCipherSuites(
          new String[] {
            "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256", "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256"
          });

      assertThatThrownBy(socket::startHandshake).isInstanceOf(IOException.class);
    }
  }

  @LiveNodeTest
  void connect_liveNodeBothWays_messagesComeThrough(ErlangRelease erlang) throws Exception {
    Assumptions.assumeTrue(erlang.has("ssl") && certificates.areReadableBy(erlang));
    InetSocketAddress epmd =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), erlang.epmd().port());
    TlsContext tls = tls();
    try (LiveNode peer = erlang.newNode().tls(certificates.optionsFile().toString()).start()) {
      try (TestNode node =
          TestNode.start(
              TestNode.newName(),
              Cookie.of(peer.cookie()),
              options -> options.epmd(epmd).tls(tls))) {
        Connection connection = TestNode.await(node.distribution.connect(peer.name()));
        Pid self = node.newPid();
        Reference tag = node.newReference();
        connection.send(
            new SendToName(
                self,
                Atom.of("net_kernel"),
                Tuple.of(
                    Atom.of("$gen_call"),
                    Tuple.of(self, tag),
                    Tuple.of(Atom.of("is_auth"), node.distribution.node()))));
        assertThat(((Send) node.listener.awaitMessage()).message())
            .isEqualTo(Tuple.of(tag, Atom.of("yes")));
      }
      try (TestNode node =
          TestNode.start(
              TestNode.newName(),
              Cookie.of(peer.cookie()),
              options -> options.epmd(epmd).tls(tls))) {
        Map<String, Term> name = Map.of("Node", node.distribution.node());
        peer.eval("{any, Node} ! binary:copy(<<7>>, 300000)", name);
        SendToName message = (SendToName) node.listener.awaitMessage();
        assertThat(((Binary) message.message()).byteSize()).isEqualTo(300_000);
      }
    }
  }
}
