package org.jets.ets.feed;

import java.util.concurrent.Executor;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
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
 * <p>It requests one change at a time, and none while the node of the process is behind with
 * reading messages. So changes wait, and get lost, in the bounded queue of the subscription.
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

  /** Run once, when no more messages come. */
  private final Runnable end;

  private volatile @Nullable Subscription subscription;

  /**
   * Makes one.
   *
   * @param table as the process named it
   * @param id the identifier of the subscription
   * @param isBehind returns whether the node of the process should get nothing now
   * @param later runs a task after a while
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

  /** Sends no more messages, except one that is under way. */
  public void cancel() {
    Subscription current = subscription;
    subscription = null;
    if (current != null) {
      current.cancel();
    }
  }

  @Override
  public void onSubscribe(Subscription given) {
    subscription = given;
    requestNext();
  }

  private void requestNext() {
    Subscription current = subscription;
    if (current == null) {
      return;
    }
    if (isBehind.getAsBoolean()) {
      later.execute(this::requestNext);
    } else {
      current.request(1);
    }
  }

  @Override
  public void onNext(TableChange change) {
    boolean isSent = false;
    try {
      send(event(change));
      requestNext();
      isSent = true;
    } finally {
      if (!isSent) {
        end.run(); // The subscription ends with what is thrown.
      }
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

  private void send(Term event) {
    sender.accept(Tuple.of(JETS_EVENT, table, id, event));
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
    try {
      send(Tuple.of(CLOSED, reason));
    } finally {
      end.run();
    }
  }
}
