package org.jets.testkit;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;

/** Tests that the contract asks of a map no more than the JDK's maps promise. */
class JdkMapContractTest extends ConcurrentMapContract<Integer> {
  /** Initial capacities. */
  static Stream<Integer> maps() {
    return Stream.of(1, 1_000);
  }

  @Override
  protected <V> ConcurrentMap<Long, V> newMap(Integer capacity) {
    return new ConcurrentHashMap<>(capacity);
  }

  @Override
  protected void validate(ConcurrentMap<?, ?> map) {}
}
