package org.jets.bench.radix;

import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;
import org.jets.testkit.ConcurrentMapContract;

class RadixTreeMapContractTest extends ConcurrentMapContract<String> {
  static Stream<String> maps() {
    return Stream.of("RadixTreeMap");
  }

  @Override
  protected <V> ConcurrentMap<Long, V> newMap(String kind) {
    return new RadixTreeMap<>(ByteKeys.longs());
  }

  @Override
  protected void validate(ConcurrentMap<?, ?> map) {
    ((RadixTreeMap<?, ?>) map).validate();
  }
}
