package org.jets.bench.tables;

import java.util.Arrays;
import java.util.Collections;
import java.util.Random;
import java.util.concurrent.ConcurrentMap;
import org.jets.ets.EtsTable;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * A table on a store, and a bare map of the kind that the store stands on, with the same objects.
 * Keys are 65,536 integers in random order; those asked for are other objects than those stored, in
 * another order than that of the insertions, in which objects would lie in memory until the first
 * collection: a map without garbage beside it would be measured without cache misses.
 */
final class TableAndMap {
  private static final int KEYS = 1 << 16;

  private final Term[] keys = new Term[KEYS];
  private final EtsTable table;
  private final ConcurrentMap<Term, Tuple> map;

  TableAndMap(MeasuredStore store) {
    table = store.newTable();
    map = store.newMap();
    int[] numbers = new Random(6).ints(0, 1 << 24).distinct().limit(KEYS).toArray();
    for (int i = 0; i < KEYS; i++) {
      keys[i] = IntegerTerm.of(numbers[i]);
      Term stored = IntegerTerm.of(numbers[i]);
      Tuple object = Tuple.of(stored, IntegerTerm.of(i));
      table.insert(object);
      map.put(stored, object);
    }
    Collections.shuffle(Arrays.asList(keys), new Random(7));
    System.gc();
  }

  EtsTable table() {
    return table;
  }

  ConcurrentMap<Term, Tuple> map() {
    return map;
  }

  /** Returns one of the keys: for the next number another one. */
  Term key(int step) {
    return keys[step & (KEYS - 1)];
  }
}
