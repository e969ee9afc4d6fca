package org.jets.bench.tables;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jctools.maps.NonBlockingHashMap;
import org.jets.collections.ContentionAdaptingTreeMap;
import org.jets.collections.CursorMap;
import org.jets.collections.LockFreeAdaptingTreeMap;
import org.jets.collections.LockedAvlTreeMap;
import org.jets.collections.SplitOrderedHashMap;
import org.jets.collections.StripedHashMap;
import org.jets.ets.Backend;
import org.jets.ets.LocalTable;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.ets.TableType;
import org.jets.ets.store.StandardKeyOrder;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;

/**
 * The catalogue of the stores that tables are measured on, named as in {@link Backend}, each with
 * the bare map that it stands on: a new store is one line. Those that have goals have to be faster
 * than Erlang's tables and within a limit of memory; the others are shown for comparison.
 */
@SuppressWarnings("ImmutableEnumChecker") // A maker is a constructor.
public enum MeasuredStore {
  SPLIT_ORDERED(true, SplitOrderedHashMap::new),
  STRIPED(true, StripedHashMap::new),
  CONCURRENT_HASH_MAP(false, ConcurrentHashMap::new),
  NON_BLOCKING_HASH_MAP(false, NonBlockingHashMap::new),
  CA_TREE(true, () -> new ContentionAdaptingTreeMap<>(StandardKeyOrder.INSTANCE)),
  LOCK_FREE_TREE(true, () -> new LockFreeAdaptingTreeMap<>(StandardKeyOrder.INSTANCE)),
  LOCKED_AVL(false, () -> new LockedAvlTreeMap<>(StandardKeyOrder.INSTANCE)),
  SKIP_LIST(false, () -> new ConcurrentSkipListMap<>(TermOrder.STANDARD));

  private final boolean hasGoals;
  private final Supplier<ConcurrentMap<Term, Tuple>> maker;

  MeasuredStore(boolean hasGoals, Supplier<ConcurrentMap<Term, Tuple>> maker) {
    this.hasGoals = hasGoals;
    this.maker = maker;
  }

  /** Returns the stores for tables without order. */
  public static List<MeasuredStore> ofSets() {
    return Stream.of(values()).filter(store -> !store.isOrdered()).toList();
  }

  /** Returns the stores for tables in key order. */
  public static List<MeasuredStore> ofOrderedSets() {
    return Stream.of(values()).filter(MeasuredStore::isOrdered).toList();
  }

  public boolean hasGoals() {
    return hasGoals;
  }

  Backend backend() {
    return Backend.valueOf(name());
  }

  private boolean isOrdered() {
    return backend().supports(TableType.ORDERED_SET);
  }

  /** Returns true if the bare map can go on from a key. */
  boolean hasSteps() {
    ConcurrentMap<Term, Tuple> map = newMap();
    return map instanceof ConcurrentNavigableMap || map instanceof CursorMap;
  }

  /** Makes an empty map of the kind that the store stands on. */
  ConcurrentMap<Term, Tuple> newMap() {
    return maker.get();
  }

  /**
   * Makes an empty table that all may use: an ordered_set if the store is for those, else a set.
   */
  LocalTable newTable() {
    TableType type = isOrdered() ? TableType.ORDERED_SET : TableType.SET;
    TableOptions options = TableOptions.of(type).withPublicAccess().withBackend(backend());
    return new TableSpace().newOwner().newTable("benchmark", options);
  }
}
