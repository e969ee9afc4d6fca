package org.jets.ets.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.t;

import org.jets.ets.TableType;
import org.jets.ets.Terms;
import org.jets.ets.cell.Cells;
import org.jets.ets.cell.ObjectList;
import org.jets.terms.Reference;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;

/** Tests an insertion that meets another one in the list of a key's objects. */
class ObjectUpdateTest {
  private static final StoreConfig CONFIG =
      new StoreConfig(
          Reference.of(Terms.a("n"), 0, 1), TableType.DUPLICATE_BAG, 1, Concurrency.UNNAMED);
  private static final Tuple OBJECT = t("k", 9);

  /** Returns a list whose next slot has been claimed by a longer one. */
  private static ObjectList claimed() {
    ObjectList list = ObjectList.of(t("k", 1), t("k", 2));
    list.append(t("k", 3), false);
    return list;
  }

  @Test
  void insert_slotClaimed_leavesTheCellAndRunsAgain() {
    ObjectList list = claimed();
    ObjectUpdate update = ObjectUpdate.insert(CONFIG, OBJECT);
    assertThat(update.apply(a("k"), list)).isSameAs(list);
    assertThat(update.isMade()).isFalse();
    ObjectList longer = list.append(t("k", 4), false);
    Object after = update.apply(a("k"), longer);
    assertThat(update.isMade()).isTrue();
    assertThat(Cells.objects(after)).containsExactly(t("k", 1), t("k", 2), t("k", 4), OBJECT);
    assertThat(update.objectGrowth()).isEqualTo(1);
  }

  @Test
  void insert_claimIsGivenUp_isMadeInTheEnd() {
    ObjectList list = claimed();
    ObjectUpdate update = ObjectUpdate.insert(CONFIG, OBJECT);
    Object after = update.apply(a("k"), list);
    while (!update.isMade()) {
      update.awaitObstacle();
      after = update.apply(a("k"), list);
    }
    assertThat(Cells.objects(after)).containsExactly(t("k", 1), t("k", 2), OBJECT);
    assertThat(list.size()).isEqualTo(2);
  }
}
