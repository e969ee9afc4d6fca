package org.jets.ets;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Spliterator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A table as one {@link Owner} sees it: a handle that carries the rights of that owner, in whatever
 * thread it is used. Functions have Erlang's meaning and Java's names; where Erlang takes one of
 * several shapes there is a method for each, and one that takes the term.
 *
 * <p><b>Objects and keys.</b> An object is a tuple with at least as many elements as the position
 * of the key. Keys, and whole objects where they are compared, are equal by {@code =:=}; in an
 * ordered_set keys are equal by {@code ==}.
 *
 * <p><b>Atomicity.</b> Each function that concerns one key takes effect at one moment, between its
 * call and its return, and so do {@code insert} and {@code insertNew} of many objects, {@link
 * #deleteAllObjects} and {@link #delete()}: nobody sees a part of them. A function that ends in an
 * exception has changed nothing. Traversals ({@link #stream()}, {@link #tab2list}, steps from key
 * to key) are no snapshots: they see each object before or after a change that happens meanwhile.
 *
 * <p><b>Threads.</b> Safe for use by many, virtual ones too. Readers of a key never wait. A writer
 * may wait for another of the same key, as its {@linkplain Backend store} says, and for an insert
 * of many objects that concerns its key; so may a step from key to key in an ordered_set.
 *
 * <p><b>Errors.</b> Every method checks first that the table is there ({@link
 * NoSuchTableException}) and that its owner may call it ({@link TableAccessException}), before it
 * looks at its arguments; null is refused by a {@link NullPointerException} that names the
 * argument, a handle that has been {@linkplain #close closed} by an {@link IllegalStateException}.
 * What else is thrown each method says.
 *
 * <p><b>Cost.</b> One lookup in the store's map if nothing else is said, and allocation of the
 * result alone.
 */
public final class EtsTable implements AutoCloseable {
  private static final Atom END_OF_TABLE = Atom.of("$end_of_table");

  private final Owner owner;
  private final Table table;
  private volatile boolean closed;

  EtsTable(Owner owner, Table table) {
    this.owner = owner;
    this.table = table;
  }

  // Which table this is

  /** Returns whose rights this handle carries. */
  public Owner caller() {
    return owner;
  }

  /** Returns the identifier, whether the table is still there or not. */
  public Reference id() {
    return table.id();
  }

  /** Returns the type. */
  public TableType type() {
    return table.config().type();
  }

  /** Returns the position of the key in an object, from 1. */
  public int keypos() {
    return table.config().keypos();
  }

  /** Returns the store that holds the objects. */
  public Backend backend() {
    return table.options().backend();
  }

  /** Returns the name, which need not be unique unless the table is known by it. */
  public Atom name() {
    TableState state = open().state();
    if (state == null) {
      throw new NoSuchTableException(table.id());
    }
    return state.name();
  }

  /** Whether the table has not been deleted. */
  public boolean exists() {
    return !open().isDeleted();
  }

  private Table open() {
    if (closed) {
      throw new IllegalStateException("table: a closed handle (expected: an open one)");
    }
    return table;
  }

  private TableStore forReading() {
    open().checkRead(owner);
    return table.store();
  }

  private TableStore forWriting() {
    open().checkWrite(owner);
    return table.store();
  }

  // Insertion

  /**
   * Inserts an object: {@code ets:insert(Table, Object)}. In a set it takes the place of the one
   * with its key; in a bag it is added unless it is there; in a duplicate_bag it is added.
   *
   * @throws BadArgumentException if the object is too short to have a key
   */
  public void insert(Tuple object) {
    TableStore store = forWriting();
    insert(store, checkObject(object));
  }

  /**
   * Inserts objects as one atomic and isolated step: {@code ets:insert(Table, [Object])}. Of
   * several with one key a set keeps the last.
   *
   * <p>Cost: each key is changed twice in the store's map. Inserts of many into one table happen
   * one after the other.
   *
   * @throws BadArgumentException if one is too short to have a key; none is inserted then
   */
  public void insert(Collection<? extends Tuple> objects) {
    TableStore store = forWriting();
    insert(store, checkObjects(objects));
  }

  /**
   * As {@link #insert(Tuple)} or {@link #insert(Collection)}, as the term is a tuple or a list of
   * tuples.
   *
   * @throws BadArgumentException if it is neither
   */
  public void insert(Term objectOrList) {
    TableStore store = forWriting();
    if (objectOrList instanceof Tuple object) {
      insert(store, checkObject(object));
    } else {
      insert(store, checkList(objectOrList));
    }
  }

  private void insert(TableStore store, Tuple object) {
    if (type().isSet()) {
      store.put(key(object), object);
    } else {
      store.compute(key(object), ObjectUpdate.insert(type(), object));
    }
  }

  private void insert(TableStore store, List<Tuple> objects) {
    if (objects.size() == 1) {
      insert(store, objects.get(0));
    } else if (!objects.isEmpty()) {
      store.insertAll(new Batch(table.config(), objects), false);
    }
  }

  /**
   * Inserts an object if its key is not there: {@code ets:insert_new(Table, Object)}.
   *
   * @return whether it has been inserted
   * @throws BadArgumentException if the object is too short to have a key
   */
  public boolean insertNew(Tuple object) {
    TableStore store = forWriting();
    checkObject(object);
    return store.putIfAbsent(key(object), object);
  }

  /**
   * Inserts objects as one atomic and isolated step if none of their keys is there: {@code
   * ets:insert_new(Table, [Object])}. Keys that occur twice among the objects do not count. Costs
   * as {@link #insert(Collection)}.
   *
   * @return whether they have been inserted; true if there are none
   * @throws BadArgumentException if one is too short to have a key
   */
  public boolean insertNew(Collection<? extends Tuple> objects) {
    TableStore store = forWriting();
    return insertNew(store, checkObjects(objects));
  }

  /**
   * As {@link #insertNew(Tuple)} or {@link #insertNew(Collection)}, as the term is a tuple or a
   * list of tuples.
   *
   * @throws BadArgumentException if it is neither
   */
  public boolean insertNew(Term objectOrList) {
    TableStore store = forWriting();
    if (objectOrList instanceof Tuple object) {
      checkObject(object);
      return store.putIfAbsent(key(object), object);
    }
    return insertNew(store, checkList(objectOrList));
  }

  private boolean insertNew(TableStore store, List<Tuple> objects) {
    return switch (objects.size()) {
      case 0 -> true;
      case 1 -> store.putIfAbsent(key(objects.get(0)), objects.get(0));
      default -> store.insertAll(new Batch(table.config(), objects), true);
    };
  }

  private Term key(Tuple object) {
    return table.config().key(object);
  }

  private Tuple checkObject(Tuple object) {
    if (Objects.requireNonNull(object, "object").arity() < keypos()) {
      throw tooShort(object);
    }
    return object;
  }

  private List<Tuple> checkObjects(Collection<? extends Tuple> objects) {
    List<Tuple> copy = new ArrayList<>(Objects.requireNonNull(objects, "objects"));
    copy.forEach(this::checkObject);
    return copy;
  }

  private List<Tuple> checkList(Term term) {
    if (!(Objects.requireNonNull(term, "objectOrList") instanceof ListTerm list)
        || !list.isProper()) {
      throw BadArgumentException.of(2, "objects", term, "a tuple or a list of tuples");
    }
    List<Tuple> objects = new ArrayList<>(list.size());
    for (Term element : list) {
      objects.add(checkObject(element));
    }
    return objects;
  }

  private Tuple checkObject(Term term) {
    if (!(Objects.requireNonNull(term, "object") instanceof Tuple object)) {
      throw BadArgumentException.of(2, "object", term, "a tuple");
    }
    return checkObject(object);
  }

  private BadArgumentException tooShort(Tuple object) {
    return BadArgumentException.of(
        2, "object", object, "a tuple of " + table.options().keypos() + " elements or more");
  }

  // Lookup

  /**
   * Returns the objects of a key: {@code ets:lookup(Table, Key)}. In a bag or duplicate_bag they
   * are in the order in which they were inserted.
   *
   * @return an unmodifiable list that does not change; in a set it has at most one object
   */
  public List<Tuple> lookup(Term key) {
    return Cells.objects(forReading().get(Objects.requireNonNull(key, "key")));
  }

  /** Whether the key has an object: {@code ets:member(Table, Key)}. */
  public boolean member(Term key) {
    return forReading().get(Objects.requireNonNull(key, "key")) != null;
  }

  /**
   * Returns an element of the object of a key: {@code ets:lookup_element(Table, Key, Position)}.
   *
   * @param position from 1; that of the key gives the key as it is stored
   * @return the element; in a bag or duplicate_bag the list of those of all objects of the key
   * @throws BadArgumentException if the position is below 1, or not in the object, or not in one of
   *     the objects
   * @throws NoSuchKeyException if the key is not there
   */
  public Term lookupElement(Term key, int position) {
    Term element = element(forReading(), key, position);
    if (element == null) {
      throw NoSuchKeyException.of(key);
    }
    return element;
  }

  /**
   * As {@link #lookupElement(Term, int)}, with a value for a key that is not there: {@code
   * ets:lookup_element(Table, Key, Position, Default)}.
   *
   * @throws BadArgumentException as there
   */
  public Term lookupElement(Term key, int position, Term defaultValue) {
    TableStore store = forReading();
    Objects.requireNonNull(defaultValue, "defaultValue");
    Term element = element(store, key, position);
    return element != null ? element : defaultValue;
  }

  /**
   * As {@link #lookupElement(Term, int)}, with a position that may be any term.
   *
   * @throws BadArgumentException as there, and if the position is no integer
   * @throws NoSuchKeyException if the key is not there
   */
  public Term lookupElement(Term key, Term position) {
    forReading();
    return lookupElement(key, position(position));
  }

  /**
   * As {@link #lookupElement(Term, int, Term)}, with a position that may be any term.
   *
   * @throws BadArgumentException as there, and if the position is no integer
   */
  public Term lookupElement(Term key, Term position, Term defaultValue) {
    forReading();
    return lookupElement(key, position(position), defaultValue);
  }

  private static int position(Term position) {
    if (!Positions.isPosition(Objects.requireNonNull(position, "position"))) {
      throw BadArgumentException.of(3, "position", position, "an integer >= 1, of one word");
    }
    return Positions.clamp((IntegerTerm) position);
  }

  private @Nullable Term element(TableStore store, Term key, int position) {
    Objects.requireNonNull(key, "key");
    if (position < 1) {
      throw BadArgumentException.of(3, "position", position, ">= 1");
    }
    Object cell = store.get(key);
    if (cell == null) {
      return null;
    }
    if (type().isSet()) {
      return element((Tuple) cell, position);
    }
    List<Term> elements = new ArrayList<>(ObjectList.count(cell));
    for (Tuple object : Cells.objects(cell)) {
      elements.add(element(object, position));
    }
    return ListTerm.of(elements);
  }

  private static Term element(Tuple object, int position) {
    if (position > object.arity()) {
      throw BadArgumentException.of(3, "position", position, "1.." + object.arity());
    }
    return object.element(position);
  }

  // Removal

  /** Removes the objects of a key, if there are any: {@code ets:delete(Table, Key)}. */
  public void delete(Term key) {
    forWriting().remove(Objects.requireNonNull(key, "key"));
  }

  /** Removes and returns the objects of a key, as {@link #lookup}: {@code ets:take(Table, Key)}. */
  public List<Tuple> take(Term key) {
    return Cells.objects(forWriting().remove(Objects.requireNonNull(key, "key")));
  }

  /**
   * Removes an object, in a duplicate_bag all that are equal to it: {@code ets:delete_object(Table,
   * Object)}. The whole object must be {@code =:=} to the stored one, in an ordered_set too. Linear
   * in the number of objects of the key.
   *
   * @throws BadArgumentException if the object is too short to have a key
   */
  public void deleteObject(Tuple object) {
    TableStore store = forWriting();
    checkObject(object);
    store.compute(key(object), ObjectUpdate.delete(type(), object));
  }

  /**
   * As {@link #deleteObject(Tuple)}.
   *
   * @throws BadArgumentException as there, and if this is no tuple
   */
  public void deleteObject(Term object) {
    forWriting();
    deleteObject(checkObject(object));
  }

  /**
   * Removes all objects as one atomic and isolated step: {@code ets:delete_all_objects(Table)}.
   * Constant time.
   */
  public void deleteAllObjects() {
    forWriting().clear();
  }

  /** Deletes the table: {@code ets:delete(Table)}. Its heir does not get it. */
  public void delete() {
    forWriting();
    table.delete();
  }

  // Update

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
    Tuple object = checkDefault(defaultObject);
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

  private static Tuple checkDefault(Term object) {
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
    if (defaultObject != null && defaultObject.arity() < keypos()) {
      throw BadArgumentException.defaultObject(
          defaultObject, "a tuple of " + table.options().keypos() + " elements or more");
    }
    if (!type().isSet()) {
      throw new TableTypeException(id(), type(), "set or ordered_set");
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
    Tuple object = checkDefault(defaultObject);
    return updateElement(store, key, ElementOps.parse(Objects.requireNonNull(ops, "ops")), object);
  }

  private boolean updateElement(
      TableStore store, Term key, ElementOps ops, @Nullable Tuple defaultObject) {
    Objects.requireNonNull(key, "key");
    checkUpdatable(defaultObject);
    ElementUpdate update = new ElementUpdate(key, keypos(), ops, defaultObject);
    store.compute(key, update);
    return update.isDone();
  }

  // Traversal

  /**
   * Returns the first key, in an ordered_set the smallest: {@code ets:first(Table)}.
   *
   * @return empty where Erlang gives {@code '$end_of_table'}
   */
  public Optional<Term> first() {
    return key(forReading().firstCell());
  }

  /**
   * Returns the last key, which is the largest in an ordered_set and the first in the other types:
   * {@code ets:last(Table)}.
   *
   * @return empty where Erlang gives {@code '$end_of_table'}
   */
  public Optional<Term> last() {
    return key(forReading().lastCell());
  }

  /**
   * Returns the key that follows: {@code ets:next(Table, Key)}. In an ordered_set that is the
   * smallest larger key, whether this one is there or not; in the other types this one must be
   * there, and the order is the store's own. As in Erlang there is no way on from the key {@code
   * '$end_of_table'} of an ordered_set.
   *
   * <p>Cost: a store that cannot go on from a key takes a snapshot of all keys for the first step
   * and keeps it for the next ones, until a traversal ends or another one starts.
   *
   * @return empty where Erlang gives {@code '$end_of_table'}
   * @throws NoSuchKeyException if the key is not there, but in an ordered_set; there if it is
   *     {@code '$end_of_table'}
   */
  public Optional<Term> next(Term key) {
    TableStore store = forReading();
    return key(store.cellAfter(checkStep(key)));
  }

  /**
   * Returns the key that comes before: {@code ets:prev(Table, Key)}; in other types than
   * ordered_set the same as {@link #next}.
   *
   * @return empty where Erlang gives {@code '$end_of_table'}
   * @throws NoSuchKeyException if the key is not there, but in an ordered_set; there if it is
   *     {@code '$end_of_table'}
   */
  public Optional<Term> prev(Term key) {
    TableStore store = forReading();
    return key(store.cellBefore(checkStep(key)));
  }

  private Optional<Term> key(@Nullable Object cell) {
    return Optional.ofNullable(cell).map(table.config()::keyOf);
  }

  private Term checkStep(Term key) {
    if (Objects.requireNonNull(key, "key") == END_OF_TABLE && type() == TableType.ORDERED_SET) {
      throw NoSuchKeyException.ofStep(key);
    }
    return key;
  }

  /** Returns all objects: {@code ets:tab2list(Table)}. In an ordered_set they are in key order. */
  public List<Tuple> tab2list() {
    return stream().toList();
  }

  /**
   * Returns all objects, in an ordered_set in key order; those of one key stand together, oldest
   * first. The stream can be made parallel.
   */
  public Stream<Tuple> stream() {
    return StreamSupport.stream(spliterator(), false);
  }

  /** Returns a spliterator over all objects; see {@link #stream()}. */
  public Spliterator<Tuple> spliterator() {
    return forReading().objects();
  }

  /**
   * Returns the objects whose keys lie in a range, in key order. Logarithmic time to the first,
   * then constant time for each.
   *
   * @throws TableTypeException if this is no ordered_set
   */
  public Stream<Tuple> stream(KeyRange range) {
    return StreamSupport.stream(spliterator(range), false);
  }

  /**
   * Returns a spliterator over the objects whose keys lie in a range; see {@link
   * #stream(KeyRange)}.
   *
   * @throws TableTypeException if this is no ordered_set
   */
  public Spliterator<Tuple> spliterator(KeyRange range) {
    TableStore store = forReading();
    Objects.requireNonNull(range, "range");
    if (type() != TableType.ORDERED_SET) {
      throw new TableTypeException(id(), type(), "ordered_set");
    }
    return store.objects(range);
  }

  // Files

  /** As {@link #tab2file(Path, SaveOptions)}, with {@link SaveOptions#DEFAULT}. */
  public void tab2file(Path file) {
    tab2file(file, SaveOptions.DEFAULT);
  }

  /**
   * Writes the table to a file that Erlang reads too: {@code ets:tab2file(Table, File, Options)}.
   * Where Erlang gives <code>{error, badtab}</code> this is, as everywhere, a {@link
   * NoSuchTableException} or a {@link TableAccessException}. See {@link TabFile} for the layout.
   *
   * <p>Like a traversal this is no snapshot: each object that is there throughout is written once.
   * The file takes its place and name when it is complete; until then, and if this fails, what was
   * there stays as it was.
   *
   * <p>Cost: linear time; memory for the largest object.
   *
   * @throws TableFileException if the file cannot be written
   */
  public void tab2file(Path file, SaveOptions options) {
    forReading();
    FileName name = FileName.of(Objects.requireNonNull(file, "file"));
    TableSaver.save(table, name, Objects.requireNonNull(options, "options"));
  }

  /**
   * As {@link #tab2file(Path, SaveOptions)}, from Erlang's arguments: an atom or a deep list, and a
   * list of options.
   *
   * @throws TableFileException as there, and if the options have something unknown in them
   * @throws FunctionClauseException if the options are no list
   */
  public void tab2file(Term file, Term options) {
    forReading();
    FileName name = FileName.of(Objects.requireNonNull(file, "file"));
    TableSaver.save(table, name, SaveOptions.fromTerms(options));
  }

  // Information

  /**
   * Returns the number of objects; exact when nobody writes. No access is needed.
   *
   * @throws NoSuchTableException if the table has been deleted
   */
  public long size() {
    Table current = open();
    if (current.isDeleted()) {
      // Its store may not be closed yet, and other calls have failed.
      throw new NoSuchTableException(current.id());
    }
    return current.store().size();
  }

  /**
   * Returns what {@code ets:info(Table)} gives: a list of pairs. No access is needed.
   *
   * @return empty, where Erlang gives {@code undefined}, if the table has been deleted
   */
  public Optional<ListTerm> info() {
    return TableInfo.all(open());
  }

  /**
   * Returns one item of information: {@code ets:info(Table, Item)}. No access is needed. See {@link
   * #info()}; {@code memory} is an estimate in words of 8 bytes, from the first objects.
   *
   * @return empty, where Erlang gives {@code undefined}, if the table has been deleted
   * @throws BadArgumentException if there is no such item
   */
  public Optional<Term> info(Term item) {
    return TableInfo.item(open(), Objects.requireNonNull(item, "item"));
  }

  /**
   * Releases this handle: it can no longer be used. The table stays, until it is {@linkplain
   * #delete() deleted} or its owner ends.
   */
  @Override
  public void close() {
    closed = true;
  }

  @Override
  public String toString() {
    return "EtsTable " + table.id();
  }
}
