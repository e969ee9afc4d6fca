package org.jets.node;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.jets.node.process.LocalProcess;
import org.jets.node.process.ProcessTable;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** The process behind a {@link Mailbox}: takes messages, but answers to its own calls, and ends. */
final class MailboxProcess extends LocalProcess {
  private static final Atom MAILBOX_OVERFLOW = Atom.of("mailbox_overflow");

  private final OutgoingCalls calls;
  private final MailboxOptions options;
  private final Executor executor;
  private final MessageQueue queue;
  private final AtomicLong dropped = new AtomicLong();
  private final CompletableFuture<Term> exited = new CompletableFuture<>();

  MailboxProcess(
      ProcessTable table, OutgoingCalls calls, MailboxOptions options, Executor executor) {
    super(table);
    this.calls = calls;
    this.options = options;
    this.executor = executor;
    this.queue = new MessageQueue(options.capacity(), executor);
  }

  MessageQueue queue() {
    return queue;
  }

  long dropped() {
    return dropped.get();
  }

  CompletableFuture<Term> exited() {
    return exited;
  }

  @Override
  protected void deliver(Term message) {
    if (calls.takes(message) || queue.offer(message)) {
      return;
    }
    if (options.overflow() == MailboxOptions.Overflow.DROP) {
      dropped.incrementAndGet();
    } else {
      end(Tuple.of(MAILBOX_OVERFLOW, IntegerTerm.of(options.capacity())), false);
    }
  }

  @Override
  protected void deliverSignal(Term message) {
    queue.add(message);
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
