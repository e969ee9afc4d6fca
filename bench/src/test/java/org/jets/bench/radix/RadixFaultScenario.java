package org.jets.bench.radix;

import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.function.Function;
import org.jets.testkit.faults.FaultScenario;
import org.jets.testkit.faults.FaultValue;
import org.jspecify.annotations.Nullable;

/** Operations of a radix tree with an order, as numbers of what they find. */
@SuppressWarnings("ImmutableEnumChecker") // The operations have no state.
enum RadixFaultScenario implements FaultScenario {
  FIRST(
      on ->
          number(
              on.map instanceof RadixTreeMap<Object, FaultValue> map
                  ? map.firstEntry()
                  : jdk(on).firstEntry())),
  FLOOR(
      on ->
          number(
              on.map instanceof RadixTreeMap<Object, FaultValue> map
                  ? map.floorEntry(on.key(on.absent()))
                  : jdk(on).floorEntry(on.key(on.absent())))),
  HIGHER(
      on ->
          number(
              on.map instanceof RadixTreeMap<Object, FaultValue> map
                  ? map.higherEntry(on.key(on.present()))
                  : jdk(on).higherEntry(on.key(on.present())))),
  RANK(
      on ->
          on.map instanceof RadixTreeMap<Object, FaultValue> map
              ? map.rank(on.key(on.absent()))
              : (Object) (long) jdk(on).headMap(on.key(on.absent())).size()),
  NTH(
      on ->
          on.map instanceof RadixTreeMap<Object, FaultValue> map
              ? number(map.nth(on.size / 2))
              : number(jdk(on).higherEntry(on.key(2 * (on.size / 2) - 1)))),
  ASCENDING(
      on ->
          on.map instanceof RadixTreeMap<Object, FaultValue> map
              ? sum(map.ascending(on.key(1), true, on.key(on.size), false))
              : sum(jdk(on).subMap(on.key(1), true, on.key(Math.max(1, on.size)), false))),
  DESCENDING(
      on ->
          on.map instanceof RadixTreeMap<Object, FaultValue> map
              ? sum(map.descending(on.key(on.size), false, on.key(1), true))
              : sum(jdk(on).subMap(on.key(1), true, on.key(Math.max(1, on.size)), false)));

  private final Function<Subject, @Nullable Object> body;

  RadixFaultScenario(Function<Subject, @Nullable Object> body) {
    this.body = body;
  }

  @Override
  public Reach reach() {
    return Reach.ONE_KEY;
  }

  @Override
  public @Nullable Object call(Subject subject) {
    return body.apply(subject);
  }

  private static ConcurrentNavigableMap<Object, FaultValue> jdk(Subject on) {
    return (ConcurrentNavigableMap<Object, FaultValue>) on.map;
  }

  private static @Nullable Object number(Map.@Nullable Entry<Object, FaultValue> entry) {
    return entry == null ? null : (Object) entry.getValue().number();
  }

  private static Object sum(RadixCursor<Object, FaultValue> cursor) {
    long sum = 0;
    while (cursor.advance()) {
      Object unused = cursor.key();
      sum += cursor.value().number();
    }
    return sum;
  }

  private static Object sum(Map<Object, FaultValue> map) {
    return map.values().stream().mapToLong(FaultValue::number).sum();
  }
}
