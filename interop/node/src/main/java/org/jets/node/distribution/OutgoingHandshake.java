package org.jets.node.distribution;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jets.node.distribution.HandshakeMessage.Status;

/** The handshake of the node that connects. */
final class OutgoingHandshake {
  private final OutstandingChallenges challenges;
  private final Channel channel;
  private final NodeName peer;
  private final Cookie cookie;
  private final long flags;
  private NodeName self;
  private int creation;

  OutgoingHandshake(
      Channel channel,
      NodeName self,
      int creation,
      NodeName peer,
      Cookie cookie,
      OutstandingChallenges challenges) {
    this(channel, self, creation, peer, cookie, challenges, Flags.OURS);
  }

  OutgoingHandshake(
      Channel channel,
      NodeName self,
      int creation,
      NodeName peer,
      Cookie cookie,
      OutstandingChallenges challenges,
      long flags) {
    this.challenges = challenges;
    this.channel = channel;
    this.self = self;
    this.creation = creation;
    this.peer = peer;
    this.cookie = cookie;
    this.flags = flags;
  }

  /** This node's name, which the other node may have given to it. */
  NodeName self() {
    return self;
  }

  /** This node's creation, which the other node may have given to it. */
  int creation() {
    return creation;
  }

  /**
   * Makes the handshake.
   *
   * @param replacing whether to replace a connection that the other node says it has with this one
   * @throws HandshakeException if the other node refuses, or does not know the cookie
   * @throws ProtocolException if it breaks the protocol
   */
  PeerNode run(boolean replacing) throws IOException {
    try {
      boolean unnamed = Flags.has(flags, Flags.NAME_ME);
      channel.writeHandshake(
          HandshakeMessage.name(flags, creation, unnamed ? self.host() : self.toString()));
      readStatus(replacing, unnamed);
      return exchangeChallenges();
    } catch (BufferUnderflowException e) {
      throw new ProtocolException("a message of the handshake that is cut off", e);
    }
  }

  private void readStatus(boolean replacing, boolean unnamed) throws IOException {
    ByteBuffer message = readMessage(HandshakeMessage.STATUS);
    String status =
        new String(
            message.array(),
            message.arrayOffset() + message.position(),
            message.remaining(),
            StandardCharsets.ISO_8859_1);
    if (unnamed && status.startsWith(Status.NAMED)) {
      message.position(message.position() + Status.NAMED.length());
      adoptName(message);
      return;
    }
    switch (status) {
      case Status.OK, Status.OK_SIMULTANEOUS -> {}
      case Status.NOK ->
          throw new HandshakeException(peer + " is connecting with this node itself", true);
      case Status.NOT_ALLOWED -> throw new HandshakeException(peer + " does not allow it");
      case Status.ALIVE -> {
        channel.writeHandshake(HandshakeMessage.status(replacing ? Status.TRUE : Status.FALSE));
        if (!replacing) {
          throw new HandshakeException("there is a connection with " + peer, true);
        }
      }
      default -> throw new ProtocolException("a status that is not known");
    }
  }

  private void adoptName(ByteBuffer message) throws ProtocolException {
    NodeName name = NodeName.parseOrNull(HandshakeMessage.readName(message));
    if (name == null) {
      throw new ProtocolException("no valid name for this node");
    }
    self = name;
    creation = message.getInt();
  }

  private PeerNode exchangeChallenges() throws IOException {
    ByteBuffer message = readMessage(HandshakeMessage.NAME);
    long theirFlags = Flags.expand(message.getLong());
    int theirChallenge = message.getInt();
    int theirCreation = message.getInt();
    if (!HandshakeMessage.readName(message).equals(peer.toString())) {
      throw new ProtocolException("a node of another name");
    }
    if (!Flags.has(theirFlags, Flags.MANDATORY)) {
      throw new HandshakeException(peer + " is of an OTP release before 25");
    }
    challenges.checkForeign(theirChallenge);
    int challenge = challenges.begin();
    try {
      channel.writeHandshake(HandshakeMessage.reply(challenge, cookie.digest(theirChallenge)));
      readAck(challenge);
    } finally {
      challenges.end(challenge);
    }
    return new PeerNode(peer.atom(), theirCreation, theirFlags & flags);
  }

  private void readAck(int challenge) throws IOException {
    if (!channel.input().next()) {
      throw new HandshakeException(peer + " has another cookie");
    }
    FrameInput input = channel.input();
    ByteBuffer ack = ByteBuffer.wrap(input.array(), input.offset(), input.length());
    if (ack.get() != HandshakeMessage.CHALLENGE_ACK) {
      throw new ProtocolException("no answer to a challenge");
    }
    if (!cookie.isDigest(HandshakeMessage.readDigest(ack), challenge)) {
      throw new HandshakeException(peer + " has another cookie");
    }
  }

  /** Reads a message, and skips its tag. */
  private ByteBuffer readMessage(int tag) throws IOException {
    ByteBuffer message = HandshakeMessage.read(channel.input(), tag, tag);
    message.get();
    return message;
  }
}
