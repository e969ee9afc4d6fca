package org.jets.ets.indexing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import org.jets.collections.internal.sync.OverflowSafeLock;
import org.jets.ets.BadArgumentException;
import org.jets.ets.SystemLimitException;
import org.jets.ets.index.Index;
import org.jets.ets.indexing.TableIndex.Part;
import org.jets.ets.indexing.TableIndex.State;
import org.jets.ets.plan.KeyPlan;
import org.jets.ets.quota.TableMeter;
import org.jets.ets.store.CellCursor;
import org.jets.ets.store.Direction;
import org.jets.ets.store.PauseCounter;
import org.jets.ets.store.StoreConfig;
import org.jets.ets.store.TableStore;
import org.jets.ets.watch.ChangeListener;
import org.jets.ets.watch.RefusedChangeException;
import org.jets.ets.watch.WatchedStore;
import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The secondary indexes of a table. As the listener of its store they learn of each change.
 *
 * <p><b>Invariant.</b> At each moment an index that is ready has an entry for each object of the
 * table that has an indexed term. It may have others: their objects are about to come, or have just
 * gone. A writer adds entries before it changes a key, and removes entries after that, both under
 * the lock of the key. So a reader takes the keys of an index only for candidates, looks each up,
 * and matches what it finds.
 *
 * <p><b>Reading.</b> The keys of one range of terms are read from the tree at one moment. A key
 * with an object in the range at that moment is among them, once, and is looked up later. So a
 * search by one range meets each key at most once, and misses none whose objects have a term in the
 * range throughout, even while the term changes within it. With several ranges this holds if the
 * term stays within one of them.
 *
 * <p><b>Wide ranges.</b> Before it reads the keys, a search counts them, one after the other as
 * they are then, and pauses meanwhile. If there are more than {@link #most}, the table is scanned.
 * The size of the table, of which that is a part, is estimated, and only after the first {@value
 * #MIN_KEYS} keys: an exact one could take locks of the whole map. So what is read at one moment is
 * small beside the table, but for keys that come after the count.
 *
 * <p><b>Building.</b> The index is published first, and all writers that have begun before are
 * awaited. From then on each writer keeps it. The building thread then walks the table and adds the
 * entries of each key, under the lock of this key alone. A key that the walk does not meet was
 * absent at some time since, and its writer has added its entries.
 *
 * <p><b>Dropping.</b> The state of the index says that it is dropped. That allocates nothing, so it
 * succeeds after a lack of memory as well. If it cannot be left out of {@link #indexes} then, the
 * next change of these leaves it out. From then on nothing counts or keeps it.
 *
 * <p><b>Errors.</b> A write whose entries cannot be added, for lack of memory or because a quota is
 * exceeded, fails and has changed nothing. If entries cannot be removed they stay, as candidates
 * that no lookup confirms. The index is then marked as stale. After each later write its thread
 * tries to remove them.
 *
 * <p><b>Unique indexes.</b> A writer that finds its term under another key gives back its locks,
 * and reads that key under the lock of that one. If the key has the term, the call fails, and that
 * is its linearization point. Otherwise the call begins again. While an index is built it fails
 * instead of the call, and the building thread does as writers do.
 *
 * <p><b>Guarded by.</b> {@code indexes} is volatile and written under {@link #changing}, inside
 * which no other lock is acquired.
 *
 * <p><b>Cost.</b> Without an index one volatile read for each change. With some, O(log n) for each
 * term that comes or goes.
 */
public final class TableIndexes implements ChangeListener {
  /** The largest number of indexes of a table. */
  public static final int MAX_INDEXES = 16;

  /** The number of keys that are added to an index before their bytes are charged. */
  private static final int CHARGED_KEYS = 64;

  /** A search looks up at least so many keys by an index, however small the table is. */
  private static final int MIN_KEYS = 128;

  /**
   * A search looks up at most this part of the keys of a table. A key that is read from an index,
   * sorted and looked up costs many times as much as one in a scan.
   */
  private static final int MAX_SHARE = 32;

  private static final TableIndex[] NONE = {};

  private final StoreConfig config;

  /** Null if the table is not metered. */
  private final @Nullable TableMeter meter;

  /** Called after the indexes that can be used have changed. */
  private final Runnable changed;

  private final OverflowSafeLock changing = new OverflowSafeLock();
  private final AtomicBoolean isCleaning = new AtomicBoolean();
  private volatile TableIndex[] indexes = NONE;

  /** Set before the table is published. */
  private @Nullable WatchedStore watched;

  public TableIndexes(StoreConfig config, @Nullable TableMeter meter, Runnable changed) {
    this.config = config;
    this.meter = meter;
    this.changed = changed;
  }

  /** Sets the store that tells its changes. Called before the table is published. */
  public void of(WatchedStore store) {
    watched = store;
  }

  private WatchedStore watched() {
    if (watched == null) {
      throw new IllegalStateException("no store (expected: one before the first index)");
    }
    return watched;
  }

  /**
   * Adds an index, and returns when it can be used. Writers go on meanwhile. If this fails, the
   * table has no such index.
   *
   * @throws BadArgumentException if there is an index of this name, or the index is to be unique
   *     and two keys have objects of the same term, or a write was about to give them one
   * @param charge is told the bytes that have been added, from time to time; what it throws makes
   *     this fail
   * @throws SystemLimitException if there are too many indexes, or a quota is exceeded
   */
  public void add(Index index, LongConsumer charge) {
    TableIndex made = new TableIndex(index, config, meter, watched()::whileLocked);
    publish(made);
    boolean isBuilt = false;
    try {
      watched().awaitTold();
      build(made, charge);
      isBuilt = true;
    } finally {
      if (!isBuilt) {
        remove(made);
      }
    }
    changed.run();
  }

  private void publish(TableIndex made) {
    changing.lock();
    try {
      TableIndex[] current = withoutDropped(indexes);
      for (TableIndex present : current) {
        if (present.index().name() == made.index().name()) {
          throw BadArgumentException.of(
              2, "name", made.index().name(), "one that no index of the table has");
        }
      }
      if (current.length == MAX_INDEXES) {
        throw new SystemLimitException("indexes", "a table", MAX_INDEXES);
      }
      TableIndex[] longer = Arrays.copyOf(current, current.length + 1);
      longer[current.length] = made;
      indexes = longer;
    } finally {
      changing.unlock();
    }
  }

  private void build(TableIndex made, LongConsumer charge) {
    PauseCounter pauses = new PauseCounter();
    CellCursor cells = watched().cells(Direction.ASCENDING);
    long bytes = 0;
    int keys = 0;
    for (Object cell; made.state() == State.BUILDING && (cell = cells.next()) != null; ) {
      pauses.step();
      bytes += addPresent(made, config.keyOf(cell));
      if (++keys % CHARGED_KEYS == 0) {
        charge.accept(bytes);
        bytes = 0;
      }
    }
    charge.accept(bytes);
    if (!made.casState(State.BUILDING, State.READY)) {
      String expected =
          made.state() == State.FAILED
              ? "an index that is not unique, or a table without two keys of the same term"
              : "one that is not dropped while it is built";
      throw BadArgumentException.of(3, "index", made.index().description(), expected);
    }
  }

  /** Adds the entries of a key. Returns their bytes. */
  private long addPresent(TableIndex made, Term key) {
    long[] bytes = {0};
    boolean isAdded = false;
    while (!isAdded) {
      try {
        watched()
            .whileLocked(
                key,
                cell -> {
                  for (IndexEntry entry : made.entriesOf(cell)) {
                    bytes[0] += made.add(entry, any -> Part.NONE) ? entry.bytes() : 0;
                  }
                });
        isAdded = true;
      } catch (RefusedChangeException e) {
        e.confirm();
      }
    }
    return bytes[0];
  }

  /** Drops an index. Returns false if there is none of this name. */
  public boolean drop(Atom name) {
    for (TableIndex present : indexes) {
      if (present.index().name() == name && !present.isDropped()) {
        return remove(present);
      }
    }
    return false;
  }

  private static TableIndex[] withoutDropped(TableIndex[] all) {
    List<TableIndex> left = new ArrayList<>(List.of(all));
    left.removeIf(TableIndex::isDropped);
    return left.toArray(NONE);
  }

  private boolean remove(TableIndex removed) {
    boolean isDropped = removed.drop();
    changing.lock();
    try {
      indexes = withoutDropped(indexes);
    } finally {
      changing.unlock();
    }
    changed.run();
    return isDropped;
  }

  /** Returns the indexes that can be used, the oldest first. */
  public List<Index> ready() {
    TableIndex[] current = indexes;
    if (current.length == 0) {
      return List.of();
    }
    List<Index> ready = new ArrayList<>(current.length);
    for (TableIndex each : current) {
      if (each.state() == State.READY) {
        ready.add(each.index());
      }
    }
    return ready;
  }

  /** Returns the index of a plan; null if it cannot be used any more. */
  private @Nullable TableIndex usable(KeyPlan.ByIndex plan) {
    for (TableIndex each : indexes) {
      if (each.index() == plan.index() && each.state() == State.READY) {
        return each;
      }
    }
    return null;
  }

  /**
   * Returns a walk over the cells of the keys that a plan finds, in the order of keys. Returns null
   * if all cells are to be walked over: if the index has been dropped meanwhile, or the plan finds
   * more keys than {@link #most}.
   *
   * @param store the store that readers of the table use
   */
  public @Nullable CellCursor cells(KeyPlan.ByIndex plan, TableStore store, Direction direction) {
    List<Term> keys = candidates(usable(plan), plan, store);
    return keys == null ? null : new CandidateCursor(store, keys, direction);
  }

  private static @Nullable List<Term> candidates(
      @Nullable TableIndex index, KeyPlan.ByIndex plan, TableStore store) {
    return index == null
            || (isCounted(plan) && index.hasMore(plan.ranges(), MIN_KEYS, () -> most(store)))
        ? null
        : index.candidates(plan.ranges());
  }

  /** Returns whether a search by a plan counts the keys before it reads them. */
  public static boolean isCounted(KeyPlan.ByIndex plan) {
    return !plan.index().isUnique()
        || plan.ranges().size() > MIN_KEYS
        || plan.ranges().stream().anyMatch(range -> range.point() == null);
  }

  /** Returns the largest number of keys that a search of the table looks up by an index now. */
  public static long most(TableStore store) {
    return Math.max(MIN_KEYS, store.roughSize() / MAX_SHARE);
  }

  /** As {@link #cells}, over those that follow a key in this direction. */
  public CellCursor cellsAfter(
      KeyPlan.ByIndex plan, TableStore store, Direction direction, Term key) {
    TableIndex index = usable(plan);
    List<Term> keys = candidates(index, plan, store);
    if (index == null || keys == null) {
      return store.cellsAfter(key, direction);
    }
    boolean isAscending = direction == Direction.ASCENDING;
    keys.removeIf(
        each -> {
          int order = index.keyOrder().compare(each, key);
          return isAscending ? order <= 0 : order >= 0;
        });
    return new CandidateCursor(store, keys, direction);
  }

  /** Removes entries that errors have left, if there are any. Called with no lock held. */
  void removeStale(TableIndex[] told) {
    for (TableIndex index : told) {
      if (index.isStale() && isCleaning.compareAndSet(false, true)) {
        try {
          removeStale(index);
        } finally {
          isCleaning.set(false);
        }
      }
    }
  }

  private void removeStale(TableIndex index) {
    index.setStale(false); // First, so that it does not undo the mark of another writer.
    boolean isDone = false;
    try {
      for (IndexEntry entry : index.all()) {
        watched().whileLocked(entry.key(), cell -> index.removeUnless(cell, entry));
      }
      isDone = true;
    } catch (RuntimeException | Error e) {
      // The write has been made, so its caller does not get this. The next one tries again.
    } finally {
      if (!isDone) {
        index.setStale(true);
      }
    }
  }

  /**
   * Checks, while no thread writes, that each index has the entries of the objects and no others.
   *
   * @throws AssertionError if not
   */
  public void validate() {
    for (TableIndex index : withoutDropped(indexes)) {
      NavigableSet<IndexEntry> expected = index.newEntrySet();
      watched().forEachCell(cell -> expected.addAll(index.entriesOf(cell)));
      index.validate(expected);
    }
  }

  // Changes

  @Override
  public Change prepare(List<Term> keys) {
    TableIndex[] current = indexes;
    return current.length == 0 ? Change.IGNORED : new IndexChange(this, current, keys);
  }

  @Override
  public long bytes() {
    long bytes = 0;
    for (TableIndex each : indexes) {
      bytes += each.isDropped() ? 0 : each.bytes();
    }
    return bytes;
  }

  /** Returns an estimate of the bytes that indexes would have for an object. */
  public long bytesOf(Tuple object) {
    long bytes = 0;
    for (TableIndex each : indexes) {
      bytes += each.isDropped() ? 0 : each.bytesOf(object);
    }
    return bytes;
  }

  @Override
  public void closed() {
    indexes = NONE;
  }
}
