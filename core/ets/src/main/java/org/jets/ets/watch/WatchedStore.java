package org.jets.ets.watch;

import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import org.jets.collections.internal.sync.StackRoom;
import org.jets.ets.TableType;
import org.jets.ets.cell.CellUpdate;
import org.jets.ets.event.TableChange.Cause;
import org.jets.ets.store.Batch;
import org.jets.ets.store.ForwardingStore;
import org.jets.ets.store.SharedKey;
import org.jets.ets.store.TableStore;
import org.jets.ets.watch.ChangeListener.Change;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A store that tells a {@link ChangeListener} of each change.
 *
 * <p><b>Guarded by.</b> A writer of one key holds the key's lock over the change of the wrapped
 * store and the calls of the listener. A writer of many keys holds the locks of all keys. So no
 * other thread changes a cell between the two reads of it, before and after the change, that say
 * what has changed. All writers come through this store. The wrapped store's own locks are acquired
 * inside. A reader acquires nothing.
 *
 * <p><b>Linearization points</b> are those of the wrapped store.
 *
 * <p><b>Errors.</b> A call that fails may have had its effect nevertheless: a map can run out of
 * memory after it has linked a key. So the cells are read again after a failure as well, and a
 * difference is told. If this reading fails, the listener is told that it has missed something. No
 * error leaves a lock held.
 *
 * <p><b>Progress.</b> A writer may block on writers of other keys that share its lock.
 *
 * <p><b>Cost.</b> For each write two lookups, a lock and the listener. A batch takes all locks, and
 * does this for each of its keys.
 */
public final class WatchedStore extends ForwardingStore {
  /** Plans and makes the change of one key. */
  @FunctionalInterface
  private interface Writing {
    boolean write(Change change, @Nullable Object before);
  }

  private final ChangeListener listener;
  private final KeyLocks locks;

  public WatchedStore(TableStore store, ChangeListener listener) {
    super(store);
    this.listener = listener;
    this.locks = new KeyLocks(store.config().type() == TableType.ORDERED_SET);
  }

  /** Makes a view for one call. */
  private WatchedStore(WatchedStore watched) {
    super(watched.store);
    this.listener = watched.listener.forOneCall();
    this.locks = watched.locks;
  }

  @Override
  public TableStore forOneCall() {
    return new WatchedStore(this);
  }

  @Override
  public void endCall() {
    listener.endCall();
  }

  @Override
  public void put(Term key, Tuple object) {
    write(
        key,
        Cause.CALL,
        (change, before) -> {
          // As the store would do, so that it stores what has been planned.
          Tuple put = change.wantsPlan() ? SharedKey.in(config(), before, object) : object;
          plan(change, before, put);
          store.put(key, put);
          return true;
        });
  }

  @Override
  public boolean putIfAbsent(Term key, Tuple object) {
    return write(
        key,
        Cause.CALL,
        (change, before) -> {
          if (before == null) {
            plan(change, null, object);
          }
          return store.putIfAbsent(key, object);
        });
  }

  @Override
  public @Nullable Object remove(Term key) {
    @Nullable Object[] removed = new @Nullable Object[1];
    write(
        key,
        Cause.CALL,
        (change, before) -> {
          if (before != null) {
            plan(change, before, null);
          }
          removed[0] = store.remove(key);
          return false;
        });
    return removed[0];
  }

  @Override
  public void compute(Term key, CellUpdate update) {
    update.refuseCounter();
    write(
        key,
        update.cause(),
        (change, before) -> {
          store.compute(key, change.wantsPlan() ? planned(key, update, change) : update);
          return false;
        });
  }

  private static CellUpdate planned(Term key, CellUpdate update, Change change) {
    CellUpdate planned = new PlannedUpdate(key, update, change);
    planned.refuseCounter();
    return planned;
  }

  /** Tells the cell that a key is about to have. */
  private static void plan(Change change, @Nullable Object before, @Nullable Object after) {
    if (change.wantsPlan()) {
      change.planned(new @Nullable Object[] {before}, new @Nullable Object[] {after});
    }
  }

  /** Tells the cells that the keys of a batch are about to have, if it is to be inserted. */
  private static void plan(
      Change change, Batch batch, boolean ifAbsent, @Nullable Object[] before) {
    if (!change.wantsPlan()) {
      return;
    }
    @Nullable Object[] after = new @Nullable Object[before.length];
    for (int i = 0; i < after.length; i++) {
      if (ifAbsent && before[i] != null) {
        return;
      }
      after[i] = batch.apply(i, before[i]);
    }
    change.planned(before, after);
  }

