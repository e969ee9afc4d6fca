package org.jets.bench.scale;

import java.util.Optional;
import org.jets.ets.Owner;
import org.jets.ets.TableOptions;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;

/** An ordered_set of objects whose key is a number. */
final class KeyedOrderedTable extends KeyedTable implements OrderedOperations {
  KeyedOrderedTable(TableOptions options, ObjectShape shape, Owner owner) {
    super(options, shape, owner);
  }

  @Override
  public long readRange(int from, int to) {
    return whole().selectCount(range(from, to, Atom.TRUE));
  }

  /** Ends at the last object, as {@code ets:next} does. */
  @Override
  public long steps(int from, int steps) {
    Optional<Term> key = Optional.of(IntegerTerm.of(from));
    int left = steps;
    while (left > 0 && key.isPresent()) {
      key = next(key.get());
      left--;
    }
    return left;
  }
}
