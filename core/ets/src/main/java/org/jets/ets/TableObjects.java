package org.jets.ets;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jets.ets.cell.Cells;
import org.jets.ets.cell.MatchTake;
import org.jets.ets.cell.ObjectList;
import org.jets.ets.cell.RemovedObjects;
import org.jets.ets.expiry.ExpiringStore;
import org.jets.ets.limit.Expiry;
import org.jets.ets.store.Batch;
import org.jets.ets.store.ComparedInsert;
import org.jets.ets.store.ObjectUpdate;
import org.jets.ets.store.PauseCounter;
import org.jets.ets.store.TableStore;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** The objects of a table by their keys: lookups, inserts and deletions. */
final class TableObjects {
  private TableObjects() {}

  static List<Tuple> lookup(TableHandle table, Term key) {
    Object cell = table.forReadingOnce().get(Objects.requireNonNull(key, "key"));
    return table.type().isSet() ? Cells.objectOfSet(cell) : Cells.objects(cell);
  }

  static List<Tuple> lookupAll(TableHandle table, Collection<? extends Term> keys) {
    TableStore store = table.forReading();
    boolean isSet = table.type().isSet();
    Objects.requireNonNull(keys, "keys");
    List<Tuple> objects = new ArrayList<>(); // Of any size: the keys may be many, and all absent.
    PauseCounter pauses = new PauseCounter();
    for (Term key : keys) {
      pauses.step();
      Object cell = store.get(Objects.requireNonNull(key, "key"));
      if (cell != null) {
        if (isSet) {
          addObjectOfSet(objects, cell);
        } else {
          objects.addAll(Cells.objects(cell));
        }
      }
    }
    return Collections.unmodifiableList(objects);
  }

  /** Adds the object of a cell of a set type without touching it, as a cast would do. */
  @SuppressWarnings("unchecked") // Under one key a set has one object.
  private static void addObjectOfSet(List<Tuple> objects, Object cell) {
    ((List<Object>) (List<?>) objects).add(cell);
  }

  static boolean member(TableHandle table, Term key) {
    return table.forReadingOnce().get(Objects.requireNonNull(key, "key")) != null;
  }

  static Term element(TableHandle table, Term key, int position) {
    Term element = elementOrNull(table, table.forReadingOnce(), key, position);
    if (element == null) {
      throw NoSuchKeyException.of(key);
    }
    return element;
  }

  static Term element(TableHandle table, Term key, int position, Term defaultValue) {
    TableStore store = table.forReadingOnce();
    Objects.requireNonNull(defaultValue, "defaultValue");
    Term element = elementOrNull(table, store, key, position);
    return element != null ? element : defaultValue;
  }

  private static @Nullable Term elementOrNull(
      TableHandle table, TableStore store, Term key, int position) {
    Objects.requireNonNull(key, "key");
    if (position < 1) {
      throw BadArgumentException.of(3, "position", position, ">= 1");
    }
    Object cell = store.get(key);
    if (cell == null) {
      return null;
    }
    if (table.type().isSet()) {
      return elementOf((Tuple) cell, position);
    }
    List<Term> elements = new ArrayList<>(ObjectList.count(cell));
    for (Tuple object : Cells.objects(cell)) {
      elements.add(elementOf(object, position));
    }
    return ListTerm.of(elements);
  }

  private static Term elementOf(Tuple object, int position) {
    if (position > object.arity()) {
      throw BadArgumentException.of(3, "position", position, "1.." + object.arity());
    }
    return object.element(position);
  }

  static void insert(TableHandle table, Tuple object) {
    TableStore store = table.forWritingOnce();
    insert(table, store, checkObject(table, object));
  }

  static void insert(TableHandle table, Tuple object, Duration timeToLive) {
    TableStore store = table.forWriting();
    Tuple checked = checkObject(table, object);
    long nanos = Expiry.positiveNanos(Objects.requireNonNull(timeToLive, "timeToLive"));
    if (!(store instanceof ExpiringStore expiring) || expiring.isAtElement()) {
      throw BadArgumentException.of(
          1, "table", table.id(), "a table made with the option of expiry after write or access");
    }
    HeapCharge charge = HeapCharge.count(table, store, checked);
    boolean isAdded = false;
    try {
      isAdded = expiring.insert(store.config().key(checked), checked, nanos);
    } finally {
      if (!isAdded) {
        HeapCharge.takeBack(charge);
      }
    }
  }

