package org.jets.bench.scale;

import org.jets.ets.Owner;
import org.jets.ets.TableOptions;
import org.jets.terms.Atom;

/** An ordered_set of objects whose key is a number. */
final class KeyedOrderedTable extends KeyedTable implements OrderedOperations {
  KeyedOrderedTable(TableOptions options, ObjectShape shape, Owner owner) {
    super(options, shape, owner);
  }

  @Override
  public long readRange(int from, int to) {
    return whole().selectCount(range(from, to, Atom.TRUE));
  }
}
