package org.jets.node.distribution;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Locale;
import java.util.function.Function;
import org.jets.node.distribution.HandshakeMessage.Status;
import org.jets.terms.Atom;
import org.jspecify.annotations.Nullable;

/**
 * The handshake of a node with one that connects with it. It has three steps, because between them
 * the node checks its other connections.
 */
final class IncomingHandshake {
  private static final SecureRandom RANDOM = new SecureRandom();

  /** The number that OTP calls the version in the old form of the first message. */
  private static final int OLD_VERSION = 5;

  private static final int NAME_RADIX = 36;
  private static final int FIRST_CREATION = 4;

  private final Channel channel;
  private final NodeName self;
  private final int creation;
  private final Function<Atom, Cookie> cookies;

  private final OutstandingChallenges challenges;
  private final int challenge;

  private @Nullable NodeName peer;
  private boolean oldForm;
  private boolean unnamed;
  private long peerFlags;
  private int peerCreation;
  private int theirChallenge;

  /**
   * @param challenge this node's challenge, which stays outstanding until the caller ends it
   */
  IncomingHandshake(
      Channel channel,
      NodeName self,
      int creation,
      Function<Atom, Cookie> cookies,
      OutstandingChallenges challenges,
      int challenge) {
    this.challenges = challenges;
    this.challenge = challenge;
    this.channel = channel;
    this.self = self;
    this.creation = creation;
    this.cookies = cookies;
  }

  /**
   * Reads the other node's name, or makes one for a node that asks for one.
   *
   * @throws HandshakeException if the other node lacks a mandatory capability
   */
  NodeName readName() throws IOException {
    try {
      ByteBuffer message =
          HandshakeMessage.read(channel.input(), HandshakeMessage.NAME, HandshakeMessage.OLD_NAME);
      oldForm = message.get() == HandshakeMessage.OLD_NAME;
      NodeName name = oldForm ? readOldName(message) : readNewName(message);
      peer = name;
      // The old form omits flags that come later, which is no reason to refuse yet.
      if (!Flags.has(Flags.expand(peerFlags), Flags.MANDATORY)) {
        refuse();
        throw new HandshakeException(name + " is of an OTP release before 25");
      }
      return name;
    } catch (BufferUnderflowException e) {
      throw cutOff(e);
    }
  }

  private NodeName readNewName(ByteBuffer message) throws ProtocolException {
    peerFlags = message.getLong();
    peerCreation = message.getInt();
    String name = HandshakeMessage.readName(message);
    unnamed = Flags.has(peerFlags, Flags.NAME_ME);
    if (!unnamed) {
      return checkedName(name);
    }
    if (!NodeName.isHost(name)) {
      throw new ProtocolException("no valid host's name");
    }
    peerCreation = RANDOM.nextInt(FIRST_CREATION, Integer.MAX_VALUE);
    String alive = Long.toString(RANDOM.nextLong() >>> 1, NAME_RADIX).toUpperCase(Locale.ROOT);
    return new NodeName(alive, name);
  }

  private NodeName readOldName(ByteBuffer message) throws ProtocolException {
    int version = message.getShort();
    peerFlags = Integer.toUnsignedLong(message.getInt());
    if (version != OLD_VERSION) {
      throw new ProtocolException("version " + version + " of the handshake");
    }
    byte[] name = new byte[message.remaining()];
    message.get(name);
    return checkedName(new String(name, StandardCharsets.ISO_8859_1));
  }

  private static NodeName checkedName(String name) throws ProtocolException {
    NodeName parsed = NodeName.parseOrNull(name);
    if (parsed == null) {
      throw new ProtocolException("no valid name of a node");
    }
    return parsed;
  }

  private NodeName peer() {
    NodeName name = peer;
    if (name == null) {
      throw new IllegalStateException("readName() has not been called");
    }
    return name;
  }

  /** Tells the other node that it may not connect. */
  void refuse() throws IOException {
    channel.writeHandshake(HandshakeMessage.status(Status.NOT_ALLOWED));
  }

  /** Tells the other node that this node's own attempt to connect has precedence. */
  void refuseForOwnAttempt() throws IOException {
    channel.writeHandshake(HandshakeMessage.status(Status.NOK));
  }

  /**
   * Tells the other node to continue.
   *
   * @param status {@link Status#OK}, {@link Status#OK_SIMULTANEOUS} or {@link Status#ALIVE}
   * @return false if there is a connection already and the other node wants to keep it
   */
  boolean accept(String status) throws IOException {
    if (unnamed) {
      channel.writeHandshake(HandshakeMessage.named(peer().toString(), peerCreation));
      return true;
    }
    channel.writeHandshake(HandshakeMessage.status(status));
    if (!status.equals(Status.ALIVE)) {
      return true;
    }
    ByteBuffer answer =
        HandshakeMessage.read(channel.input(), HandshakeMessage.STATUS, HandshakeMessage.STATUS);
    return answer.equals(ByteBuffer.wrap(HandshakeMessage.status(Status.TRUE)));
  }

  /**
   * Exchanges challenges, up to the other node's answer to this one's.
   *
   * @throws HandshakeException if that answer shows another cookie
   */
  PeerNode exchangeChallenges() throws IOException {
    try {
      channel.writeHandshake(
          HandshakeMessage.challenge(Flags.OURS, challenge, creation, self.toString()));
      if (oldForm) {
        readComplement();
      }
      ByteBuffer reply =
          HandshakeMessage.read(
              channel.input(), HandshakeMessage.CHALLENGE_REPLY, HandshakeMessage.CHALLENGE_REPLY);
      reply.get();
      theirChallenge = reply.getInt();
      challenges.checkForeign(theirChallenge);
      byte[] digest = HandshakeMessage.readDigest(reply);
      Atom name = peer().atom();
      if (!cookies.apply(name).isDigest(digest, challenge)) {
        throw new HandshakeException(name.name() + " has another cookie");
      }
      return new PeerNode(name, peerCreation, Flags.expand(peerFlags) & Flags.OURS);
    } catch (BufferUnderflowException e) {
      throw cutOff(e);
    }
  }

  private void readComplement() throws IOException {
    ByteBuffer complement =
        HandshakeMessage.read(
            channel.input(), HandshakeMessage.COMPLEMENT, HandshakeMessage.COMPLEMENT);
    complement.get();
    peerFlags |= Integer.toUnsignedLong(complement.getInt()) << Integer.SIZE;
    peerCreation = complement.getInt();
  }

  /** Answers the other node's challenge. After that both nodes send messages. */
  void finish() throws IOException {
    byte[] digest = cookies.apply(peer().atom()).digest(theirChallenge);
    channel.writeHandshake(HandshakeMessage.ack(digest));
  }

  private static ProtocolException cutOff(BufferUnderflowException e) {
    return new ProtocolException("a message of the handshake that is cut off", e);
  }
}
