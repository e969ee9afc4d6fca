package org.jets.node.distribution;

import java.io.IOException;
import org.jets.terms.EncodeOptions;
import org.jets.terms.Term;
import org.jets.terms.TermEncoder;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Writes messages as frames, in the form that the two nodes have agreed on. Long messages are
 * written in fragments, in turns with other messages.
 *
 * <p>For one thread.
 */
final class MessageWriter {
  /** The size up to which a buffer that has grown is kept, by each connection. */
  private static final int MAX_KEPT_BYTES = 1 << 14;

  /**
   * The largest message, in bytes, that is written again after there was no memory for it. A larger
   * one may itself be the cause of a full heap.
   */
  private static final int MAX_RETRIED_BYTES = 1 << 20;

  /**
   * The number of messages that may wait for long ones. The next field bounds the bytes of these in
   * memory.
   */
  private static final int MAX_WAITING = 4096;

  private static final long MAX_LONG_BYTES = 1 << 27;

  /** The size from which a binary is written in place, and not copied first. */
  private static final int SHARED_BYTES = FragmentedBytes.FRAGMENT_BYTES;

  private final FrameOutput output;
  private final ControlWriter control;
  private final boolean headers;
  private final boolean fragmented;
  private final @Nullable OutgoingAtoms atoms;
  private final FragmentInterleaver turns = new FragmentInterleaver();
  private TermEncoder encoder;
  private long sequence = 1;

  /** The bytes of the messages that have been written, as they were counted before. */
  private long written;

  /**
   * @param flags the capabilities of both nodes
   * @param account counts what the connection holds
   */
  MessageWriter(long flags, FrameOutput output, ReceiveBudget.Account account) {
    this.output = output;
    this.control = new ControlWriter(flags);
    this.fragmented = Flags.has(flags, Flags.FRAGMENTS);
    this.headers = fragmented || Flags.has(flags, Flags.DIST_HDR_ATOM_CACHE);
    this.atoms = Flags.has(flags, Flags.DIST_HDR_ATOM_CACHE) ? new OutgoingAtoms(account) : null;
    this.encoder = newEncoder();
  }

  private TermEncoder newEncoder() {
    EncodeOptions options = EncodeOptions.defaults().withVersionByte(!headers);
    TermEncoder made = atoms == null ? new TermEncoder(options) : new TermEncoder(options, atoms);
    return fragmented ? made.shareBinariesFrom(SHARED_BYTES) : made;
  }

  /** Returns the bytes of the messages that have been written since the last such call. */
  long takeWritten() {
    long taken = written;
    written = 0;
    return taken;
  }

  /** Returns true if there are no fragments to write. */
  boolean isIdle() {
    return turns.isIdle();
  }

  /** Returns true if so much waits behind long messages that these have to be written first. */
  boolean isFull() {
    return turns.waitingCount() >= MAX_WAITING || turns.bytes() >= MAX_LONG_BYTES;
  }

  /**
   * Writes a message or its first fragment, unless it has to wait for a long one. If there is no
   * memory before the first byte of a message that is not long, this waits a moment for it.
   */
  void write(SendQueue.Entry entry) throws IOException {
    if (!turns.holdBack(entry)) {
      encode(entry);
    }
  }

  /** Writes a fragment of the long message whose turn it is. */
  void writeFragment() throws IOException {
    FragmentInterleaver.LongMessage message = turns.next();
    message.bytes().writeNext(output);
    if (message.bytes().isWritten()) {
      written += message.entry().bytes();
      for (SendQueue.Entry entry : turns.end(message)) {
        write(entry);
      }
    } else {
      turns.putBack(message);
    }
  }

  /** Drops the messages that have not been written. Nothing is written any more. */
  void release() {
    turns.release();
  }

  private void encode(SendQueue.Entry entry) throws IOException {
    Frame frame = prepared(entry);
    if (frame == null) {
      written += entry.bytes();
      return;
    }
    write(entry, frame);
    encoder = frame.next;
    encoder.clear();
  }

  /** The parts of a message that take memory, beside its encoded bytes. */
  private static final class Frame {
    /** The list of atoms; null for a frame without a header. */
    final byte @Nullable [] head;

    /** The encoded message if it is long. */
    final FragmentInterleaver.@Nullable LongMessage fragments;

    /** The encoder of the next message. */
    final TermEncoder next;

    Frame(
        byte @Nullable [] head,
        FragmentInterleaver.@Nullable LongMessage fragments,
        TermEncoder next) {
      this.head = head;
      this.fragments = fragments;
      this.next = next;
    }
  }

  /** Returns the parts of a message that take memory; null if it is not to be written. */
  private @Nullable Frame prepared(SendQueue.Entry entry) throws IOException {
    int failures = 0;
    while (true) {
      try {
        return prepare(entry);
      } catch (OutOfMemoryError e) {
        forget();
        if (entry.bytes() > MAX_RETRIED_BYTES || !Threads.pauseAfter(++failures)) {
          throw e;
        }
      }
    }
  }

  /** Forgets the encoded message, of which nothing is written. Allocates nothing. */
  private void forget() {
    encoder.clear();
    if (atoms != null) {
      atoms.undo();
    }
  }

  private @Nullable Frame prepare(SendQueue.Entry entry) throws IOException {
    Tuple tuple = control.control(entry.message());
    if (tuple == null) {
      return null;
    }
    if (atoms != null) {
      atoms.begin();
    }
    int controlBytes = encoder.write(tuple).size();
    Term payload = control.payload(entry.message());
    if (payload != null) {
      encoder.write(payload);
    }
    byte[] head = headers ? (atoms == null ? new byte[1] : atoms.head()) : null;
    if (fragmented && encoder.size() - controlBytes > FragmentedBytes.FRAGMENT_BYTES) {
      FragmentedBytes bytes =
          new FragmentedBytes(sequence, encoder.parts(), encoder.size(), controlBytes);
      // The encoded bytes are written from this encoder's buffer, so the next message gets another.
      return new Frame(head, new FragmentInterleaver.LongMessage(entry, bytes), newEncoder());
    }
    return new Frame(head, null, encoder.size() > MAX_KEPT_BYTES ? newEncoder() : encoder);
  }

  private void write(SendQueue.Entry entry, Frame frame) throws IOException {
    byte[] head = frame.head;
    FragmentInterleaver.LongMessage fragments = frame.fragments;
    if (head == null) {
      output.writeInt(1 + encoder.size());
      output.write(MessageReader.PASS_THROUGH);
      encoder.writeTo(output);
      written += entry.bytes();
    } else if (fragments == null) {
      output.writeInt(2 + head.length + encoder.size());
      output.write(MessageReader.VERSION);
      output.write(MessageReader.DIST_HEADER);
      output.write(head, 0, head.length);
      encoder.writeTo(output);
      written += entry.bytes();
    } else {
      sequence++;
      fragments.bytes().writeFirst(head, output);
      turns.begin(fragments);
    }
  }
}
