package org.jets.bench.scale;

import java.util.List;
import org.jets.bench.maps.MeasuredMap;
import org.jets.bench.maps.MeasuredTree;
import org.jets.collections.StripedHashMap;
import org.jets.collections.StripedOptions;
import org.jets.ets.Backend;
import org.jets.ets.TableOptions;
import org.jets.ets.TableType;
import org.jets.ets.WriteConcurrency;

/**
 * Makes structures from their names, which are what a benchmark gets as its parameter:
 *
 * <pre>
 * map/STRIPED                 a map of {@link MeasuredMap}
 * tree/LOCK_FREE              one of {@link MeasuredTree}
 * store/CA_TREE               a table on a store of {@link Backend}
 * table/set:r:w               a table of this type with options: r and w as in Erlang, {@code
 *                             w=auto}, {@code counters=central} or {@code counters=decentral}
 * striped/locks=16            a StripedHashMap with so many locks
 * striped/groups=8            one with 64 locks and so many reader groups
 * </pre>
 */
final class KeyedStructures {
  private static final int LOCKS_WITH_GROUPS = 64;

  private KeyedStructures() {}

  /**
   * Makes an empty structure.
   *
   * @throws IllegalArgumentException if there is none of this name
   */
  static Keyed newStructure(String name) {
    return newStructure(name, ObjectShape.KEY);
  }

  /**
   * Makes an empty structure.
   *
   * @param shape of the objects of a table
   * @throws IllegalArgumentException if there is none of this name
   */
  static Keyed newStructure(String name, ObjectShape shape) {
    List<String> words = words(name);
    String what = words.get(1);
    return switch (words.get(0)) {
      case "map" -> new KeyedMap(MeasuredMap.valueOf(what)::newMap);
      case "tree" -> new KeyedTree(MeasuredTree.valueOf(what));
      case "striped" -> {
        StripedOptions options = striped(what);
        yield new KeyedMap(() -> MeasuredMap.accessTo(new StripedHashMap<>(options)));
      }
      default -> newTable(name, shape);
    };
  }

  /**
   * Makes an empty table.
   *
   * @throws IllegalArgumentException if there is no table of this name
   */
  static KeyedTable newTable(String name, ObjectShape shape) {
    return KeyedTable.of(tableOptions(name), shape);
  }

  /**
   * Returns the options of a table.
   *
   * @throws IllegalArgumentException if there is no table of this name
   */
  static TableOptions tableOptions(String name) {
    List<String> words = words(name);
    return switch (words.get(0)) {
      case "store" -> onStore(Backend.valueOf(words.get(1)));
      case "table" -> options(words.get(1));
      default -> throw unknown(name);
    };
  }

  private static List<String> words(String name) {
    List<String> words = List.of(name.split("/", 2));
    if (words.size() < 2) {
      throw unknown(name);
    }
    return words;
  }

  private static IllegalArgumentException unknown(String name) {
    return new IllegalArgumentException(
        "structure: " + name + " (expected: map/, tree/, store/, table/ or striped/ and which)");
  }

  /** A set, or an ordered_set if the store is for those. */
  private static TableOptions onStore(Backend backend) {
    TableType type =
        backend.supports(TableType.ORDERED_SET) ? TableType.ORDERED_SET : TableType.SET;
    return TableOptions.of(type).withBackend(backend);
  }

  private static TableOptions options(String text) {
    List<String> words = List.of(text.split(":", -1));
    TableOptions options =
        switch (words.get(0)) {
          case "set" -> TableOptions.set();
          case "ordered_set" -> TableOptions.orderedSet();
          default -> throw unknown("table/" + text);
        };
    for (String word : words.subList(1, words.size())) {
      options =
          switch (word) {
            case "r" -> options.withReadConcurrency(true);
            case "w" -> options.withWriteConcurrency(WriteConcurrency.TRUE);
            case "w=auto" -> options.withWriteConcurrency(WriteConcurrency.AUTO);
            case "counters=central" -> options.withDecentralizedCounters(false);
            case "counters=decentral" -> options.withDecentralizedCounters(true);
            default -> throw unknown("table/" + text);
          };
    }
    return options;
  }

  private static StripedOptions striped(String text) {
    List<String> words = List.of(text.split("=", -1));
    int number = Integer.parseInt(words.get(words.size() - 1));
    return switch (words.get(0)) {
      case "locks" -> StripedOptions.defaults().withFixedLocks(number);
      case "groups" ->
          StripedOptions.defaults().withFixedLocks(LOCKS_WITH_GROUPS).withReaderGroups(number);
      default -> throw unknown("striped/" + text);
    };
  }
}
