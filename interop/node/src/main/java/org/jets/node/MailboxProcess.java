package org.jets.node;

import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.jets.node.calls.OutgoingCalls;
import org.jets.node.distribution.RateLimitedLog;
import org.jets.node.process.ExitReason;
import org.jets.node.process.LocalProcess;
import org.jets.node.process.ProcessTable;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** The process behind a {@link Mailbox}: takes messages, except answers to its own calls. */
final class MailboxProcess extends LocalProcess {
  private static final Atom MAILBOX_OVERFLOW = Atom.of("mailbox_overflow");

  /** The arity of the other message that a mailbox asks for, which is small. */
  private static final int NODEDOWN_ARITY = 2;

  private static final Atom JAVA_EXCEPTION = Atom.of("java_exception");
  private static final Atom BYTES = Atom.of("bytes");

  private final OutgoingCalls calls;
  private final MailboxOptions options;
  private final Executor executor;
  private final RateLimitedLog log;
  private final MessageQueue queue;
  private final AtomicLong dropped = new AtomicLong();
  private final CompletableFuture<Term> exited = new CompletableFuture<>();

  MailboxProcess(
      ProcessTable table,
      OutgoingCalls calls,
      MailboxOptions options,
      Executor executor,
      RateLimitedLog log) {
    super(table);
    this.calls = calls;
    this.options = options;
    this.executor = executor;
    this.log = log;
    this.queue = new MessageQueue(options.capacity(), options.maxBytes(), executor);
  }

  MessageQueue queue() {
    return queue;
  }

  long dropped() {
    return dropped.get();
  }

  /** Ends the mailbox after its listener has failed. */
  void listenerFailed(RuntimeException e) {
    log.log(
        RateLimitedLog.Kind.LISTENER,
        Level.WARNING,
        "the listener of mailbox " + pid() + " failed",
        e);
    end(Tuple.of(JAVA_EXCEPTION, Binary.of(e.toString())), true);
  }

  CompletableFuture<Term> exited() {
    return exited;
  }

  @Override
  protected void deliver(Term message) {
    if (calls.takes(message)) {
      return;
    }
    MessageQueue.Outcome outcome = queue.offer(message);
    if (outcome == MessageQueue.Outcome.ADDED) {
      return;
    }
    if (options.overflow() == MailboxOptions.Overflow.DROP) {
      dropped.incrementAndGet();
    } else {
      Term bound =
          outcome == MessageQueue.Outcome.TOO_MANY_MESSAGES
              ? IntegerTerm.of(options.capacity())
              : Tuple.of(BYTES, IntegerTerm.of(options.maxBytes()));
      end(Tuple.of(MAILBOX_OVERFLOW, bound), false);
    }
  }

  /**
   * Adds a message that this process has asked for. If there is no room for its bytes, its reason
   * is a short one.
   */
  @Override
  protected void deliverSignal(Term message) {
    if (!queue.addWithin(message)) {
      queue.add(withShortReason((Tuple) message));
    }
  }

  /**
   * Replaces the reason, which is the last element of {@code 'EXIT'} and {@code 'DOWN'}. The other
   * elements are small.
   */
  private static Tuple withShortReason(Tuple message) {
    if (message.arity() == NODEDOWN_ARITY) {
      return message;
    }
    return message.with(message.arity(), ExitReason.SYSTEM_LIMIT);
  }

  @Override
  protected void ended(Term reason) {
    queue.close(() -> new MailboxClosedException(pid(), reason));
    try {
      executor.execute(() -> exited.complete(reason));
    } catch (RejectedExecutionException e) {
      // The node is being closed.
      exited.complete(reason);
    }
  }
}
