package org.jets.collections.internal.longs;

import static org.assertj.core.api.Assertions.assertThat;

import org.jets.collections.internal.order.Expected;
import org.junit.jupiter.api.Test;

class BucketMoveTest {
  private final LongHashTable<String> table = new LongHashTable<>(0x9e37_79b9_7f4a_7c15L, 0);

  private void put(long key) {
    table.update(key, "v", Expected.ANYTHING);
  }

  /** The last step of a move is a call that an error of the virtual machine can keep from it. */
  @Test
  void help_allMovedButNotPutInPlace_putsTheNewTableInPlace() {
    LongBuckets source = table.table;
    long key = 0;
    while (table.table == source) {
      put(key++);
    }
    LongBuckets target = table.table;
    table.table = source; // As if the error had come.

    put(0);

    assertThat(table.table).isSameAs(target);
    while (table.table == target) {
      put(key++);
    }
    assertThat(table.mappingCount()).isEqualTo(key);
    new LongHashValidation(table).validate();
  }
}
