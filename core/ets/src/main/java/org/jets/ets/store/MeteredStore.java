package org.jets.ets.store;

import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jets.ets.KeyRange;
import org.jets.ets.Quota;
import org.jets.ets.cell.CellBytes;
import org.jets.ets.cell.CellUpdate;
import org.jets.ets.cell.ObjectList;
import org.jets.ets.quota.TableMeter;
import org.jets.ets.quota.TermBytes;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A store that counts objects before it adds them, for tables in a space with a {@link Quota}. A
 * {@link FixationLog} counts the keys that it remembers while the table is fixed.
 *
 * <p>A writer of one key holds {@link #many} for reading, a writer of many keys for writing. So
 * {@link #insertAll} knows what it will add. {@link #clear} never meets a writer that has counted
 * but not written, or written but not counted.
 */
public final class MeteredStore implements TableStore {
  private final TableStore store;
  private final TableMeter meter;
  private final ReentrantReadWriteLock many = new ReentrantReadWriteLock();

  public MeteredStore(TableStore store, TableMeter meter) {
    this.store = store;
    this.meter = meter;
    store.countBy(meter);
  }

  @Override
  public void put(Term key, Tuple object) {
    compute(key, ObjectUpdate.insert(config(), object));
  }

  @Override
  public boolean putIfAbsent(Term key, Tuple object) {
    many.readLock().lock();
    try {
      if (store.get(key) != null) {
        return false;
      }
      long bytes = cellBytes().of(object);
      meter.count(1, bytes);
      boolean isPut = false;
      try {
        isPut = store.putIfAbsent(key, object);
      } finally {
        if (!isPut) {
          meter.count(-1, -bytes);
        }
      }
      return isPut;
    } finally {
      many.readLock().unlock();
    }
  }

  @Override
  public @Nullable Object remove(Term key) {
    many.readLock().lock();
    try {
      Object removed = store.remove(key);
      if (removed != null) {
        meter.count(-ObjectList.count(removed), -cellBytes().of(removed));
      }
      return removed;
    } finally {
      many.readLock().unlock();
    }
  }

  @Override
  public void compute(Term key, CellUpdate update) {
    update.through(meter, cellBytes());
    many.readLock().lock();
    try {
      computeCounted(key, update);
    } finally {
      many.readLock().unlock();
    }
  }

  private void computeCounted(Term key, CellUpdate update) {
    boolean isMade = false;
    try {
      store.compute(key, update);
      isMade = true;
    } finally {
      if (isMade) {
        update.settle();
      } else {
        update.uncount();
      }
    }
  }

  @Override
  public boolean insertAll(Batch batch, boolean ifAbsent) {
    batch.pauses().lock(many.writeLock());
    try {
      long objects = 0;
      long bytes = 0;
      for (int i = 0; i < batch.size(); i++) {
        Object before = store.get(batch.key(i));
        if (ifAbsent && before != null) {
          return false;
        }
        Object after = batch.apply(i, before);
        objects += ObjectList.count(after) - ObjectList.count(before);
        bytes += cellBytes().growth(before, after);
      }
      return insertAll(batch, ifAbsent, objects, bytes);
    } finally {
      many.writeLock().unlock();
    }
  }

  private boolean insertAll(Batch batch, boolean ifAbsent, long objects, long bytes) {
    meter.count(objects, bytes);
    boolean isMade = false;
    try {
      isMade = store.insertAll(batch, ifAbsent);
      return isMade;
    } finally {
      if (!isMade) {
        meter.count(-objects, -bytes);
      }
    }
  }

  @Override
  public long clear() {
    many.writeLock().lock();
    try {
      long cleared = store.clear();
      meter.clear();
      return cleared;
    } finally {
      many.writeLock().unlock();
    }
  }

  // Operations without a change

  @Override
  public StoreConfig config() {
    return store.config();
  }

  @Override
  public long overheadBytes(long size) {
    return store.overheadBytes(size);
  }

  @Override
  public CellBytes cellBytes() {
    return store.cellBytes();
  }

  @Override
  public @Nullable Object get(Term key) {
    return store.get(key);
  }

  @Override
  public long size() {
    return store.size();
  }

  @Override
  public long sizeUpTo(long most) {
    return store.sizeUpTo(most);
  }

  @Override
  public boolean remembersKeys() {
    return store.remembersKeys();
  }

  @Override
  public Spliterator<Tuple> objects() {
    return store.objects();
  }

  @Override
  public Spliterator<Tuple> objects(KeyRange range) {
    return store.objects(range);
  }

  @Override
  public void forEachCell(Consumer<Object> action) {
    store.forEachCell(action);
  }

  @Override
  public Predicate<Term> firstTime() {
    return store.firstTime();
  }

  @Override
  public @Nullable Object firstCell() {
    return store.firstCell();
  }

  @Override
  public @Nullable Object lastCell() {
    return store.lastCell();
  }

  @Override
  public @Nullable Object cellAfter(Term key) {
    return store.cellAfter(key);
  }

  @Override
  public @Nullable Object cellBefore(Term key) {
    return store.cellBefore(key);
  }

  @Override
  public @Nullable Term firstKey() {
    return store.firstKey();
  }

  @Override
  public @Nullable Term lastKey() {
    return store.lastKey();
  }

  @Override
  public @Nullable Term keyAfter(Term key) {
    return store.keyAfter(key);
  }

  @Override
  public @Nullable Term keyBefore(Term key) {
    return store.keyBefore(key);
  }

  @Override
  public Map.@Nullable Entry<Term, Object> mappingAfter(Term key) {
    return store.mappingAfter(key);
  }

  @Override
  public Map.@Nullable Entry<Term, Object> mappingBefore(Term key) {
    return store.mappingBefore(key);
  }

  @Override
  public CellCursor cells(Direction direction) {
    return store.cells(direction);
  }

  @Override
  public CellCursor cells(KeyRange range, Direction direction) {
    return store.cells(range, direction);
  }

  @Override
  public CellCursor cellsAfter(Term key, Direction direction) {
    return store.cellsAfter(key, direction);
  }

  @Override
  public @Nullable List<Tuple> slot(long number) {
    return store.slot(number);
  }

  @Override
  public void countBy(TableMeter counts) {
    store.countBy(counts);
  }

  @Override
  public void fix() {
    store.fix();
  }

  @Override
  public long keptBytes(long limit, TermBytes.Visits visits) {
    return store.keptBytes(limit, visits);
  }

  @Override
  public void unfix() {
    store.unfix();
  }

  @Override
  public TableStore snapshot(Reference table) {
    return store.snapshot(table);
  }

  @Override
  public void close() {
    store.close();
  }
}