  @Override
  public boolean insertAll(Batch batch, boolean ifAbsent) {
    while (true) {
      try {
        return tryInsertAll(batch, ifAbsent);
      } catch (RefusedChangeException e) {
        e.confirm();
      }
    }
  }

  private boolean tryInsertAll(Batch batch, boolean ifAbsent) {
    StackRoom.requireForCall();
    Change change = null;
    try {
      locks.lockAll(batch);
      try {
        @Nullable Object[] before = new @Nullable Object[batch.size()];
        for (int i = 0; i < before.length; i++) {
          before[i] = store.get(batch.key(i));
        }
        change = listener.prepare(batch.keys());
        return insertAll(change, batch, ifAbsent, before);
      } finally {
        locks.unlockAll();
        batch.unlocked();
      }
    } finally {
      if (change != null) {
        change.released();
      }
    }
  }

  private boolean insertAll(
      Change change, Batch batch, boolean ifAbsent, @Nullable Object[] before) {
    boolean isTold = false;
    try {
      boolean isWritten = false;
      try {
        plan(change, batch, ifAbsent, before);
        isWritten = store.insertAll(batch, ifAbsent);
        return isWritten;
      } finally {
        for (int i = 0; i < before.length; i++) {
          boolean isReplaced = isWritten && config().type().isSet();
          tell(change, batch.key(i), before[i], isReplaced, Cause.CALL);
        }
        isTold = true;
      }
    } finally {
      change.end(isTold);
    }
  }

  @Override
  public long clear() {
    StackRoom.requireForCall();
    Change change = null;
    try {
      locks.lockAll();
      try {
        store.sizeUpTo(0); // Fails if the store has been closed.
        change = listener.prepare(List.of());
        return clear(change);
      } finally {
        locks.unlockAll();
      }
    } finally {
      if (change != null) {
        change.released();
      }
    }
  }

  private long clear(Change change) {
    boolean isTold = false;
    try {
      boolean isCleared = false;
      try {
        long cleared = store.clear();
        isCleared = true;
        return cleared;
      } finally {
        if (isCleared || store.sizeUpTo(0) == 0) {
          change.cleared();
        }
        isTold = true;
      }
    } finally {
      change.end(isTold);
    }
  }

  @Override
  public void close() {
    try {
      locks.lockAll();
      try {
        store.close();
      } finally {
        locks.unlockAll();
      }
    } finally {
      listener.closed();
    }
  }

  @Override
  public long overheadBytes(long size) {
    return store.overheadBytes(size) + listener.bytes();
  }

  /** Calls an action with the cell of a key, while no thread changes it. */
  public void whileLocked(Term key, Consumer<@Nullable Object> action) {
    StackRoom.requireForCall();
    Lock lock = locks.of(key);
    lock.lock();
    try {
      action.accept(store.get(key));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns when all changes that a reader has seen before this call have been told. Their threads
   * hold the locks of their keys until then.
   */
  public void awaitTold() {
    locks.awaitAll();
  }

  /**
   * Writes one key.
   *
   * @param cause the reason for the change
   * @param writing returns whether it has written the key, even if that left the same cell
   */
  private boolean write(Term key, Cause cause, Writing writing) {
    while (true) {
      try {
        return tryWrite(key, cause, writing);
      } catch (RefusedChangeException e) {
        e.confirm();
      }
    }
  }

  private boolean tryWrite(Term key, Cause cause, Writing writing) {
    Change change = null;
    try {
      Lock lock = locks.of(key);
      lock.lock();
      try {
        Object before = store.get(key);
        change = listener.prepare(List.of(key), cause);
        return write(change, key, before, cause, writing);
      } finally {
        lock.unlock();
      }
    } finally {
      if (change != null) {
        change.released();
      }
    }
  }

  private boolean write(
      Change change, Term key, @Nullable Object before, Cause cause, Writing writing) {
    boolean isTold = false;
    try {
      boolean isWritten = false;
      try {
        isWritten = writing.write(change, before);
        return isWritten;
      } finally {
        tell(change, key, before, isWritten, cause);
        isTold = true;
      }
    } finally {
      change.end(isTold);
    }
  }

  /** Tells of a key's change, if there is one. */
  private void tell(
      Change change, Term key, @Nullable Object before, boolean isWritten, Cause cause) {
    Object after = store.get(key);
    if (after != before || isWritten) {
      change.changed(key, before, after, cause);
    }
  }
}
