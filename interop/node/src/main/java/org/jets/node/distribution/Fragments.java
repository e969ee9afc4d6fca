package org.jets.node.distribution;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jets.terms.Atom;
import org.jspecify.annotations.Nullable;

/**
 * Messages of which not all fragments have arrived. Bounded in their number, in the bytes of each,
 * and in the bytes of all, of the connection and of the node. Each has to make progress.
 *
 * <p>For one thread.
 */
final class Fragments {
  /** The number of times that messages are looked at in the time that they have for progress. */
  private static final int CHECKS = 8;

  private final int maxMessages;
  private final int maxMessageBytes;
  private final long maxBytes;
  private final long progressNanos;
  private final ReceiveBudget.Account account;
  private final Map<Long, Partial> partials = new HashMap<>();

  /** The number of bytes that all incomplete messages take. */
  private long bytes;

  /** How long the reader had waited for input when this was told so last. */
  private long waitedNanos;

  private long checkedNanos;

  /**
   * @param account counts the bytes of the connection
   */
  Fragments(DistributionOptions options, ReceiveBudget.Account account) {
    this.account = account;
    this.maxMessages = options.maxFragmentedMessages;
    this.maxMessageBytes = options.maxMessageBytes;
    this.maxBytes = options.maxFragmentedBytes;
    this.progressNanos = TimeUnit.NANOSECONDS.convert(options.messageProgress);
  }

  /**
   * Takes the first fragment of a message.
   *
   * @param sequence the number that all fragments of the message share
   * @param count the number of fragments of the message, unsigned
   * @param atoms the atoms that the message refers to by number
   * @return the message, if this is all of it
   */
  @Nullable Partial begin(long sequence, long count, List<Atom> atoms, ByteBuffer data)
      throws ProtocolException {
    if (count == 0) {
      throw new ProtocolException("a first fragment of none");
    }
    if (partials.size() == maxMessages) {
      throw new ProtocolException(
          "fragments of more than "
              + maxMessages
              + " messages (--max-fragments, withMaxFragments)");
    }
    Partial partial = new Partial(atoms, count, waitedNanos);
    if (partials.containsKey(sequence)) {
      throw new ProtocolException("two first fragments of one message");
    }
    hold(partial.entryBytes);
    partials.put(sequence, partial);
    return append(sequence, partial, count, data);
  }

  /**
   * Takes another fragment.
   *
   * @param number counts down to 1
   * @return the message, if this completes it
   */
  @Nullable Partial add(long sequence, long number, ByteBuffer data) throws ProtocolException {
    Partial partial = partials.get(sequence);
    if (partial == null) {
      throw new ProtocolException("a fragment without the first of its message");
    }
    return append(sequence, partial, number, data);
  }

  /**
   * Checks that the incomplete messages make progress, at intervals. To be called after each frame.
   *
   * @param nowNanos how long the reader has waited for input in all
   */
  void check(long nowNanos) throws ProtocolException {
    waitedNanos = nowNanos;
    if (nowNanos - checkedNanos < progressNanos / CHECKS) {
      return;
    }
    checkedNanos = nowNanos;
    for (Partial partial : partials.values()) {
      partial.progress.check(nowNanos, partial.size, partial.bytes.length, progressNanos);
    }
  }

  /** Drops all incomplete messages. */
  void release() {
    partials.clear();
    drop(bytes);
  }

  /** Counts bytes that are about to be allocated. */
  private void hold(long count) throws ProtocolException {
    if (bytes + count > maxBytes) {
      throw new ProtocolException(
          "incomplete messages of more than "
              + maxBytes
              + " bytes (--max-fragments, withMaxFragments)");
    }
    account.add(count);
    bytes += count;
  }

  private void drop(long count) {
    bytes -= count;
    account.remove(count);
  }

  private @Nullable Partial append(long sequence, Partial partial, long number, ByteBuffer data)
      throws ProtocolException {
    if (number != partial.next) {
      throw new ProtocolException("fragments in the wrong order");
    }
    if (data.remaining() > maxMessageBytes - partial.size) {
      throw new ProtocolException(
          "a message of more than "
              + maxMessageBytes
              + " bytes (--max-message-bytes, withMaxMessageBytes)");
    }
    int grown = partial.lengthFor(data.remaining(), maxMessageBytes);
    hold(grown - partial.bytes.length);
    partial.append(data, grown);
    if (--partial.next > 0 || partial.next < 0) {
      return null;
    }
    partials.remove(sequence);
    drop(partial.entryBytes + partial.bytes.length);
    partial.trim();
    return partial;
  }

  /**
   * The part of a message that has arrived. Its array grows fourfold, so that little is copied. It
   * never grows beyond the expected size, which assumes that no later fragment is longer than the
   * longest yet.
   */
  static final class Partial {
    private static final int GROWTH = 4;

    /** About how many bytes an empty part takes in the map. */
    private static final int ENTRY_BYTES = 256;

    /** The divisor for the part of an array that may be empty when the message is complete. */
    private static final int MOST_EMPTY = 16;

    final List<Atom> atoms;

    /** The bytes; the first {@link #size} are filled. */
    byte[] bytes = new byte[0];

    int size;

    /** About how many bytes this takes, without the bytes of the message. */
    private final long entryBytes;

    /** The number of the fragment that comes next, unsigned. */
    private long next;

    private int longest;
    private final MessageProgress progress;

    Partial(List<Atom> atoms, long count, long waitedNanos) {
      this.progress = new MessageProgress(waitedNanos);
      this.atoms = atoms;
      this.next = count;
      this.entryBytes = ENTRY_BYTES + atoms.stream().mapToLong(ReceiveBudget::bytesOf).sum();
    }

    /** Returns the length of the array once it has room for a number of bytes more. */
    private int lengthFor(int length, int most) {
      longest = Math.max(longest, length);
      if (length <= bytes.length - size) {
        return bytes.length;
      }
      int grown = (int) Math.min((long) GROWTH * bytes.length, Math.min(expected(), most));
      return Math.max(grown, size + length);
    }

    private void append(ByteBuffer data, int grown) {
      int length = data.remaining();
      if (grown > bytes.length) {
        bytes = Arrays.copyOf(bytes, grown);
      }
      data.get(bytes, size, length);
      size += length;
    }

    /** Copies the bytes if much of the array is unused: a binary in them may retain all of it. */
    private void trim() {
      if (bytes.length - size > bytes.length / MOST_EMPTY) {
        bytes = Arrays.copyOf(bytes, size);
      }
    }

    /** The number of bytes of the message if no fragment is longer than the longest yet. */
    private long expected() {
      long count = next < 0 || next > Integer.MAX_VALUE ? Integer.MAX_VALUE : next;
      return size + count * longest;
    }
  }
}
