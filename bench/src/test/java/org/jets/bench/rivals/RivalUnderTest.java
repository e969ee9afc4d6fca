package org.jets.bench.rivals;

import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jets.bench.skeleton.SkeletalMap;

/** The maps of papers, for tests of all. */
@SuppressWarnings("ImmutableEnumChecker") // A maker is a constructor.
enum RivalUnderTest {
  LAZY_SKIP_LIST(LazySkipListMap::new),
  OPTIMISTIC_AVL(OptimisticAvlMap::new),
  MICHAEL_ONE_BUCKET(() -> new MichaelHashMap<>(1)),
  MICHAEL(() -> new MichaelHashMap<>(7));

  private final Supplier<ConcurrentMap<?, ?>> maker;

  RivalUnderTest(Supplier<ConcurrentMap<?, ?>> maker) {
    this.maker = maker;
  }

  @SuppressWarnings("unchecked") // A new map is one of any keys that are comparable.
  <K extends Comparable<K>, V> ConcurrentMap<K, V> newMap() {
    return (ConcurrentMap<K, V>) maker.get();
  }

  static Stream<RivalUnderTest> ordered() {
    return Stream.of(values()).filter(kind -> kind.maker.get() instanceof OrderedRivalMap);
  }

  /** Checks the inner structure of a map that no thread changes. */
  static void validate(ConcurrentMap<?, ?> map) {
    ((SkeletalMap<?, ?>) map).validate();
  }
}
