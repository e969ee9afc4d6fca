package org.jets.ets;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jets.ets.event.TableChange;
import org.jspecify.annotations.Nullable;

/** A subscriber that keeps what it gets. */
final class ChangeRecorder implements Flow.Subscriber<TableChange> {
  private static final long PATIENCE_SECONDS = 60;

  final List<TableChange> changes = new CopyOnWriteArrayList<>();

  /** Completed by the last signal. */
  final CompletableFuture<Boolean> end = new CompletableFuture<>();

  private final long requested;
  private final Consumer<TableChange> action;
  private volatile Flow.@Nullable Subscription subscription;

  /** Makes one that requests all changes. */
  ChangeRecorder() {
    this(Long.MAX_VALUE, change -> {});
  }

  /**
   * Makes one.
   *
   * @param requested the number of changes that it requests at once; 0 for none
   * @param action run for each change
   */
  ChangeRecorder(long requested, Consumer<TableChange> action) {
    this.requested = requested;
    this.action = action;
  }

  Flow.Subscription subscription() {
    Flow.Subscription current = subscription;
    if (current == null) {
      throw new IllegalStateException("not subscribed");
    }
    return current;
  }

  void awaitEnd() throws Exception {
    end.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    if (requested > 0) {
      given.request(requested);
    }
  }

  @Override
  public void onNext(TableChange change) {
    changes.add(change);
    action.accept(change);
  }

  @Override
  public void onError(Throwable error) {
    end.completeExceptionally(error);
  }

  @Override
  public void onComplete() {
    end.complete(true);
  }
}
