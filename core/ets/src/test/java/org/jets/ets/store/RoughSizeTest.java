package org.jets.ets.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import org.jets.ets.TableType;
import org.jets.ets.Variant;
import org.jets.terms.Reference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the estimate of the number of objects. */
class RoughSizeTest {
  private static final int KEYS = 10_000;

  private static StoreConfig config(TableType type) {
    return new StoreConfig(Reference.of(a("node"), 0, 1), type, 1, Concurrency.UNNAMED);
  }

  private static void fill(TableStore store) {
    for (int n = 0; n < KEYS; n++) {
      int key = n * 7919 % KEYS;
      store.compute(i(key), ObjectUpdate.insert(store.config(), t(key)));
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void roughSize_atRest_isAboutTheSize(Variant variant) {
    TableStore store = Stores.newStore(variant.backend(), config(variant.type()));
    assertThat(store.roughSize()).isLessThan(100);
    fill(store);
    switch (variant.backend()) {
      case LOCK_FREE_TREE -> assertThat(store.roughSize()).isBetween(KEYS / 2L, KEYS * 2L);
      case STRIPED -> assertThat(store.roughSize()).isBetween(KEYS * 9 / 10L, KEYS * 11 / 10L);
      default -> assertThat(store.roughSize()).isEqualTo(KEYS);
    }
  }

  /** A tree splits where threads wait for locks, and joins where none does. This does neither. */
  @Test
  void roughSize_adaptingTree_leavesItsStatistics() {
    ContentionAdaptingStore store = new ContentionAdaptingStore(config(TableType.ORDERED_SET));
    fill(store);
    int before = store.map().regions().get(0).contention();
    for (int n = 0; n < 100; n++) {
      assertThat(store.roughSize()).isEqualTo(KEYS);
    }
    assertThat(store.map().regions().get(0).contention()).isEqualTo(before);
    assertThat(store.size()).isEqualTo(KEYS);
    assertThat(store.map().regions().get(0).contention()).isNotEqualTo(before);
  }
}
