package org.jets.ets;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The stores that a table can stand on. They differ in cost, never in what a table promises.
 *
 * <p>Tests and benchmarks go through the list.
 */
// The field holds what Error Prone cannot know to be immutable: an EnumSet.
@SuppressWarnings("ImmutableEnumChecker")
public enum Backend {
  /**
   * {@link java.util.concurrent.ConcurrentHashMap}. Writers of keys that share a bin wait for each
   * other; the map never shrinks.
   */
  CONCURRENT_HASH_MAP(EnumSet.of(TableType.SET, TableType.BAG, TableType.DUPLICATE_BAG)),

  /**
   * {@link org.jets.collections.SplitOrderedHashMap}, without locks. Steps from key to key need no
   * order of all keys, and the map shrinks.
   */
  SPLIT_ORDERED(EnumSet.of(TableType.SET, TableType.BAG, TableType.DUPLICATE_BAG)),

  /**
   * {@link org.jets.collections.StripedHashMap}, with as many locks as {@link
   * TableOptions#withWriteConcurrency} asks for. Steps from key to key need no order of all keys;
   * the map shrinks, and takes the least memory.
   */
  STRIPED(EnumSet.of(TableType.SET, TableType.BAG, TableType.DUPLICATE_BAG)),

  /** {@link java.util.concurrent.ConcurrentSkipListMap} in the standard order of keys. */
  SKIP_LIST(EnumSet.of(TableType.ORDERED_SET)),

  /**
   * {@link org.jets.collections.LockedAvlTreeMap} in the standard order of keys: one lock, which
   * writers take and readers only if a writer meets them.
   */
  LOCKED_AVL(EnumSet.of(TableType.ORDERED_SET)),

  /**
   * {@link org.jets.collections.ContentionAdaptingTreeMap} in the standard order of keys: locks
   * where writers meet. Readers take one only where writers keep changing what they read, or insert
   * many objects at once.
   */
  CA_TREE(EnumSet.of(TableType.ORDERED_SET)),

  /**
   * {@link org.jets.collections.LockFreeAdaptingTreeMap} in the standard order of keys, without
   * locks. Snapshots take constant time; the number of objects is counted when it is asked for.
   */
  LOCK_FREE_TREE(EnumSet.of(TableType.ORDERED_SET)),

  /**
   * The lock-free hash map of the library JCTools ({@code org.jctools:jctools-core}), which a
   * program that names this store adds to its dependencies. The map never shrinks.
   */
  NON_BLOCKING_HASH_MAP(EnumSet.of(TableType.SET, TableType.BAG, TableType.DUPLICATE_BAG));

  private final Set<TableType> types;

  Backend(Set<TableType> types) {
    this.types = types;
  }

  /** Whether tables of this type can stand on this store. */
  public boolean supports(TableType type) {
    return types.contains(type);
  }

  /**
   * Returns the store of a table whose maker names none.
   *
   * @param named what an option says of writers; null if none does
   */
  static Backend defaultFor(TableType type, @Nullable WriteConcurrency named) {
    // Where nobody speaks of writers, lookups and steps count: the page on ets has the figures.
    return switch (type) {
      case SET -> named == null ? SPLIT_ORDERED : STRIPED;
      case BAG, DUPLICATE_BAG -> STRIPED;
      case ORDERED_SET -> named == WriteConcurrency.FALSE ? LOCKED_AVL : CA_TREE;
    };
  }
}
