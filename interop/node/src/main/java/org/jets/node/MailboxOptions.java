package org.jets.node;

import java.util.Objects;

/** How a {@link Mailbox} keeps its messages. Immutable. */
public final class MailboxOptions {
  /** 1,048,576 messages, and an end of the mailbox that gets more. */
  public static final MailboxOptions DEFAULT = new MailboxOptions(1 << 20, Overflow.END);

  /** What becomes of a message for a mailbox that is full. The sender never waits. */
  public enum Overflow {
    /**
     * The mailbox ends, with the reason <code>{mailbox_overflow, Capacity}</code>, as a process of
     * Erlang does that outgrows its {@code max_heap_size}: all who are linked with it or monitor it
     * hear of it, and nobody waits for an answer that will not come.
     */
    END,

    /** The message is dropped, and counted: {@link Mailbox#dropped}. */
    DROP
  }

  private final int capacity;
  private final Overflow overflow;

  private MailboxOptions(int capacity, Overflow overflow) {
    this.capacity = capacity;
    this.overflow = overflow;
  }

  /**
   * Sets how many messages a mailbox holds that have not been received. What it has asked for by a
   * link or a monitor comes on top, and is never refused.
   */
  public MailboxOptions withCapacity(int messages) {
    if (messages < 1) {
      throw new IllegalArgumentException("messages: " + messages + " (expected: >= 1)");
    }
    return new MailboxOptions(messages, overflow);
  }

  /** Sets what becomes of a message for a mailbox that is full. */
  public MailboxOptions withOverflow(Overflow policy) {
    return new MailboxOptions(capacity, Objects.requireNonNull(policy, "policy"));
  }

  /** Returns how many messages a mailbox holds. */
  public int capacity() {
    return capacity;
  }

  /** Returns what becomes of a message for a mailbox that is full. */
  public Overflow overflow() {
    return overflow;
  }
}
