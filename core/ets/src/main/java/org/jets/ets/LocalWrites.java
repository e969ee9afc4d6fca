package org.jets.ets;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jets.ets.store.Batch;
import org.jets.ets.store.CellBytes;
import org.jets.ets.store.Cells;
import org.jets.ets.store.ObjectUpdate;
import org.jets.ets.store.Pace;
import org.jets.ets.store.TableStore;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** How objects come into an {@link EtsTable}, and go. */
abstract class LocalWrites extends LocalLookups {
  LocalWrites(Owner owner, Table table) {
    super(owner, table);
  }

  @Override
  public void insert(Tuple object) {
    TableStore store = forWriting();
    insert(store, checkObject(object));
  }

  @Override
  public void insert(Collection<? extends Tuple> objects) {
    TableStore store = forWriting();
    insert(store, checkObjects(objects));
  }

  @Override
  public void insert(Term objectOrList) {
    TableStore store = forWriting();
    if (objectOrList instanceof Tuple object) {
      insert(store, checkObject(object));
    } else {
      insert(store, checkList(objectOrList));
    }
  }

  private void insert(TableStore store, Tuple object) {
    long counted = countHeap(store, object);
    boolean isDone = false;
    try {
      if (type().isSet()) {
        store.put(key(object), object);
      } else {
        store.compute(key(object), ObjectUpdate.insert(table.config(), object));
      }
      isDone = true;
    } finally {
      if (!isDone) {
        uncountHeap(counted);
      }
    }
  }

  private void insert(TableStore store, List<Tuple> objects) {
    if (objects.size() == 1) {
      insert(store, objects.get(0));
    } else if (!objects.isEmpty()) {
      insertAll(store, objects, false);
    }
  }

  private boolean insertAll(TableStore store, List<Tuple> objects, boolean ifAbsent) {
    long counted = countHeap(store, objects);
    boolean isDone = false;
    try {
      isDone = store.insertAll(new Batch(table.config(), objects), ifAbsent);
      return isDone;
    } finally {
      if (!isDone) {
        uncountHeap(counted);
      }
    }
  }

  @Override
  public boolean insertNew(Tuple object) {
    TableStore store = forWriting();
    return insertNew(store, checkObject(object));
  }

  private boolean insertNew(TableStore store, Tuple object) {
    long counted = countHeap(store, object);
    boolean isDone = false;
    try {
      isDone = store.putIfAbsent(key(object), object);
      return isDone;
    } finally {
      if (!isDone) {
        uncountHeap(counted);
      }
    }
  }

  @Override
  public boolean insertNew(Collection<? extends Tuple> objects) {
    TableStore store = forWriting();
    return insertNew(store, checkObjects(objects));
  }

  @Override
  public boolean insertNew(Term objectOrList) {
    TableStore store = forWriting();
    if (objectOrList instanceof Tuple object) {
      return insertNew(store, checkObject(object));
    }
    return insertNew(store, checkList(objectOrList));
  }

  private boolean insertNew(TableStore store, List<Tuple> objects) {
    return switch (objects.size()) {
      case 0 -> true;
      case 1 -> insertNew(store, objects.get(0));
      default -> insertAll(store, objects, true);
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
    Pace pace = new Pace();
    for (Tuple object : copy) {
      pace.step();
      checkObject(object);
    }
    return copy;
  }

  private List<Tuple> checkList(Term term) {
    if (!(Objects.requireNonNull(term, "objectOrList") instanceof ListTerm list)
        || !list.isProper()) {
      throw BadArgumentException.of(2, "objects", term, "a tuple or a list of tuples");
    }
    List<Tuple> objects = new ArrayList<>(list.size());
    Pace pace = new Pace();
    for (Term element : list) {
      pace.step();
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

  @Override
  public void delete(Term key) {
    remove(key);
  }

  private @Nullable Object remove(Term key) {
    Object removed = forWriting().remove(Objects.requireNonNull(key, "key"));
    uncountCell(key, removed);
    return removed;
  }

  @Override
  public List<Tuple> take(Term key) {
    return Cells.objects(remove(key));
  }

  @Override
  public void deleteObject(Tuple object) {
    TableStore store = forWriting();
    checkObject(object);
    ObjectUpdate deletion = ObjectUpdate.delete(table.config(), object);
    store.compute(key(object), deletion);
    if (deletion.objectGrowth() < 0 && isHeapShort()) {
      uncountRemoved(key(object), -deletion.objectGrowth() * CellBytes.of(object));
    }
  }

  @Override
  public void deleteObject(Term object) {
    forWriting();
    deleteObject(checkObject(object));
  }

  @Override
  public void deleteAllObjects() {
    forWriting().clear();
    table.space().heapFreed();
  }

  @Override
  public void initTable(Stream<? extends Tuple> objects) {
    TableStore store = forWriting();
    try (Stream<? extends Tuple> closed = Objects.requireNonNull(objects, "objects")) {
      store.clear();
      closed.forEachOrdered(this::insert);
    }
  }
}
