package org.jets.ets;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jets.ets.argument.Positions;
import org.jets.ets.store.Cells;
import org.jets.ets.store.ObjectList;
import org.jets.ets.store.TableStore;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** How an {@link EtsTable} is asked for the objects of a key. */
abstract class LocalLookups extends LocalHandle {
  LocalLookups(Owner owner, Table table) {
    super(owner, table);
  }

  @Override
  public List<Tuple> lookup(Term key) {
    Object cell = forReading().get(Objects.requireNonNull(key, "key"));
    return type().isSet() ? Cells.objectOfSet(cell) : Cells.objects(cell);
  }

  @Override
  public boolean member(Term key) {
    return forReading().get(Objects.requireNonNull(key, "key")) != null;
  }

  @Override
  public Term lookupElement(Term key, int position) {
    Term element = element(forReading(), key, position);
    if (element == null) {
      throw NoSuchKeyException.of(key);
    }
    return element;
  }

  @Override
  public Term lookupElement(Term key, int position, Term defaultValue) {
    TableStore store = forReading();
    Objects.requireNonNull(defaultValue, "defaultValue");
    Term element = element(store, key, position);
    return element != null ? element : defaultValue;
  }

  @Override
  public Term lookupElement(Term key, Term position) {
    forReading();
    return lookupElement(key, position(position));
  }

  @Override
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
}
