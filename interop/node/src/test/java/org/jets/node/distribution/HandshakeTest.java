package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jets.node.live.LiveNode;
import org.jets.node.live.Loopback;
import org.junit.jupiter.api.Test;

/** The messages of the handshake, byte for byte, from each side. */
class HandshakeTest {
  private static final Cookie COOKIE = Cookie.of("h6secret");
  private static final NodeName PEER = new NodeName("h6_beam", "vm");
  private static final String PEER_NAME = "000a 68365f6265616d40766d";

  /** The flags of a visible node of OTP 25. */
  private static final String PEER_FLAGS = "0000000d07df7fbd";

  private static final long OLD_FLAGS_OF_PEER = 0x07df7fbd;

  /** A node that sends the bytes that the test gives. */
  private static final class Script implements AutoCloseable {
    final Socket socket;
    private final DataInputStream input;
    private final DataOutputStream output;

    Script(Socket socket) throws IOException {
      this.socket = socket;
      socket.setSoTimeout((int) LiveNode.BOUND.toMillis());
      input = new DataInputStream(socket.getInputStream());
      output = new DataOutputStream(socket.getOutputStream());
    }

    static Script connect(TestNode node) throws IOException {
      return new Script(new Socket(node.address().getAddress(), node.address().getPort()));
    }

    void send(String hex) throws IOException {
      byte[] bytes = Wire.hex(hex);
      output.writeShort(bytes.length);
      output.write(bytes);
    }

    byte[] receive() throws IOException {
      byte[] bytes = new byte[input.readUnsignedShort()];
      input.readFully(bytes);
      return bytes;
    }

