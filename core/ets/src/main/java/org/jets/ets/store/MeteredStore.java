package org.jets.ets.store;

import java.util.List;
import org.jets.collections.internal.sync.SharedLock;
import org.jets.ets.NoSuchTableException;
import org.jets.ets.Quota;
import org.jets.ets.cell.CellRemoval;
import org.jets.ets.cell.CellUpdate;
import org.jets.ets.cell.ObjectList;
import org.jets.ets.quota.TableMeter;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A store that counts objects before it adds them, for tables in a space with a {@link Quota}. A
 * {@link FixationLog} counts the keys that it remembers while the table is fixed.
 *
 * <p>A writer of one key shares {@link #many}, a writer of many keys has it alone. So {@link
 * #insertAll} knows what it will add. {@link #clear} never meets a writer that has counted but not
 * written, or written but not counted.
 */
public final class MeteredStore extends ForwardingStore {
  private final TableMeter meter;
  private final SharedLock many = new SharedLock();

  public MeteredStore(TableStore store, TableMeter meter) {
    super(store);
    this.meter = meter;
    store.countBy(meter);
  }

  @Override
  public void put(Term key, Tuple object) {
    compute(key, ObjectUpdate.insert(config(), object));
  }

  @Override
  public boolean putIfAbsent(Term key, Tuple object) {
    if (store.get(key) != null) {
      return false;
    }
    ComparedInsert insert = new ComparedInsert(config(), List.of(), object);
    compute(key, insert);
    return insert.isDone();
  }

  @Override
  public @Nullable Object remove(Term key) {
    if (store.get(key) == null) {
      return null;
    }
    CellRemoval removal = new CellRemoval();
    compute(key, removal);
    return removal.removed();
  }

  @Override
  public void compute(Term key, CellUpdate update) {
    update.through(meter, cellBytes());
    many.lockShared();
    try {
      computeCounted(key, update);
    } finally {
      many.unlockShared();
    }
  }

  private void computeCounted(Term key, CellUpdate update) {
    boolean isMade = false;
    try {
      store.compute(key, update);
      isMade = true;
    } finally {
      if (isMade || isPresent(key, update)) {
        update.settle();
      } else {
        update.uncount();
      }
    }
  }

  /**
   * Returns whether a change that has failed is in the map nevertheless. Maps of other libraries
   * may allocate after a change.
   */
  private boolean isPresent(Term key, CellUpdate update) {
    try {
      return update.hasChanged() && update.hasLeft(store.get(key));
    } catch (NoSuchTableException | VirtualMachineError e) {
      return false;
    }
  }

  @Override
  public boolean insertAll(Batch batch, boolean ifAbsent) {
    batch.lock(many.alone());
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
      many.alone().unlock();
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
    many.alone().lock();
    try {
      return clearAlone();
    } finally {
      many.alone().unlock();
    }
  }

  private long clearAlone() {
    boolean isDone = false;
    try {
      long cleared = store.clear();
      isDone = true;
      return cleared;
    } finally {
      // A store may fail after it has removed all objects.
      if (isDone || store.sizeUpTo(1) == 0) {
        meter.clear();
      }
    }
  }
}
