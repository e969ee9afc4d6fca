package org.jets.ets;

import java.util.List;
import java.util.Objects;
import org.jets.ets.store.TableStore;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** How objects of an {@link EtsTable} are changed in place: counters and elements. */
abstract class LocalUpdates extends LocalWrites {
  LocalUpdates(Owner owner, Table table) {
    super(owner, table);
  }

  @Override
  public IntegerTerm updateCounter(Term key, long increment) {
    return updateCounter(key, CounterOp.add(increment));
  }

  @Override
  public IntegerTerm updateCounter(Term key, long increment, Tuple defaultObject) {
    return updateCounter(key, CounterOp.add(increment), defaultObject);
  }

  @Override
  public IntegerTerm updateCounter(Term key, CounterOp op) {
    TableStore store = forWriting();
    return updateCounter(store, key, Objects.requireNonNull(op, "op"), null);
  }

  @Override
  public IntegerTerm updateCounter(Term key, CounterOp op, Tuple defaultObject) {
    TableStore store = forWriting();
    Objects.requireNonNull(defaultObject, "defaultObject");
    return updateCounter(store, key, Objects.requireNonNull(op, "op"), defaultObject);
  }

  @Override
  public List<IntegerTerm> updateCounter(Term key, List<CounterOp> ops) {
    TableStore store = forWriting();
    return updateCounter(store, key, new CounterOps(checkOps(ops), true, null), null);
  }

  @Override
  public List<IntegerTerm> updateCounter(Term key, List<CounterOp> ops, Tuple defaultObject) {
    TableStore store = forWriting();
    Objects.requireNonNull(defaultObject, "defaultObject");
    return updateCounter(store, key, new CounterOps(checkOps(ops), true, null), defaultObject);
  }

  @Override
  public Term updateCounter(Term key, Term ops) {
    TableStore store = forWriting();
    CounterOps parsed = CounterOps.parse(Objects.requireNonNull(ops, "ops"));
    return result(parsed, updateCounter(store, key, parsed, null));
  }

  @Override
  public Term updateCounter(Term key, Term ops, Term defaultObject) {
    TableStore store = forWriting();
    Tuple object = defaultObject(defaultObject);
    CounterOps parsed = CounterOps.parse(Objects.requireNonNull(ops, "ops"));
    return result(parsed, updateCounter(store, key, parsed, object));
  }

  private static Term result(CounterOps ops, List<IntegerTerm> results) {
    return ops.isList() ? ListTerm.of(results) : results.get(0);
  }

  private IntegerTerm updateCounter(
      TableStore store, Term key, CounterOp op, @Nullable Tuple defaultObject) {
    Objects.requireNonNull(key, "key");
    checkUpdatable(defaultObject);
    IncrementUpdate update = new IncrementUpdate(key, keypos(), op, defaultObject);
    long counted = isHeapShort() ? countHeapOfCounters(store, key, List.of(op), defaultObject) : 0;
    boolean isDone = false;
    try {
      store.compute(key, update);
      isDone = true;
    } finally {
      if (!isDone) {
        uncountHeap(counted);
      }
    }
    return update.result();
  }

  private List<IntegerTerm> updateCounter(
      TableStore store, Term key, CounterOps ops, @Nullable Tuple defaultObject) {
    Objects.requireNonNull(key, "key");
    checkUpdatable(defaultObject);
    CounterUpdate update = new CounterUpdate(key, keypos(), ops, defaultObject);
    long counted = countHeapOfCounters(store, key, ops.ops(), defaultObject);
    boolean isDone = false;
    try {
      store.compute(key, update);
      while (update.hasLeft()) {
        update.work();
        store.compute(key, update);
      }
      isDone = true;
    } finally {
      if (!isDone) {
        uncountHeap(counted);
      }
    }
    return update.results();
  }

  private static Tuple defaultObject(Term object) {
    if (!(Objects.requireNonNull(object, "defaultObject") instanceof Tuple tuple)) {
      throw BadArgumentException.defaultObject(object, "a tuple");
    }
    return tuple;
  }

  private static <T> List<T> checkOps(List<T> ops) {
    Objects.requireNonNull(ops, "ops").forEach(op -> Objects.requireNonNull(op, "op"));
    return List.copyOf(ops);
  }

  private void checkUpdatable(@Nullable Tuple defaultObject) {
    checkDefault(defaultObject);
    if (!type().isSet()) {
      throw new TableTypeException(id(), type(), "set or ordered_set");
    }
  }

  private void checkDefault(@Nullable Tuple defaultObject) {
    if (defaultObject != null && defaultObject.arity() < keypos()) {
      throw BadArgumentException.defaultObject(
          defaultObject, "a tuple of " + table.options().keypos() + " elements or more");
    }
  }

  @Override
  public boolean updateElement(Term key, int position, Term value) {
    TableStore store = forWriting();
    ElementOps op = new ElementOps(List.of(ElementOp.set(position, value)), null);
    return updateElement(store, key, op, null);
  }

  @Override
  public boolean updateElement(Term key, List<ElementOp> ops) {
    TableStore store = forWriting();
    return updateElement(store, key, new ElementOps(checkOps(ops), null), null);
  }

  @Override
  public void updateElement(Term key, List<ElementOp> ops, Tuple defaultObject) {
    TableStore store = forWriting();
    Objects.requireNonNull(defaultObject, "defaultObject");
    updateElement(store, key, new ElementOps(checkOps(ops), null), defaultObject);
  }

  @Override
  public boolean updateElement(Term key, Term ops) {
    TableStore store = forWriting();
    return updateElement(store, key, ElementOps.parse(Objects.requireNonNull(ops, "ops")), null);
  }

  @Override
  public boolean updateElement(Term key, Term ops, Term defaultObject) {
    TableStore store = forWriting();
    Tuple object = defaultObject(defaultObject);
    return updateElement(store, key, ElementOps.parse(Objects.requireNonNull(ops, "ops")), object);
  }

  private boolean updateElement(
      TableStore store, Term key, ElementOps ops, @Nullable Tuple defaultObject) {
    Objects.requireNonNull(key, "key");
    checkDefault(defaultObject);
    if (!type().isSet()) {
      throw TableTypeException.withoutCause(id(), type(), "set or ordered_set");
    }
    ElementUpdate update = new ElementUpdate(key, keypos(), ops, defaultObject);
    long counted = countHeapOfElements(store, key, ops.ops(), defaultObject);
    boolean isDone = false;
    try {
      store.compute(key, update);
      isDone = update.isDone();
      return isDone;
    } finally {
      if (!isDone) {
        uncountHeap(counted);
      }
    }
  }
}
