package org.jets.ets.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.t;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jets.ets.quota.TermBytes;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.ListTerm;
import org.jets.terms.Tuple;
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

  /** Objects of one key in any order, whose key objects are one or several. */
  @Test
  void growth_someObjectsShareAKeyObject_isThatOfTheWholeCells() {
    Random random = new Random(3);
    List<Binary> keys = List.of(key(), key(), key());
    for (int round = 0; round < 1_000; round++) {
      List<Tuple> all = new ArrayList<>();
      for (int n = 0; n < 5; n++) {
        all.add(t(keys.get(random.nextInt(keys.size())), n));
      }
      List<Tuple> rest = new ArrayList<>(all);
      rest.removeIf(object -> random.nextInt(3) == 0);
      if (rest.isEmpty()) {
        continue;
      }

      assertGrowth(cell(all), cell(rest));
      assertThat(BYTES.of(cell(all))).isEqualTo(sum(all));
    }
  }

  private static Binary key() {
    return Binary.of(new byte[100]);
  }

  private static Object cell(List<Tuple> objects) {
    if (objects.size() == 1) {
      return objects.get(0);
    }
    ObjectList list = ObjectList.of(objects.get(0), objects.get(1));
    for (Tuple object : objects.subList(2, objects.size())) {
      list = list.append(object, true);
    }
    return list;
  }

  private static long sum(List<Tuple> objects) {
    return BYTES.of(objects.get(0))
        + objects.stream()
            .skip(1)
            .mapToLong(object -> BYTES.ofFurther(object, objects.get(0)))
            .sum();
  }

  /** An object of more parts than are counted has the same bytes wherever it is. */
  @Test
  void growth_objectOfTooManyParts_isThatOfTheWholeCells() {
    ListTerm half = ListTerm.of(Collections.nCopies(TermBytes.MAX_PARTS / 2 + 1, a("x")));
    Atom key = a("key");
    Tuple large = t(key, half, half);
    Tuple small = t(key, 1);

    assertThat(BYTES.of(cell(List.of(small, large)))).isGreaterThan(TermBytes.TOO_LARGE);
    assertGrowth(cell(List.of(small, large)), large);
    assertGrowth(cell(List.of(small, large)), small);
    assertGrowth(cell(List.of(large, small)), small);
  }
}
