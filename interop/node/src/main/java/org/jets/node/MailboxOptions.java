package org.jets.node;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Limits and policies of a {@link Mailbox}. Immutable.
 *
 * <p>A mailbox is full when it holds its limit of messages, or of bytes. Messages that it has not
 * asked for are then subject to the {@link Overflow}. These are messages of processes, exit signals
 * of {@code exit/2}, and exit signals by links that only the other process has asked for.
 *
 * <p>Messages that the mailbox has asked for always arrive, in addition to the capacity: the <code>
 * 'DOWN'</code> of its monitors, the <code>'EXIT'</code> of its links and {@code nodedown}. In a
 * mailbox that is full of bytes, they have the reason {@code system_limit} instead of their own.
 */
public final class MailboxOptions {
  private static final int HEAP_SHARE = 8;

  private static final MailboxOptions DEFAULTS =
      new MailboxOptions(
          1 << 20, Runtime.getRuntime().maxMemory() / HEAP_SHARE, Overflow.END, null);

  /** The treatment of a message for a full mailbox. The sender never waits. */
  public enum Overflow {
    /**
     * Ends the mailbox, as Erlang ends a process that outgrows its {@code max_heap_size}. All
     * processes that are linked with it or monitor it are told, so that none waits for an answer in
     * vain. The reason is <code>{mailbox_overflow, Capacity}</code>, or <code>{mailbox_overflow,
     * {bytes, MaxBytes}}</code>.
     */
    END,

    /** Drops the message, and counts it: {@link Mailbox#dropped}. */
    DROP
  }

  private final int capacity;
  private final long maxBytes;
  private final Overflow overflow;
  private final @Nullable Executor executor;

  private MailboxOptions(
      int capacity, long maxBytes, Overflow overflow, @Nullable Executor executor) {
    this.capacity = capacity;
    this.maxBytes = maxBytes;
    this.overflow = overflow;
    this.executor = executor;
  }

  /**
   * Returns the default options: 1,048,576 messages, an eighth of the maximum heap, and {@link
   * Overflow#END}.
   */
  public static MailboxOptions defaults() {
    return DEFAULTS;
  }

  /** Sets how many unreceived messages a mailbox holds: by default 1,048,576. */
  public MailboxOptions withCapacity(int messages) {
    OptionChecks.atLeast(1, messages, "messages");
    return new MailboxOptions(messages, maxBytes, overflow, executor);
  }

  /**
   * Sets how many bytes of the heap unreceived messages may take: by default an eighth of the
   * maximum heap. The bytes are estimated, rather too many than too few. A term that several
   * messages share counts for each.
   *
   * @param bytes 1 or more
   * @throws IllegalArgumentException if it is not
   */
  public MailboxOptions withMaxBytes(long bytes) {
    OptionChecks.atLeast(1, bytes, "bytes");
    return new MailboxOptions(capacity, bytes, overflow, executor);
  }

  /** Sets the treatment of a message for a full mailbox: by default the mailbox ends. */
  public MailboxOptions withOverflow(Overflow policy) {
    return new MailboxOptions(
        capacity, maxBytes, Objects.requireNonNull(policy, "policy"), executor);
  }

  /**
   * Sets the executor that completes the futures of a mailbox and calls its listener: by default
   * the executor of the node. The node does not close it.
   *
   * <p>An executor may run a task at once, as {@code Runnable::run} does, if callers wait for each
   * future themselves. Futures are then completed by the threads that read from connections. So no
   * dependent of such a future may block, and the mailbox must have no listener.
   */
  public MailboxOptions withExecutor(Executor callbacks) {
    return new MailboxOptions(
        capacity, maxBytes, overflow, Objects.requireNonNull(callbacks, "callbacks"));
  }

  /** Returns the limit of messages of a mailbox. */
  public int capacity() {
    return capacity;
  }

  /** Returns the limit of heap bytes of the messages of a mailbox, which are estimated. */
  public long maxBytes() {
    return maxBytes;
  }

  /** Returns the treatment of a message for a full mailbox. */
  public Overflow overflow() {
    return overflow;
  }

  /** Returns the executor for the callbacks of a mailbox; empty for the executor of the node. */
  public Optional<Executor> executor() {
    return Optional.ofNullable(executor);
  }
}
