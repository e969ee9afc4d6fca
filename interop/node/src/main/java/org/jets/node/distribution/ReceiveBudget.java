package org.jets.node.distribution;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jets.terms.Atom;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the share of the heap and of the processors that other nodes take by what they send, over
 * all connections. Safe for use by many threads. Counting allocates nothing.
 *
 * <ul>
 *   <li>Bytes: those of incomplete messages, in fragments or in one piece, with their atoms, and
 *       those of the atoms that connections remember. While all connections together hold more than
 *       the bound, none may add to more than half of an equal share.
 *   <li>Decoding: a long message takes many times its bytes as terms. So no more threads decode
 *       such messages at a time than there are processors; the others wait in order of arrival.
 *       Short messages never wait.
 * </ul>
 */
final class ReceiveBudget {
  /** The longest message, in bytes, that is decoded without a turn. */
  static final int MAX_BYTES_WITHOUT_TURN = 1 << 12;

  /** About how many bytes an atom takes, without its characters. */
  private static final int ATOM_BYTES = 128;

  /** The divisor for the part of the bound below which connections keep large buffers. */
  private static final int SPARE = 8;

  private final long maxBytes;
  private final DecodeTurns decoders;
  private final AtomicLong bytes = new AtomicLong();

  /** The bytes that all connections have read so far, ended ones too. */
  private final AtomicLong readBytes = new AtomicLong();

  /** The number of connections that hold bytes. */
  private final AtomicInteger holders = new AtomicInteger();

  ReceiveBudget(DistributionOptions options) {
    this(options.receiveBytes, Runtime.getRuntime().availableProcessors());
  }

  ReceiveBudget(long maxBytes, int decoders) {
    this.maxBytes = maxBytes;
    this.decoders = new DecodeTurns(decoders);
  }

  /** Returns the account of a new connection. */
  Account newAccount() {
    return new Account();
  }

  /** Returns about how many bytes an atom takes. */
  static long bytesOf(Atom atom) {
    return ATOM_BYTES + (long) Character.BYTES * atom.name().length();
  }

  /** Returns how many bytes all connections hold. */
  long bytes() {
    return bytes.get();
  }

  /** Returns how many bytes all connections have read so far. */
  long readBytes() {
    return readBytes.get();
  }

  /** Returns how many connections hold bytes. */
  int holders() {
    return holders.get();
  }

  private boolean mayHold(long own) {
    return bytes.get() <= maxBytes || own <= maxBytes / Math.max(1, holders.get()) / 2;
  }

  /**
   * Waits for a turn to decode a message, if it is long.
   *
   * @param turn to be {@linkplain #endDecoding ended} whatever happens
   */
  void beginDecoding(DecodeTurns.Turn turn, int length) {
    if (length > MAX_BYTES_WITHOUT_TURN) {
      decoders.begin(turn);
    }
  }

  /** Ends a turn, if there is one. For any thread. */
  void endDecoding(DecodeTurns.Turn turn) {
    decoders.end(turn);
  }

  /** The bytes that one connection holds. */
  final class Account {
    private final AtomicLong own = new AtomicLong();

    private Account() {}

    /**
     * Counts bytes that are about to be allocated.
     *
     * @throws ProtocolException if the connection may not add to its bytes: nothing is counted
     */
    void add(long count) throws ProtocolException {
      if (!tryAdd(count)) {
        throw new ProtocolException(
            "incomplete messages and atoms of "
                + (own.get() + count)
                + " bytes, where those of all connections would have "
                + (bytes.get() + count)
                + " (at most "
                + maxBytes
                + " together: --receive-bytes, withReceiveBytes)");
      }
    }

    /** Counts bytes as {@link #add} does. Returns false if the connection may not hold more. */
    boolean tryAdd(long count) {
      if (mayHold(change(count))) {
        return true;
      }
      change(-count);
      return false;
    }

    /** Counts bytes that have been allocated, whether the connection may hold them or not. */
    void count(long count) {
      change(count);
    }

    /** Counts bytes that have been read. */
    void countRead(int count) {
      readBytes.addAndGet(count);
    }

    /** Subtracts bytes that are no longer held. */
    void remove(long count) {
      change(-count);
    }

    /**
     * Returns whether all connections hold so much that this one may soon have to be closed for
     * what it adds.
     */
    boolean isCrowded() {
      return bytes.get() > maxBytes - maxBytes / SPARE;
    }

    /**
     * Counts an atom in place of another.
     *
     * @return false, with nothing counted, if the connection may not hold more
     */
    boolean tryReplace(@Nullable Atom old, Atom atom) {
      long change = bytesOf(atom) - (old == null ? 0 : bytesOf(old));
      if (change > 0) {
        return tryAdd(change);
      }
      change(change);
      return true;
    }

    /** Returns how many bytes the connection holds. */
    long bytes() {
      return own.get();
    }

    /** Subtracts all bytes. For the thread that ends the connection. */
    void close() {
      change(-own.get());
    }

    private long change(long change) {
      long now = own.addAndGet(change);
      bytes.addAndGet(change);
      boolean held = now - change > 0;
      if (!held && now > 0) {
        holders.incrementAndGet();
      } else if (held && now <= 0) {
        holders.decrementAndGet();
      }
      return now;
    }
  }
}
