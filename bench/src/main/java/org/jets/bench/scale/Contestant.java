package org.jets.bench.scale;

import java.util.List;
import java.util.Locale;
import org.jets.bench.harness.Structure;
import org.jets.bench.harness.Structure.Origin;
import org.jets.ets.Backend;
import org.jets.ets.TableType;

/**
 * A structure with the name by which {@link KeyedStructures} makes it.
 *
 * @param ordered whether it can be asked for steps and ranges
 */
record Contestant(String key, Structure structure, boolean ordered) {
  static final Contestant SPLIT_ORDERED = map("SPLIT_ORDERED", "SplitOrderedHashMap", Origin.JETS);
  static final Contestant STRIPED = map("STRIPED", "StripedHashMap", Origin.JETS);
  static final Contestant CONCURRENT_HASH_MAP =
      map("CONCURRENT_HASH_MAP", "ConcurrentHashMap", Origin.JDK);
  static final Contestant NON_BLOCKING_HASH_MAP =
      map("NON_BLOCKING_HASH_MAP", "NonBlockingHashMap", Origin.JCTOOLS);
  static final Contestant CONTENTION_ADAPTING =
      tree("CONTENTION_ADAPTING", "ContentionAdaptingTreeMap", Origin.JETS);
  static final Contestant LOCK_FREE = tree("LOCK_FREE", "LockFreeAdaptingTreeMap", Origin.JETS);
  static final Contestant SKIP_LIST_MAP =
      tree("CONCURRENT_SKIP_LIST_MAP", "ConcurrentSkipListMap", Origin.JDK);

  /** A table as its options alone make it. */
  static final Contestant SET = new Contestant("table/set", structure("table set"), false);

  static final Contestant ORDERED_SET =
      new Contestant("table/ordered_set", structure("table ordered_set"), true);

  private static final List<Contestant> HASH_MAPS =
      List.of(
          SPLIT_ORDERED,
          STRIPED,
          map("LONG_SPLIT_ORDERED", "LongSplitOrderedMap", Origin.JETS),
          CONCURRENT_HASH_MAP,
          map("LOCKED_HASH_MAP", "HashMap under a lock", Origin.JDK),
          NON_BLOCKING_HASH_MAP,
          map("NON_BLOCKING_HASH_MAP_LONG", "NonBlockingHashMapLong", Origin.JCTOOLS));

  private static final List<Contestant> TREES =
      List.of(
          CONTENTION_ADAPTING,
          tree("CONTENTION_ADAPTING_TREAP", "ContentionAdaptingTreeMap of treaps", Origin.JETS),
          LOCK_FREE,
          tree("LOCKED_AVL", "LockedAvlTreeMap", Origin.JETS),
          SKIP_LIST_MAP,
          tree("LOCKED_TREE_MAP", "TreeMap under a lock", Origin.JDK));

  /** The hash maps of all libraries. */
  static List<Contestant> hashMaps() {
    return HASH_MAPS;
  }

  /** The ordered maps of all libraries. */
  static List<Contestant> trees() {
    return TREES;
  }

  /** Tables on each store that serves this type, in the order of the list of stores. */
  static List<Contestant> tables(TableType type) {
    return List.of(Backend.values()).stream()
        .filter(backend -> backend.supports(type))
        .map(Contestant::table)
        .toList();
  }

  private static Contestant table(Backend backend) {
    return new Contestant(
        "store/" + backend,
        structure("table on " + backend.name().toLowerCase(Locale.ROOT)),
        backend.supports(TableType.ORDERED_SET));
  }

  private static Contestant map(String key, String title, Origin origin) {
    return new Contestant("map/" + key, new Structure(title, origin), false);
  }

  private static Contestant tree(String key, String title, Origin origin) {
    return new Contestant("tree/" + key, new Structure(title, origin), true);
  }

  private static Structure structure(String title) {
    return new Structure(title, Origin.JETS);
  }
}
