package org.jets.bench.rivals;

import java.util.concurrent.ConcurrentMap;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jets.testkit.LincheckedMap;

/** Operations of a map of a paper for Lincheck, on five keys of which some have equal hashes. */
public abstract class RivalOperations extends LincheckedMap<RivalOperations.Key> {
  private static final Key[] KEYS = {new Key(0), new Key(1), new Key(2), new Key(3), new Key(4)};

  private final ConcurrentMap<Key, Integer> map;

  private RivalOperations(ConcurrentMap<Key, Integer> map) {
    super(map, KEYS);
    this.map = map;
    map.put(KEYS[1], 1);
    map.put(KEYS[3], 1);
  }

  record Key(int number) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      return Integer.compare(number, other.number);
    }

    @Override
    public int hashCode() {
      return number / 3;
    }
  }

  /** Checks that all is as it should be at rest. */
  @Validate
  public void validate() {
    RivalUnderTest.validate(map);
  }

  /** Of {@link LazySkipListMap}, with few levels. */
  public static final class OfLazySkipList extends RivalOperations {
    public OfLazySkipList() {
      super(new LazySkipListMap<>(null, 3));
    }
  }

  /** Of {@link OptimisticAvlMap}. */
  public static final class OfOptimisticAvl extends RivalOperations {
    public OfOptimisticAvl() {
      super(new OptimisticAvlMap<>());
    }
  }

  /** Of {@link MichaelHashMap}, where all keys are in two buckets. */
  public static final class OfMichael extends RivalOperations {
    public OfMichael() {
      super(new MichaelHashMap<>(2));
    }
  }
}
