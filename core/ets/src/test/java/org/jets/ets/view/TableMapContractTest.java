package org.jets.ets.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.a;

import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;
import org.jets.ets.Owner;
import org.jets.ets.TableSpace;
import org.jets.ets.Variant;
import org.jets.testkit.ConcurrentMapContract;
import org.junit.jupiter.api.AfterEach;

/** The contract of concurrent maps, on each store of sets. */
class TableMapContractTest extends ConcurrentMapContract<Variant> {
  private final Owner owner = new TableSpace().newOwner();

  static Stream<Variant> maps() {
    return Variant.sets();
  }

  @AfterEach
  void end() {
    owner.close();
  }

  @Override
  protected <V> ConcurrentMap<Long, V> newMap(Variant kind) {
    return TableMap.of(owner.newTable("map", kind.options()), Codec.ofLong(), new ObjectCodec<V>());
  }

  @Override
  protected void validate(ConcurrentMap<?, ?> map) {
    TableMap<?, ?> validated = (TableMap<?, ?>) map;
    assertThat(validated.table().size()).isEqualTo(validated.table().stream().count());
    assertThat(validated.table().info(a("fixed"))).contains(a("false"));
  }
}
