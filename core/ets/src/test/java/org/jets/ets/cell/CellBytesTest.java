package org.jets.ets.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.t;

import org.junit.jupiter.api.Test;

class CellBytesTest {
  private static final CellBytes BYTES = new CellBytes(1, true);

  private static void assertGrowth(Object before, Object after) {
    assertThat(BYTES.growth(before, after)).isEqualTo(BYTES.of(after) - BYTES.of(before));
    assertThat(BYTES.growth(after, before)).isEqualTo(BYTES.of(before) - BYTES.of(after));
  }

  /** Most lists of a sequence of appends share one array; some are copies. */
  @Test
  void growth_objectIsAppended_isThatOfTheWholeCells() {
    ObjectList list = ObjectList.of(t(1, 0), t(1, "x"));
    assertGrowth(t(1, 0), list);
    for (int n = 0; n < 40; n++) {
      ObjectList longer = list.append(t(1, n, "added"), true);
      assertGrowth(list, longer);
      ObjectList other = list.append(t(1, n), true);
      assertThat(other.isKnownToExtend(longer)).isFalse();
      assertGrowth(longer, other);
      assertGrowth(list, longer.append(t(1, "y"), true));
      list = other;
    }
  }
}
