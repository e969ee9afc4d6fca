package org.jets.bench.radix;

import java.util.concurrent.ConcurrentMap;
import org.jets.bench.skeleton.SkeletalMap;

/** The maps over radix trees, for tests of both. */
enum RadixMapUnderTest {
  RADIX_TREE,
  HASHED_RADIX;

  <V> ConcurrentMap<Long, V> ofLongs() {
    return of(ByteKeys.longs());
  }

  <V> ConcurrentMap<String, V> ofStrings() {
    return of(ByteKeys.strings());
  }

  /** Returns an empty map. The hashed one does not convert its keys. */
  <K, V> ConcurrentMap<K, V> of(ByteKeys<K> keys) {
    return this == RADIX_TREE ? new RadixTreeMap<>(keys) : new HashedRadixMap<>();
  }

  /** Checks the inner structure of a map that no thread changes. */
  static void validate(ConcurrentMap<?, ?> map) {
    ((SkeletalMap<?, ?>) map).validate();
  }

  static long mappingCount(ConcurrentMap<?, ?> map) {
    return map instanceof RadixTreeMap<?, ?> tree ? tree.mappingCount() : map.size();
  }
}
