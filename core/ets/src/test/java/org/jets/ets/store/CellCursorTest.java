package org.jets.ets.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jets.ets.KeyRange;
import org.jets.ets.NoSuchKeyException;
import org.jets.ets.NoSuchTableException;
import org.jets.ets.Terms;
import org.jets.ets.Variant;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Reference;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests walks over the cells of every store that are suspended and resumed while the store changes.
 */
class CellCursorTest {
  private static final int KEYS = 300;

  private static TableStore store(Variant variant) {
    TableStore store =
        Stores.newStore(
            variant.backend(),
            new StoreConfig(
                Reference.of(Terms.a("n"), 0, 1), variant.type(), 1, Concurrency.UNNAMED));
    for (int key = 0; key < KEYS; key++) {
      store.putIfAbsent(i(key), t(key, 0));
    }
    return store;
  }

  private static int key(Object cell) {
    return ((IntegerTerm) ((Tuple) cell).element(1)).intValue();
  }

  private static List<Integer> rest(CellCursor cursor) {
    List<Integer> keys = new ArrayList<>();
    for (Object cell; (cell = cursor.next()) != null; ) {
      keys.add(key(cell));
    }
    assertThat(cursor.next()).isNull();
    return keys;
  }

  private static List<Integer> keys(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void copy_resumedTwice_walksTheSameRest(Variant variant) {
    CellCursor cursor = store(variant).cells(Direction.ASCENDING);
    List<Integer> walked = new ArrayList<>();
    for (int n = 0; n < 100; n++) {
      walked.add(key(cursor.next()));
    }
    CellCursor place = cursor.copy();
    List<Integer> rest = rest(place.copy());
    assertThat(rest(cursor)).isEqualTo(rest);
    assertThat(rest(place.copy())).isEqualTo(rest);
    walked.addAll(rest);
    assertThat(walked).containsExactlyInAnyOrderElementsOf(keys(0, KEYS));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void copy_keysChangeMeanwhile_showsStayingKeysOnce(Variant variant) {
    TableStore store = store(variant);
    CellCursor cursor = store.cells(Direction.DESCENDING);
    List<Integer> walked = new ArrayList<>();
    for (int n = 0; n < 50; n++) {
      walked.add(key(cursor.next()));
    }
    CellCursor place = cursor.copy();
    for (int key = 0; key < KEYS; key += 2) {
      store.remove(i(key));
      store.putIfAbsent(i(KEYS + key), t(KEYS + key, 0));
      if (key % 4 == 0) {
        store.putIfAbsent(i(key), t(key, 1));
      }
    }
    walked.addAll(rest(place));
    assertThat(walked).doesNotHaveDuplicates();
    assertThat(walked).containsAll(keys(0, KEYS).stream().filter(key -> key % 2 == 1).toList());
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void next_afterClear_showsWhatIsThereNow(Variant variant) {
    TableStore store = store(variant);
    CellCursor cursor = store.cells(Direction.ASCENDING);
    cursor.next();
    CellCursor place = cursor.copy();
    store.clear();
    assertThat(rest(place.copy())).isEmpty();
    store.close();
    assertThatThrownBy(place::next).isInstanceOf(NoSuchTableException.class);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#orderedSets")
  void cells_ofARange_goEitherWay(Variant variant) {
    TableStore store = store(variant);
    KeyRange range = KeyRange.closedOpen(i(10), i(20));
    assertThat(rest(store.cells(range, Direction.ASCENDING))).isEqualTo(keys(10, 20));
    CellCursor down = store.cells(range, Direction.DESCENDING);
    assertThat(key(down.next())).isEqualTo(19);
    store.remove(i(18));
    assertThat(rest(down.copy())).containsExactly(17, 16, 15, 14, 13, 12, 11, 10);
    assertThat(rest(store.cellsAfter(i(-1), Direction.DESCENDING))).isEmpty();
    assertThat(rest(store.cellsAfter(i(KEYS - 3), Direction.ASCENDING)))
        .isEqualTo(keys(KEYS - 2, KEYS));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#hashSets")
  void cellsAfter_unordered_areThoseOfTheSteps(Variant variant) {
    TableStore store = store(variant);
    List<Integer> steps = new ArrayList<>();
    Object cell = store.firstCell();
    int first = key(cell);
    while ((cell = store.cellAfter(i(key(cell)))) != null) {
      steps.add(key(cell));
    }
    assertThat(rest(store.cellsAfter(i(first), Direction.ASCENDING))).isEqualTo(steps);
    assertThat(steps).hasSize(KEYS - 1);
    assertThatThrownBy(() -> store.cellsAfter(i(KEYS), Direction.ASCENDING))
        .isInstanceOf(NoSuchKeyException.class);
  }

  @Test
  void keyOrder_keysAddedLater_comeFirst() {
    WalkOrder order = new WalkOrder();
    order.addAll(List.of(i(1), i(2)));
    var walk = order.after(order.place(i(1)));
    for (int key = 3; key < 100; key++) {
      order.addAll(List.of(i(2), i(key), i(key)));
    }
    assertThat(walk).toIterable().containsExactly(i(2));
    assertThat(order.after(order.size()).next()).isEqualTo(i(99));
    assertThat(order.size()).isEqualTo(99);
    assertThat(order.place(i(100))).isEqualTo(-1);
  }
}
