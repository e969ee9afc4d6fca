package org.jets.ets.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;
import static org.junit.jupiter.api.Named.named;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jets.ets.Quota;
import org.jets.ets.TableType;
import org.jets.ets.quota.QuotaUsages;
import org.jets.ets.quota.TableMeter;
import org.jets.terms.Atom;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the counts of a metered store whose map runs out of memory after a change. */
class MeteredStoreTest {
  private static final Atom NODE = a("n");

  private final SlowMapStore map = new SlowMapStore(TableType.SET);
  private final QuotaUsages usages =
      new QuotaUsages(() -> NODE, Quota.UNLIMITED, Quota.UNLIMITED.withObjects(10));
  private final TableStore store = new MeteredStore(map, new TableMeter(usages, NODE));

  private void assertCounted(int objects) {
    long[] bytes = new long[1];
    store.forEachCell(cell -> bytes[0] += store.cellBytes().of(cell));
    assertThat(store.size()).isEqualTo(objects);
    assertThat(usages.all().objects()).isEqualTo(objects);
    assertThat(usages.all().bytes()).isEqualTo(bytes[0]);
  }

  private void fail(Consumer<TableStore> change) {
    map.afterWrite(
        () -> {
          throw new OutOfMemoryError("injected");
        });
    assertThatThrownBy(() -> change.accept(store)).isInstanceOf(OutOfMemoryError.class);
    map.afterWrite(() -> {});
  }

  static Stream<Named<Consumer<TableStore>>> insertions() {
    return Stream.of(
        named("put", store -> store.put(i(2), t(2, "new"))),
        named("putIfAbsent", store -> store.putIfAbsent(i(2), t(2, "new"))));
  }

  @ParameterizedTest
  @MethodSource("insertions")
  void insertion_mapFailsAfterIt_isCounted(Consumer<TableStore> insertion) {
    store.put(i(1), t(1, "old"));
    fail(insertion);
    assertCounted(2);
  }

  @Test
  void put_mapFailsAfterAReplacement_countsTheDifference() {
    store.put(i(1), t(1, "old"));
    fail(replaced -> replaced.put(i(1), t(1, "new", i(1 << 20), i(1 << 21))));
    assertThat(store.get(i(1))).isEqualTo(t(1, "new", i(1 << 20), i(1 << 21)));
    assertCounted(1);
  }

  static Stream<Named<Consumer<TableStore>>> removals() {
    return Stream.of(
        named("remove", store -> store.remove(i(1))),
        named(
            "compute", store -> store.compute(i(1), ObjectUpdate.delete(store.config(), t(1, 1)))));
  }

  @ParameterizedTest
  @MethodSource("removals")
  void removal_mapFailsAfterIt_isCounted(Consumer<TableStore> removal) {
    store.insertAll(new Batch(store.config(), List.of(t(1, 1), t(2, 1))), false);
    fail(removal);
    assertCounted(1);
  }

  @Test
  void change_thatIsNotMade_isNotCounted() {
    store.put(i(1), t(1, "old"));
    fail(same -> same.compute(i(1), ObjectUpdate.delete(same.config(), t(1, "other"))));
    assertCounted(1);
    assertThat(store.putIfAbsent(i(1), t(1, "new"))).isFalse();
    assertThat(store.remove(i(2))).isNull();
    assertCounted(1);
  }
}
