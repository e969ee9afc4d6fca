package org.jets.ets.store;

import org.jets.ets.Backend;

/** The catalogue of stores: the class of each {@link Backend}. */
public final class Stores {
  private Stores() {}

  /**
   * Makes an empty store.
   *
   * @throws IllegalArgumentException if the store does not support tables of this type
   * @throws IllegalStateException if the library that this store needs is missing
   */
  public static TableStore newStore(Backend backend, StoreConfig config) {
    if (!backend.supports(config.type())) {
      throw new IllegalArgumentException(
          "backend: "
              + backend
              + " (expected: one for tables of type "
              + config.type().term()
              + ")");
    }
    try {
      return make(backend, config);
    } catch (NoClassDefFoundError e) {
      throw new IllegalStateException(
          "backend: "
              + backend
              + " (expected: its library on the class path or module path; for "
              + Backend.NON_BLOCKING_HASH_MAP
              + " this is org.jctools:jctools-core)",
          e);
    }
  }

  private static TableStore make(Backend backend, StoreConfig config) {
    return switch (backend) {
      case CONCURRENT_HASH_MAP -> new ConcurrentHashMapStore(config);
      case SPLIT_ORDERED -> new SplitOrderedStore(config);
      case STRIPED -> new StripedStore(config);
      case SKIP_LIST -> new SkipListStore(config);
      case LOCKED_AVL -> new LockedAvlStore(config);
      case CA_TREE -> new ContentionAdaptingStore(config);
      case LOCK_FREE_TREE -> new LockFreeTreeStore(config);
      case NON_BLOCKING_HASH_MAP -> new NonBlockingHashMapStore(config);
    };
  }
}
