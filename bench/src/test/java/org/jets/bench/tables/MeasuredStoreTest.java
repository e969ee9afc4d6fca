package org.jets.bench.tables;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.jets.ets.Backend;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MeasuredStoreTest {

  @Test
  void values_backends_areAllInTheCatalogue() {
    assertThat(MeasuredStore.values())
        .extracting(MeasuredStore::name)
        .containsExactlyInAnyOrder(
            Arrays.stream(Backend.values()).map(Backend::name).toArray(String[]::new));
  }

  @ParameterizedTest
  @EnumSource
  void newTable_each_isOnItsStore(MeasuredStore store) {
    Tuple object = Tuple.of(IntegerTerm.of(1));
    var table = store.newTable();
    table.insert(object);

    assertThat(table.backend()).isEqualTo(store.backend());
    assertThat(table.lookup(IntegerTerm.of(1))).containsExactly(object);
  }
}
