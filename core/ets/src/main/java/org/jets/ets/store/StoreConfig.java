package org.jets.ets.store;

import org.jets.ets.TableType;
import org.jets.ets.cell.ObjectList;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;

/**
 * The properties of its table that a store knows.
 *
 * @param table the identifier, for messages
 * @param keypos the position of the key in each object
 */
public record StoreConfig(Reference table, TableType type, int keypos, Concurrency concurrency) {

  /** Returns the properties of another table that is made alike. */
  StoreConfig of(Reference other) {
    return new StoreConfig(other, type, keypos, concurrency);
  }

  /** Returns the key of an object, stored or not. */
  public Term key(Tuple object) {
    return object.element(keypos);
  }

  /** Returns whether the table compares two keys as equal. */
  public boolean isSameKey(Term a, Term b) {
    return type == TableType.ORDERED_SET ? TermOrder.equal(a, b) : a.equals(b);
  }

  /** Returns the key of the objects in a cell, in any form. */
  public Term keyOf(Object cell) {
    return key(cell instanceof Tuple object ? object : ObjectList.first(cell));
  }
}
