package org.jets.ets;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jets.ets.cell.CounterCell;
import org.jets.ets.store.TableStore;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** Changes in place to the objects of a table: counters and elements. */
final class TableUpdates {
  private TableUpdates() {}

  static IntegerTerm updateCounter(TableHandle table, Term key, long increment) {
    return updateCounter(table, table.forWritingOnceInPlace(), key, increment, null);
  }

  static IntegerTerm updateCounter(
      TableHandle table, Term key, long increment, Tuple defaultObject) {
    TableStore store = table.forWritingOnceInPlace();
    Objects.requireNonNull(defaultObject, "defaultObject");
    return updateCounter(table, store, key, increment, defaultObject);
  }

  /**
   * Adds in place if it can. Then it adds no memory to the table, and does not watch the heap. It
   * makes an operation only if it cannot.
   */
  private static IntegerTerm updateCounter(
      TableHandle table,
      TableStore store,
      Term key,
      long increment,
      @Nullable Tuple defaultObject) {
    Objects.requireNonNull(key, "key");
    checkUpdatable(table, defaultObject);
    CounterCell counter = store.counter(key);
    IntegerTerm sum = counter == null ? null : CounterOp.addTo(counter, table.keypos(), increment);
    return sum != null
        ? sum
        : replaceCounter(table, store, key, CounterOp.add(increment), defaultObject);
  }

  static IntegerTerm updateCounter(TableHandle table, Term key, CounterOp op) {
    TableStore store = table.forWritingOnceInPlace();
    return updateCounter(table, store, key, Objects.requireNonNull(op, "op"), null);
  }

  static IntegerTerm updateCounter(TableHandle table, Term key, CounterOp op, Tuple defaultObject) {
    TableStore store = table.forWritingOnceInPlace();
    Objects.requireNonNull(defaultObject, "defaultObject");
    return updateCounter(table, store, key, Objects.requireNonNull(op, "op"), defaultObject);
  }

  private static IntegerTerm updateCounter(
      TableHandle table, TableStore store, Term key, CounterOp op, @Nullable Tuple defaultObject) {
    Objects.requireNonNull(key, "key");
    checkUpdatable(table, defaultObject);
    CounterCell counter = store.counter(key);
    IntegerTerm sum = counter == null ? null : op.addTo(counter, table.keypos());
    return sum != null ? sum : replaceCounter(table, store, key, op, defaultObject);
  }

  static List<IntegerTerm> updateCounter(TableHandle table, Term key, List<CounterOp> ops) {
    TableStore store = table.forWritingOnce();
    return updateCounter(table, store, key, new CounterUpdate.Ops(checkOps(ops), true, null), null);
  }

  static List<IntegerTerm> updateCounter(
      TableHandle table, Term key, List<CounterOp> ops, Tuple defaultObject) {
    TableStore store = table.forWritingOnce();
    Objects.requireNonNull(defaultObject, "defaultObject");
    CounterUpdate.Ops checked = new CounterUpdate.Ops(checkOps(ops), true, null);
    return updateCounter(table, store, key, checked, defaultObject);
  }

  /** Does {@code ets:update_counter}, from its terms. */
  static Term updateCounter(TableHandle table, Term key, Term ops, @Nullable Term defaultObject) {
    TableStore store = table.forWritingOnce();
    Tuple object = defaultObject(defaultObject);
    if (ops instanceof IntegerTerm increment && increment.fitsLong()) {
      return updateCounter(table, store, key, increment.longValue(), object);
    }
    CounterUpdate.Ops parsed = CounterUpdate.Ops.parse(ops);
    CounterOp single = parsed.single();
    if (single != null && !parsed.isList()) {
      return updateCounter(table, store, key, single, object);
    }
    List<IntegerTerm> results = updateCounter(table, store, key, parsed, object);
    return parsed.isList() ? ListTerm.of(results) : results.get(0);
  }

  private static List<IntegerTerm> updateCounter(
      TableHandle table,
      TableStore store,
      Term key,
      CounterUpdate.Ops ops,
      @Nullable Tuple defaultObject) {
    CounterOp single = ops.single();
    if (single != null) {
      IntegerTerm[] result = new IntegerTerm[1];
      List<IntegerTerm> results = Collections.unmodifiableList(Arrays.asList(result));
      result[0] = updateCounter(table, store, key, single, defaultObject);
      return results;
    }
    Objects.requireNonNull(key, "key");
    checkUpdatable(table, defaultObject);
    Term stored = storedKey(key, defaultObject);
    CounterUpdate update = new CounterUpdate(stored, table.keypos(), ops, defaultObject);
    HeapCharge charge = HeapCharge.countCounters(table, store, stored, ops.ops(), defaultObject);
    boolean isDone = false;
    try {
      store.compute(stored, update);
      while (update.hasLeft()) {
        update.work();
        store.compute(stored, update);
      }
      isDone = true;
    } finally {
      if (!isDone) {
        HeapCharge.takeBack(charge);
      }
    }
    return update.results();
  }

