package org.jets.node;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * How a {@link Mailbox} keeps its messages. Immutable.
 *
 * <p>A mailbox is full when it holds as many messages, or as many bytes, as it may. Messages that
 * nobody here has asked for then meet the {@link Overflow}: those that processes send, exit signals
 * of {@code exit/2}, and those by links that only the other process has asked for.
 *
 * <p>Messages that the mailbox has asked for always come: the <code>'DOWN'</code> of its monitors,
 * the <code>'EXIT'</code> of its links and {@code nodedown}. They come on top of the capacity. In a
 * mailbox that is full of bytes they have the reason {@code system_limit} instead of their own.
 */
public final class MailboxOptions {
  private static final int HEAP_SHARE = 8;

  /**
   * 1,048,576 messages, an eighth of the greatest heap, and an end of the mailbox that gets more.
   */
  public static final MailboxOptions DEFAULT =
      new MailboxOptions(
          1 << 20, Runtime.getRuntime().maxMemory() / HEAP_SHARE, Overflow.END, null);

  /** What becomes of a message for a mailbox that is full. The sender never waits. */
  public enum Overflow {
    /**
     * The mailbox ends, as a process of Erlang does that outgrows its {@code max_heap_size}. All
     * who are linked with it or monitor it hear of it, and nobody waits for an answer that will not
     * come. The reason is <code>{mailbox_overflow, Capacity}</code>, or <code>
     * {mailbox_overflow, {bytes, MaxBytes}}</code>.
     */
    END,

    /** The message is dropped, and counted: {@link Mailbox#dropped}. */
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

  /** Sets how many messages a mailbox holds that have not been received: by default 1,048,576. */
  public MailboxOptions withCapacity(int messages) {
    if (messages < 1) {
      throw new IllegalArgumentException("messages: " + messages + " (expected: >= 1)");
    }
    return new MailboxOptions(messages, maxBytes, overflow, executor);
  }

  /**
   * Sets how many bytes of the heap the messages may take that have not been received: by default
   * an eighth of the greatest heap. The bytes are estimated, rather too many than too few, and a
   * term that several messages share counts for each.
   *
   * @param bytes 1 or more
   * @throws IllegalArgumentException if it is not
   */
  public MailboxOptions withMaxBytes(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("bytes: " + bytes + " (expected: >= 1)");
    }
    return new MailboxOptions(capacity, bytes, overflow, executor);
  }

  /** Sets what becomes of a message for a mailbox that is full: by default the mailbox ends. */
  public MailboxOptions withOverflow(Overflow policy) {
    return new MailboxOptions(
        capacity, maxBytes, Objects.requireNonNull(policy, "policy"), executor);
  }

  /**
   * Sets the executor that completes the futures of a mailbox and calls its listener: by default
   * the executor of the node. The node does not close it.
   *
   * <p>An executor may run a task at once, as {@code Runnable::run} does, for callers that wait for
   * each future themselves. Futures are then completed by the threads that read from connections:
   * whatever depends on such a future must not block, and the mailbox must have no listener.
   */
  public MailboxOptions withExecutor(Executor callbacks) {
    return new MailboxOptions(
        capacity, maxBytes, overflow, Objects.requireNonNull(callbacks, "callbacks"));
  }

  /** Returns how many messages a mailbox holds. */
  public int capacity() {
    return capacity;
  }

  /** Returns about how many bytes of the heap the messages of a mailbox may take. */
  public long maxBytes() {
    return maxBytes;
  }

  /** Returns what becomes of a message for a mailbox that is full. */
  public Overflow overflow() {
    return overflow;
  }

  /** Returns the executor for the callbacks of a mailbox; empty if it is that of the node. */
  public Optional<Executor> executor() {
    return Optional.ofNullable(executor);
  }
}
