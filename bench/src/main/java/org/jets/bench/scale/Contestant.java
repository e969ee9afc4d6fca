package org.jets.bench.scale;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jets.bench.harness.Structure;
import org.jets.bench.harness.Structure.Origin;
import org.jets.bench.maps.MeasuredMap;
import org.jets.bench.maps.MeasuredTree;
import org.jets.ets.Backend;
import org.jets.ets.TableType;

/**
 * A structure with the name by which {@link KeyedStructures} makes it.
 *
 * @param ordered whether it can be asked for steps and ranges
 */
record Contestant(String key, Structure structure, boolean ordered) {
  static final Contestant SPLIT_ORDERED = of(MeasuredMap.SPLIT_ORDERED);
  static final Contestant STRIPED = of(MeasuredMap.STRIPED);
  static final Contestant CONCURRENT_HASH_MAP = of(MeasuredMap.CONCURRENT_HASH_MAP);
  static final Contestant NON_BLOCKING_HASH_MAP = of(MeasuredMap.NON_BLOCKING_HASH_MAP);
  static final Contestant CONTENTION_ADAPTING = of(MeasuredTree.CONTENTION_ADAPTING);
  static final Contestant LOCK_FREE = of(MeasuredTree.LOCK_FREE);
  static final Contestant RADIX_TREE = of(MeasuredTree.RADIX_TREE);
  static final Contestant HASHED_RADIX = of(MeasuredMap.HASHED_RADIX);
  static final Contestant SKIP_LIST_MAP = of(MeasuredTree.CONCURRENT_SKIP_LIST_MAP);

  /** A table as its options alone make it. */
  static final Contestant SET = new Contestant("table/set", structure("table set"), false);

  static final Contestant ORDERED_SET =
      new Contestant("table/ordered_set", structure("table ordered_set"), true);

  private static final List<Contestant> HASH_MAPS =
      Stream.of(MeasuredMap.values())
          .filter(MeasuredMap::isConcurrent)
          .map(Contestant::of)
          .toList();

  /** The ordered maps without the variant that single functions are compared with alone. */
  private static final List<Contestant> TREES =
      Stream.of(MeasuredTree.values())
          .filter(tree -> tree != MeasuredTree.LOCKED_AVL_SAVED_PATH)
          .map(Contestant::of)
          .toList();

  /** Returns true for a table, whose objects may have more elements than a key. */
  boolean isTable() {
    return key.startsWith("table/") || key.startsWith("store/");
  }

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

  private static Contestant of(MeasuredMap map) {
    return new Contestant("map/" + map, new Structure(map.title(), map.origin()), false);
  }

  private static Contestant of(MeasuredTree tree) {
    return new Contestant("tree/" + tree, new Structure(tree.title(), tree.origin()), true);
  }

  private static Structure structure(String title) {
    return new Structure(title, Origin.JETS);
  }
}
