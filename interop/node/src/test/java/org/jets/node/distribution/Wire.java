package org.jets.node.distribution;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jets.terms.Atom;

/** Converts messages to the bytes of a connection and back, without a connection. */
final class Wire {
  static final Atom JAVA = Atom.of("h6_java@vm");
  static final Atom BEAM = Atom.of("h6_beam@vm");

  /**
   * Each term with its version byte, and frames without a header: OTP's form without further flags.
   */
  static final long PASS_THROUGH =
      Flags.OURS & ~(Flags.DIST_HDR_ATOM_CACHE | Flags.FRAGMENTS | Flags.ALTACT_SIG);

  static final long FRAGMENTS = Flags.OURS & ~Flags.DIST_HDR_ATOM_CACHE;
  static final long ATOM_CACHE = Flags.OURS & ~Flags.FRAGMENTS;

  private static final DistributionOptions OPTIONS = options().build();

  private Wire() {}

  /** Returns an account without a bound. */
  static ReceiveBudget.Account account() {
    return new ReceiveBudget(Long.MAX_VALUE, 1).newAccount();
  }

  static DistributionOptions.Builder options() {
    return DistributionOptions.of(new NodeName("h6_java", "vm"), Cookie.of("h6secret"));
  }

  /** Writes messages, including all of their fragments. */
  static byte[] write(long flags, List<? extends ControlMessage> messages) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    FrameOutput output = new FrameOutput(bytes);
    MessageWriter writer = new MessageWriter(flags, output, Wire.account());
    for (ControlMessage message : messages) {
      writer.write(new SendQueue.Entry(message, Thread.currentThread(), 0));
    }
    while (!writer.isIdle()) {
      writer.writeFragment();
    }
    output.flush();
    return bytes.toByteArray();
  }

  /** Reads the bytes of the other node, up to the end. */
  static List<ControlMessage> read(long flags, byte[] bytes, Atom self, Atom peer)
      throws IOException {
    return read(flags, bytes, self, peer, OPTIONS);
  }

  static List<ControlMessage> read(
      long flags, byte[] bytes, Atom self, Atom peer, DistributionOptions options)
      throws IOException {
    List<ControlMessage> messages = new ArrayList<>();
    InputStream wire = new ByteArrayInputStream(bytes);
    FrameInput input = new FrameInput(wire, wire, Integer.BYTES, options.maxFrameBytes);
    MessageReader reader =
        new MessageReader(flags, self, peer, options, new ReceiveBudget(options));
    while (input.next()) {
      if (input.length() > 0) {
        ControlMessage message = reader.read(input.array(), input.offset(), input.length());
        if (message != null) {
          messages.add(message);
        }
      }
    }
    return messages;
  }

  /** Returns the bytes of a text in hexadecimal digits, with spaces. */
  static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits.replaceAll("\\s", ""));
  }

  static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
