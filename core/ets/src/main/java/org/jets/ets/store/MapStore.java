package org.jets.ets.store;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jets.ets.NoSuchTableException;
import org.jets.ets.quota.HeapLayout;
import org.jets.ets.quota.TableMeter;
import org.jets.ets.quota.TermBytes;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A store over any {@link ConcurrentMap}: what it takes to make several keys change at one moment
 * where the map can only change one.
 *
 * <p><b>Design.</b> The map holds cells as they are, but while {@link #insertAll} is under way the
 * keys that it changes hold a {@link PendingCell} each: the cell before, the cell after, and the
 * one {@link Transaction} that decides between them for all keys. It is installed key by key,
 * decided by one volatile write, and replaced by plain cells again. {@link #clear} puts a new map
 * in the place of the old one.
 *
 * <p>Readers of a key never wait: they take the cell that the transaction gives at that moment.
 * Writers of a pending key that is undecided wait until it is decided; a decided one they replace
 * like any cell. So operations on one key write no shared memory but the cell that they change.
 * Readers read a {@linkplain PendingTimes count} twice, and look at what they have read only where
 * that says that a key may be pending. Writers test its class, and look whether the table is
 * {@linkplain KeyMemory fixed} and whether the {@linkplain WriterGate gate} is open.
 *
 * <p><b>Guarded by.</b> {@link #batches} is held by {@code insertAll}, {@code clear}, {@code
 * snapshot} and {@code close}, one of them at a time: so there is at most one undecided
 * transaction, and none while the map is exchanged. An undecided pending cell is replaced by the
 * thread that installed it alone.
 *
 * <p><b>Errors.</b> An {@code insertAll} that fails has done nothing: its transaction is aborted,
 * and its pending cells stand for what was there before. So has one that is called off, which its
 * thread asks for at each key until the commit. It never pauses there: those that wait for the lock
 * may be all that run, and would not let it go on. One that is committed does not fail. To take
 * them out of the map may need memory. What cannot be taken out stays, resolved by everyone who
 * reads it, until a later write {@linkplain #unsettled takes it out}. Meanwhile, and from then on
 * if an error has left the counts in doubt, {@code size} goes through the map, until the table is
 * cleared.
 *
 * <p><b>Linearization points.</b>
 *
 * <ul>
 *   <li>{@code get}, and the failing {@code putIfAbsent}: the read of the map; if that gives a
 *       pending cell whose transaction is seen committed: the commit, or the read of the map,
 *       whichever came later; if it is seen undecided or aborted: the read of the map, since nobody
 *       else may change a key before its transaction is decided.
 *   <li>{@code put}, {@code putIfAbsent}, {@code remove}, {@code compute}: the map's own change of
 *       the key. That it replaces what has been looked at (a pending cell's value does not change
 *       any more once it is decided) is the map's promise.
 *   <li>{@code insertAll}: {@link Transaction#commit}. Until then every reader takes the cells
 *       before, from then on the cells after, and between its installation and the commit no writer
 *       has changed any of the keys. If it is refused because a key is there: the read of that key.
 *   <li>{@code clear} and {@code close}: the write of {@link #generation}. An operation that read
 *       the old one, and so began earlier, may still act on the old map; all such operations count
 *       as before the {@code clear}, in the order in which they act there: nobody who began later
 *       can see that map.
 * </ul>
 *
 * <p>{@link #snapshot} makes all keys pending in the same way, without a change, and holds up the
 * writers of others by a {@link WriterGate}; its linearization point is in {@link CellFreeze}. A
 * store whose map can be read at one moment, or change many keys at one, leaves that to the map.
 *
 * <p>{@code size} and iteration are not linearizable. Both are exact when nobody writes. Iteration
 * sees each cell before or after a transaction, as it was decided when the cell was reached.
 *
 * <p><b>Memory order.</b> {@link #generation} and a transaction's status are volatile, and so is
 * the count of {@link #pendingTimes}, which is written under {@link #batches} and says for itself
 * why a reader may rely on it; everything else is published by the map.
 *
 * <p><b>Progress.</b> {@code get} is as good as the map's. Single-key writers are as good as the
 * map's while no {@code insertAll} holds their key and no {@code snapshot} is taken, and else wait
 * for it; it waits for nobody once it has its lock, and runs no foreign code but the comparison of
 * terms.
 *
 * <p><b>Cost.</b> {@code insertAll}: two changes of the map and one pending cell of 24 bytes for
 * each key, {@code snapshot} as much and the copy. {@code clear}: constant time, or linear while
 * the table is fixed. A bag counts its objects in a {@link LongAdder}, a set leaves it to its map.
 *
 * @param <M> the kind of map
 */
public abstract class MapStore<M extends ConcurrentMap<Term, Object>> implements TableStore {

  /** What most maps need for an entry: a node, and its share of the map's array or towers. */
  private static final long ENTRY_BYTES = 48;

  /** What one more object of a key needs in an {@link ObjectList}. */
  private static final long LISTED_BYTES = 8;

  private static final VarHandle KEY_MEMORY =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "keyMemory", VarHandle.class, MapStore.class, KeyMemory.class);

  private final StoreConfig config;
  private final ReentrantLock batches = new ReentrantLock();
  private final WriterGate gate = new WriterGate();
  private final PendingTimes pendingTimes = new PendingTimes();
  private final BiFunction<Object, Object, Object> overwrite = this::overwrite;

  /** Null, or dead for a moment, while the table is not fixed. Replaced by CAS. */
  private volatile @Nullable KeyMemory keyMemory;

  /** Null where nobody counts what the table takes. Set before others see the store. */
  private @Nullable TableMeter meter;

  /**
   * The keys that inserts of many and snapshots without memory have not settled; null as a rule.
   * Written under {@link #batches}.
   */
  private volatile @Nullable PendingKeys unsettled;

  /** True once a map was cleared that had pending cells. Guarded by {@link #batches}. */
  private boolean wasClearedUnsettled;

  /** Null after {@link #close}. */
  private volatile @Nullable Generation<M> generation;

  MapStore(StoreConfig config) {
    this.config = config;
    this.generation = newGeneration(newMap());
  }

  /** Makes a store over a map that is there. */
  MapStore(StoreConfig config, M map) {
    this.config = config;
    this.generation = newGeneration(map);
  }

  /** Returns an empty map whose equality of keys is that of the table's type. */
  abstract M newMap();

  /** Returns an empty map to take the place of this one. */
  M emptyCopy(M replaced) {
    return newMap();
  }

  /** Returns an empty store of the same kind. */
  abstract MapStore<M> newStore(StoreConfig config);

  /**
   * Returns whether the {@linkplain #keyCount number of keys} that the map knows stays true when an
   * error of the virtual machine comes out of one of its operations. Not so where a map links a key
   * first, and allocates then before it counts.
   */
  boolean countsKeysDespiteErrors() {
    return true;
  }

  /** Returns the number of the map's keys. */
  abstract long keyCount(M map);

  /**
   * Returns about how many bytes the map takes beside keys and cells, in constant time, where
   * references take 4 bytes.
   *
   * @param keys how many keys it has
   */
  long mapBytes(M map, long keys) {
    return keys * ENTRY_BYTES;
  }

  /** Lets go of what a store has kept of the map that was there before. */
  void mapReplaced() {}

  /** What {@link #clear} exchanges. */
  static final class Generation<M> {
    private final M map;

    /** By how much objects outnumber keys; null for a set, which has one object for each key. */
    private final @Nullable LongAdder surplus;

    /** True once what has been counted may be wrong. Never taken back. */
    private volatile boolean isMiscounted;

    private Generation(M map, @Nullable LongAdder surplus) {
      this.map = map;
      this.surplus = surplus;
    }

    void grow(int objects, int keys) {
      growSurplus((long) objects - keys);
    }

    void growSurplus(long growth) {
      if (surplus != null && growth != 0) {
        surplus.add(growth);
      }
    }
  }

  private Generation<M> newGeneration(M map) {
    return new Generation<>(map, config.type().isSet() ? null : new LongAdder());
  }

  private Generation<M> generation() {
    Generation<M> current = generation;
    if (current == null) {
      throw new NoSuchTableException(config.table());
    }
    return current;
  }

  @Override
  public final StoreConfig config() {
    return config;
  }

  /** The map that holds the objects now. */
  public final M map() {
    return generation().map;
  }

  /** Whether that is still so. */
  final boolean isCurrent(Object map) {
    Generation<M> current = generation;
    return current != null && current.map == map;
  }

  /** An error if the store has been closed. */
  final void checkOpen() {
    generation();
  }

  @Override
  public @Nullable Object get(Term key) {
    long before = timeOfReading();
    return cellOf(map().get(key), before);
  }

  /** To be asked for before the map is read, for {@link #cellOf}. */
  final long timeOfReading() {
    return pendingTimes.now();
  }

  /** The cell that a value stands for which has been read from the map since then. */
  final @Nullable Object cellOf(@Nullable Object held, long then) {
    return isNonePendingSince(then) ? held : PendingCell.resolve(held);
  }

  /** Whether each value that has been read from the map since then is a cell. */
  final boolean isNonePendingSince(long then) {
    return pendingTimes.isNonePendingSince(then);
  }

  @Override
  public void put(Term key, Tuple object) {
    Generation<M> current = generation();
    KeyMemory writing = beginWrite();
    try {
      gate.pass();
      if (SharedKey.isWorthIt(key)) {
        putSharingKey(current.map, key, object);
      } else {
        putAsItIs(current.map, key, object);
      }
      written(current, key);
    } catch (VirtualMachineError e) {
      failed(current);
      throw e;
    } finally {
      endWrite(writing);
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

  /** Waits for what has kept a key from being written. */
  private void passObstacle(Object held) {
    if (held instanceof PendingCell pending) {
      pending.transaction().await();
    }
    gate.pass();
  }

  /** Gives way to an undecided pending cell alone, and to whoever has closed the gate. */
  private Object overwrite(Object held, Object cell) {
    return isUndecided(held) || gate.closedBy() != null ? held : cell;
  }

  private static boolean isUndecided(Object held) {
    return held instanceof PendingCell pending && pending.isUndecided();
  }

  @Override
  public boolean putIfAbsent(Term key, Tuple object) {
    Generation<M> current = generation();
    KeyMemory writing = beginWrite();
    try {
      return putIfAbsent(current, key, object);
    } catch (VirtualMachineError e) {
      failed(current);
      throw e;
    } finally {
      endWrite(writing);
    }
  }

  private boolean putIfAbsent(Generation<M> current, Term key, Tuple object) {
    while (true) {
      gate.pass();
      Object held = current.map.putIfAbsent(key, object);
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
      } else if (current.map.replace(key, pending, object)) {
        written(current, key);
        return true;
      }
    }
  }

  @Override
  public @Nullable Object remove(Term key) {
    Generation<M> current = generation();
    settleUnsettled();
    try {
      return remove(current, key);
    } catch (VirtualMachineError e) {
      failed(current);
      throw e;
    }
  }

  private @Nullable Object remove(Generation<M> current, Term key) {
    Object held;
    while ((held = current.map.get(key)) != null) {
      if (held instanceof PendingCell pending && pending.isUndecided()) {
        pending.transaction().await();
        continue;
      }
      Transaction closer = gate.closedBy();
      if (closer != null) {
        closer.await();
        continue;
      }
      Object cell = PendingCell.resolve(held);
      KeyMemory fixed = cell == null ? null : deleted(key);
      if (current.map.remove(key, held)) {
        if (cell != null) {
          current.grow(-ObjectList.count(cell), -1);
          if (fixed != keyMemory) {
            deleted(key);
          }
        }
        return cell;
      }
    }
    return null;
  }

  @Override
  public void compute(Term key, CellUpdate update) {
    Generation<M> current = generation();
    if (update.mayRemove() && keyMemory != null && get(key) != null) {
      deleted(key);
    }
    update.through(gate);
    KeyMemory writing = beginWrite();
    try {
      current.map.compute(key, update);
      while (!update.isMade()) {
        update.awaitObstacle();
        current.map.compute(key, update);
      }
      current.grow(update.objectGrowth(), update.keyGrowth());
      if (update.hasLeftCell()) {
        written(current, key);
      } else if (update.keyGrowth() < 0) {
        deleted(key);
      }
    } catch (VirtualMachineError e) {
      failed(current);
      throw e;
    } finally {
      endWrite(writing);
    }
  }

  // Fixation

  /** What the store remembers of its keys; null if the table is not fixed, or keys are ordered. */
  final @Nullable KeyMemory keyMemory() {
    return keyMemory;
  }

  /** Returns a new memory of the keys, held once; null where keys are ordered. */
  abstract @Nullable KeyMemory newKeyMemory(@Nullable TableMeter meter);

  @Override
  public final void countBy(TableMeter counts) {
    this.meter = counts;
  }

  @Override
  public final void fix() {
    KeyMemory current;
    KeyMemory next;
    do {
      current = keyMemory;
      if (current != null && current.hold()) {
        return;
      }
      next = newKeyMemory(meter);
    } while (next != null && !KEY_MEMORY.compareAndSet(this, current, next));
  }

  @Override
  public final long keptBytes(long limit, TermBytes.Visits visits) {
    KeyMemory current = keyMemory;
    long[] bytes = {current == null ? 0 : current.bytes(limit, visits)};
    map()
        .forEach(
            (key, held) -> {
              Object cell = PendingCell.resolve(held);
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
  public final boolean remembersKeys() {
    return keyMemory != null;
  }

  @Override
  public final void unfix() {
    KeyMemory current = keyMemory;
    if (current != null && current.unhold()) {
      try {
        current.uncount();
      } finally {
        // Fails only where another fixation has put a memory of its own in place of the dead one.
        KEY_MEMORY.compareAndSet(this, current, null);
      }
    }
  }

  /**
   * To be called before a key is written that may be new.
   *
   * @return what {@link #endWrite} is to be called with
   */
  private @Nullable KeyMemory beginWrite() {
    settleUnsettled();
    KeyMemory fixed = keyMemory;
    if (fixed != null) {
      fixed.beginWrite();
    }
    return fixed;
  }

  private static void endWrite(@Nullable KeyMemory begun) {
    if (begun != null) {
      begun.endWrite();
    }
  }

  /** To be called after a key has been written. */
  private void written(Generation<M> current, Term key) {
    KeyMemory fixed = keyMemory;
    if (fixed != null) {
      fixed.written();
      if (current != generation) {
        // A clear that came in between has removed the key, perhaps without having seen it.
        fixed.deleted(key);
      }
    }
  }

  /**
   * To be called when an error of the virtual machine has come out of a write, which may have taken
   * effect without having been counted, or seen by walks. Allocates nothing.
   */
  private void failed(Generation<M> current) {
    if (current.surplus != null || !countsKeysDespiteErrors()) {
      current.isMiscounted = true;
    }
    KeyMemory fixed = keyMemory;
    if (fixed != null) {
      fixed.written();
    }
  }

  /** To be called before a key that is there is removed, and again after it. */
  private @Nullable KeyMemory deleted(Term key) {
    KeyMemory fixed = keyMemory;
    if (fixed != null) {
      fixed.deleted(key);
    }
    return fixed;
  }

  // All keys

  @Override
  public boolean insertAll(Batch batch, boolean ifAbsent) {
    if (meter == null) {
      batch.pace().lock(batches);
    } else {
      // The caller holds the lock of the metered store.
      batches.lock();
    }
    try {
      return insertAll(generation(), batch, ifAbsent);
    } finally {
      batches.unlock();
    }
  }

  private boolean insertAll(Generation<M> current, Batch batch, boolean ifAbsent) {
    PendingKeys pending = new PendingKeys(new Transaction(batches), batch.size());
    Transaction transaction = pending.transaction();
    KeyMemory writing = beginWrite();
    try {
      pendingTimes.begin();
      for (int i = 0; i < batch.size(); i++) {
        if (!install(current.map, pending, batch, i, ifAbsent)) {
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
        endWrite(writing);
      }
    }
  }

  /** Makes a key pending; false, and nothing done, if it must be absent and is not. */
  private static boolean install(
      ConcurrentMap<Term, Object> map, PendingKeys pending, Batch batch, int i, boolean ifAbsent) {
    Term key = batch.key(i);
    while (true) {
      Object held = map.get(key);
      Object before = PendingCell.resolve(held);
      if (ifAbsent && before != null) {
        return false;
      }
      PendingCell cell = new PendingCell(pending.transaction(), before, batch.apply(i, before));
      pending.add(key, cell);
      if (held == null ? map.putIfAbsent(key, cell) == null : map.replace(key, held, cell)) {
        return true;
      }
      pending.removeLast();
    }
  }

  /** Settles what has been decided; what fails is kept for a later write. */
  private void settle(Generation<M> current, PendingKeys decided) {
    boolean isSettled = false;
    try {
      isSettled = decided.settle(current.map);
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
      pendingTimes.end();
    }
  }

  /** Settles what is left of earlier writes, as far as that can be done now. Never waits. */
  private void settleUnsettled() {
    if (unsettled != null && batches.tryLock()) {
      try {
        Generation<M> current = generation;
        PendingKeys left = unsettled;
        while (current != null && left != null && left.settle(current.map)) {
          left = left.next();
        }
        unsettled = left;
        endPending();
      } finally {
        batches.unlock();
      }
    }
  }

  /** Settles all that is left of earlier writes, or fails. To be called under {@link #batches}. */
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
      Generation<M> current = generation;
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
      Generation<M> cleared = generation();
      settleUnsettled();
      boolean isCounted = isCounted(cleared);
      long counted = isCounted ? 0 : countObjects(cleared.map, Long.MAX_VALUE);
      markDeleted(cleared.map);
      generation = newGeneration(emptyCopy(cleared.map));
      wasClearedUnsettled |= unsettled != null;
      unsettled = null;
      mapReplaced();
      markDeleted(cleared.map);
      return isCounted ? countedObjects(cleared) : counted;
    } finally {
      batches.unlock();
    }
  }

  /** Before the keys go, so that no step from one fails, and after it for those that came late. */
  private void markDeleted(M cleared) {
    if (keyMemory != null) {
      cleared.keySet().forEach(this::deleted);
    }
  }

  @Override
  public final long size() {
    Generation<M> current = generation();
    return sizeUpTo(Long.MAX_VALUE, current);
  }

  @Override
  public final long sizeUpTo(long most) {
    return sizeUpTo(most, generation());
  }

  private long sizeUpTo(long most, Generation<M> current) {
    return isCounted(current) ? countedObjects(current) : countObjects(current.map, most);
  }

  /** Returns whether the counts are true; else the objects have to be counted one by one. */
  private boolean isCounted(Generation<M> current) {
    return !current.isMiscounted && unsettled == null;
  }

  /** Counts the objects one by one; no further than the first number above a bound. */
  private static long countObjects(ConcurrentMap<Term, Object> map, long most) {
    long count = 0;
    for (Object held : map.values()) {
      count += ObjectList.count(PendingCell.resolve(held));
      if (count > most) {
        break;
      }
    }
    return count;
  }

  private long countedObjects(Generation<M> current) {
    long keys = keyCount(current.map);
    return current.surplus == null ? keys : Math.max(0, keys + current.surplus.sum());
  }

  @Override
  public final long overheadBytes(long size) {
    Generation<M> current = generation();
    long listed = current.surplus == null ? 0 : Math.max(0, current.surplus.sum());
    long bytes = mapBytes(current.map, Math.max(0, size - listed)) + listed * LISTED_BYTES;
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

  /** The cells of one moment, while no key is pending for another reason. */
  List<Object> cellsAtOnce(M map) {
    PendingKeys pending = new PendingKeys(new Transaction(batches), 0);
    pendingTimes.begin();
    try {
      return new CellFreeze<>(map, gate, pending).collect();
    } finally {
      settle(generation(), pending);
    }
  }

  private void load(Object cell) {
    Generation<M> current = generation();
    current.map.put(config.keyOf(cell), cell);
    current.grow(ObjectList.count(cell), 1);
  }

  @Override
  public final void close() {
    batches.lock();
    try {
      generation = null;
      unsettled = null;
      keyMemory = null;
      mapReplaced();
    } finally {
      batches.unlock();
    }
  }
}