    boolean isAtEnd() throws IOException {
      return input.read() < 0;
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  private static String ascii(byte[] bytes) {
    return new String(bytes, StandardCharsets.US_ASCII);
  }

  private static TestNode start() throws IOException {
    return TestNode.start(TestNode.newName(), COOKIE, options -> options);
  }

  private static String sendName() {
    return "4e" + PEER_FLAGS + "6b00dc54" + PEER_NAME;
  }

  @Test
  void digest_recordedChallenges_givesRecordedAnswers() {
    assertThat(Wire.hex(COOKIE.digest(0xaccb9e91))).isEqualTo("86ed65b162367ff55206624259f9ae19");
    assertThat(Wire.hex(COOKIE.digest((int) 3411421723L)))
        .isEqualTo("22ab3189b6bf1a833f0ecc1dc98703a9");
  }

  @Test
  void accept_recordedHandshake_connects() throws Exception {
    try (TestNode node = start();
        Script script = Script.connect(node)) {
      script.send(sendName());
      assertThat(ascii(script.receive())).isEqualTo("sok");
      answerChallenge(script, node);
      node.listener.awaitEvent("up " + PEER);
    }
  }

  /** Reads the challenge, answers it, and checks the node's answer. */
  private static void answerChallenge(Script script, TestNode node) throws IOException {
    ByteBuffer challenge = ByteBuffer.wrap(script.receive());
    assertThat(challenge.get()).isEqualTo((byte) 'N');
    assertThat(challenge.getLong()).isEqualTo(Flags.OURS);
    int number = challenge.getInt();
    assertThat(challenge.getInt()).isEqualTo(node.distribution.creation());
    assertThat(HandshakeMessage.readName(challenge)).isEqualTo(node.name().toString());
    assertThat(challenge.hasRemaining()).isFalse();

    script.send("72 cb562a1b" + Wire.hex(COOKIE.digest(number)));
    assertThat(Wire.hex(script.receive())).isEqualTo("6122ab3189b6bf1a833f0ecc1dc98703a9");
  }

  @Test
  void accept_oldFormOfTheName_connects() throws Exception {
    try (TestNode node = start();
        Script script = Script.connect(node)) {
      script.send("6e 0005 07df7fbd 68365f6265616d40766d");
      assertThat(ascii(script.receive())).isEqualTo("sok");
      int challenge = ByteBuffer.wrap(script.receive()).getInt(1 + Long.BYTES);
      script.send("63 0000000d 6b00dc54");
      script.send("72 cb562a1b" + Wire.hex(COOKIE.digest(challenge)));
      assertThat(Wire.hex(script.receive())).isEqualTo("6122ab3189b6bf1a833f0ecc1dc98703a9");
      node.listener.awaitEvent("up " + PEER);
      assertThat(OLD_FLAGS_OF_PEER & Flags.MANDATORY).isEqualTo(Flags.MANDATORY);
    }
  }

  @Test
  void accept_nodeThatIsConnected_asksAndReplaces() throws Exception {
    try (TestNode node = start();
        Script first = Script.connect(node);
        Script second = Script.connect(node);
        Script third = Script.connect(node)) {
      first.send(sendName());
      assertThat(ascii(first.receive())).isEqualTo("sok");
      answerChallenge(first, node);
      node.listener.awaitEvent("up " + PEER);

      second.send(sendName());
      assertThat(ascii(second.receive())).isEqualTo("salive");
      second.send("73 66616c7365");
      assertThat(second.isAtEnd()).isTrue();

      third.send(sendName());
      assertThat(ascii(third.receive())).isEqualTo("salive");
      third.send("73 74727565");
      answerChallenge(third, node);
      node.listener.awaitEvent("down " + PEER);
      node.listener.awaitEvent("up " + PEER);
      assertThat(first.isAtEnd()).isTrue();
    }
  }

  @Test
  void accept_wrongAnswerOfNodeThatIsConnected_keepsTheConnection() throws Exception {
    try (TestNode node = start();
        Script first = Script.connect(node);
        Script impostor = Script.connect(node)) {
      first.send(sendName());
      first.receive();
      answerChallenge(first, node);
      node.listener.awaitEvent("up " + PEER);

      impostor.send(sendName());
      assertThat(ascii(impostor.receive())).isEqualTo("salive");
      impostor.send("73 74727565");
      impostor.receive();
      impostor.send("72 cb562a1b 00000000000000000000000000000000");
      assertThat(impostor.isAtEnd()).isTrue();
      assertThat(node.distribution.connection(PEER.atom())).isPresent();
      assertThat(node.listener.hasEvents()).isFalse();
    }
  }

  @Test
  void accept_flagsOfAnOldRelease_isNotAllowed() throws Exception {
    try (TestNode node = start();
        Script script = Script.connect(node)) {
      script.send("4e 0000000000070f94 6b00dc54" + PEER_NAME);
      assertThat(ascii(script.receive())).isEqualTo("snot_allowed");
      assertThat(script.isAtEnd()).isTrue();
    }
  }

  @Test
  void accept_nodeWithoutName_isNamed() throws Exception {
    try (TestNode node = start();
        Script script = Script.connect(node)) {
      script.send("4e 0000000f07df7fbd 00000000 0002 766d");
      ByteBuffer status = ByteBuffer.wrap(script.receive());
      byte[] head = new byte[7];
      status.get(head);
      assertThat(ascii(head)).isEqualTo("snamed:");
      String name = HandshakeMessage.readName(status);
      assertThat(NodeName.of(name).host()).isEqualTo("vm");
      assertThat(status.getInt()).isNotZero();
      answerChallenge(script, node);
      node.listener.awaitEvent("up " + name);
    }
  }

  @Test
  void open_nodeNamedByAnother_hasItsName() throws Exception {
    try (TestNode node = TestNode.start();
        Distribution named =
            Distribution.open(
                node.known()
                    .apply(
                        DistributionOptions.namedBy(node.name(), "127.0.0.1", TestNode.COOKIE)
                            .withoutEpmd())
                    .build())) {
      RecordingListener listener = new RecordingListener();
      named.serve(listener);
      listener.awaitEvent("up " + node.name());
      node.listener.awaitEvent("up " + named.node().name());
      assertThat(NodeName.of(named.node().name()).host()).isEqualTo("127.0.0.1");
      assertThat(named.creation()).isNotZero();
      assertThat(named.port()).isZero();
    }
  }

  @Test
  void accept_garbage_closesAndServesOn() throws Exception {
    try (TestNode node = start()) {
      for (String garbage :
          new String[] {
            "",
            "00",
            "4e",
            "4e 00",
            "73 6f6b",
            "4e 0000000d07df7fbd 6b00dc54 ffff 61",
            "4e 0000000d07df7fbd 6b00dc54 0003 610040",
            "6e 0006 07df7fbd 6140 62"
          }) {
        try (Script script = Script.connect(node)) {
          script.send(garbage);
          assertThat(script.isAtEnd()).as(garbage).isTrue();
        }
      }
      try (Script script = Script.connect(node)) {
        script.output.write(new byte[] {'G', 'E', 'T', ' ', '/', '\r', '\n', '\r', '\n'});
        script.socket.shutdownOutput();
        assertThat(script.isAtEnd()).isTrue();
      }
      try (TestNode other = TestNode.start(TestNode.newName(), COOKIE, node.known())) {
        assertThat(other.connect(node).isOpen()).isTrue();
      }
    }
  }

  @Test
  void accept_silentNode_isClosedInTime() throws Exception {
    try (TestNode node =
            TestNode.start(options -> options.handshakeTimeout(Duration.ofMillis(100)));
        Script script = Script.connect(node)) {
      assertThat(script.isAtEnd()).isTrue();
    }
  }

  @Test
  void connect_nodeOfAnotherName_fails() throws Exception {
    try (TestNode node = TestNode.start()) {
      NodeName wrong = TestNode.newName();
      try (TestNode other = TestNode.start(options -> options.peerAddress(wrong, node.address()))) {
        CompletableFuture<Connection> connection = other.distribution.connect(wrong.atom());
        assertThatThrownBy(() -> TestNode.await(connection))
            .hasCauseInstanceOf(ProtocolException.class)
            .hasMessageContaining("another name");
      }
    }
  }

  @Test
  void connect_nobodyThere_fails() throws Exception {
    NodeName nobody = TestNode.newName();
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), Loopback.freePort());
    try (TestNode node = TestNode.start(options -> options.peerAddress(nobody, address))) {
      assertThatThrownBy(() -> TestNode.await(node.distribution.connect(nobody.atom())))
          .hasCauseInstanceOf(IOException.class);
      assertThatThrownBy(() -> TestNode.await(node.distribution.connect(TestNode.newName().atom())))
          .hasMessageContaining("no address");
    }
  }
}
