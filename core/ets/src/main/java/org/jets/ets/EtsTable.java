package org.jets.ets;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Spliterator;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.match.MatchSpecException;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
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
 * exception has changed nothing, but for {@link #initTable}, {@link #giveAway} where the receiver's
 * listener throws, and a search that changes objects of many keys. Traversals ({@link #stream()},
 * {@link #tab2list}, steps from key to key) are no snapshots: they see each object before or after
 * a change that happens meanwhile.
 *
 * <p><b>Threads.</b> Safe for use by many, virtual ones too. Readers of a key never wait. A writer
 * may wait for another of the same key, as its {@linkplain Backend store} says, for an insert of
 * many objects that concerns its key, and while a {@link #snapshot} is taken. A step from key to
 * key may wait for such an insert in an ordered_set, and for other steps in another table that is
 * fixed.
 *
 * <p><b>Errors.</b> Every method that reads or changes objects or options checks first that the
 * table is there ({@link NoSuchTableException}) and that its owner may call it ({@link
 * TableAccessException}), before it looks at its arguments; null is refused by a {@link
 * NullPointerException} that names the argument, a handle that has been {@linkplain #close closed}
 * by an {@link IllegalStateException}. What else is thrown each method says.
 *
 * <p><b>Cost.</b> One lookup in the store's map if nothing else is said, and allocation of the
 * result alone.
 */
public final class EtsTable implements AutoCloseable {
  private static final Atom END_OF_TABLE = Atom.of("$end_of_table");
  private static final MatchSpec ALL_OBJECTS = MatchSpec.objectsLike(Atom.of("_"));

  private final Owner owner;
  private final Table table;
  private volatile boolean closed;

  EtsTable(Owner owner, Table table) {
    this.owner = owner;
    this.table = table;
  }

  /**
   * Makes a table that belongs to the program as a whole: one of the {@linkplain
   * TableSpace#mainOwner() main owner} of the {@linkplain TableSpace#defaultSpace() default space}.
   * It stays until it is {@linkplain #delete() deleted}. Whoever wants other owners, with tables
   * that end with them or pass to an heir, starts them: {@link TableSpace#newOwner()}.
   *
   * @throws BadArgumentException if the table shall be known by its name and another one is
   */
  public static EtsTable newTable(String name, TableOptions options) {
    return TableSpace.defaultSpace().mainOwner().newTable(name, options);
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

  /** Checks what every function checks first that reads. */
  void checkReadable() {
    forReading();
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
   * Constant time; linear while a table that is not an ordered_set is fixed.
   */
  public void deleteAllObjects() {
    forWriting().clear();
  }

  /**
   * Replaces all objects by those of a stream, one after the other, and closes the stream: {@code
   * ets:init_table(Table, InitFun)}. This is not one atomic step, and what has been done stays done
   * if it fails.
   *
   * @throws BadArgumentException if an object is too short to have a key
   */
  public void initTable(Stream<? extends Tuple> objects) {
    TableStore store = forWriting();
    try (Stream<? extends Tuple> closed = Objects.requireNonNull(objects, "objects")) {
      store.clear();
      closed.forEachOrdered(this::insert);
    }
  }

  /**
   * Fails: jets has no tables on disk to read from.
   *
   * @throws BadArgumentException always, after errors about the table
   */
  public void fromDets(Term name) {
    forWriting();
    throw noDets(name);
  }

  /**
   * Fails: jets has no tables on disk to write to.
   *
   * @throws BadArgumentException always, after errors about the table
   */
  public void toDets(Term name) {
    forReading();
    throw noDets(name);
  }

  private static BadArgumentException noDets(Term name) {
    return BadArgumentException.of(
        2, "dets table", Objects.requireNonNull(name, "name"), "none: there are no dets tables");
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
   * and keeps it for the next ones, until a traversal ends, which takes another, or a new one
   * starts.
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

  /**
   * As {@link #first}, with the objects of the key as they are at the same moment: {@code
   * ets:first_lookup(Table)}.
   */
  public Optional<Map.Entry<Term, List<Tuple>>> firstLookup() {
    return entry(forReading().firstCell());
  }

  /**
   * As {@link #last}, with the objects of the key as they are at the same moment: {@code
   * ets:last_lookup(Table)}.
   */
  public Optional<Map.Entry<Term, List<Tuple>>> lastLookup() {
    return entry(forReading().lastCell());
  }

  /**
   * As {@link #next}, with the objects of the key that follows, as they are at the same moment:
   * {@code ets:next_lookup(Table, Key)}.
   *
   * @throws NoSuchKeyException as there
   */
  public Optional<Map.Entry<Term, List<Tuple>>> nextLookup(Term key) {
    TableStore store = forReading();
    return entry(store.cellAfter(checkStep(key)));
  }

  /**
   * As {@link #prev}, with the objects of the key that comes before, as they are at the same
   * moment: {@code ets:prev_lookup(Table, Key)}.
   *
   * @throws NoSuchKeyException as there
   */
  public Optional<Map.Entry<Term, List<Tuple>>> prevLookup(Term key) {
    TableStore store = forReading();
    return entry(store.cellBefore(checkStep(key)));
  }

  private Optional<Map.Entry<Term, List<Tuple>>> entry(@Nullable Object cell) {
    return cell == null
        ? Optional.empty()
        : Optional.of(Map.entry(table.config().keyOf(cell), Cells.objects(cell)));
  }

  private Term checkStep(Term key) {
    if (Objects.requireNonNull(key, "key") == END_OF_TABLE && type() == TableType.ORDERED_SET) {
      throw NoSuchKeyException.ofStep(key);
    }
    return key;
  }

  /**
   * Returns the objects in a slot: {@code ets:slot(Table, Slot)}. Slots are numbered from 0; all of
   * them together have all objects. In an ordered_set each object has a slot of its own, in key
   * order; in the other types each key, in the order of {@link #next} backwards, and there are at
   * least 256.
   *
   * <p>Cost: in an ordered_set linear in the number of the slot; in the other types as {@link
   * #next}.
   *
   * @return empty, where Erlang gives {@code '$end_of_table'}, for the number of slots itself
   * @throws BadArgumentException if there is no such slot
   */
  public Optional<List<Tuple>> slot(long slot) {
    TableStore store = forReading();
    if (slot < 0) {
      throw BadArgumentException.of(2, "slot", slot, ">= 0");
    }
    try {
      return Optional.ofNullable(store.slot(slot));
    } catch (IndexOutOfBoundsException e) {
      throw BadArgumentException.of(2, "slot", slot, "at most the number of slots");
    }
  }

  /**
   * As {@link #slot(long)}, with a number that may be any term.
   *
   * @throws BadArgumentException as there, and if it is no integer
   */
  public Optional<List<Tuple>> slot(Term slot) {
    forReading();
    if (!Positions.isPosition(Objects.requireNonNull(slot, "slot"))) {
      throw BadArgumentException.of(2, "slot", slot, "an integer >= 0, of one word");
    }
    return slot(((IntegerTerm) slot).longValue());
  }

  /**
   * Keeps the table fixed, once more, or once less: {@code ets:safe_fixtable(Table, Fix)}. While it
   * is fixed, by whomever, a walk with {@link #first} and {@link #next} comes to each object that
   * is there from its start to its end exactly once, and goes on from keys that are deleted
   * meanwhile. In an ordered_set it always does.
   *
   * <p>What this owner has fixed it releases by as many calls; all of it is released when the owner
   * ends, and what was fixed through this handle when that is {@linkplain #close closed}. To
   * release what the owner has not fixed does nothing. Read access is enough for both.
   *
   * <p>Cost: while a hash table is fixed it remembers deleted keys, and, from the first step on, an
   * order of all keys, about 16 bytes each. A walk from the first key takes linear time to begin if
   * there may be new keys.
   */
  public void safeFixtable(boolean fix) {
    forReading();
    if (fix) {
      table.fixations().fix(owner, this, false);
    } else {
      table.fixations().releaseLast(owner);
    }
  }

  /**
   * As {@link #safeFixtable(boolean)}.
   *
   * @throws BadArgumentException if this is neither {@code true} nor {@code false}
   */
  public void safeFixtable(Term fix) {
    forReading();
    if (!(Objects.requireNonNull(fix, "fix") instanceof Atom atom) || !atom.isBoolean()) {
      throw BadArgumentException.of(2, "fix", fix, "true or false");
    }
    safeFixtable(atom == Atom.TRUE);
  }

  /**
   * Calls a function for each object, with what it returned for the one before: {@code
   * ets:foldl(Function, Initial, Table)}. In an ordered_set from the smallest key to the largest;
   * those of one key oldest first. The table is fixed meanwhile; the function may change it.
   *
   * @return what the function returned last
   * @throws NoSuchKeyException if an ordered_set has the key {@code '$end_of_table'}; as in Erlang
   *     there is no way on from it
   */
  public <A extends @Nullable Object> A foldl(
      BiFunction<? super Tuple, ? super A, ? extends A> function, A initial) {
    return fold(function, initial, Direction.ASCENDING);
  }

  /**
   * As {@link #foldl}, from the largest key to the smallest, and newest first: {@code
   * ets:foldr(Function, Initial, Table)}. In other types than ordered_set keys come in the same
   * order as there.
   *
   * @throws NoSuchKeyException as there
   */
  public <A extends @Nullable Object> A foldr(
      BiFunction<? super Tuple, ? super A, ? extends A> function, A initial) {
    return fold(function, initial, Direction.DESCENDING);
  }

  private <A extends @Nullable Object> A fold(
      BiFunction<? super Tuple, ? super A, ? extends A> function, A initial, Direction direction) {
    TableStore store = forReading();
    Objects.requireNonNull(function, "function");
    Fixation fixation = table.fixations().fix(owner, this, true);
    try {
      A result = initial;
      CellCursor cells = store.cells(direction);
      for (Object cell; (cell = cells.next()) != null; ) {
        // The function may have changed what the walk has read ahead.
        List<Tuple> objects = Cells.objects(store.get(table.config().keyOf(cell)));
        int last = objects.size() - 1;
        for (int i = 0; i <= last; i++) {
          result =
              function.apply(objects.get(direction == Direction.ASCENDING ? i : last - i), result);
        }
        checkStep(table.config().keyOf(cell));
      }
      return result;
    } finally {
      fixation.release();
    }
  }

  /** Returns all objects: {@code ets:tab2list(Table)}. In an ordered_set they are in key order. */
  public List<Tuple> tab2list() {
    return search(forReading(), ALL_OBJECTS).select(Tuple.class);
  }

  /**
   * Returns all objects, in an ordered_set in key order; those of one key stand together, oldest
   * first, as they are when the stream comes to the key. The stream can be made parallel; its size
   * is known if this is a {@linkplain #snapshot snapshot}. It begins when it is consumed, and keeps
   * the table fixed from its first element until it is exhausted or closed.
   *
   * <p>Cost: of each key, constant time, as a lookup in other types than ordered_set.
   */
  public Stream<Tuple> stream() {
    return fixingStream(objects());
  }

  /**
   * Returns a spliterator over all objects; see {@link #stream()}. It keeps the table fixed from
   * its first element until it and all that have been split off are exhausted, or this handle is
   * closed.
   */
  public Spliterator<Tuple> spliterator() {
    return new FixingSpliterator(objects(), new TraversalFixation(table.fixations(), this));
  }

  private Spliterator<Tuple> objects() {
    TableStore store = forReading();
    return table.isSnapshot()
        ? new SizedSpliterator(store.objects(), store.size())
        : store.objects();
  }

  /**
   * Returns the objects whose keys lie in a range, in key order, as {@link #stream()} does.
   *
   * <p>Cost: logarithmic time for each key, constant time if the range has no lower end.
   *
   * @throws TableTypeException if this is no ordered_set
   */
  public Stream<Tuple> stream(KeyRange range) {
    return fixingStream(range(range));
  }

  /**
   * Returns a spliterator over the objects whose keys lie in a range; see {@link
   * #stream(KeyRange)}.
   *
   * @throws TableTypeException if this is no ordered_set
   */
  public Spliterator<Tuple> spliterator(KeyRange range) {
    return new FixingSpliterator(range(range), new TraversalFixation(table.fixations(), this));
  }

  private Spliterator<Tuple> range(KeyRange range) {
    TableStore store = forReading();
    Objects.requireNonNull(range, "range");
    if (type() != TableType.ORDERED_SET) {
      throw new TableTypeException(id(), type(), "ordered_set");
    }
    return store.objects(range);
  }

  private Stream<Tuple> fixingStream(Spliterator<Tuple> objects) {
    TraversalFixation fixation = new TraversalFixation(table.fixations(), this);
    return StreamSupport.stream(new FixingSpliterator(objects, fixation), false)
        .onClose(fixation::end);
  }

  /**
   * Returns the objects from a key on: first those of the key itself, if it is there, then those of
   * the keys that {@link #next} comes to one after the other. The table is kept fixed as by {@link
   * #stream()}.
   *
   * <p>Cost: logarithmic time to the first in an ordered_set; in the other types, as the first
   * {@link #next}, linear time and memory if the table is not fixed.
   *
   * @param key in an ordered_set any key; in the other types one that is there, or was deleted
   *     while the table has been fixed
   * @throws NoSuchKeyException if it is not
   */
  public Stream<Tuple> iterateFrom(Term key) {
    return iterateFrom(key, Direction.ASCENDING);
  }

  /**
   * As {@link #iterateFrom}, the other way: the keys that {@link #prev} comes to; in other types
   * than ordered_set the same.
   *
   * @throws NoSuchKeyException as there
   */
  public Stream<Tuple> iterateBackFrom(Term key) {
    return iterateFrom(key, Direction.DESCENDING);
  }

  private Stream<Tuple> iterateFrom(Term key, Direction direction) {
    TableStore store = forReading();
    CellCursor following = store.cellsAfter(Objects.requireNonNull(key, "key"), direction);
    CellCursor own = new LookupCursor(store, List.of(key), direction);
    return fixingStream(new CursorSpliterator(store, own, following));
  }

  /**
   * Returns a table of the same type with the objects that this one has at one moment. It never
   * changes: it belongs to no owner and may only be read, is not among the tables of the space, and
   * goes when nothing refers to it any more.
   *
   * <p>Cost: a copy, in linear time. The stores there are now need as many changes of their map as
   * an insert of all objects, and writers wait meanwhile; readers do not.
   */
  public EtsTable snapshot() {
    forReading();
    return new EtsTable(owner, table.snapshot());
  }

  // Name, owner, options

  /**
   * Renames the table: {@code ets:rename(Table, Name)}. If it is known by its name it is known by
   * the new one from the same moment on, and the old one is free. Handles go on working.
   *
   * @return what Erlang's functions take for this table: the name if it is known by it, else the
   *     identifier
   * @throws BadArgumentException if the table is known by its name and a table has the new one, be
   *     it this one
   */
  public Term rename(Atom name) {
    forWriting();
    table.space().rename(table, Objects.requireNonNull(name, "name"));
    return table.options().isNamed() ? name : id();
  }

  /**
   * As {@link #rename(Atom)}.
   *
   * @throws BadArgumentException as there, and if the name is no atom
   */
  public Term rename(Term name) {
    forWriting();
    if (!(Objects.requireNonNull(name, "name") instanceof Atom atom)) {
      throw BadArgumentException.of(2, "name", name, "an atom");
    }
    return rename(atom);
  }

  /**
   * Makes another the owner, who hears of it: <code>{'ETS-TRANSFER', Table, FromPid, Gift}</code>.
   * This is {@code ets:give_away(Table, Pid, Gift)}. The heir and fixations stay. Only the owner
   * may.
   *
   * @throws BadArgumentException if the other is of another space, has ended or is the owner, or
   *     the caller is not
   */
  public void giveAway(Owner receiver, Term gift) {
    giveAway(Objects.requireNonNull(receiver, "receiver").pid(), gift);
  }

  /**
   * As {@link #giveAway(Owner, Term)}, to the owner with this pid.
   *
   * @throws BadArgumentException as there, and if this is no pid
   */
  public void giveAway(Term pid, Term gift) {
    Table given = changeable();
    Objects.requireNonNull(gift, "gift");
    given.giveAway(owner, given.space().receiver(Objects.requireNonNull(pid, "pid")), gift);
  }

  /**
   * Sets who becomes the owner when the owner ends, and what it is told then: {@code
   * ets:setopts(Table, {heir, Pid, Data})}. One that has ended is none. Only the owner may.
   *
   * @throws BadArgumentException if the pid is of another node, or the caller is not the owner
   */
  public void setHeir(Pid pid, Term data) {
    Objects.requireNonNull(data, "data");
    setHeir(new Heir(Objects.requireNonNull(pid, "pid"), data));
  }

  /**
   * As {@link #setHeir(Pid, Term)}, but the heir is not told: {@code ets:setopts(Table, {heir,
   * Pid})}.
   *
   * @throws BadArgumentException as there
   */
  public void setHeir(Pid pid) {
    setHeir(new Heir(Objects.requireNonNull(pid, "pid"), null));
  }

  /**
   * Says that the table is deleted when its owner ends: {@code ets:setopts(Table, {heir, none})}.
   *
   * @throws BadArgumentException if the caller is not the owner
   */
  public void setNoHeir() {
    setHeir((Heir) null);
  }

  private void setHeir(@Nullable Heir heir) {
    set(new StateOptions(true, heir, null));
  }

  /**
   * Sets who may read and write: {@code ets:setopts(Table, {protection, Access})}. Only the owner
   * may.
   *
   * @throws BadArgumentException if the caller is not the owner
   */
  public void setAccess(Access access) {
    set(new StateOptions(false, null, Objects.requireNonNull(access, "access")));
  }

  /**
   * Sets the heir and the access, or either, as one atomic step: {@code ets:setopts(Table,
   * Options)}. Only the owner may.
   *
   * @throws BadArgumentException if this is neither one option nor a list of them with each at most
   *     once, the heir is of another node, or the caller is not the owner
   */
  public void setopts(Term options) {
    changeable();
    set(StateOptions.parse(Objects.requireNonNull(options, "options")));
  }

  private void set(StateOptions options) {
    Table changed = changeable();
    Heir heir = changed.space().checkHeir(options.heir());
    changed.changeAsOwner(
        owner,
        state -> {
          TableState inherited = options.setsHeir() ? state.withHeir(heir) : state;
          Access access = options.access();
          return access == null ? inherited : inherited.withAccess(access);
        });
  }

  /** As Erlang checks what only the owner may: to others a public table says so later. */
  private Table changeable() {
    forWriting();
    return table;
  }

  // Match specifications

  /**
   * Returns the results of a match specification for all objects: {@code ets:select(Table, Spec)}.
   * In an ordered_set they are in key order; those of the objects of one key stand together, oldest
   * first. Not a snapshot: each object is seen before or after a change that happens meanwhile.
   *
   * <p>Cost: as {@link #explain} says. The plan of a specification is kept, so a specification that
   * is used often should be compiled once. A key that is written with a map and without variables
   * stands for that key alone, here and in all functions that take a specification or a pattern;
   * Erlang does so only where it need not look at all objects.
   *
   * @return unmodifiable
   */
  public List<Term> select(MatchSpec spec) {
    return select(forReading(), Objects.requireNonNull(spec, "spec"), Term.class);
  }

  /**
   * As {@link #select(MatchSpec)}, from Erlang's term.
   *
   * @throws BadMatchSpecException if the term is no match specification
   */
  public List<Term> select(Term spec) {
    TableStore store = forReading();
    return select(store, compiled(spec), Term.class);
  }

  /** A search for one object of a set comes before all that a search in general takes. */
  private <R extends Term> List<R> select(TableStore store, MatchSpec spec, Class<R> type) {
    PlannedSpec planned = table.plan(spec);
    Term key = planned.onlyKey();
    if (key == null || !type().isSet()) {
      return search(store, planned, Direction.ASCENDING).select(type);
    }
    Object cell = store.get(key);
    Term result = cell == null ? null : planned.spec().run((Tuple) cell, owner.matchContext());
    return result == null ? List.of() : List.of(type.cast(result));
  }

  /**
   * Returns the first results: {@code ets:select(Table, Spec, Limit)}. {@link
   * #select(SelectContinuation)} gives those that follow, and all of them together are what {@link
   * #select(MatchSpec)} gives if nothing changes meanwhile.
   *
   * @param limit how many results a chunk has, unless it is the last
   * @return empty where Erlang gives {@code '$end_of_table'}: there are none
   * @throws BadArgumentException if the limit is below 1
   */
  public Optional<SelectChunk> select(MatchSpec spec, int limit) {
    TableStore store = forReading();
    checkLimit(limit);
    return chunk(search(store, spec), limit);
  }

  /**
   * As {@link #select(MatchSpec, int)}, from Erlang's terms.
   *
   * @throws BadArgumentException if the limit is no integer, or below 1
   * @throws BadMatchSpecException if the specification is none; the limit is looked at first
   */
  public Optional<SelectChunk> select(Term spec, Term limit) {
    TableStore store = forReading();
    int number = limit(limit);
    return chunk(search(store, compiled(spec)), number);
  }

  /**
   * Goes on with a search, in its direction: {@code ets:select(Continuation)}, and the same for
   * {@code match}, {@code match_object} and {@code select_reverse}.
   *
   * @return empty where Erlang gives {@code '$end_of_table'}: there are no more results
   * @throws BadArgumentException if it is a search in another table, or in this one under another
   *     name
   */
  public Optional<SelectChunk> select(SelectContinuation continuation) {
    forReading();
    if (!Objects.requireNonNull(continuation, "continuation").isOf(table, tableTerm())) {
      throw BadArgumentException.of(
          1, "continuation", continuation, "one of " + tableTerm() + ", which is " + id());
    }
    return continuation.next(owner.matchContext());
  }

  /**
   * Returns the results of a specification as they are asked for: lazily, and each object as it is
   * when the stream comes to it. The table is kept fixed as by {@link #stream()}.
   */
  public Stream<Term> stream(MatchSpec spec) {
    Search search = search(forReading(), spec);
    return search.results(fixingStream(search.objects()));
  }

  /**
   * As {@link #select(MatchSpec)}, but in an ordered_set from the last key down: {@code
   * ets:select_reverse(Table, Spec)}. In the other types the results are the same, in an order of
   * the store's.
   */
  public List<Term> selectReverse(MatchSpec spec) {
    return search(forReading(), spec, Direction.DESCENDING).select(Term.class);
  }

  /**
   * As {@link #selectReverse(MatchSpec)}, from Erlang's term.
   *
   * @throws BadMatchSpecException if the term is no match specification
   */
  public List<Term> selectReverse(Term spec) {
    TableStore store = forReading();
    return search(store, compiled(spec), Direction.DESCENDING).select(Term.class);
  }

  /**
   * As {@link #select(MatchSpec, int)}, but in an ordered_set from the last key down: {@code
   * ets:select_reverse(Table, Spec, Limit)}.
   *
   * @throws BadArgumentException if the limit is below 1
   */
  public Optional<SelectChunk> selectReverse(MatchSpec spec, int limit) {
    TableStore store = forReading();
    checkLimit(limit);
    return chunk(search(store, spec, Direction.DESCENDING), limit);
  }

  /**
   * As {@link #selectReverse(MatchSpec, int)}, from Erlang's terms.
   *
   * @throws BadArgumentException if the limit is no integer, or below 1
   * @throws BadMatchSpecException if the specification is none; the limit is looked at first
   */
  public Optional<SelectChunk> selectReverse(Term spec, Term limit) {
    TableStore store = forReading();
    int number = limit(limit);
    return chunk(search(store, compiled(spec), Direction.DESCENDING), number);
  }

  /**
   * Returns for how many objects the result is {@code true}, and not anything else: {@code
   * ets:select_count(Table, Spec)}.
   */
  public long selectCount(MatchSpec spec) {
    return search(forReading(), spec).count();
  }

  /**
   * As {@link #selectCount(MatchSpec)}, from Erlang's term.
   *
   * @throws BadMatchSpecException if the term is no match specification
   */
  public long selectCount(Term spec) {
    TableStore store = forReading();
    return search(store, compiled(spec)).count();
  }

  /**
   * Deletes each object for which the result is {@code true}, and not anything else: {@code
   * ets:select_delete(Table, Spec)}. The objects of one key are matched and deleted as one atomic
   * step; {@code [{'_',[],[true]}]} deletes all objects as one atomic and isolated step.
   *
   * @return how many objects it has deleted
   */
  public long selectDelete(MatchSpec spec) {
    return selectDelete(forWriting(), Objects.requireNonNull(spec, "spec"));
  }

  /**
   * As {@link #selectDelete(MatchSpec)}, from Erlang's term.
   *
   * @throws BadMatchSpecException if the term is no match specification
   */
  public long selectDelete(Term spec) {
    TableStore store = forWriting();
    return selectDelete(store, compiled(spec));
  }

  private long selectDelete(TableStore store, MatchSpec spec) {
    return spec.isTrueForAll() ? store.clear() : search(store, spec).delete();
  }

  /**
   * Puts the result, which has to have the same key, in the place of each object that has one:
   * {@code ets:select_replace(Table, Spec)}. The objects of one key are matched and replaced as one
   * atomic step. {@code [{Old,[],[{const,New}]}]} compares and sets.
   *
   * @return how many objects it has replaced
   * @throws TableTypeException if this is a bag
   * @throws BadMatchSpecException if a clause may change a key: see {@link MatchSpec#checkKeepsKey}
   */
  public long selectReplace(MatchSpec spec) {
    TableStore store = forWriting();
    checkReplaceable();
    return selectReplace(store, spec);
  }

  /**
   * As {@link #selectReplace(MatchSpec)}, from Erlang's term.
   *
   * @throws TableTypeException if this is a bag
   * @throws BadMatchSpecException as there, and if the term is no match specification
   */
  public long selectReplace(Term spec) {
    TableStore store = forWriting();
    checkReplaceable();
    return selectReplace(store, compiled(spec));
  }

  private void checkReplaceable() {
    if (type() == TableType.BAG) {
      throw new TableTypeException(id(), type(), "set, ordered_set or duplicate_bag");
    }
  }

  private long selectReplace(TableStore store, MatchSpec spec) {
    try {
      Objects.requireNonNull(spec, "spec").checkKeepsKey(keypos());
    } catch (MatchSpecException e) {
      throw new BadMatchSpecException(e);
    }
    return search(store, spec).replace();
  }

  /**
   * Returns what the variables of a pattern are bound to, for each object that matches: {@code
   * ets:match(Table, Pattern)}. Order and cost as {@link #select(MatchSpec)}.
   *
   * @return unmodifiable; for each object the values of the variables by their numbers
   * @throws BadMatchSpecException if the pattern has a variable or {@code '_'} as the key of a map
   */
  public List<ListTerm> match(Term pattern) {
    TableStore store = forReading();
    return select(store, compiled(pattern, MatchSpec::bindingsOf), ListTerm.class);
  }

  /**
   * As {@link #match(Term)}, in chunks: {@code ets:match(Table, Pattern, Limit)}. See {@link
   * #select(MatchSpec, int)}.
   *
   * @throws BadArgumentException if the limit is below 1; it is looked at first
   * @throws BadMatchSpecException as {@link #match(Term)}
   */
  public Optional<SelectChunk> match(Term pattern, int limit) {
    TableStore store = forReading();
    checkLimit(limit);
    return chunk(search(store, compiled(pattern, MatchSpec::bindingsOf)), limit);
  }

  /**
   * As {@link #match(Term, int)}, with a limit that may be any term.
   *
   * @throws BadArgumentException as there, and if the limit is no integer
   * @throws BadMatchSpecException as {@link #match(Term)}
   */
  public Optional<SelectChunk> match(Term pattern, Term limit) {
    forReading();
    return match(pattern, limit(limit));
  }

  /**
   * Returns the objects that match a pattern: {@code ets:match_object(Table, Pattern)}. Order and
   * cost as {@link #select(MatchSpec)}.
   *
   * @return unmodifiable
   * @throws BadMatchSpecException if the pattern has a variable or {@code '_'} as the key of a map
   */
  public List<Tuple> matchObject(Term pattern) {
    TableStore store = forReading();
    return select(store, compiled(pattern, MatchSpec::objectsLike), Tuple.class);
  }

  /**
   * As {@link #matchObject(Term)}, in chunks: {@code ets:match_object(Table, Pattern, Limit)}. See
   * {@link #select(MatchSpec, int)}.
   *
   * @throws BadArgumentException if the limit is below 1; it is looked at first
   * @throws BadMatchSpecException as {@link #matchObject(Term)}
   */
  public Optional<SelectChunk> matchObject(Term pattern, int limit) {
    TableStore store = forReading();
    checkLimit(limit);
    return chunk(search(store, compiled(pattern, MatchSpec::objectsLike)), limit);
  }

  /**
   * As {@link #matchObject(Term, int)}, with a limit that may be any term.
   *
   * @throws BadArgumentException as there, and if the limit is no integer
   * @throws BadMatchSpecException as {@link #matchObject(Term)}
   */
  public Optional<SelectChunk> matchObject(Term pattern, Term limit) {
    forReading();
    return matchObject(pattern, limit(limit));
  }

  /**
   * Deletes the objects that match a pattern: {@code ets:match_delete(Table, Pattern)}. Atomic as
   * {@link #selectDelete(MatchSpec)}; the pattern {@code '_'} deletes all objects as one step.
   *
   * @throws BadMatchSpecException if the pattern has a variable or {@code '_'} as the key of a map
   */
  public void matchDelete(Term pattern) {
    TableStore store = forWriting();
    selectDelete(store, compiled(pattern, MatchSpec::trueFor));
  }

  /**
   * Says how this table goes about a specification, and why. It looks keys up, or goes through
   * ranges of keys in an ordered_set, as far as heads and guards limit the key; else it looks at
   * each object. A guard limits the key where it compares it, or an element of it, with a constant,
   * and so do {@code andalso}, {@code orelse}, {@code and}, {@code or} and {@code not} of such
   * guards. A key that is a tuple or a list is limited by its first elements; in other types than
   * ordered_set it has to be known as a whole, by {@code =:=}, or by {@code ==} if it is a number
   * or has none in it. Results do not depend on the plan.
   */
  public SelectPlan explain(MatchSpec spec) {
    forReading();
    return SelectPlan.of(table.plan(Objects.requireNonNull(spec, "spec")));
  }

  private Search search(TableStore store, MatchSpec spec) {
    return search(store, spec, Direction.ASCENDING);
  }

  private Search search(TableStore store, MatchSpec spec, Direction direction) {
    return search(store, table.plan(Objects.requireNonNull(spec, "spec")), direction);
  }

  private Search search(TableStore store, PlannedSpec planned, Direction direction) {
    return new Search(store, table.config(), planned, owner.matchContext(), direction);
  }

  /**
   * Returns a continuation after this many objects of a key.
   *
   * @throws NoSuchKeyException if the key is not there, but in an ordered_set
   */
  SelectContinuation continuation(
      MatchSpec spec, Direction direction, int limit, Term key, int countInKey) {
    Search search = search(forReading(), spec, direction);
    return search.continuation(table, tableTerm(), limit, key, countInKey);
  }

  private Optional<SelectChunk> chunk(Search search, int limit) {
    return search.chunk(table, tableTerm(), limit, search.cells(), null, 0);
  }

  private Term tableTerm() {
    TableState state = table.state();
    if (state == null) {
      throw new NoSuchTableException(table.id());
    }
    return table.term(state);
  }

  private static MatchSpec compiled(Term spec) {
    return compiled(Objects.requireNonNull(spec, "spec"), MatchSpec::compile);
  }

  private static MatchSpec compiled(Term term, Function<Term, MatchSpec> compiler) {
    try {
      return compiler.apply(Objects.requireNonNull(term, "pattern"));
    } catch (MatchSpecException e) {
      throw new BadMatchSpecException(e);
    }
  }

  private static void checkLimit(int limit) {
    if (limit < 1) {
      throw BadArgumentException.of(3, "limit", limit, ">= 1");
    }
  }

  private static int limit(Term limit) {
    if (!Positions.isPosition(Objects.requireNonNull(limit, "limit"))) {
      throw BadArgumentException.of(3, "limit", limit, "an integer >= 1, of one word");
    }
    int number = Positions.clamp((IntegerTerm) limit);
    checkLimit(number);
    return number;
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
   * #info()}; {@code memory} is an estimate in words of 8 bytes, from the first objects. {@code
   * binary} is always empty, {@code stats} always {@code false}, and {@code data} prints nothing.
   *
   * @return empty, where Erlang gives {@code undefined}, if the table has been deleted
   * @throws BadArgumentException if there is no such item
   */
  public Optional<Term> info(Term item) {
    return TableInfo.item(open(), Objects.requireNonNull(item, "item"));
  }

  /**
   * Releases this handle and what is fixed through it: it can no longer be used. The table stays,
   * until it is {@linkplain #delete() deleted} or its owner ends.
   */
  @Override
  public void close() {
    closed = true;
    table.fixations().releaseAll(this);
  }

  @Override
  public String toString() {
    return "EtsTable " + table.id();
  }
}
