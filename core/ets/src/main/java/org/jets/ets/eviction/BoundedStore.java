package org.jets.ets.eviction;

import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jets.collections.internal.sync.SharedLock;
import org.jets.collections.internal.sync.StackRoom;
import org.jets.ets.KeyRange;
import org.jets.ets.cell.CellBytes;
import org.jets.ets.cell.CellCopy;
import org.jets.ets.cell.CellRemoval;
import org.jets.ets.cell.CellUpdate;
import org.jets.ets.cell.HeldCell;
import org.jets.ets.cell.ObjectList;
import org.jets.ets.cell.RemovalListener;
import org.jets.ets.limit.Bounds;
import org.jets.ets.limit.LimitRemovals;
import org.jets.ets.store.Batch;
import org.jets.ets.store.CellCursor;
import org.jets.ets.store.ComparedInsert;
import org.jets.ets.store.Direction;
import org.jets.ets.store.ForwardingStore;
import org.jets.ets.store.ObjectSpliterator;
import org.jets.ets.store.ObjectUpdate;
import org.jets.ets.store.TableStore;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A store that evicts keys when it has more objects or bytes than allowed. The wrapped store holds
 * a {@link RankedCell} under each key. A store around this one may have cells of a form of its own.
 *
 * <p><b>Semantics.</b> A write takes effect first. Then its thread evicts keys until the bounds
 * hold again: each with all its objects, as a change of its own. That goes through the wrapped
 * store, so that a listener of its changes learns of it, once, and a fixed table remembers the key.
 * So while n threads write, there is too much by what these n writes have added, at most. When they
 * have returned, the bounds hold.
 *
 * <p><b>Linearization points</b> are those of the wrapped store. An eviction removes a key that
 * still has the cell which the policy has chosen, and otherwise does nothing.
 *
 * <p><b>Errors.</b> A call that fails leaves the table as the wrapped store does. If the cell of a
 * failed write is in the map nevertheless, it is linked. An eviction that fails does not fail the
 * write that it follows. But after such a failure, and after a failed write, the next write that
 * only adds begins with evictions, and fails with them, before it changes anything. So the excess
 * does not grow.
 *
 * <p><b>Guarded by.</b> A writer of one key shares {@link #many} until the policy knows the change,
 * a writer of many keys has it alone. So {@link #insertAll} knows the cells that it replaces, and
 * {@link #clear} never meets a change that the policy does not know. An eviction needs no lock: it
 * can only remove the very cell that the policy has chosen.
 *
 * <p><b>Progress.</b> A read waits for no thread. A write waits for those of many keys, and takes
 * the lock of the {@linkplain EvictionPolicy policy} for a few steps after its change.
 *
 * <p><b>Cost.</b> For each key one object beside the object, and the counters of the policy. A
 * write is a {@code compute}. With a bound of bytes each new object is measured.
 */
public final class BoundedStore extends ForwardingStore {
  private final EvictionPolicy policy;
  private final CellRanks ranks;
  private final LimitRemovals removals = new LimitRemovals();
  private final Function<Reference, TableStore> newPlainStore;

  /** Shared by writers of one key; a writer of many has it alone. */
  private final SharedLock many = new SharedLock();

  /** Takes each evicted cell, for a store around this one. */
  private volatile Consumer<Object> evicted = cell -> {};

  private volatile RemovalListener removalListener = RemovalListener.IGNORED;

  /** True after an eviction has failed, or a write that may have been made all the same. */
  private volatile boolean hasFailed;

  /** True while the map may have cells that the policy does not know. */
  private volatile boolean hasUnlinked;

  /**
   * Makes the store.
   *
   * @param store an empty store
   * @param newPlainStore makes an empty store of the same kind for another table
   */
  public BoundedStore(
      TableStore store, Bounds bounds, Function<Reference, TableStore> newPlainStore) {
    super(store);
    this.policy = new EvictionPolicy(bounds);
    this.ranks = new CellRanks(store.config(), store.cellBytes(), policy.countsBytes());
    this.newPlainStore = newPlainStore;
  }

  /** Sets what is called with each evicted cell, before other threads can use this. */
  public void onEviction(Consumer<Object> action) {
    evicted = action;
  }

  /** Sets what learns of evictions, before other threads can use this. */
  public void onRemoval(RemovalListener listener) {
    removalListener = listener;
  }

  EvictionPolicy policy() {
    return policy;
  }

  @Override
  public long overheadBytes(long size) {
    return store.overheadBytes(size) + policy.ownBytes();
  }

  @Override
  public LimitRemovals removals() {
    return removals;
  }

  @Override
  public CellBytes cellBytes() {
    return store.cellBytes().withAdded(RankedCell.BYTES);
  }

  // Reads

  @Override
  public @Nullable Object get(Term key) {
    RankedCell held = held(key);
    if (held == null) {
      return null;
    }
    policy.read(held);
    return held.cell();
  }

  @Override
  public @Nullable Object peek(Term key) {
    return plain(held(key));
  }

  private @Nullable RankedCell held(Term key) {
    return (RankedCell) store.get(key);
  }

  private static @Nullable Object plain(@Nullable Object held) {
    return held == null ? null : ((HeldCell) held).cell();
  }

  private static Map.@Nullable Entry<Term, Object> plain(Map.@Nullable Entry<Term, Object> held) {
    return held == null ? null : Map.entry(held.getKey(), ((HeldCell) held.getValue()).cell());
  }

  @Override
  public Spliterator<Tuple> objects() {
    return objects(store.objects(), this::cellSpliterator);
  }

  @Override
  public Spliterator<Tuple> objects(KeyRange range) {
    return objects(store.objects(range), () -> cellSpliterator(range));
  }

  private static Spliterator<Tuple> objects(
      Spliterator<Tuple> all, Supplier<Spliterator<Object>> cells) {
    return new ObjectSpliterator(
        cells,
        all.characteristics(),
        all.hasCharacteristics(Spliterator.SORTED) ? all.getComparator() : null);
  }

  @Override
  public Spliterator<Object> cellSpliterator() {
    return new PlainCells(store.cellSpliterator());
  }

  @Override
  public Spliterator<Object> cellSpliterator(KeyRange range) {
    return new PlainCells(store.cellSpliterator(range));
  }

  @Override
  public void forEachCell(Consumer<Object> action) {
    store.forEachCell(cell -> action.accept(((HeldCell) cell).cell()));
  }

  @Override
  public @Nullable Object firstCell() {
    return plain(store.firstCell());
  }

  @Override
  public @Nullable Object lastCell() {
    return plain(store.lastCell());
  }

  @Override
  public @Nullable Object cellAfter(Term key) {
    return plain(store.cellAfter(key));
  }

  @Override
  public @Nullable Object cellBefore(Term key) {
    return plain(store.cellBefore(key));
  }

  @Override
  public Map.@Nullable Entry<Term, Object> mappingAfter(Term key) {
    return plain(store.mappingAfter(key));
  }

  @Override
  public Map.@Nullable Entry<Term, Object> mappingBefore(Term key) {
    return plain(store.mappingBefore(key));
  }

  @Override
  public CellCursor cells(Direction direction) {
    return new PlainCursor(store.cells(direction), store);
  }

  @Override
  public CellCursor cells(KeyRange range, Direction direction) {
    return new PlainCursor(store.cells(range, direction), store);
  }

  @Override
  public CellCursor cellsAfter(Term key, Direction direction) {
    return new PlainCursor(store.cellsAfter(key, direction), store);
  }

  // Writes

  @Override
  public void put(Term key, Tuple object) {
    compute(key, ObjectUpdate.insert(config(), object));
  }

  @Override
  public boolean putIfAbsent(Term key, Tuple object) {
    if (get(key) != null) {
      return false;
    }
    ComparedInsert insert = new ComparedInsert(config(), List.of(), object);
    compute(key, insert);
    return insert.isDone();
  }

  @Override
  public @Nullable Object remove(Term key) {
    if (held(key) == null) {
      return null;
    }
    CellRemoval removal = new CellRemoval();
    compute(key, removal);
    return removal.removed();
  }

  @Override
  public void compute(Term key, CellUpdate change) {
    StackRoom.requireForCall();
    if (hasFailed && !change.mayRemove()) {
      evictOrFail();
    }
    boolean hasTooMuch;
    many.lockShared();
    try {
      hasTooMuch = computeAlone(key, new RankedUpdate(ranks, key, change));
    } finally {
      many.unlockShared();
    }
    if (hasTooMuch || hasFailed || hasUnlinked) {
      evict();
    }
  }

  /** Returns whether there is too much after the update. */
  private boolean computeAlone(Term key, RankedUpdate update) {
    boolean isMade = false;
    boolean hasTooMuch = false;
    try {
      store.compute(key, update);
      isMade = true;
    } finally {
      if (isMade) {
        hasTooMuch = policy.replace(update.before(), update.after());
      } else {
        hasFailed = true;
        follow(key, update.before());
      }
    }
    return hasTooMuch;
  }

  /**
   * Follows what the map holds after a batch, or after a failure, since the change may have been
   * made. Does not fail.
   *
   * @param before the cell before, as far as is known
   */
  private void follow(Term key, @Nullable RankedCell before) {
    try {
      RankedCell held = held(key);
      policy.replace(held == before ? null : before, held);
    } catch (RuntimeException | VirtualMachineError e) {
      hasUnlinked = true;
    }
  }

  @Override
  public boolean insertAll(Batch batch, boolean ifAbsent) {
    StackRoom.requireForCall();
    if (hasFailed) {
      evictOrFail();
    }
    RankedBatch cells = new RankedBatch(ranks, batch.form(), batch.size());
    boolean isDone;
    batch.lock(many.alone());
    try {
      for (int i = 0; i < batch.size(); i++) {
        cells.noteBefore(i, held(batch.key(i)));
      }
      isDone = insertAll(batch, ifAbsent, cells);
    } finally {
      many.alone().unlock();
    }
    evict();
    return isDone;
  }

  private boolean insertAll(Batch batch, boolean ifAbsent, RankedBatch cells) {
    boolean isDone = false;
    boolean hasReturned = false;
    try {
      batch.through(cells);
      isDone = store.insertAll(batch, ifAbsent);
      hasReturned = true;
      return isDone;
    } finally {
      batch.through(cells.inner());
      if (!hasReturned) {
        hasFailed = true;
      }
      if (isDone || !hasReturned) {
        for (int i = 0; i < batch.size(); i++) {
          follow(batch.key(i), cells.before(i));
        }
      }
    }
  }

  /** Removes all objects, in linear time. */
  @Override
  public long clear() {
    StackRoom.requireForCall();
    long cleared;
    many.alone().lock();
    try {
      cleared = clearAlone();
    } finally {
      many.alone().unlock();
    }
    evict();
    return cleared;
  }

  private long clearAlone() {
    try {
      return store.clear();
    } finally {
      policy.clear();
      hasUnlinked = true; // If the map has not been cleared.
    }
  }

  /** Links all cells that are in the map. */
  private void linkAll() {
    StackRoom.requireForCall();
    many.alone().lock();
    boolean isDone = false;
    try {
      hasUnlinked = false;
      store.heldCells().forEachRemaining(cell -> policy.link((RankedCell) cell));
      isDone = true;
    } finally {
      hasUnlinked |= !isDone;
      many.alone().unlock();
    }
  }

  /** Returns a store of the cells of a store around this one, which stay. Linear time. */
  @Override
  public TableStore snapshot(Reference table) {
    TableStore held = store.snapshot(table);
    TableStore copy = newPlainStore.apply(table);
    held.forEachCell(
        cell -> copy.compute(config().keyOf(cell), new CellCopy(((HeldCell) cell).cell())));
    return copy;
  }

  @Override
  public void close() {
    try {
      store.close();
    } finally {
      policy.close();
    }
  }

  // Evictions

  /** Evicts until the bounds hold. Does not fail, since the caller's own write has been made. */
  private void evict() {
    try {
      evictOrFail();
    } catch (RuntimeException | VirtualMachineError e) {
      // Noted for the next write.
    }
  }

  private void evictOrFail() {
    boolean isDone = false;
    try {
      if (hasUnlinked) {
        linkAll();
      }
      while (true) {
        int clears = policy.clears();
        RankedCell victim = policy.poll();
        if (victim == null) {
          break;
        }
        evict(victim, clears);
      }
      isDone = true;
    } finally {
      if (hasFailed == isDone) {
        hasFailed = !isDone;
      }
    }
  }

  /**
   * Evicts a cell.
   *
   * @param clears the number of clears before the policy has chosen it
   */
  private void evict(RankedCell victim, int clears) {
    Term key = config().keyOf(victim);
    Eviction eviction = null;
    boolean isDone = false;
    try {
      eviction = new Eviction(victim);
      store.compute(key, eviction);
      isDone = true;
      removalListener.removed(key, eviction, store.cellBytes());
    } finally {
      if (isDone || hasLeft(victim)) {
        policy.retire(victim);
        if (!isDone || (eviction != null && eviction.hasChanged())) {
          removals.evicted(ObjectList.count(victim), victim.weight());
        }
        evicted.accept(victim.cell());
      } else if (!policy.restore(victim, clears)) {
        hasUnlinked = true;
      }
    }
  }

  /** Returns whether a failed eviction has been made all the same. */
  private boolean hasLeft(RankedCell victim) {
    try {
      return held(config().keyOf(victim)) != victim;
    } catch (RuntimeException | VirtualMachineError e) {
      return false;
    }
  }
}