  /** Replaces the object, which takes several steps. */
  private static IntegerTerm replaceCounter(
      TableHandle table, TableStore store, Term key, CounterOp op, @Nullable Tuple defaultObject) {
    table.forWriting();
    Term stored = storedKey(key, defaultObject);
    boolean isHeapShort = HeapCharge.isDue(table);
    IncrementUpdate update =
        new IncrementUpdate(stored, table.keypos(), op, defaultObject, isHeapShort);
    HeapCharge charge =
        isHeapShort
            ? HeapCharge.countCounters(table, store, stored, List.of(op), defaultObject)
            : null;
    boolean isDone = false;
    try {
      store.compute(stored, update);
      isDone = true;
    } finally {
      if (!isDone) {
        HeapCharge.takeBack(charge);
      }
    }
    return update.result();
  }

  static boolean updateElement(TableHandle table, Term key, int position, Term value) {
    TableStore store = table.forWritingOnce();
    ElementUpdate.Ops op = new ElementUpdate.Ops(List.of(ElementOp.set(position, value)), null);
    return updateElement(table, store, key, op, null);
  }

  static boolean updateElement(TableHandle table, Term key, List<ElementOp> ops) {
    TableStore store = table.forWritingOnce();
    return updateElement(table, store, key, new ElementUpdate.Ops(checkOps(ops), null), null);
  }

  static void updateElement(TableHandle table, Term key, List<ElementOp> ops, Tuple defaultObject) {
    TableStore store = table.forWritingOnce();
    Objects.requireNonNull(defaultObject, "defaultObject");
    updateElement(table, store, key, new ElementUpdate.Ops(checkOps(ops), null), defaultObject);
  }

  /** Does {@code ets:update_element}, from its terms. */
  static boolean updateElement(
      TableHandle table, Term key, Term ops, @Nullable Term defaultObject) {
    TableStore store = table.forWritingOnce();
    Tuple object = defaultObject(defaultObject);
    return updateElement(table, store, key, ElementUpdate.Ops.parse(ops), object);
  }

  private static boolean updateElement(
      TableHandle table,
      TableStore store,
      Term key,
      ElementUpdate.Ops ops,
      @Nullable Tuple defaultObject) {
    Objects.requireNonNull(key, "key");
    checkDefault(table, defaultObject);
    if (!table.type().isSet()) {
      throw TableTypeException.withoutCause(table.id(), table.type(), "set or ordered_set");
    }
    Term stored = storedKey(key, defaultObject);
    ElementUpdate update = new ElementUpdate(stored, table.keypos(), ops, defaultObject);
    HeapCharge charge = HeapCharge.countElements(table, store, stored, ops.ops(), defaultObject);
    boolean isDone = false;
    try {
      store.compute(stored, update);
      isDone = update.isDone();
      return isDone;
    } finally {
      if (!isDone) {
        HeapCharge.takeBack(charge);
      }
    }
  }

  /**
   * Returns a key in the form that it has in a packed object. The store may keep it, and should not
   * have two forms of it.
   */
  private static Term storedKey(Term key, @Nullable Tuple defaultObject) {
    return defaultObject != null && key instanceof Tuple tuple ? tuple.packed() : key;
  }

  private static @Nullable Tuple defaultObject(@Nullable Term object) {
    if (object != null && !(object instanceof Tuple)) {
      throw BadArgumentException.defaultObject(object, "a tuple");
    }
    return (Tuple) object;
  }

  private static <T> List<T> checkOps(List<T> ops) {
    Objects.requireNonNull(ops, "ops").forEach(op -> Objects.requireNonNull(op, "op"));
    return List.copyOf(ops);
  }

  private static void checkUpdatable(TableHandle table, @Nullable Tuple defaultObject) {
    checkDefault(table, defaultObject);
    if (!table.type().isSet()) {
      throw TableTypeException.of(table.id(), table.type(), "set or ordered_set");
    }
  }

  private static void checkDefault(TableHandle table, @Nullable Tuple defaultObject) {
    if (defaultObject != null && defaultObject.arity() < table.keypos()) {
      throw BadArgumentException.defaultObject(
          defaultObject, "a tuple of " + table.largeKeypos() + " elements or more");
    }
  }
}
