package org.jets.node.distribution;

import java.io.IOException;

/** An encoded message that is written in fragments, and how far it is. */
final class FragmentedBytes {
  /** As many bytes of the payload as OTP puts into a fragment. */
  static final int FRAGMENT_BYTES = 1 << 16;

  private static final int HEADER_BYTES = 2 + 2 * Long.BYTES;

  private final long sequence;
  private final byte[] bytes;
  private int position;
  private int left;

  /**
   * @param sequence what the fragments have in common
   * @param bytes the control tuple and the payload
   * @param controlBytes how many of the bytes are the control tuple, which is never cut
   */
  FragmentedBytes(long sequence, byte[] bytes, int controlBytes) {
    this.sequence = sequence;
    this.bytes = bytes;
    this.position = controlBytes;
    int payload = bytes.length - controlBytes;
    this.left = Math.max(1, (payload + FRAGMENT_BYTES - 1) / FRAGMENT_BYTES);
  }

  int length() {
    return bytes.length;
  }

  boolean isWritten() {
    return left == 0;
  }

  /** Writes the first fragment, with the list of atoms. */
  void writeFirst(byte[] atoms, FrameOutput output) throws IOException {
    int end = position + partBytes();
    output.writeInt(HEADER_BYTES + atoms.length + end);
    writeHeader(MessageReader.DIST_FRAG_HEADER, output);
    output.write(atoms, 0, atoms.length);
    output.write(bytes, 0, end);
    advanceTo(end);
  }

  /** Writes another fragment. */
  void writeNext(FrameOutput output) throws IOException {
    int length = partBytes();
    output.writeInt(HEADER_BYTES + length);
    writeHeader(MessageReader.DIST_FRAG_CONT, output);
    output.write(bytes, position, length);
    advanceTo(position + length);
  }

  private int partBytes() {
    return Math.min(FRAGMENT_BYTES, bytes.length - position);
  }

  private void writeHeader(int tag, FrameOutput output) throws IOException {
    output.write(MessageReader.VERSION);
    output.write(tag);
    output.writeLong(sequence);
    output.writeLong(left);
  }

  private void advanceTo(int end) {
    position = end;
    left--;
  }
}
