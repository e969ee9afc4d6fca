package org.jets.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.jets.bench.harness.HeapSize;
import org.jets.ets.Backend;
import org.jets.ets.EtsTable;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.ets.TableType;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Tuple;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The bytes of {@code info(memory)} beside those of the objects on the heap. */
class MemoryEstimateTest {
  private static final int KEYS = 45_000;

  /** Beyond the integers that are shared. */
  private static final int FIRST = 1 << 16;

  private static EtsTable newTable(TableOptions options) {
    return new TableSpace().newOwner().newTable("weighed", options);
  }

  private static long estimate(EtsTable table) {
    return 8 * ((IntegerTerm) table.info(Atom.of("memory")).orElseThrow()).longValue();
  }

  /** The clock has a say in the size of JCTools' map, which is between 32 and 68 bytes an entry. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NON_BLOCKING_HASH_MAP")
  void info_memoryOnEachStore_isAboutThatOfTheHeap(Backend backend) {
    TableType type =
        backend.supports(TableType.ORDERED_SET) ? TableType.ORDERED_SET : TableType.SET;
    EtsTable table = newTable(TableOptions.of(type).withBackend(backend));
    for (int key = FIRST; key < FIRST + KEYS; key++) {
      table.insert(Tuple.of(IntegerTerm.of(key), IntegerTerm.of(-key)));
    }

    assertThat(estimate(table)).isCloseTo(HeapSize.ofGraph(table), withinPercentage(20));
  }

  @ParameterizedTest
  @EnumSource(names = {"SPLIT_ORDERED", "STRIPED"})
  void info_memoryOfABag_isAboutThatOfTheHeap(Backend backend) {
    EtsTable table = newTable(TableOptions.bag().withBackend(backend));
    for (int i = 0; i < KEYS; i++) {
      table.insert(Tuple.of(IntegerTerm.of(FIRST + i / 6), IntegerTerm.of(-FIRST - i)));
    }

    assertThat(estimate(table)).isCloseTo(HeapSize.ofGraph(table), withinPercentage(20));
  }
}
