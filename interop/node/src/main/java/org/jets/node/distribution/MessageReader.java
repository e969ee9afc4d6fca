package org.jets.node.distribution;

import java.lang.System.Logger.Level;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jets.node.distribution.RateLimitedLog.Kind;
import org.jets.terms.Atom;
import org.jets.terms.DecodeOptions;
import org.jets.terms.TermDecoder;
import org.jets.terms.TermFormatException;
import org.jspecify.annotations.Nullable;

/**
 * Reads messages from frames, in the form that the two nodes have agreed on, whole or in fragments.
 *
 * <p>For one thread.
 */
final class MessageReader {
  static final int PASS_THROUGH = 112;
  static final int VERSION = 131;
  static final int DIST_HEADER = 68;
  static final int DIST_FRAG_HEADER = 69;
  static final int DIST_FRAG_CONT = 70;

  /** The size below which binaries are copied. */
  private static final int MIN_VIEW_BYTES = 1 << 12;

  /**
   * The longest frame, in bytes, that is read again after there was no memory for it. A longer one
   * may itself be the cause of a full heap.
   */
  private static final int MAX_RETRIED_BYTES = 1 << 16;

  private final boolean headers;
  private final boolean fragmented;
  private final DecodeOptions options;
  private final RateLimitedLog log;
  private final Atom peer;
  private final ControlReader control;
  private final AtomBudget budget;
  private final ReceiveBudget received;
  private final ReceiveBudget.Account account;
  private final IncomingAtoms atoms;
  private final Fragments fragments;
  private final DecodeTurns.Turn turn = new DecodeTurns.Turn();
  private int messageBytes;

  /** True once the current frame, a fragment, has changed the state of its message. */
  private boolean isTaken;

  /**
   * @param flags the capabilities of both nodes
   * @param received the bounds over all connections
   */
  MessageReader(
      long flags, Atom self, Atom peer, DistributionOptions options, ReceiveBudget received) {
    this.received = received;
    this.fragmented = Flags.has(flags, Flags.FRAGMENTS);
    this.headers = fragmented || Flags.has(flags, Flags.DIST_HDR_ATOM_CACHE);
    this.options =
        DecodeOptions.defaults()
            .withVersionByte(!headers)
            .withMaxDepth(options.maxDepth)
            .withMaxEncodedBytes(Integer.MAX_VALUE);
    this.log = options.log;
    this.peer = peer;
    this.control = new ControlReader(self, peer);
    this.budget = new AtomBudget(options);
    this.account = received.newAccount();
    this.atoms = new IncomingAtoms(budget, account);
    this.fragments = new Fragments(options, account);
  }

  /**
   * Reads a frame, which is not empty. If there is no memory for one that is not long, this waits a
   * moment for it.
   *
   * @return the message that the frame is, or completes; null if more fragments follow, or if it is
   *     nested too deep and dropped
   * @throws ProtocolException if the frame breaks the protocol, or a limit
   */
  @Nullable ControlMessage read(byte[] bytes, int offset, int length) throws ProtocolException {
    int failures = 0;
    while (true) {
      isTaken = false;
      try {
        return readOnce(bytes, offset, length);
      } catch (OutOfMemoryError e) {
        received.endDecoding(turn);
        if (isTaken || length > MAX_RETRIED_BYTES || !Threads.pauseAfter(++failures)) {
          throw e;
        }
      }
    }
  }

  /**
   * Reads a frame once. If there is no memory, and no fragment has been taken, this can be called
   * again.
   */
  private @Nullable ControlMessage readOnce(byte[] bytes, int offset, int length)
      throws ProtocolException {
    try {
      return headers
          ? readHeader(bytes, ByteBuffer.wrap(bytes, offset, length))
          : readMessage(bytes, offset + passThrough(bytes[offset]), length - 1, List.of());
    } catch (BufferUnderflowException e) {
      throw new ProtocolException("a header that is cut off", e);
    } catch (TermFormatException e) {
      throw new ProtocolException("a term that cannot be read at byte " + e.offset(), e);
    }
  }

