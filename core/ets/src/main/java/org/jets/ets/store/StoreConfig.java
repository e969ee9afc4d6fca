package org.jets.ets.store;

import org.jets.ets.TableType;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * What a store knows of its table.
 *
 * @param table the identifier, for messages
 * @param keypos the position of the key in each object
 */
public record StoreConfig(Reference table, TableType type, int keypos, Concurrency concurrency) {

  /** Returns what the store of another table knows that is made alike. */
  StoreConfig of(Reference other) {
    return new StoreConfig(other, type, keypos, concurrency);
  }

  /** Returns the key of an object that is stored, or may be. */
  public Term key(Tuple object) {
    return object.element(keypos);
  }

  /** Returns the key of the objects in a cell. */
  public Term keyOf(Object cell) {
    return key(cell instanceof Tuple object ? object : ((ObjectList) cell).get(0));
  }
}
