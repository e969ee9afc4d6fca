package org.jets.ets;

import java.util.List;
import java.util.Objects;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** How objects of an {@link EtsTable} are changed in place: counters and elements. */
abstract class TableUpdates extends TableWrites {
  TableUpdates(Owner owner, Table table) {
    super(owner, table);
  }

  /**
   * Adds to the integer after the key: {@code ets:update_counter(Table, Key, Increment)}.
   *
   * @return what the integer has become
   * @throws TableTypeException if this is no set and no ordered_set
   * @throws NoSuchKeyException if the key is not there
   * @throws BadArgumentException if the object has no integer there
   */
  public IntegerTerm updateCounter(Term key, long increment) {
    return updateCounter(key, CounterOp.add(increment));
  }

  /**
   * As {@link #updateCounter(Term, long)}, with an object for a key that is not there; it is
   * inserted with that key and then updated.
   *
   * @throws TableTypeException if this is no set and no ordered_set
   * @throws BadArgumentException if the object has no integer there, or the default object is too
   *     short to have a key
   */
  public IntegerTerm updateCounter(Term key, long increment, Tuple defaultObject) {
    return updateCounter(key, CounterOp.add(increment), defaultObject);
  }

  /**
   * Does one operation: {@code ets:update_counter(Table, Key, UpdateOp)}.
   *
   * @return what the integer has become
   * @throws TableTypeException if this is no set and no ordered_set
   * @throws NoSuchKeyException if the key is not there
   * @throws BadArgumentException if the operation's position is the key's or not in the object, or
   *     there is no integer
   */
  public IntegerTerm updateCounter(Term key, CounterOp op) {
    TableStore store = forWriting();
    return updateCounter(store, key, Objects.requireNonNull(op, "op"), null);
  }

  /**
   * As {@link #updateCounter(Term, CounterOp)}, with an object for a key that is not there; it is
   * inserted with that key and then updated.
   *
   * @throws TableTypeException if this is no set and no ordered_set
   * @throws BadArgumentException as there, and if the default object is too short to have a key
   */
  public IntegerTerm updateCounter(Term key, CounterOp op, Tuple defaultObject) {
    TableStore store = forWriting();
    Objects.requireNonNull(defaultObject, "defaultObject");
    return updateCounter(store, key, Objects.requireNonNull(op, "op"), defaultObject);
  }

  /**
   * Does operations in their order, as one atomic step, each on the outcome of the one before:
   * {@code ets:update_counter(Table, Key, [UpdateOp])}. All are checked before the first is done.
   *
   * @return what each operation has made of its integer
   * @throws TableTypeException if this is no set and no ordered_set
   * @throws NoSuchKeyException if the key is not there
   * @throws BadArgumentException if an operation's position is the key's or not in the object, or
   *     there is no integer
   */
  public List<IntegerTerm> updateCounter(Term key, List<CounterOp> ops) {
    TableStore store = forWriting();
    return updateCounter(store, key, new CounterOps(checkOps(ops), true, null), null);
  }

  /**
   * As {@link #updateCounter(Term, List)}, with an object for a key that is not there; it is
   * inserted with that key and then updated.
   *
   * @throws TableTypeException if this is no set and no ordered_set
   * @throws BadArgumentException as there, and if the default object is too short to have a key
   */
  public List<IntegerTerm> updateCounter(Term key, List<CounterOp> ops, Tuple defaultObject) {
    TableStore store = forWriting();
    Objects.requireNonNull(defaultObject, "defaultObject");
    return updateCounter(store, key, new CounterOps(checkOps(ops), true, null), defaultObject);
  }

  /**
   * As {@link #updateCounter(Term, List)}, from Erlang's term: {@code Increment}, <code>
   * {Position, Increment}</code>, <code>{Position, Increment, Threshold, SetValue}</code>, or a
   * list of such tuples.
   *
   * @return an integer, or a list for a list
   * @throws TableTypeException if this is no set and no ordered_set
   * @throws NoSuchKeyException if the key is not there
   * @throws BadArgumentException as there, and if the term is of another shape
   */
  public Term updateCounter(Term key, Term ops) {
    TableStore store = forWriting();
    CounterOps parsed = CounterOps.parse(Objects.requireNonNull(ops, "ops"));
    return result(parsed, updateCounter(store, key, parsed, null));
  }

  /**
   * As {@link #updateCounter(Term, Term)}, with an object for a key that is not there.
   *
   * @throws TableTypeException if this is no set and no ordered_set
   * @throws BadArgumentException as there, and if the default object is no tuple or too short to
   *     have a key
   */
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
    store.compute(key, update);
    return update.result();
  }

  private List<IntegerTerm> updateCounter(
      TableStore store, Term key, CounterOps ops, @Nullable Tuple defaultObject) {
    Objects.requireNonNull(key, "key");
    checkUpdatable(defaultObject);
    CounterUpdate update = new CounterUpdate(key, keypos(), ops, defaultObject);
    store.compute(key, update);
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

  /**
   * Sets an element: {@code ets:update_element(Table, Key, {Position, Value})}.
   *
   * @return whether the key is there; if not, nothing is done
   * @throws TableTypeException if this is no set and no ordered_set
   * @throws BadArgumentException if the key is there, and the position is the key's or not in the
   *     object
   */
  public boolean updateElement(Term key, int position, Term value) {
    TableStore store = forWriting();
    ElementOps op = new ElementOps(List.of(ElementOp.set(position, value)), null);
    return updateElement(store, key, op, null);
  }

  /**
   * Sets elements as one atomic step, in their order: {@code ets:update_element(Table, Key,
   * [{Position, Value}])}. All operations are checked before the first is done.
   *
   * @return whether the key is there; if not, nothing is done
   * @throws TableTypeException if this is no set and no ordered_set
   * @throws BadArgumentException if the key is there, and a position is the key's or not in the
   *     object
   */
  public boolean updateElement(Term key, List<ElementOp> ops) {
    TableStore store = forWriting();
    return updateElement(store, key, new ElementOps(checkOps(ops), null), null);
  }

  /**
   * As {@link #updateElement(Term, List)}, with an object for a key that is not there; it is
   * inserted with that key and then updated.
   *
   * @throws TableTypeException if this is no set and no ordered_set
   * @throws BadArgumentException if a position is the key's or not in the object, or the default
   *     object is too short to have a key
   */
  public void updateElement(Term key, List<ElementOp> ops, Tuple defaultObject) {
    TableStore store = forWriting();
    Objects.requireNonNull(defaultObject, "defaultObject");
    updateElement(store, key, new ElementOps(checkOps(ops), null), defaultObject);
  }

  /**
   * As {@link #updateElement(Term, List)}, from Erlang's term: <code>{Position, Value}</code> or a
   * list of such pairs.
   *
   * @return whether the key is there; if not, nothing is done, and the operations are not looked at
   * @throws TableTypeException if this is no set and no ordered_set
   * @throws BadArgumentException as there, and if the term is of another shape
   */
  public boolean updateElement(Term key, Term ops) {
    TableStore store = forWriting();
    return updateElement(store, key, ElementOps.parse(Objects.requireNonNull(ops, "ops")), null);
  }

  /**
   * As {@link #updateElement(Term, Term)}, with an object for a key that is not there.
   *
   * @return true
   * @throws TableTypeException if this is no set and no ordered_set
   * @throws BadArgumentException as there, and if the default object is no tuple or too short to
   *     have a key
   */
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
    store.compute(key, update);
    return update.isDone();
  }
}
