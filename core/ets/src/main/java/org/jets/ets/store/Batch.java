package org.jets.ets.store;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.Lock;
import org.jets.ets.TableType;
import org.jets.ets.cell.CellForm;
import org.jets.ets.cell.Cells;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Objects to be inserted together, by key; those of one key keep their order. For use by the
 * inserting thread alone. That thread may pause while it fills the batch, with no lock held. It can
 * be cancelled until the objects are inserted.
 */
public final class Batch {
  private final StoreConfig config;
  private final Cells cells;
  private final PauseCounter pauses = new PauseCounter();
  private final List<Term> keys = new ArrayList<>();
  private final List<List<Tuple>> objects = new ArrayList<>();

  /** True while the thread holds a lock for the insert. */
  private boolean holdsLock;

  /**
   * The objects that a bag had when they were last to be inserted, by the number of their key. Null
   * if they are not noted.
   */
  private @Nullable Map<Integer, List<Tuple>> present;

  /** Null if the cells have no addition. */
  private @Nullable CellForm form;

  public Batch(StoreConfig config, Collection<Tuple> inserted) {
    this.config = config;
    this.cells = Cells.of(config.type());
    Map<Term, List<Tuple>> places =
        config.type() == TableType.ORDERED_SET
            ? new TreeMap<>(TermOrder.STANDARD)
            : new HashMap<>(inserted.size() * 2);
    for (Tuple object : inserted) {
      pauses.step();
      Term key = config.key(object);
      List<Tuple> place = places.get(key);
      if (place == null) {
        place = new ArrayList<>(1);
        places.put(key, place);
        keys.add(key);
        objects.add(place);
      }
      place.add(object);
    }
  }

  /** Returns the number of different keys. */
  public int size() {
    return keys.size();
  }

  /** Returns the different keys, in the order of their first objects. */
  public List<Term> keys() {
    return Collections.unmodifiableList(keys);
  }

  public Term key(int i) {
    return keys.get(i);
  }

  /** Returns whether the keys of all objects have a {@linkplain FixedForm fixed form}. */
  boolean hasFixedForms() {
    for (List<Tuple> ofKey : objects) {
      for (Tuple object : ofKey) {
        if (!FixedForm.has(config.key(object))) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * Acquires a lock for the insert. The thread may pause while it waits for the first such lock. It
   * never pauses while it holds one: the threads that wait for that lock could take all places of
   * their pool, and this thread could not resume.
   */
  public void lock(Lock lock) {
    if (holdsLock) {
      lock.lock();
    } else {
      pauses.lock(lock);
      holdsLock = true;
    }
  }

  /** Tells that the thread has given back all locks, and may try the insert again. */
  public void unlocked() {
    holdsLock = false;
  }

  /** Makes the insert leave cells of a form; of none for null. */
  public void through(@Nullable CellForm cellForm) {
    form = cellForm;
  }

  /** Returns the form of the cells that the insert leaves; null for none. */
  public @Nullable CellForm form() {
    return form;
  }

  /**
   * Returns the cell of key number {@code i} after its objects are inserted. Called before the
   * insert takes effect, since this fails if the insert is cancelled. Never blocks.
   */
  public Object apply(int i, @Nullable Object before) {
    return form == null
        ? insert(i, before)
        : form.insert(i, before, objects.get(i), cell -> insert(i, cell));
  }

  private Object insert(int i, @Nullable Object before) {
    @Nullable Object cell = before;
    if (present != null) {
      present.remove(i);
    }
    for (Tuple object : objects.get(i)) {
      pauses.stepUnderLock();
      Object after = cells.with(cell, SharedKey.in(config, cell, object));
      if (after == cell && present != null) {
        present.computeIfAbsent(i, key -> new ArrayList<>()).add(object);
      }
      cell = after;
    }
    if (cell == null) {
      throw new IllegalStateException("no objects for key " + key(i));
    }
    return cell;
  }

  /** Makes the insert note which objects a bag has already. */
  public void notePresent() {
    present = config.type() == TableType.BAG ? new HashMap<>() : null;
  }

  /** Returns the {@linkplain #notePresent noted} objects, after they have been inserted. */
  public List<Tuple> present() {
    return present == null ? List.of() : present.values().stream().flatMap(List::stream).toList();
  }
}
