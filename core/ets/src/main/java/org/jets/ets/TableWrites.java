package org.jets.ets;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** How objects come into an {@link EtsTable}, and go. */
abstract class TableWrites extends TableLookups {
  TableWrites(Owner owner, Table table) {
    super(owner, table);
  }

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
   * <p>Cost: each key is changed twice in the store's map, and inserts of many into one table
   * happen one after the other; on {@link Backend#CA_TREE} each key is changed once, and inserts of
   * keys far apart happen side by side.
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
}