  /**
   * Checks that incomplete messages make progress. To be called after each frame.
   *
   * @param waitedNanos how long the reader has waited for input in all
   */
  void checkProgress(long waitedNanos) throws ProtocolException {
    fragments.check(waitedNanos);
  }

  /** Returns how many bytes the last message had. */
  int messageBytes() {
    return messageBytes;
  }

  /** Returns the account of what the connection holds. */
  ReceiveBudget.Account account() {
    return account;
  }

  /**
   * Drops messages of which fragments have arrived, and ends a turn to decode that the thread could
   * not end. Nothing is read any more.
   */
  void release() {
    received.endDecoding(turn);
    fragments.release();
  }

  private static int passThrough(byte tag) throws ProtocolException {
    if (tag != PASS_THROUGH) {
      throw new ProtocolException("a frame of type " + tag + " (expected: " + PASS_THROUGH + ")");
    }
    return 1;
  }

  private @Nullable ControlMessage readHeader(byte[] bytes, ByteBuffer frame)
      throws ProtocolException {
    if ((frame.get() & 0xff) != VERSION) {
      throw new ProtocolException("a frame without a header");
    }
    int tag = frame.get();
    if (tag == DIST_HEADER) {
      List<Atom> references = atoms.read(frame);
      return readMessage(bytes, frame.position(), frame.remaining(), references);
    }
    if (!fragmented || (tag != DIST_FRAG_HEADER && tag != DIST_FRAG_CONT)) {
      throw new ProtocolException("a header of type " + tag);
    }
    long sequence = frame.getLong();
    long number = frame.getLong();
    List<Atom> references = tag == DIST_FRAG_HEADER ? atoms.read(frame) : List.of();
    isTaken = true;
    Fragments.Partial complete =
        tag == DIST_FRAG_HEADER
            ? fragments.begin(sequence, number, references, frame)
            : fragments.add(sequence, number, frame);
    return complete == null ? null : readComplete(complete);
  }

  /**
   * Reads a message whose bytes are shared with no other. A binary that makes up half of them is
   * not copied.
   */
  private @Nullable ControlMessage readComplete(Fragments.Partial message)
      throws ProtocolException {
    return readMessage(
        message.bytes,
        0,
        message.size,
        message.atoms,
        options.withViewsFrom(Math.max(MIN_VIEW_BYTES, message.bytes.length / 2)));
  }

  private @Nullable ControlMessage readMessage(
      byte[] bytes, int offset, int length, List<Atom> references) throws ProtocolException {
    return readMessage(bytes, offset, length, references, options);
  }

  private @Nullable ControlMessage readMessage(
      byte[] bytes, int offset, int length, List<Atom> references, DecodeOptions decoding)
      throws ProtocolException {
    messageBytes = length;
    int maxNewAtoms = budget.limit();
    TermDecoder terms =
        new TermDecoder(bytes, offset, length, decoding.withMaxNewAtoms(maxNewAtoms), references);
    try {
      received.beginDecoding(turn, length);
      ControlMessage message = control.read(terms);
      if (control.isTooDeep()) {
        log.log(
            Kind.DEPTH,
            Level.WARNING,
            "a message of {0} is nested deeper than {1} (--max-depth, withMaxDepth)",
            peer.name(),
            options.maxDepth());
      }
      return message;
    } catch (TermFormatException e) {
      if (terms.newAtoms() < maxNewAtoms) {
        throw e;
      }
      throw new ProtocolException(
          "more than "
              + maxNewAtoms
              + " new atoms (--max-message-atoms, withMaxNewAtomsPerMessage; --max-minute-atoms,"
              + " withMaxNewAtomsPerMinute)",
          e);
    } finally {
      if (length > ReceiveBudget.MAX_BYTES_WITHOUT_TURN) {
        received.endDecoding(turn);
      }
      budget.spend(terms.newAtoms());
    }
  }
}
