package org.jets.node.distribution;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;

/** An encoded message that is written in fragments, and the progress of writing it. */
final class FragmentedBytes {
  /** The number of payload bytes that OTP puts into a fragment. */
  static final int FRAGMENT_BYTES = 1 << 16;

  private static final int HEADER_BYTES = 2 + 2 * Long.BYTES;

  private final long sequence;
  private final int length;
  private final Iterator<ByteBuffer> parts;
  private ByteBuffer part = ByteBuffer.allocate(0);

  /** The number of bytes of the message in the next fragment. */
  private int nextBytes;

  private int bytesAfterNext;
  private int left;

  /**
   * @param sequence the number that all fragments share
   * @param parts the control tuple and the payload, which no thread changes any more
   * @param length how many bytes they have together
   * @param controlBytes how many of the bytes are the control tuple, which is never cut
   */
  FragmentedBytes(long sequence, List<ByteBuffer> parts, int length, int controlBytes) {
    this.sequence = sequence;
    this.length = length;
    this.parts = parts.iterator();
    int payload = length - controlBytes;
    this.left = Math.max(1, (payload + FRAGMENT_BYTES - 1) / FRAGMENT_BYTES);
    this.nextBytes = controlBytes + Math.min(FRAGMENT_BYTES, payload);
    this.bytesAfterNext = length - nextBytes;
  }

  int length() {
    return length;
  }

  boolean isWritten() {
    return left == 0;
  }

  /** Writes the first fragment, with the list of atoms. */
  void writeFirst(byte[] atoms, FrameOutput output) throws IOException {
    output.writeInt(HEADER_BYTES + atoms.length + nextBytes);
    writeHeader(MessageReader.DIST_FRAG_HEADER, output);
    output.write(atoms, 0, atoms.length);
    writeBytes(output);
  }

  /** Writes another fragment. */
  void writeNext(FrameOutput output) throws IOException {
    output.writeInt(HEADER_BYTES + nextBytes);
    writeHeader(MessageReader.DIST_FRAG_CONT, output);
    writeBytes(output);
  }

  private void writeHeader(int tag, FrameOutput output) throws IOException {
    output.write(MessageReader.VERSION);
    output.write(tag);
    output.writeLong(sequence);
    output.writeLong(left);
  }

  private void writeBytes(FrameOutput output) throws IOException {
    int rest = nextBytes;
    while (rest > 0) {
      if (!part.hasRemaining()) {
        part = parts.next();
      }
      int count = Math.min(rest, part.remaining());
      output.write(part, count);
      rest -= count;
    }
    left--;
    nextBytes = Math.min(FRAGMENT_BYTES, bytesAfterNext);
    bytesAfterNext -= nextBytes;
  }
}
