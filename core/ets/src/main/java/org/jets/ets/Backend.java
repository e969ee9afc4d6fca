package org.jets.ets;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The kinds of store that a table can use: a backend is a kind of store. They differ in cost, never
 * in the guarantees of a table.
 *
 * <p>Tests and benchmarks iterate over the list.
 */
// Error Prone cannot know that the EnumSet in the field is immutable.
@SuppressWarnings("ImmutableEnumChecker")
public enum Backend {
  /**
   * {@link java.util.concurrent.ConcurrentHashMap}. Writers of keys in the same bin block each
   * other. The map never shrinks.
   */
  CONCURRENT_HASH_MAP(EnumSet.of(TableType.SET, TableType.BAG, TableType.DUPLICATE_BAG)),

  /**
   * {@link org.jets.collections.SplitOrderedHashMap}, without locks. Steps from key to key need no
   * order of all keys. The map shrinks.
   */
  SPLIT_ORDERED(EnumSet.of(TableType.SET, TableType.BAG, TableType.DUPLICATE_BAG)),

  /**
   * {@link org.jets.collections.StripedHashMap}, with as many locks as {@link
   * TableOptions#withWriteConcurrency} requests. Steps from key to key need no order of all keys.
   * The map shrinks, and takes the least memory.
   */
  STRIPED(EnumSet.of(TableType.SET, TableType.BAG, TableType.DUPLICATE_BAG)),

  /** {@link java.util.concurrent.ConcurrentSkipListMap} in the standard order of keys. */
  SKIP_LIST(EnumSet.of(TableType.ORDERED_SET)),

  /**
   * {@link org.jets.collections.LockedAvlTreeMap} in the standard order of keys, with one lock.
   * Writers acquire it, and readers only if they meet a writer.
   */
  LOCKED_AVL(EnumSet.of(TableType.ORDERED_SET)),

  /**
   * {@link org.jets.collections.ContentionAdaptingTreeMap} in the standard order of keys, with more
   * locks where writers contend. Readers acquire a lock only if writers keep changing what they
   * read, or insert many objects at once.
   */
  CA_TREE(EnumSet.of(TableType.ORDERED_SET)),

  /**
   * {@link org.jets.collections.LockFreeAdaptingTreeMap} in the standard order of keys, without
   * locks. Snapshots take constant time. A request for the number of objects counts them.
   */
  LOCK_FREE_TREE(EnumSet.of(TableType.ORDERED_SET)),

  /**
   * The lock-free hash map of the library JCTools ({@code org.jctools:jctools-core}), which a
   * program that uses this store must add to its dependencies. The map never shrinks.
   */
  NON_BLOCKING_HASH_MAP(EnumSet.of(TableType.SET, TableType.BAG, TableType.DUPLICATE_BAG));

  private final Set<TableType> types;

  Backend(Set<TableType> types) {
    this.types = types;
  }

  /** Returns whether this store supports tables of this type. */
  public boolean supports(TableType type) {
    return types.contains(type);
  }

  /**
   * Returns the store of a table whose options name none.
   *
   * @param named the option about writers; null if there is none
   */
  static Backend defaultFor(TableType type, @Nullable WriteConcurrency named) {
    // Without an option about writers, lookups and steps count: the page on ets has the figures.
    return switch (type) {
      case SET -> named == null ? SPLIT_ORDERED : STRIPED;
      case BAG, DUPLICATE_BAG -> STRIPED;
      case ORDERED_SET -> named == WriteConcurrency.FALSE ? LOCKED_AVL : CA_TREE;
    };
  }
}
