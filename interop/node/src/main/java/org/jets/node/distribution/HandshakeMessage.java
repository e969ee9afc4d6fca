package org.jets.node.distribution;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reads and writes the messages of the handshake, which are sequences of numbers and names. */
final class HandshakeMessage {
  static final int NAME = 'N';
  static final int OLD_NAME = 'n';
  static final int STATUS = 's';
  static final int COMPLEMENT = 'c';
  static final int CHALLENGE_REPLY = 'r';
  static final int CHALLENGE_ACK = 'a';

  static final int DIGEST_BYTES = 16;

  private static final int MAX_BYTES = 1024;

  private HandshakeMessage() {}

  static byte[] name(long flags, int creation, String name) {
    ByteBuffer message = ByteBuffer.allocate(MAX_BYTES).put((byte) NAME).putLong(flags);
    return toArray(putName(message.putInt(creation), name));
  }

  static byte[] challenge(long flags, int challenge, int creation, String name) {
    ByteBuffer message =
        ByteBuffer.allocate(MAX_BYTES).put((byte) NAME).putLong(flags).putInt(challenge);
    return toArray(putName(message.putInt(creation), name));
  }

  static byte[] status(String status) {
    return ('s' + status).getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The status that gives the other node a name. */
  static byte[] named(String name, int creation) {
    ByteBuffer message = ByteBuffer.allocate(MAX_BYTES).put(status(Status.NAMED));
    return toArray(putName(message, name).putInt(creation));
  }

  static byte[] reply(int challenge, byte[] digest) {
    return toArray(
        ByteBuffer.allocate(MAX_BYTES).put((byte) CHALLENGE_REPLY).putInt(challenge).put(digest));
  }

  static byte[] ack(byte[] digest) {
    return toArray(ByteBuffer.allocate(MAX_BYTES).put((byte) CHALLENGE_ACK).put(digest));
  }

  private static ByteBuffer putName(ByteBuffer message, String name) {
    byte[] bytes = name.getBytes(StandardCharsets.ISO_8859_1);
    return message.putShort((short) bytes.length).put(bytes);
  }

  private static byte[] toArray(ByteBuffer message) {
    byte[] bytes = new byte[message.position()];
    message.flip().get(bytes);
    return bytes;
  }

  /**
   * Reads a message with one of these tags, and returns the bytes after the tag.
   *
   * @throws ProtocolException if it has another tag
   * @throws HandshakeException if the other side has closed the connection
   */
  static ByteBuffer read(FrameInput input, int tag, int otherTag) throws IOException {
    if (!input.next()) {
      throw new HandshakeException("the other side has closed the connection");
    }
    ByteBuffer message = ByteBuffer.wrap(input.array(), input.offset(), input.length());
    if (!message.hasRemaining() || !isOneOf(message.get(message.position()), tag, otherTag)) {
      throw new ProtocolException("no message " + (char) tag + " in the handshake");
    }
    return message;
  }

  private static boolean isOneOf(byte actual, int tag, int otherTag) {
    return actual == tag || actual == otherTag;
  }

  /** Reads the bytes of a name, which follow their number. */
  static String readName(ByteBuffer message) {
    byte[] name = new byte[Math.min(message.getShort() & 0xffff, message.remaining() + 1)];
    message.get(name);
    return new String(name, StandardCharsets.ISO_8859_1);
  }

  static byte[] readDigest(ByteBuffer message) {
    byte[] digest = new byte[DIGEST_BYTES];
    message.get(digest);
    return digest;
  }

  /** The answers of a node to the name of a node that connects with it. */
  static final class Status {
    static final String OK = "ok";
    static final String OK_SIMULTANEOUS = "ok_simultaneous";
    static final String NOK = "nok";
    static final String NOT_ALLOWED = "not_allowed";
    static final String ALIVE = "alive";
    static final String TRUE = "true";
    static final String FALSE = "false";
    static final String NAMED = "named:";

    private Status() {}
  }
}