  /** Inserts a packed object. */
  private static void insert(TableHandle table, TableStore store, Tuple object) {
    HeapCharge charge = HeapCharge.count(table, store, object);
    boolean isAdded = false;
    try {
      if (table.type().isSet()) {
        store.put(store.config().key(object), object);
        isAdded = true;
      } else {
        ObjectUpdate insert = ObjectUpdate.insert(store.config(), object);
        store.compute(store.config().key(object), insert);
        isAdded = insert.hasChanged();
      }
    } finally {
      if (!isAdded) {
        HeapCharge.takeBack(charge);
      }
    }
  }

  static void insert(TableHandle table, Collection<? extends Tuple> objects) {
    TableStore store = table.forWritingOnce();
    List<Tuple> checked = checkObjects(table, objects);
    if (checked.size() == 1) {
      insert(table, store, checked.get(0));
    } else if (!checked.isEmpty()) {
      insertAll(table, store, checked, false);
    }
  }

  static boolean insertNew(TableHandle table, Tuple object) {
    TableStore store = table.forWritingOnce();
    return insertNew(table, store, checkObject(table, object));
  }

  private static boolean insertNew(TableHandle table, TableStore store, Tuple object) {
    HeapCharge charge = HeapCharge.count(table, store, object);
    boolean isDone = false;
    try {
      isDone = store.putIfAbsent(store.config().key(object), object);
      return isDone;
    } finally {
      if (!isDone) {
        HeapCharge.takeBack(charge);
      }
    }
  }

  static boolean insertNew(TableHandle table, Collection<? extends Tuple> objects) {
    TableStore store = table.forWritingOnce();
    List<Tuple> checked = checkObjects(table, objects);
    return switch (checked.size()) {
      case 0 -> true;
      case 1 -> insertNew(table, store, checked.get(0));
      default -> insertAll(table, store, checked, true);
    };
  }

  private static boolean insertAll(
      TableHandle table, TableStore store, List<Tuple> objects, boolean ifAbsent) {
    HeapCharge charge = HeapCharge.count(table, store, objects);
    boolean isDone = false;
    try {
      Batch batch = new Batch(store.config(), objects);
      if (charge != null) {
        batch.notePresent();
      }
      isDone = store.insertAll(batch, ifAbsent);
      if (isDone) {
        HeapCharge.takeBack(charge, table, store.cellBytes(), batch);
      }
      return isDone;
    } finally {
      if (!isDone) {
        HeapCharge.takeBack(charge);
      }
    }
  }

  static long insertAll(TableHandle table, Stream<? extends Tuple> objects, int batchSize) {
    try (Stream<? extends Tuple> closed = objects) {
      table.forWriting();
      Objects.requireNonNull(closed, "objects");
      if (batchSize < 1) {
        throw BadArgumentException.of(3, "batchSize", batchSize, ">= 1");
      }
      List<Tuple> batch = new ArrayList<>();
      long[] count = {0};
      closed.forEachOrdered(
          object -> {
            batch.add(object);
            if (batch.size() == batchSize) {
              insert(table, batch);
              count[0] += batchSize;
              batch.clear();
            }
          });
      if (!batch.isEmpty()) {
        insert(table, batch);
      }
      return count[0] + batch.size();
    }
  }

  static boolean compareInsert(TableHandle table, List<Tuple> expected, Tuple object) {
    TableStore store = table.forWritingOnce();
    List<Tuple> present = new ArrayList<>(Objects.requireNonNull(expected, "expected"));
    for (Tuple each : present) {
      Objects.requireNonNull(each, "expected object");
    }
    Tuple checked = checkObject(table, 3, object);
    ComparedInsert update = new ComparedInsert(store.config(), present, checked);
    HeapCharge charge = HeapCharge.count(table, store, checked);
    boolean isAdded = false;
    try {
      store.compute(store.config().key(checked), update);
      isAdded = update.isDone() && update.hasChanged();
      return update.isDone();
    } finally {
      if (!isAdded) {
        HeapCharge.takeBack(charge);
      }
    }
  }

