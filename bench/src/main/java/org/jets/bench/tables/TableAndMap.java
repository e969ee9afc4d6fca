package org.jets.bench.tables;

import java.util.Arrays;
import java.util.Collections;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jctools.maps.NonBlockingHashMap;
import org.jets.collections.ContentionAdaptingTreeMap;
import org.jets.collections.LockFreeAdaptingTreeMap;
import org.jets.collections.LockedAvlTreeMap;
import org.jets.collections.SplitOrderedHashMap;
import org.jets.collections.StripedHashMap;
import org.jets.ets.Backend;
import org.jets.ets.EtsTable;
import org.jets.ets.StandardKeyOrder;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.ets.TableType;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;

/**
 * A table on a store, and a bare map of the kind that the store stands on, with the same objects.
 * Keys are 65,536 integers in random order; those asked for are other objects than those stored, in
 * another order than that of the insertions, in which objects would lie in memory until the first
 * collection: a map that nobody makes garbage beside would be measured without cache misses.
 */
final class TableAndMap {
  private static final int KEYS = 1 << 16;

  private final Term[] keys = new Term[KEYS];
  private final EtsTable table;
  private final ConcurrentMap<Term, Tuple> map;

  TableAndMap(Backend backend) {
    table = newTable(backend);
    map = newMap(backend);
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

  /**
   * Returns an empty table that all may use: a set, or an ordered_set if the store is for those.
   */
  static EtsTable newTable(Backend backend) {
    TableType type =
        backend.supports(TableType.ORDERED_SET) ? TableType.ORDERED_SET : TableType.SET;
    TableOptions options = TableOptions.of(type).publicAccess().backend(backend);
    return new TableSpace().newOwner().newTable("benchmark", options);
  }

  private static ConcurrentMap<Term, Tuple> newMap(Backend backend) {
    return switch (backend) {
      case CONCURRENT_HASH_MAP -> new ConcurrentHashMap<>();
      case SPLIT_ORDERED -> new SplitOrderedHashMap<>();
      case STRIPED -> new StripedHashMap<>();
      case SKIP_LIST -> new ConcurrentSkipListMap<>(TermOrder.STANDARD);
      case LOCKED_AVL -> new LockedAvlTreeMap<>(StandardKeyOrder.INSTANCE);
      case CA_TREE -> new ContentionAdaptingTreeMap<>(StandardKeyOrder.INSTANCE);
      case LOCK_FREE_TREE -> new LockFreeAdaptingTreeMap<>(StandardKeyOrder.INSTANCE);
      case NON_BLOCKING_HASH_MAP -> new NonBlockingHashMap<>();
    };
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
