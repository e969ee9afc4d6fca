package org.jets.ets.feed;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Flow.Subscriber;
import java.util.function.Predicate;
import org.jets.collections.internal.sync.OverflowSafeLock;
import org.jets.ets.EtsException;
import org.jets.ets.TableType;
import org.jets.ets.event.ChangeOptions;
import org.jets.ets.event.TableChange;
import org.jets.ets.event.TableChange.Cause;
import org.jets.ets.store.StoreConfig;
import org.jets.ets.watch.ChangeListener;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions to the changes of a table. As the listener of its store it puts each change
 * into the queues of those that it concerns.
 *
 * <p><b>Guarded by.</b> A change gets its number and enters all queues under {@link #order}, which
 * is acquired inside the locks of the store. So each queue has the changes in the order of their
 * numbers, and those of a batch follow each other. The lock of each {@linkplain ChangeSubscription
 * subscription} is acquired inside. Subscribers are called with none of these locks.
 *
 * <p>{@code subscriptions} and {@code isClosed} are written under {@link #order}, and are volatile.
 *
 * <p><b>Cost.</b> Without subscriptions: one volatile read for each change. With some: an object
 * for each changed key, one lock for each call, and one for each subscription.
 */
public final class ChangeFeed implements ChangeListener {
  private static final ChangeSubscription[] NONE = {};

  private final StoreConfig config;
  private final OverflowSafeLock order = new OverflowSafeLock();

  @GuardedBy("order") private long sequence;

  private volatile ChangeSubscription[] subscriptions = NONE;
  private volatile boolean isClosed;

  public ChangeFeed(StoreConfig config) {
    this.config = config;
  }

  StoreConfig config() {
    return config;
  }

  /**
   * Adds a subscriber, and calls its {@code onSubscribe} before this returns.
   *
   * @param check throws an {@link EtsException} while the subscriber may not read the table
   * @param awaitTold returns when writers that began before have told of their changes, so that the
   *     subscriber does not read the table before a change that it is not told
   */
  public void subscribe(
      Subscriber<? super TableChange> subscriber,
      ChangeOptions options,
      Runnable check,
      Runnable awaitTold) {
    Predicate<Term> keys = watchedKeys(options);
    ChangeSubscription added = new ChangeSubscription(this, subscriber, keys, options, check);
    if (added.isAllowed()) {
      add(added);
      boolean isSettled = false;
      try {
        awaitTold.run();
        isSettled = true;
      } finally {
        if (!isSettled) {
          added.cancel();
        }
      }
    }
    added.start(subscriber);
  }

  private Predicate<Term> watchedKeys(ChangeOptions options) {
    Predicate<Term> all = key -> true;
    Predicate<Term> inRange =
        options.range().<Predicate<Term>>map(range -> range::contains).orElse(all);
    Predicate<Term> named =
        options.keys().<Predicate<Term>>map(keys -> setOf(keys)::contains).orElse(all);
    return inRange.and(named);
  }

  private Set<Term> setOf(List<Term> keys) {
    Set<Term> set =
        config.type() == TableType.ORDERED_SET
            ? new TreeSet<>(TermOrder.STANDARD)
            : new HashSet<>();
    set.addAll(keys);
    return set;
  }

  private void add(ChangeSubscription added) {
    removeEnded();
    order.lock();
    try {
      ChangeSubscription[] current = subscriptions;
      ChangeSubscription[] longer = Arrays.copyOf(current, current.length + 1);
      longer[current.length] = added;
      if (isClosed) {
        added.complete();
      } else {
        subscriptions = longer;
      }
    } finally {
      order.unlock();
    }
  }

  /**
   * Removes the subscriptions that have ended. If memory runs out they stay until the next call.
   * They take no changes meanwhile.
   */
  void removeEnded() {
    order.lock();
    try {
      ChangeSubscription[] current = subscriptions;
      int left = 0;
      for (ChangeSubscription each : current) {
        left += each.hasEnded() ? 0 : 1;
      }
      if (left == current.length) {
        return;
      }
      ChangeSubscription[] shorter = new ChangeSubscription[left];
      int next = 0;
      for (ChangeSubscription each : current) {
        // One may have ended since the count, and none has begun.
        if (next < left && !each.hasEnded()) {
          shorter[next++] = each;
        }
      }
      subscriptions = next == left ? shorter : Arrays.copyOf(shorter, next);
    } catch (OutOfMemoryError e) {
      // The next subscription that begins or ends removes them.
    } finally {
      order.unlock();
    }
  }

  @Override
  public Change prepare(List<Term> keys) {
    ChangeSubscription[] current = subscriptions;
    return current.length == 0 ? Change.IGNORED : new Watched(current, allowed(current), keys);
  }

  /** Returns the subscriptions that may see the table. Ends the others. */
  private static ChangeSubscription[] allowed(ChangeSubscription[] current) {
    boolean areAll = true;
    for (ChangeSubscription each : current) {
      areAll &= each.isAllowed();
    }
    return areAll
        ? current
        : Arrays.stream(current)
            .filter(ChangeSubscription::isAllowed)
            .toArray(ChangeSubscription[]::new);
  }

  @Override
  public void closed() {
    ChangeSubscription[] left;
    order.lock();
    try {
      isClosed = true;
      left = subscriptions;
      subscriptions = NONE;
      for (ChangeSubscription each : left) {
        each.complete();
      }
    } finally {
      order.unlock();
    }
    for (ChangeSubscription each : left) {
      each.wake();
    }
  }

  /** Numbers the changes of a call and puts them into the queues. */
  private void enqueue(@Nullable ToldChange[] changes, boolean isComplete) {
    for (ToldChange change : changes) {
      if (change != null && change.isMade()) {
        change.measure();
      }
    }
    order.lock();
    try {
      for (ToldChange change : changes) {
        if (change != null && (change.isMade() || !isComplete)) {
          change.setSequence(++sequence);
          change.offer();
        }
      }
    } finally {
      order.unlock();
    }
  }

  /** A call while there are subscriptions. */
  private final class Watched implements Change {
    /** All subscriptions, some of which may have to be told that they have ended. */
    private final ChangeSubscription[] all;

    private final ChangeSubscription[] allowed;
    private final List<Term> keys;

    /** The changes by key, or that of all keys; null for one that concerns no subscription. */
    private final @Nullable ToldChange[] changes;

    /** The number of the key that may be told next. */
    private int next;

    Watched(ChangeSubscription[] all, ChangeSubscription[] allowed, List<Term> keys) {
      this.all = all;
      this.allowed = allowed;
      this.keys = keys;
      this.changes = new @Nullable ToldChange[Math.max(1, keys.size())];
      if (keys.isEmpty()) {
        changes[0] = new ToldChange(allowed);
      }
      for (int i = 0; i < keys.size(); i++) {
        ChangeSubscription[] receivers = receivers(keys.get(i));
        changes[i] = receivers.length == 0 ? null : new ToldChange(receivers);
      }
    }

    private ChangeSubscription[] receivers(Term key) {
      boolean areAll = true;
      for (ChangeSubscription each : allowed) {
        areAll &= each.isOf(key);
      }
      return areAll
          ? allowed
          : Arrays.stream(allowed)
              .filter(each -> each.isOf(key))
              .toArray(ChangeSubscription[]::new);
    }

    @Override
    public void changed(Term key, @Nullable Object before, @Nullable Object after) {
      changed(key, before, after, Cause.CALL);
    }

    @Override
    public void changed(Term key, @Nullable Object before, @Nullable Object after, Cause cause) {
      while (keys.get(next) != key) {
        next++;
      }
      ToldChange change = changes[next++];
      if (change != null) {
        change.make(before, after, cause);
      }
    }

    @Override
    public void cleared() {
      ToldChange change = changes[0];
      if (change != null) {
        change.make(null, null, Cause.CALL);
      }
    }

    @Override
    public void end(boolean isComplete) {
      enqueue(changes, isComplete);
    }

    @Override
    public void released() {
      for (ChangeSubscription each : all) {
        each.wake();
      }
    }
  }
}