  /** Returns an object in the form in which a table has it, if it has a key. */
  static Tuple checkObject(TableHandle table, Tuple object) {
    return checkObject(table, 2, object);
  }

  /**
   * As {@link #checkObject(TableHandle, Tuple)}.
   *
   * @param argument the position of the object among the arguments
   */
  private static Tuple checkObject(TableHandle table, int argument, Tuple object) {
    if (Objects.requireNonNull(object, "object").arity() < table.keypos()) {
      throw BadArgumentException.of(
          argument, "object", object, "a tuple of " + table.largeKeypos() + " elements or more");
    }
    return packed(object, table.keypos());
  }

  /**
   * Returns an object packed, and its key also in an object that is too wide for that. The store
   * may keep the key for the objects that follow, and should not have two forms of it.
   */
  private static Tuple packed(Tuple object, int keypos) {
    Tuple packed = object.packed();
    if (packed.isHeld(keypos) && packed.element(keypos) instanceof Tuple key) {
      Tuple packedKey = key.packed();
      return packedKey == key ? packed : packed.with(keypos, packedKey);
    }
    return packed;
  }

  private static List<Tuple> checkObjects(TableHandle table, Collection<? extends Tuple> objects) {
    List<Tuple> copy = new ArrayList<>(Objects.requireNonNull(objects, "objects"));
    PauseCounter pauses = new PauseCounter();
    for (int i = 0; i < copy.size(); i++) {
      pauses.step();
      copy.set(i, checkObject(table, copy.get(i)));
    }
    return copy;
  }

  static @Nullable Object delete(TableHandle table, Term key) {
    Object removed = table.forWritingOnce().remove(Objects.requireNonNull(key, "key"));
    HeapCharge.removed(table, key, removed);
    return removed;
  }

  static List<Tuple> take(TableHandle table, Term key) {
    RemovedObjects taken = new RemovedObjects(); // Before the objects are removed.
    taken.fill(delete(table, key));
    return taken;
  }

  static List<Tuple> takeAll(TableHandle table, Collection<? extends Term> keys) {
    TableStore store = table.forWriting().forOneCall();
    boolean isSet = table.type().isSet();
    List<Term> sought = new ArrayList<>(Objects.requireNonNull(keys, "keys"));
    sought.forEach(key -> Objects.requireNonNull(key, "key"));
    // Made at once, with room for the objects of a set: none of those is lost for lack of memory.
    List<Tuple> objects = new ArrayList<>(sought.size());
    List<Tuple> answer = Collections.unmodifiableList(objects);
    PauseCounter pauses = new PauseCounter();
    try {
      for (Term key : sought) {
        pauses.step();
        if (!isSet) {
          takeAll(table, store, key, objects);
          continue;
        }
        Object removed = store.remove(key);
        if (removed != null) {
          addObjectOfSet(objects, removed);
          HeapCharge.removed(table, key, removed);
        }
      }
    } finally {
      store.endCall();
    }
    return answer;
  }

  /** Removes all objects of a key of a bag, after it has added them to a list. */
  private static void takeAll(TableHandle table, TableStore store, Term key, List<Tuple> objects) {
    if (store.get(key) != null) {
      MatchTake<Tuple> take =
          new MatchTake<>(Cells.of(table.type()), object -> object, objects, Integer.MAX_VALUE);
      store.compute(key, take);
      HeapCharge.removedBy(table, key, take);
    }
  }

  static void deleteObject(TableHandle table, Tuple object) {
    TableStore store = table.forWritingOnce();
    Tuple deleted = checkObject(table, object);
    Term key = store.config().key(deleted);
    ObjectUpdate deletion = ObjectUpdate.delete(store.config(), deleted);
    store.compute(key, deletion);
    HeapCharge.removedBy(table, key, deletion);
  }

  static void init(TableHandle table, Stream<? extends Tuple> objects) {
    try (Stream<? extends Tuple> closed = objects) {
      TableStore store = table.forWriting();
      Objects.requireNonNull(closed, "objects");
      store.clear();
      closed.forEachOrdered(object -> insert(table, object));
    }
  }
}
