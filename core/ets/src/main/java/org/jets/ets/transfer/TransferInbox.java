package org.jets.ets.transfer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Optional;
import java.util.function.Consumer;
import org.jets.collections.internal.sync.OverflowSafeLock;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** The inbox of an owner for messages about tables that it inherits or is given. */
public abstract sealed class TransferInbox {
  /**
   * A message to an owner that it has got a table, and its place in the queue of such messages. It
   * is made before the table passes, so that its delivery takes no memory.
   */
  public static final class Transfer {
    private final Tuple message;

    /** The message that has been delivered after this one. Guarded by the lock of its queue. */
    private @Nullable Transfer next;

    public Transfer(Tuple message) {
      this.message = message;
    }
  }

  /** Returns an inbox that keeps messages until they are polled. */
  public static TransferInbox queue() {
    return new Queue();
  }

  /** Returns an inbox that passes each message to a listener, on the thread that delivers it. */
  public static TransferInbox listener(Consumer<? super Tuple> listener) {
    return new Listener(listener);
  }

  /** Delivers a message. Allocates nothing, except in a listener. */
  public abstract void deliver(Transfer transfer);

  /** Removes and returns the oldest message; empty if there is none or there is a listener. */
  public abstract Optional<Tuple> poll();

  /** Returns whether a message has an effect even if no program has a reference to the owner. */
  public abstract boolean actsByItself();

  private static final class Listener extends TransferInbox {
    private final Consumer<? super Tuple> listener;

    Listener(Consumer<? super Tuple> listener) {
      this.listener = listener;
    }

    @Override
    public void deliver(Transfer transfer) {
      listener.accept(transfer.message);
    }

    @Override
    public Optional<Tuple> poll() {
      return Optional.empty();
    }

    @Override
    public boolean actsByItself() {
      return true;
    }
  }

  private static final class Queue extends TransferInbox {
    private final OverflowSafeLock lock = new OverflowSafeLock();

    @GuardedBy("lock") private @Nullable Transfer first;

    @GuardedBy("lock") private @Nullable Transfer last;

    @Override
    public void deliver(Transfer transfer) {
      lock.lock();
      try {
        if (last == null) {
          first = transfer;
        } else {
          last.next = transfer;
        }
        last = transfer;
      } finally {
        lock.unlock();
      }
    }

    @Override
    public Optional<Tuple> poll() {
      lock.lock();
      try {
        Transfer taken = first;
        if (taken == null) {
          return Optional.empty();
        }
        // Allocated before the message is removed, so that a lack of memory loses none.
        Optional<Tuple> message = Optional.of(taken.message);
        first = taken.next;
        if (first == null) {
          last = null;
        }
        return message;
      } finally {
        lock.unlock();
      }
    }

    @Override
    public boolean actsByItself() {
      return false;
    }
  }
}
