package org.jets.collections;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;
import org.jets.testkit.faults.FaultScenario;
import org.jets.testkit.faults.FaultValue;
import org.jets.testkit.faults.FaultedLibrary;
import org.jets.testkit.faults.FaultedMap;
import org.jets.testkit.faults.MapFaultScenario;

/** The maps of {@link MapUnderTest} among classes with points for faults. */
final class FaultedMaps implements FaultedMap.Catalogue {
  /**
   * Methods whose entry does not throw where each k-th entry does, as {@code Class.method}: leaves
   * of a step of several slots or buckets, which cannot be undone without as many calls. Just
   * before the step the map has been deeper on the stack, by {@code StackRoom.require}; so the
   * entry of a leaf cannot overflow there, which a fault at any entry would not know. They stay
   * methods since a step calls each of them in several places. A stack that ends at some depth is
   * injected into them too, and {@link StackOverflowTest} comes to the real end.
   */
  private static final Set<String> EXEMPT =
      Set.of("BucketWriter.store", "BucketLayout.hash", "BucketWriter.commitCopy");

  /** Loads the library once more. */
  static FaultedLibrary newLibrary() {
    return new FaultedLibrary(List.of(AbstractConcurrentMap.class), EXEMPT, FaultedMaps.class);
  }

  @Override
  public List<FaultedMap> of(String name) {
    MapUnderTest map = MapUnderTest.valueOf(name);
    return Stream.of(FaultKeys.values())
        .filter(keys -> keys.suit(map))
        .<FaultedMap>map(keys -> new WithKeys(map, keys))
        .toList();
  }

  /** A map with a kind of keys. */
  private record WithKeys(MapUnderTest map, FaultKeys keys) implements FaultedMap {
    @Override
    public ConcurrentMap<Object, FaultValue> newMap() {
      return keys.newMap(map);
    }

    @Override
    public Object key(int number) {
      return keys.key(number);
    }

    @Override
    public void validate(ConcurrentMap<Object, FaultValue> validated) {
      ((AbstractConcurrentMap<Object, FaultValue>) validated).validate();
    }

    @Override
    public long mappingCount(ConcurrentMap<Object, FaultValue> counted) {
      return ((AbstractConcurrentMap<Object, FaultValue>) counted).mappingCount();
    }

    @Override
    public List<FaultScenario> scenarios() {
      List<FaultScenario> suitable = new ArrayList<>(List.of(MapFaultScenario.values()));
      Stream.of(LibraryFaultScenario.values())
          .filter(scenario -> scenario.suits(map))
          .forEach(suitable::add);
      return suitable;
    }

    @Override
    public boolean isAtomic(FaultScenario.Reach reach) {
      return switch (reach) {
        case ONE_KEY -> true;
        case EACH -> false;
        case RANGES -> map.has(MapUnderTest.Trait.ATOMIC_RANGES);
        case CLEAR -> map.has(MapUnderTest.Trait.LINEARIZABLE);
        case AT_ONCE -> canPutAtOnce();
      };
    }

    private boolean canPutAtOnce() {
      AbstractConcurrentMap<Long, Object> instance = map.ofLongs();
      return instance instanceof StripedHashMap || instance instanceof ContentionAdaptingTreeMap;
    }

    @Override
    public boolean isVariant() {
      return Stream.of(MapUnderTest.values())
          .takeWhile(other -> other != map)
          .anyMatch(other -> other.ofLongs().getClass() == map.ofLongs().getClass());
    }

    @Override
    public String toString() {
      return map + " " + keys;
    }
  }
}
