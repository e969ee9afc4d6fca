package org.jets.ets.store;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jets.collections.internal.sync.OverflowSafeLock;
import org.jets.ets.NoSuchTableException;
import org.jets.ets.TableType;
import org.jets.ets.cell.CellBytes;
import org.jets.ets.cell.CellUpdate;
import org.jets.ets.cell.CounterCell;
import org.jets.ets.cell.ObjectList;
import org.jets.ets.cell.PendingCell;
import org.jets.ets.cell.RemovalCount;
import org.jets.ets.cell.Transaction;
import org.jets.ets.cell.WriterGate;
import org.jets.ets.quota.HeapLayout;
import org.jets.ets.quota.TableMeter;
import org.jets.ets.quota.TermBytes;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A store over any {@link ConcurrentMap}. It can change several keys atomically, although the map
 * changes only one key at a time.
 *
 * <p><b>Design.</b> The map usually holds plain cells. While {@link #insertAll} inserts a batch,
 * each key of the batch holds a {@link PendingCell}: the cell before, the cell after, and the
 * {@link Transaction} of the batch. The transaction decides for all these keys which of the two
 * cells counts. The inserting thread installs these cells key by key, decides them by one volatile
 * write, and replaces them by plain cells. {@link #clear} replaces the map by a new one.
 *
 * <p>Readers of a key never block. A reader that meets a pending cell reads the transaction's
 * status, which selects the cell before or the cell after. A writer that meets an undecided pending
 * cell blocks until it is decided. A writer replaces a decided pending cell as it would replace a
 * plain cell. So, while the table is not fixed, an operation on one key writes no shared memory
 * except its cell, the counts, and for a removal the {@link RemovalCount}. A reader reads a
 * {@linkplain BatchEpoch count} twice. It tests the class of a value only if the count shows that a
 * key may be pending. A writer always tests the class. It also checks whether the table is
 * {@linkplain FixationLog fixed} and whether the {@linkplain WriterGate gate} is open.
 *
 * <p>A set's object that {@code update_counter} has changed is a {@link CounterCell} in the map,
 * and the next of these calls adds to it in place. A reader makes a tuple of it. A writer seals it
 * before it replaces or removes it, so that no addition is lost. From the first of these cells on,
 * readers test the class of each value. An ordered store has none, since its steps return a key and
 * an object of one moment. Nor has a metered one.
 *
 * <p><b>Guarded by.</b> {@code insertAll}, {@code clear}, {@code snapshot} and {@code close} each
 * hold {@link #batches}. So there is at most one undecided transaction, and none while the map is
 * exchanged. Only the thread that installed an undecided pending cell may replace it.
 *
 * <p><b>Errors.</b> An {@code insertAll} that fails has no effect: its transaction is aborted, and
 * its pending cells stand for the cells before. The same holds for one that is cancelled; its
 * thread checks for cancellation after every {@value PauseCounter#STEPS} objects until the commit.
 * The thread never pauses while it holds the lock. Otherwise the threads that wait for the lock
 * could take all places of their pool, and this thread could not resume. A committed {@code
 * insertAll} does not fail. The removal of its pending cells from the map may need memory. A
 * pending cell that cannot be removed stays until a later write {@linkplain #unsettled removes it};
 * each reader resolves it. Meanwhile {@code size} scans the map. A change of one key does not fail
 * once the map has made it, though the counts may need memory. If an error has left them in doubt,
 * {@code size} scans the map until the table is cleared.
 *
 * <p><b>Linearization points.</b>
 *
 * <ul>
 *   <li>{@code get}, and the failing {@code putIfAbsent}: the read of the map. For a pending cell
 *       whose transaction is read as committed: the commit, or the read of the map, whichever came
 *       later. For one that is read as undecided or aborted: the read of the map. At that moment
 *       the cell before was the cell of the key, since the transaction had not been committed.
 *   <li>{@code put}, {@code putIfAbsent}, {@code remove}, {@code compute}: the map's own change of
 *       the key. This change succeeds only if the key still has the value that was read. The value
 *       of a decided pending cell does not change.
 *   <li>An addition to a {@link CounterCell}: the CAS in the cell, which no thread has sealed then.
 *       A reader of the cell: its read of the counter.
 *   <li>{@code insertAll}: {@link Transaction#commit}. Every reader gets the old cells until the
 *       commit, and the new cells from then on. No writer changes a key between the installation of
 *       its pending cell and the commit. If the insert is refused because a key is present: the
 *       read of that key.
 *   <li>{@code clear} and {@code close}: the write of {@link #generation}. An operation that read
 *       the old one, and so began earlier, may still act on the old map. All such operations
 *       precede the {@code clear}, in the order of their effects on the old map and its cells. No
 *       operation that began later can see that map.
 * </ul>
 *
 * <p>{@link #snapshot} makes all keys pending in the same way, with the same cell before and after.
 * A {@link WriterGate} blocks the writers of other keys. For its linearization point see {@link
 * CellFreeze}. A store whose map has atomic snapshots or batch changes uses them instead.
 *
 * <p>{@code size} and iteration are not linearizable. Both are exact while no thread writes.
 * Iteration that reaches a pending cell takes the cell before or the cell after, as the
 * transaction's status then says.
 *
 * <p><b>Memory order.</b> {@link #generation}, a transaction's status, the gate and the log of
 * fixations are volatile. So is the count of {@link #batchEpoch}, which is written under {@link
 * #batches}; {@link BatchEpoch} explains why a reader may rely on it. The map publishes the cells.
 *
 * <p><b>Progress.</b> {@code get} has the progress guarantee of the map. So has a writer of one
 * key, unless an {@code insertAll} holds its key or a {@code snapshot} is taken; then the writer
 * blocks on that operation. Once an {@code insertAll} or {@code snapshot} has its lock it waits for
 * no other thread. It runs no foreign code except comparisons of terms.
 *
 * <p><b>Cost.</b> {@code insertAll}: two changes of the map and one pending cell of 24 bytes for
 * each key. {@code snapshot}: the same, and the copy. {@code clear}: constant time, or linear while
 * the table is fixed or {@code size} scans the map. A {@link MapGeneration} counts the objects.
 *
 * @param <M> the kind of map
 */
public abstract class MapStore<M extends ConcurrentMap<Term, Object>> implements TableStore {

  /** The bytes of an entry in some maps: a node, and its share of the map's array. */
  private static final long ENTRY_BYTES = 40;

  private static final VarHandle WATCHES =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "watches", VarHandle.class, MapStore.class, KeyWatches.class);

  private final StoreConfig config;
  private final CellBytes cellBytes;
  private final OverflowSafeLock batches = new OverflowSafeLock();
  private final WriterGate gate = new WriterGate();
  private final BatchEpoch batchEpoch = new BatchEpoch();
  private final CurrentFixation fixation = new CurrentFixation();
  private final BiFunction<Object, Object, Object> overwrite = this::overwrite;

  /** Begins the removals of updates; null if keys are ordered, so that each step succeeds. */
  private final @Nullable Function<Term, RemovalCount> removals;

  /** Null if the table is not metered. Set before the store is published. */
  private @Nullable TableMeter meter;

  /**
   * The keys that batch inserts and snapshots could not settle for lack of memory; usually null.
   * Written under {@link #batches}.
   */
  private volatile @Nullable PendingKeys unsettled;

  /** Null until the first key is watched. Written by CAS from null. */
  private volatile @Nullable KeyWatches watches;

  /** True once a map was cleared that had pending cells. Guarded by {@link #batches}. */
  private boolean wasClearedUnsettled;

  /** Null after {@link #close}. */
  private volatile @Nullable MapGeneration<M> generation;

  MapStore(StoreConfig config) {
    this.config = config;
    this.removals = config.type() == TableType.ORDERED_SET ? null : fixation::beginRemoval;
    this.cellBytes = new CellBytes(config.keypos(), hasKeyObjects());
    this.generation = newGeneration(newMap());
  }

  /** Makes a store over an existing map. */
  MapStore(StoreConfig config, M map) {
    this.config = config;
    this.removals = config.type() == TableType.ORDERED_SET ? null : fixation::beginRemoval;
    this.cellBytes = new CellBytes(config.keypos(), hasKeyObjects());
    this.generation = newGeneration(map);
  }

  /** Returns an empty map that compares keys as the table's type requires. */
  abstract M newMap();

  /** Returns an empty map to replace this one. */
  M emptyCopy(M replaced) {
    return newMap();
  }

  /** Returns an empty store of the same kind. */
  abstract MapStore<M> newStore(StoreConfig config);

  /**
   * Returns whether the map's {@linkplain #keyCount number of keys} stays correct if one of its
   * operations throws a {@link VirtualMachineError}. It does not if a map links a key, then
   * allocates, and only then counts.
   */
  boolean countsKeysDespiteErrors() {
    return true;
  }

  /** Returns the number of the map's keys. */
  abstract long keyCount(M map);

  /** Returns about the number of the map's keys. See {@link #roughSize}. */
  long roughKeyCount(M map) {
    return keyCount(map);
  }

  /**
   * Returns an estimate of the bytes of the map without keys and cells, for references of 4 bytes.
   * Constant time.
   *
   * @param keys the number of keys in the map
   */
  long mapBytes(M map, long keys) {
    return keys * ENTRY_BYTES;
  }

  /** Returns whether the map has an object for each key that is an integer. */
  boolean hasKeyObjects() {
    return true;
  }

  /** Drops the store's data about the previous map. */
  void mapReplaced() {}

  private MapGeneration<M> newGeneration(M map) {
    return new MapGeneration<>(map, config.type().isSet());
  }

  private MapGeneration<M> generation() {
    MapGeneration<M> current = generation;
    if (current == null) {
      throw new NoSuchTableException(config.table());
    }
    return current;
  }

  @Override
  public final StoreConfig config() {
    return config;
  }

  @Override
  public final CellBytes cellBytes() {
    return cellBytes;
  }

  /** Returns the map that holds the objects now. */
  public final M map() {
    return generation().map();
  }

  /** Returns whether the store still uses this map. */
  final boolean isCurrent(@Nullable Object map) {
    MapGeneration<M> current = generation;
    return current != null && current.map() == map;
  }

  /** Throws {@link NoSuchTableException} if the store has been closed. */
  final void checkOpen() {
    generation();
  }

  @Override
  public @Nullable Object get(Term key) {
    long before = readEpoch();
    return cellOf(map().get(key), before);
  }

  /** Returns the epoch before a read of the map, as {@link #cellOf} needs it. */
  final long readEpoch() {
    return batchEpoch.read();
  }

  /**
   * Returns the cell that a value stands for which has been read from the map since that epoch was
   * read.
   */
  final @Nullable Object cellOf(@Nullable Object held, long epoch) {
    return batchEpoch.isPlainSince(epoch) ? held : PendingCell.resolve(held);
  }

  /**
   * Returns whether each value that has been read from the map since that epoch was read stands for
   * a cell: whether its key was present.
   */
  final boolean isNonePendingSince(long epoch) {
    return batchEpoch.isNonePendingSince(epoch);
  }

  @Override
  public void put(Term key, Tuple object) {
    KeyWatch watch = watchOf(key);
    MapGeneration<M> current = generation();
    FixationLog writing = beginWrite();
    try {
      gate.pass();
      if (SharedKey.isWorthIt(key)) {
        putSharingKey(current.map(), key, object);
      } else {
        putAsItIs(current.map(), key, object);
      }
      if (watch != null) {
        watch.noteChange();
      }
      written(current, key);
    } catch (VirtualMachineError e) {
      failed(current);
      throw e;
    } finally {
      CurrentFixation.endWrite(writing);
    }
  }

  private void putAsItIs(M map, Term key, Tuple object) {
    Object held;
    while ((held = map.merge(key, object, overwrite)) != object) {
      passObstacle(held);
    }
  }

  private void putSharingKey(M map, Term key, Tuple object) {
    Object[] stored = {object};
    BiFunction<Object, Object, Object> sharing =
        (held, cell) -> {
          Object left = overwrite(held, cell);
          stored[0] = left == held ? cell : SharedKey.in(config, PendingCell.resolve(held), object);
          return left == held ? held : stored[0];
        };
    Object held;
    while ((held = map.merge(key, object, sharing)) != object && held != stored[0]) {
      passObstacle(held);
    }
  }

  /** Waits for the transaction, the gate or both that have kept a key from being written. */
  private void passObstacle(Object held) {
    if (held instanceof PendingCell pending) {
      pending.transaction().await();
    }
    gate.pass();
  }

  /** Returns the new cell, or the held value if that is undecided or the gate is closed. */
  private Object overwrite(Object held, Object cell) {
    if (isUndecided(held) || gate.closedBy() != null) {
      return held;
    }
    if (held instanceof CounterCell counter) {
      counter.seal();
    }
    return cell;
  }

  private static boolean isUndecided(Object held) {
    return held instanceof PendingCell pending && pending.isUndecided();
  }

  @Override
  public boolean putIfAbsent(Term key, Tuple object) {
    KeyWatch watch = watchOf(key);
    MapGeneration<M> current = generation();
    FixationLog writing = beginWrite();
    try {
      boolean isPut = putIfAbsent(current, key, object);
      if (watch != null && isPut) {
        watch.noteChange();
      }
      return isPut;
    } catch (VirtualMachineError e) {
      failed(current);
      throw e;
    } finally {
      CurrentFixation.endWrite(writing);
    }
  }

  private boolean putIfAbsent(MapGeneration<M> current, Term key, Tuple object) {
    while (true) {
      gate.pass();
      Object held = current.map().putIfAbsent(key, object);
      if (held == null) {
        written(current, key);
        return true;
      }
      if (!(held instanceof PendingCell pending)) {
        return false;
      }
      if (pending.isUndecided()) {
        pending.transaction().await();
      } else if (pending.value() != null) {
        return false;
      } else if (current.map().replace(key, pending, object)) {
        written(current, key);
        return true;
      }
    }
  }

  @Override
  public @Nullable Object remove(Term key) {
    KeyWatch watch = watchOf(key);
    MapGeneration<M> current = generation();
    settleUnsettled();
    try {
      Object removed = remove(current, key);
      if (watch != null && removed != null) {
        watch.noteChange();
      }
      return removed;
    } catch (VirtualMachineError e) {
      failed(current);
      throw e;
    }
  }

  private @Nullable Object remove(MapGeneration<M> current, Term key) {
    Object held;
    while ((held = current.map().get(key)) != null) {
      if (held instanceof PendingCell pending && pending.isUndecided()) {
        pending.transaction().await();
        continue;
      }
      Transaction closer = gate.closedBy();
      if (closer != null) {
        closer.await();
        continue;
      }
      Object cell = PendingCell.seal(held);
      if (remove(current, key, held, cell)) {
        return cell;
      }
    }
    return null;
  }

  /** Removes a key that still has this value, which stands for the cell. */
  private boolean remove(MapGeneration<M> current, Term key, Object held, @Nullable Object cell) {
    if (cell == null) {
      return current.map().remove(key, held);
    }
    FixationLog fixed = fixation.log();
    RemovalCount removal = removals == null ? null : removals.apply(key);
    try {
      boolean isRemoved = current.map().remove(key, held);
      if (isRemoved) {
        grow(current, -ObjectList.count(cell), -1);
        if (fixed != fixation.log()) {
          deleted(current, fixation.log(), key);
        }
      }
      return isRemoved;
    } finally {
      if (removal != null) {
        removal.end();
      }
    }
  }

  @Override
  public void compute(Term key, CellUpdate update) {
    KeyWatch watch = watchOf(key);
    MapGeneration<M> current = generation();
    update.through(gate);
    if (removals != null) {
      update.announceTo(removals);
    }
    if (update.asksForCounter() && allowsCounters()) {
      update.allowCounter();
    }
    FixationLog writing = beginWrite();
    try {
      current.map().compute(key, update);
      while (!update.isMade()) {
        update.endRemoval(); // Nobody waits for a removal that waits itself.
        update.awaitObstacle();
        current.map().compute(key, update);
      }
      if (watch != null && update.hasChanged()) {
        watch.noteChange();
      }
      grow(current, update.objectGrowth(), update.keyGrowth());
      if (update.hasLeftCell()) {
        written(current, key);
      } else if (update.keyGrowth() < 0) {
        deleted(current, fixation.log(), key);
      }
    } catch (VirtualMachineError e) {
      failed(current);
      throw e;
    } finally {
      update.endRemoval();
      CurrentFixation.endWrite(writing);
    }
  }

  // Counters

  /** Returns whether the map can hold a {@link CounterCell}. */
  boolean supportsCounters() {
    return true;
  }

  /** Returns whether the map may hold counters from now on. */
  private boolean allowsCounters() {
    if (batchEpoch.hasCounters()) {
      return true;
    }
    if (meter != null || !supportsCounters() || !batches.tryLock()) {
      return false;
    }
    try {
      batchEpoch.beginCounters();
      return true;
    } finally {
      batches.unlock();
    }
  }

  @Override
  public final @Nullable CounterCell counter(Term key) {
    M map = map();
    if (batchEpoch.hasCounters() && map.get(key) instanceof CounterCell counter) {
      KeyWatch watch = watchOf(key);
      if (watch != null) {
        watch.noteChange(); // The caller is about to add to the counter.
      }
      return counter;
    }
    return null;
  }

  // Watches

  @Override
  public final KeyWatch watch(Term key) {
    KeyWatches present = watches;
    if (present == null) {
      KeyWatches made = new KeyWatches(config);
      present = (KeyWatches) WATCHES.compareAndExchange(this, null, made);
      present = present == null ? made : present;
    }
    return present.begin(key);
  }

  /** Returns the watch of this thread for a key that it may change; null for none. */
  final @Nullable KeyWatch watchOf(Term key) {
    KeyWatches present = watches;
    return present == null ? null : present.of(key);
  }

  /** As {@link #watchOf(Term)}, for all keys of a batch. */
  final List<KeyWatch> watchesOf(Batch batch) {
    KeyWatches present = watches;
    return present == null ? List.of() : present.of(batch);
  }

  static void noteChanges(List<KeyWatch> watches) {
    for (int i = 0; i < watches.size(); i++) {
      watches.get(i).noteChange();
    }
  }

  // Fixation

  /** Returns the log of the fixations; null if the table is not fixed, or keys are ordered. */
  final @Nullable FixationLog fixationLog() {
    return fixation.log();
  }

  /** Returns a new log, held once; null if keys are ordered. */
  abstract @Nullable FixationLog newFixationLog(@Nullable TableMeter meter);

  @Override
  public final void countBy(TableMeter counts) {
    this.meter = counts;
  }

  @Override
  public final void fix() {
    fixation.begin(() -> newFixationLog(meter));
  }

  @Override
  public final long keptBytes(long limit, TermBytes.Visits visits) {
    FixationLog current = fixation.log();
    long[] bytes = {current == null ? 0 : current.bytes(limit, visits)};
    map()
        .forEach(
            (key, held) -> {
              Object cell = PendingCell.outline(held);
              if (held instanceof CounterCell) {
                bytes[0] += CounterCell.BYTES;
              }
              if (cell != null
                  && SharedKey.isBeside(key, config.keyOf(cell))
                  && bytes[0] <= limit
                  && visits.add(1)) {
                bytes[0] += TermBytes.of(key, limit - bytes[0], visits);
              }
            });
    return bytes[0];
  }

  @Override
  public final long rememberedBytes() {
    FixationLog current = fixation.log();
    return current == null ? 0 : current.estimatedBytes();
  }

  @Override
  public final boolean remembersKeys() {
    return fixation.hasLog();
  }

  @Override
  public final void unfix() {
    fixation.end();
  }

  /**
   * Prepares the write of a key that may be new; called before the write.
   *
   * @return the argument for {@link CurrentFixation#endWrite}
   */
  private @Nullable FixationLog beginWrite() {
    settleUnsettled();
    return fixation.beginWrite();
  }

  /** Announces that a key has been written; called after the write. Does not fail. */
  private void written(MapGeneration<M> current, Term key) {
    FixationLog fixed = fixation.written();
    if (fixed != null && current != generation) {
      // A concurrent clear has removed the key, perhaps without having seen it.
      deleted(current, fixed, key);
    }
  }

  /** Announces that a key has been removed; called after the removal. Does not fail. */
  private void deleted(MapGeneration<M> current, @Nullable FixationLog fixed, Term key) {
    try {
      if (fixed != null) {
        fixed.deleted(key);
      }
    } catch (VirtualMachineError e) {
      failed(current);
    }
  }

  /** Counts a change that the map has made. Does not fail. */
  private void grow(MapGeneration<M> current, int objects, int keys) {
    try {
      current.grow(objects, keys);
    } catch (VirtualMachineError e) {
      failed(current);
    }
  }

  /**
   * Marks the counts and the fixed keys as doubtful after a {@link VirtualMachineError} in a write.
   * That write may have taken effect without having been counted, or seen by walks. Allocates
   * nothing.
   */
  private void failed(MapGeneration<M> current) {
    current.failed(countsKeysDespiteErrors());
    fixation.written();
  }

  /** Waits until the removals that have begun, also those of a {@code clear}, are announced. */
  final void awaitRemovals() {
    batches.lock();
    try {
      checkOpen();
    } finally {
      batches.unlock();
    }
    fixation.awaitRemovals();
  }

  // All keys

  @Override
  public boolean insertAll(Batch batch, boolean ifAbsent) {
    batch.lock(batches);
    try {
      List<KeyWatch> watched = watchesOf(batch);
      boolean isDone = insertAll(generation(), batch, ifAbsent);
      if (isDone) {
        noteChanges(watched);
      }
      return isDone;
    } finally {
      batches.unlock();
    }
  }

  private boolean insertAll(MapGeneration<M> current, Batch batch, boolean ifAbsent) {
    PendingKeys pending = new PendingKeys(new Transaction(batches), batch.size());
    Transaction transaction = pending.transaction();
    FixationLog writing = beginWrite();
    try {
      batchEpoch.begin();
      for (int i = 0; i < batch.size(); i++) {
        if (!pending.install(current.map(), batch, i, ifAbsent)) {
          return false;
        }
      }
      transaction.commit();
      current.growSurplus(pending.surplusGrowth());
      if (batch.size() > 0) {
        written(current, batch.key(0));
      }
      return true;
    } catch (VirtualMachineError e) {
      failed(current);
      if (!transaction.isCommitted()) {
        throw e;
      }
      return true;
    } finally {
      if (transaction.isUndecided()) {
        transaction.abort();
      }
      try {
        settle(current, pending);
      } finally {
        CurrentFixation.endWrite(writing);
      }
    }
  }

  /** Settles decided keys; keeps those that fail for a later write. */
  private void settle(MapGeneration<M> current, PendingKeys decided) {
    boolean isSettled = false;
    try {
      isSettled = decided.settle(current.map());
    } finally {
      if (!isSettled) {
        failed(current);
        decided.setNext(unsettled);
        unsettled = decided;
      }
      endPending();
    }
  }

  private void endPending() {
    if (unsettled == null && !wasClearedUnsettled) {
      batchEpoch.end();
    }
  }

  /** Settles the keys left by earlier writes, as far as possible now. Never blocks. */
  private void settleUnsettled() {
    if (unsettled != null && batches.tryLock()) {
      try {
        MapGeneration<M> current = generation;
        PendingKeys left = unsettled;
        while (current != null && left != null && left.settle(current.map())) {
          left = left.next();
        }
        unsettled = left;
        endPending();
      } finally {
        batches.unlock();
      }
    }
  }

  /** Settles all keys left by earlier writes, or fails. Called under {@link #batches}. */
  private void settleUnsettledOrFail() {
    settleUnsettled();
    M map = map();
    for (PendingKeys left; (left = unsettled) != null; ) {
      left.forEachLeft((key, decided) -> settleMet(map, key, decided));
      unsettled = left.next();
    }
    endPending();
  }

  /** Settles a decided key that a reader has met. */
  final void settleMet(M map, Term key, PendingCell decided) {
    try {
      PendingKeys.settle(map, key, decided);
    } catch (VirtualMachineError e) {
      MapGeneration<M> current = generation;
      if (current != null) {
        failed(current);
      }
      throw e;
    }
  }

  @Override
  public final void forEachCell(Consumer<Object> action) {
    CellBatch cells = new CellBatch(action);
    map().values().forEach(cells::add);
    cells.end();
  }

  @Override
  public Predicate<Term> firstTime() {
    return key -> true;
  }

  @Override
  public final long clear() {
    batches.lock();
    try {
      MapGeneration<M> cleared = generation();
      settleUnsettled();
      boolean isCounted = isCounted(cleared);
      long counted = isCounted ? 0 : cleared.countObjects(Long.MAX_VALUE);
      // Before the keys are removed, so that no step from one fails.
      fixation.removed(cleared.map().keySet());
      generation = newGeneration(emptyCopy(cleared.map()));
      KeyWatches present = watches;
      if (present != null) {
        present.noteClear();
      }
      wasClearedUnsettled |= unsettled != null;
      unsettled = null;
      mapReplaced();
      // And again for keys that were inserted late.
      fixation.removed(cleared.map().keySet());
      return isCounted ? countedObjects(cleared) : counted;
    } finally {
      batches.unlock();
    }
  }

  @Override
  public final long size() {
    MapGeneration<M> current = generation();
    return sizeUpTo(Long.MAX_VALUE, current);
  }

  @Override
  public final long sizeUpTo(long most) {
    return sizeUpTo(most, generation());
  }

  @Override
  public final long roughSize() {
    MapGeneration<M> current = generation();
    return current.countedObjects(roughKeyCount(current.map()));
  }

  private long sizeUpTo(long most, MapGeneration<M> current) {
    return isCounted(current) ? countedObjects(current) : current.countObjects(most);
  }

  /** Returns whether the counts are correct; otherwise objects must be counted one by one. */
  private boolean isCounted(MapGeneration<M> current) {
    return !current.isMiscounted() && unsettled == null;
  }

  private long countedObjects(MapGeneration<M> current) {
    return current.countedObjects(keyCount(current.map()));
  }

  @Override
  public final long overheadBytes(long size) {
    MapGeneration<M> current = generation();
    long bytes = mapBytes(current.map(), Math.max(0, size - current.countedSurplus()));
    return bytes / Integer.BYTES * HeapLayout.ofThisJvm().referenceBytes();
  }

  @Override
  public TableStore snapshot(Reference table) {
    MapStore<M> copy = newStore(config.of(table));
    for (Object cell : withoutPending(this::cellsAtOnce)) {
      copy.load(cell);
    }
    return copy;
  }

  /** Reads the map while no key is pending. */
  final <T> T withoutPending(Function<M, T> reading) {
    batches.lock();
    try {
      settleUnsettledOrFail();
      return reading.apply(map());
    } finally {
      batches.unlock();
    }
  }

  /** Returns the cells of one moment; called while no key is pending for another reason. */
  List<Object> cellsAtOnce(M map) {
    PendingKeys pending = new PendingKeys(new Transaction(batches), 0);
    batchEpoch.begin();
    try {
      return new CellFreeze<>(map, gate, pending).collect();
    } finally {
      settle(generation(), pending);
    }
  }

  private void load(Object cell) {
    MapGeneration<M> current = generation();
    current.map().put(config.keyOf(cell), cell);
    current.grow(ObjectList.count(cell), 1);
  }

  @Override
  public final void close() {
    batches.lock();
    try {
      generation = null;
      unsettled = null;
      fixation.close();
      mapReplaced();
    } finally {
      batches.unlock();
    }
  }
}
