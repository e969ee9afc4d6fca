package org.jets.ets.feed;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jets.collections.internal.sync.OverflowSafeLock;
import org.jets.ets.event.TableChange;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A subscriber that sends each change to a process, as <code>{jets_event, Table, Subscription,
 * Event}</code>. An event is <code>{inserted | replaced | deleted, Key, Before, After}</code>,
 * {@code cleared} or <code>{lost, Number}</code>. The last one is <code>{closed, Reason}</code>.
 *
 * <p>It requests one change at a time. While the node of the process is behind with reading
 * messages, it keeps this one, and the others wait in the bounded queue of the subscription, where
 * they get lost.
 *
 * <p><b>Guarded by.</b> The fields that change are guarded by {@link #lock}, inside which nothing
 * else is called. One thread at a time sends.
 */
public final class ChangeMessages implements Subscriber<TableChange> {
  private static final Atom JETS_EVENT = Atom.of("jets_event");
  private static final Atom INSERTED = Atom.of("inserted");
  private static final Atom REPLACED = Atom.of("replaced");
  private static final Atom DELETED = Atom.of("deleted");
  private static final Atom CLEARED = Atom.of("cleared");
  private static final Atom LOST = Atom.of("lost");
  private static final Atom CLOSED = Atom.of("closed");
  private static final Atom ACCESS = Atom.of("access");

  private final Term table;
  private final Reference id;
  private final Consumer<Tuple> sender;
  private final BooleanSupplier isBehind;
  private final Executor later;

  /** Run once or more often, when no more messages come. */
  private final Runnable end;

  private final OverflowSafeLock lock = new OverflowSafeLock();

  /** Null before {@link #onSubscribe}. */
  @GuardedBy("lock") private @Nullable Subscription subscription;

  /** The change to send next, or null. */
  @GuardedBy("lock") private @Nullable TableChange change;

  /** The reason to send when there is no change to send; null while the subscription lasts. */
  @GuardedBy("lock") private @Nullable Atom closed;

  /** True while a thread sends, or a task waits to do so. */
  @GuardedBy("lock") private boolean isSending;

  @GuardedBy("lock") private boolean isCancelled;

  /**
   * Makes one.
   *
   * @param table as the process named it
   * @param id the identifier of the subscription
   * @param isBehind returns whether the node of the process should get nothing now
   * @param later runs a task after a while
   * @param end run when no more messages come; it does nothing when it is run again
   */
  public ChangeMessages(
      Term table,
      Reference id,
      Consumer<Tuple> sender,
      BooleanSupplier isBehind,
      Executor later,
      Runnable end) {
    this.table = table;
    this.id = id;
    this.sender = sender;
    this.isBehind = isBehind;
    this.later = later;
    this.end = end;
  }

  /** Sends no more messages, except one that is under way. Also before the subscription begins. */
  public void cancel() {
    Subscription current;
    lock.lock();
    try {
      isCancelled = true;
      change = null;
      current = subscription;
      subscription = null;
    } finally {
      lock.unlock();
    }
    if (current != null) {
      current.cancel();
    }
  }

  @Override
  public void onSubscribe(Subscription given) {
    boolean isOver;
    lock.lock();
    try {
      subscription = given;
      isOver = isCancelled;
    } finally {
      lock.unlock();
    }
    if (isOver) {
      given.cancel();
    } else {
      given.request(1);
    }
  }

  @Override
  public void onNext(TableChange next) {
    lock.lock();
    try {
      change = next;
    } finally {
      lock.unlock();
    }
    sendWaiting();
  }

  @Override
  public void onError(Throwable error) {
    close(ACCESS);
  }

  @Override
  public void onComplete() {
    close(DELETED);
  }

  private void close(Atom reason) {
    lock.lock();
    try {
      closed = reason;
    } finally {
      lock.unlock();
    }
    sendWaiting();
  }

  /** Sends what there is to send, now or later, unless a thread does so already. */
  private void sendWaiting() {
    if (begin()) {
      sendOrDefer();
    }
  }

  private void sendOrDefer() {
    boolean isDone = false;
    try {
      sendAll();
      isDone = true;
    } finally {
      if (!isDone) {
        abandon();
      }
    }
  }

  /** Ends the subscription after an error, without a last message. */
  void abandon() {
    cancel();
    end.run();
  }

  private void sendAll() {
    while (hasEvent()) {
      if (isBehind.getAsBoolean()) {
        later.execute(this::sendOrDefer);
        return;
      }
      Term event = poll();
      if (event == null) {
        return;
      }
      sender.accept(Tuple.of(JETS_EVENT, table, id, event));
      requestOrEnd();
    }
  }

  private boolean begin() {
    lock.lock();
    try {
      boolean isIdle = !isSending;
      isSending = true;
      return isIdle;
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether there is something to send. If not, this thread does not send any more. */
  private boolean hasEvent() {
    lock.lock();
    try {
      isSending = !isCancelled && (change != null || closed != null);
      return isSending;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the next event. Null if there is none, and then this thread does not send any more. */
  private @Nullable Term poll() {
    TableChange next;
    Atom reason;
    lock.lock();
    try {
      next = change;
      reason = closed;
      isSending = !isCancelled && (next != null || reason != null);
      if (!isSending) {
        return null;
      }
      change = null;
      if (next == null) {
        isCancelled = true;
      }
    } finally {
      lock.unlock();
    }
    if (next != null) {
      return event(next);
    }
    return reason == null ? null : Tuple.of(CLOSED, reason);
  }

  /** Requests the next change, or ends this after the last event. */
  private void requestOrEnd() {
    Subscription current;
    lock.lock();
    try {
      current = isCancelled ? null : subscription;
    } finally {
      lock.unlock();
    }
    if (current == null) {
      end.run();
    } else {
      current.request(1);
    }
  }

  private static Term event(TableChange change) {
    return switch (change.kind()) {
      case INSERTED -> ofKey(INSERTED, change);
      case REPLACED -> ofKey(REPLACED, change);
      case DELETED -> ofKey(DELETED, change);
      case CLEARED -> CLEARED;
      case LOST -> Tuple.of(LOST, IntegerTerm.of(change.lost()));
    };
  }

  private static Tuple ofKey(Atom kind, TableChange change) {
    Term key = change.key();
    if (key == null) {
      throw new IllegalArgumentException("key: null (expected: that of the change)");
    }
    return Tuple.of(kind, key, ListTerm.of(change.before()), ListTerm.of(change.after()));
  }
}
