package org.jets.ets;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** How an {@link EtsTable} is asked for the objects of a key. */
abstract class TableLookups extends TableHandle {
  TableLookups(Owner owner, Table table) {
    super(owner, table);
  }

  /**
   * Returns the objects of a key: {@code ets:lookup(Table, Key)}. In a bag or duplicate_bag they
   * are in the order in which they were inserted.
   *
   * @return an unmodifiable list that does not change; in a set it has at most one object
   */
  public List<Tuple> lookup(Term key) {
    Object cell = forReading().get(Objects.requireNonNull(key, "key"));
    return type().isSet() ? Cells.objectOfSet(cell) : Cells.objects(cell);
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
}
