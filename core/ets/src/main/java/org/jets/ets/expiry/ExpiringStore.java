package org.jets.ets.expiry;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Spliterator;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jets.collections.internal.sync.StackRoom;
import org.jets.ets.KeyRange;
import org.jets.ets.TableType;
import org.jets.ets.cell.CellBytes;
import org.jets.ets.cell.CellCopy;
import org.jets.ets.cell.CellRemoval;
import org.jets.ets.cell.CellUpdate;
import org.jets.ets.cell.Cells;
import org.jets.ets.cell.ObjectList;
import org.jets.ets.cell.RemovalListener;
import org.jets.ets.limit.LimitRemovals;
import org.jets.ets.store.Batch;
import org.jets.ets.store.CellCursor;
import org.jets.ets.store.ComparedInsert;
import org.jets.ets.store.Direction;
import org.jets.ets.store.ForwardingStore;
import org.jets.ets.store.ObjectSpliterator;
import org.jets.ets.store.ObjectUpdate;
import org.jets.ets.store.PauseCounter;
import org.jets.ets.store.TableStore;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A store whose objects expire. The wrapped store holds a {@link DatedCell} under each key.
 *
 * <p><b>Semantics.</b> Each call reads the clock once for each cell that it comes to, before it
 * reads the cell, and takes an object whose end has come for absent. {@code size} counts such
 * objects until they are removed. A removal takes the expired objects of one key away, as a change
 * of its own: through the wrapped store, so that a listener of its changes learns of it, once. A
 * write never replaces expired objects, but removes them before.
 *
 * <p><b>Linearization points</b> are those of the wrapped store, as long as no object of the key
 * ends during the call. A read of an object that ends meanwhile takes effect at the moment when it
 * read the clock, or the cell became the key's, whichever was later. A write takes effect at the
 * wrapped store's point, with the time that it has read before. So a write that overlaps the end of
 * an object may still change it, although a read that began later has found the object absent.
 * Steps remove the expired key that they meet, and begin again; so each step is one step of the
 * wrapped store.
 *
 * <p><b>Errors.</b> A call that fails leaves the table as the wrapped store does. If the cell of a
 * failed write is in the map nevertheless, it is linked. A removal that fails in the background is
 * tried again.
 *
 * <p><b>Progress.</b> A read waits for no thread, unless it meets an expired key in a step. A write
 * takes the lock of a {@linkplain TimerWheels wheel} for a few instructions, after its change.
 *
 * <p><b>Cost.</b> For each key one object beside the object, and a reading of the clock for each
 * call or, in walks, for each cell. A write is a {@code compute}. Before it returns it removes at
 * most {@value #HELP} other keys that have expired.
 */
public final class ExpiringStore extends ForwardingStore {
  /** The number of due cells that a writer looks at. */
  private static final int HELP = 3;

  private final Lifetimes lives;
  private final TimerWheels wheels;

  /** That of the wrapped store, if it evicts. */
  private final LimitRemovals removals;

  private final Function<Reference, TableStore> newPlainStore;
  private final AtomicBoolean isSwept = new AtomicBoolean();
  private volatile RemovalListener removalListener = RemovalListener.IGNORED;
  private volatile boolean isClosed;

  /**
   * Makes the store.
   *
   * @param store an empty store, or one with cells that {@link Lifetimes#restored} has made, which
   *     {@link #linkAll} makes known
   * @param newPlainStore makes an empty store of the same kind for another table
   */
  public ExpiringStore(
      TableStore store, Lifetimes lives, Function<Reference, TableStore> newPlainStore) {
    super(store);
    LimitRemovals ofStore = store.removals();
    this.removals = ofStore == null ? new LimitRemovals() : ofStore;
    this.lives = lives;
    this.wheels = new TimerWheels(store.config(), lives);
    this.newPlainStore = newPlainStore;
  }

  /** Makes the cells known that the wrapped store had before any call of this one. Linear time. */
  public void linkAll() {
    store.forEachCell(cell -> follow(null, (DatedCell) cell));
  }

  /** Sets what learns of expired objects that are removed, before other threads can use this. */
  public void onRemoval(RemovalListener listener) {
    removalListener = listener;
  }

  boolean isClosed() {
    return isClosed;
  }

  /** Returns whether elements of the objects hold their times. */
  public boolean isAtElement() {
    return lives.isAtElement();
  }

  private boolean isOrdered() {
    return config().type() == TableType.ORDERED_SET;
  }

  @Override
  public long overheadBytes(long size) {
    return store.overheadBytes(size) + wheels.bytes();
  }

  @Override
  public LimitRemovals removals() {
    return removals;
  }

  @Override
  public CellBytes cellBytes() {
    return store.cellBytes().withAdded(DatedCell.BYTES);
  }

  // Reads

  @Override
  public @Nullable Object get(Term key) {
    while (true) {
      long now = lives.now();
      DatedCell held = (DatedCell) store.get(key);
      if (held == null) {
        return null;
      }
      if (!lives.isAccess()) {
        return lives.live(held, now);
      }
      if (lives.renew(held, now)) {
        return held.cell();
      }
      if (lives.live(held, now) == null) {
        return null;
      }
      purge(key); // Some objects have expired and must not be renewed with the others.
    }
  }

  private @Nullable DatedCell held(Term key) {
    return (DatedCell) store.peek(key);
  }

  /** Returns the cell of a key, without renewing it. */
  @Override
  public @Nullable Object peek(Term key) {
    long now = lives.now();
    DatedCell held = held(key);
    return held == null ? null : lives.live(held, now);
  }

  @Override
  public Spliterator<Tuple> objects() {
    return objects(store.objects(), store::cellSpliterator);
  }

  @Override
  public Spliterator<Tuple> objects(KeyRange range) {
    return objects(store.objects(range), () -> store.cellSpliterator(range));
  }

  private Spliterator<Tuple> objects(Spliterator<Tuple> all, Supplier<Spliterator<Object>> cells) {
    return new ObjectSpliterator(
        () -> new LiveCells(cells.get(), lives),
        all.characteristics(),
        all.hasCharacteristics(Spliterator.SORTED) ? all.getComparator() : null);
  }

  @Override
  public Spliterator<Object> cellSpliterator() {
    return new LiveCells(store.cellSpliterator(), lives);
  }

  @Override
  public Spliterator<Object> cellSpliterator(KeyRange range) {
    return new LiveCells(store.cellSpliterator(range), lives);
  }

  @Override
  public Predicate<Tuple> objectsLeft(Term key) {
    Set<Tuple> left = Collections.newSetFromMap(new IdentityHashMap<>());
    left.addAll(Cells.objects(peek(key)));
    return left::contains;
  }

  @Override
  public void forEachCell(Consumer<Object> action) {
    store.forEachCell(
        cell -> {
          Object live = lives.live((DatedCell) cell, lives.now());
          if (live != null) {
            action.accept(live);
          }
        });
  }

  @Override
  public @Nullable Object firstCell() {
    while (true) {
      long now = lives.now();
      Object held = store.firstCell();
      Object live = held == null ? null : lives.live((DatedCell) held, now);
      if (held == null || live != null) {
        return live;
      }
      purge(config().keyOf(held));
    }
  }

  @Override
  public @Nullable Object lastCell() {
    while (true) {
      long now = lives.now();
      Object held = store.lastCell();
      Object live = held == null ? null : lives.live((DatedCell) held, now);
      if (held == null || live != null) {
        return live;
      }
      purge(config().keyOf(held));
    }
  }

  @Override
  public @Nullable Object cellAfter(Term key) {
    return cellOf(mappingAfter(key));
  }

  @Override
  public @Nullable Object cellBefore(Term key) {
    return cellOf(mappingBefore(key));
  }

  private static @Nullable Object cellOf(Map.@Nullable Entry<Term, Object> mapping) {
    return mapping == null ? null : mapping.getValue();
  }

  @Override
  public @Nullable Term firstKey() {
    return keyOf(firstCell());
  }

  @Override
  public @Nullable Term lastKey() {
    return keyOf(lastCell());
  }

  private @Nullable Term keyOf(@Nullable Object cell) {
    return cell == null ? null : config().keyOf(cell);
  }

  @Override
  public @Nullable Term keyAfter(Term key) {
    Map.Entry<Term, Object> mapping = mappingAfter(key);
    return mapping == null ? null : mapping.getKey();
  }

  @Override
  public @Nullable Term keyBefore(Term key) {
    Map.Entry<Term, Object> mapping = mappingBefore(key);
    return mapping == null ? null : mapping.getKey();
  }

  @Override
  public Map.@Nullable Entry<Term, Object> mappingAfter(Term key) {
    return step(key, store::mappingAfter);
  }

  @Override
  public Map.@Nullable Entry<Term, Object> mappingBefore(Term key) {
    return step(key, store::mappingBefore);
  }

  private Map.@Nullable Entry<Term, Object> step(
      Term key, Function<Term, Map.@Nullable Entry<Term, Object>> step) {
    while (true) {
      removeExpiredOrigin(key);
      long now = lives.now();
      Map.Entry<Term, Object> held = step.apply(key);
      if (held == null) {
        return null;
      }
      Object live = lives.live((DatedCell) held.getValue(), now);
      if (live != null) {
        return Map.entry(held.getKey(), live);
      }
      purge(held.getKey());
    }
  }

  /** Makes sure that a step from an expired key finds it absent, or deleted while it was fixed. */
  private void removeExpiredOrigin(Term key) {
    if (!isOrdered() && peek(key) == null && held(key) != null) {
      purge(key);
    }
  }

  @Override
  public CellCursor cells(Direction direction) {
    return new LiveCursor(store.cells(direction), store, lives);
  }

  @Override
  public CellCursor cells(KeyRange range, Direction direction) {
    return new LiveCursor(store.cells(range, direction), store, lives);
  }

  @Override
  public CellCursor cellsAfter(Term key, Direction direction) {
    removeExpiredOrigin(key);
    return new LiveCursor(store.cellsAfter(key, direction), store, lives);
  }

  /** Returns the objects of a slot. The slot of a key that has expired lately is empty. */
  @Override
  public @Nullable List<Tuple> slot(long number) {
    if (isOrdered()) {
      return orderedSlot(number);
    }
    List<Tuple> objects = store.slot(number);
    return objects == null || objects.isEmpty()
        ? objects
        : Cells.objects(peek(config().key(objects.get(0))));
  }

  private @Nullable List<Tuple> orderedSlot(long number) {
    CellCursor cells = cells(Direction.ASCENDING);
    Object cell = cells.next();
    PauseCounter pauses = new PauseCounter();
    for (long n = 0; n < number; n++) {
      pauses.step();
      if (cell == null) {
        throw new IndexOutOfBoundsException("slot: " + number + " (expected: 0.." + n + ")");
      }
      cell = cells.next();
    }
    return cell == null ? null : Cells.objects(cell);
  }

  // Writes

  @Override
  public void put(Term key, Tuple object) {
    write(key, ObjectUpdate.insert(config(), object), Lifetimes.NONE);
  }

  /**
   * Inserts an object that has its own time to live.
   *
   * @param nanos the time, positive
   * @return false if a bag had the object already
   */
  public boolean insert(Term key, Tuple object, long nanos) {
    ObjectUpdate insert = ObjectUpdate.insert(config(), object);
    write(key, insert, nanos);
    return config().type().isSet() || insert.hasChanged();
  }

  @Override
  public boolean putIfAbsent(Term key, Tuple object) {
    if (get(key) != null) {
      return false;
    }
    ComparedInsert insert = new ComparedInsert(config(), List.of(), object);
    write(key, insert, Lifetimes.NONE);
    return insert.isDone();
  }

  @Override
  public @Nullable Object remove(Term key) {
    if (held(key) == null) {
      return null;
    }
    CellRemoval removal = new CellRemoval();
    write(key, removal, Lifetimes.NONE);
    return removal.removed();
  }

  @Override
  public void compute(Term key, CellUpdate update) {
    write(key, update, Lifetimes.NONE);
  }

  private void write(Term key, CellUpdate change, long own) {
    StackRoom.requireForCall();
    TimedUpdate update = new TimedUpdate(lives, key, change, own);
    change(key, update);
    while (update.hasMetExpired()) {
      purge(key);
      change(key, update);
    }
    DatedCell written = update.after() == null ? update.before() : update.after();
    if (written != null) {
      help(wheels.number(written), update.now());
    }
  }

  /** Makes an update in the wrapped store, and follows it in the wheels. */
  private void change(Term key, HeldUpdate update) {
    boolean isMade = false;
    try {
      store.compute(key, update);
      isMade = true;
    } finally {
      if (isMade) {
        follow(update.before(), update.after());
      } else {
        followFailed(key);
      }
    }
  }

  private void follow(@Nullable DatedCell before, @Nullable DatedCell after) {
    wheels.replace(before, after);
    if (after != null && !isSwept.get() && isSwept.compareAndSet(false, true)) {
      boolean isAdded = false;
      try {
        ExpiryThread.add(this);
        isAdded = true;
      } catch (OutOfMemoryError e) {
        // A later write tries again. Until then writers alone remove what has expired.
      } finally {
        isSwept.set(isAdded);
      }
    }
  }

  /** Links what the map holds after a failure, since the change may have been made. */
  private void followFailed(Term key) {
    try {
      DatedCell held = held(key);
      if (held != null) {
        wheels.link(held);
      }
    } catch (RuntimeException | VirtualMachineError e) {
      // The caller gets the first failure. A cell that is not linked is removed when its key is
      // used.
    }
  }

  @Override
  public boolean insertAll(Batch batch, boolean ifAbsent) {
    StackRoom.requireForCall();
    while (true) {
      long now = lives.now();
      DatedBatch dates = new DatedBatch(lives, now, batch.size());
      for (int i = 0; i < batch.size(); i++) {
        DatedCell held = held(batch.key(i));
        if (held != null && lives.hasExpired(held, now)) {
          purge(batch.key(i));
          held = held(batch.key(i));
        }
        if (ifAbsent && held != null && lives.live(held, now) != null) {
          return false;
        }
        dates.noteBefore(i, held);
      }
      batch.through(dates);
      if (insertAll(batch, ifAbsent, dates)) {
        return true;
      }
      if (isAnyPresent(batch)) {
        return false;
      }
    }
  }

  private boolean insertAll(Batch batch, boolean ifAbsent, DatedBatch dates) {
    boolean isDone = false;
    boolean hasReturned = false;
    try {
      isDone = store.insertAll(batch, ifAbsent);
      hasReturned = true;
      return isDone;
    } finally {
      if (isDone || !hasReturned) {
        for (int i = 0; i < batch.size(); i++) {
          followBatch(batch.key(i), isDone ? dates.before(i) : null);
        }
      }
    }
  }

  private void followBatch(Term key, @Nullable DatedCell before) {
    try {
      DatedCell held = held(key);
      follow(held == before ? null : before, held);
    } catch (RuntimeException | VirtualMachineError e) {
      // As after a failed write of one key.
    }
  }

  private boolean isAnyPresent(Batch batch) {
    for (int i = 0; i < batch.size(); i++) {
      if (peek(batch.key(i)) != null) {
        return true;
      }
    }
    return false;
  }

  /** Removes all objects, in linear time. Does not count those that have expired. */
  @Override
  public long clear() {
    StackRoom.requireForCall();
    long[] expired = {0};
    long now = lives.now();
    store.forEachCell(
        cell -> {
          DatedCell held = (DatedCell) cell;
          if (lives.hasExpired(held, now)) {
            Object left = lives.live(held, now);
            expired[0] += ObjectList.count(held) - ObjectList.count(left);
          }
        });
    try {
      return Math.max(0, store.clear() - expired[0]);
    } finally {
      wheels.clear();
      store.forEachCell(cell -> wheels.link((DatedCell) cell));
    }
  }

  /** Returns a store of the objects alone, which do not expire. Linear time. */
  @Override
  public TableStore snapshot(Reference table) {
    TableStore held = store.snapshot(table);
    long now = lives.now();
    TableStore copy = newPlainStore.apply(table);
    held.forEachCell(
        cell -> {
          Object left = lives.leftAt((DatedCell) cell, now);
          if (left != null) {
            copy.compute(config().keyOf(left), new CellCopy(left));
          }
        });
    return copy;
  }

  @Override
  public void close() {
    isClosed = true;
    try {
      store.close();
    } finally {
      wheels.close();
    }
  }

  // Removal

  /** Forgets a cell that the wrapped store has removed by itself. */
  public void forget(Object cell) {
    wheels.replace((DatedCell) cell, null);
  }

  /** Removes the expired objects of a key. */
  private void purge(Term key) {
    StackRoom.requireForCall();
    purge(key, new Purge(lives));
  }

  private void purge(Term key, Purge purge) {
    change(key, purge);
    removals.expired(ObjectList.count(purge.before()) - ObjectList.count(purge.after()));
    removalListener.removed(key, purge, store.cellBytes());
  }

  /** Removes a few expired keys. Never fails, since the caller's own write has been made. */
  private void help(int wheel, long now) {
    if (!wheels.isDue(wheel, now)) {
      return;
    }
    try {
      sweep(wheel, now, new int[] {HELP});
    } catch (RuntimeException | VirtualMachineError e) {
      // The background tries again.
    }
  }

  /**
   * Removes expired objects.
   *
   * @param steps the number of cells to look at, at most
   * @return whether there may be more
   */
  public boolean sweep(int steps) {
    StackRoom.requireForCall();
    int[] left = {steps};
    long now = lives.now();
    for (int i = 0; i < wheels.count() && left[0] > 0; i++) {
      if (wheels.isDue(i, now)) {
        sweep(i, now, left);
      }
    }
    return left[0] == 0;
  }

  private void sweep(int wheel, long now, int[] steps) {
    for (DatedCell cell; (cell = wheels.poll(wheel, now, steps)) != null; ) {
      boolean isDone = false;
      try {
        Purge purge = new Purge(lives);
        purge(config().keyOf(cell), purge);
        isDone = purge.after() != cell;
      } finally {
        if (!isDone) {
          wheels.link(cell); // To be tried again.
        }
      }
    }
  }
}
