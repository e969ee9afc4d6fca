package org.jets.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyedStructuresTest {
  private static final int KEYS = 100;

  /** Checks a structure from empty to full and back. */
  static void checkAnswers(String structure) {
    Keyed keyed = KeyedStructures.newStructure(structure);
    for (int key = 1; key <= KEYS; key++) {
      assertThat(isThere(keyed, key)).as(structure).isFalse();
      keyed.insert(key);
      keyed.insert(key);
      assertThat(isThere(keyed, key)).as(structure).isTrue();
    }
    long all = keyed.readAll();
    long atOnce = structure.startsWith("tree") ? (Long) keyed.readAtOnce() : all;
    assertThat(all).as(structure).isEqualTo(atOnce).isIn((long) KEYS, sum(1, KEYS));
    if (keyed instanceof OrderedOperations ordered) {
      assertThat(ordered.readRange(11, 21)).as(structure).isIn(10L, sum(11, 20));
      ordered.steps(5, 10 * KEYS);
    }
    if (keyed instanceof Steps steps) {
      steps.steps(5, 1);
    }
    if (keyed instanceof TableOperations table) {
      assertThat((List<?>) table.select(11, 21)).as(structure).hasSize(10);
    }
    for (int key = 1; key <= KEYS; key++) {
      keyed.delete(key);
      assertThat(isThere(keyed, key)).as(structure).isFalse();
    }
    assertThat(keyed.readAll()).isZero();
    assertThat(keyed.another().whole()).isNotSameAs(keyed.whole()).hasSameClassAs(keyed.whole());
  }

  private static boolean isThere(Keyed keyed, int key) {
    Object found = keyed.lookup(key);
    return found instanceof List<?> objects ? !objects.isEmpty() : found != null;
  }

  private static long sum(int from, int to) {
    return (long) (from + to) * (to - from + 1) / 2;
  }

  @ParameterizedTest
  @CsvSource({
    "map/STRIPED, false, false",
    "striped/locks=16, false, false",
    "tree/LOCK_FREE, true, false",
    "tree/RADIX_TREE, true, false",
    "tree/LAZY_SKIP_LIST, true, false",
    "tree/OPTIMISTIC_AVL, true, false",
    "map/MICHAEL, false, false",
    "store/STRIPED, false, true",
    "store/CA_TREE, true, true",
    "table/set:w, false, true",
    "table/ordered_set, true, true"
  })
  void newStructure_eachKind_hasTheOperationsOfItsKind(
      String name, boolean isOrdered, boolean isTable) {
    Keyed keyed = KeyedStructures.newStructure(name);

    for (Keyed each : List.of(keyed, keyed.another())) {
      assertThat(each instanceof OrderedOperations).isEqualTo(isOrdered);
      assertThat(each instanceof TableOperations).isEqualTo(isTable);
    }
  }

  @Test
  void newTable_twoElements_countsAndFindsObjects() {
    KeyedTable table = KeyedStructures.newTable("store/STRIPED", ObjectShape.COUNTER);
    table.insert(1);
    table.insert(2);

    long first = table.count(2).longValue();
    long second = table.count(2).longValue();

    assertThat(first).isEqualTo(1);
    assertThat(second).isEqualTo(2);
    assertThat(table.select(2, 9)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"store/STRIPED", "store/CA_TREE", "tree/RADIX_TREE", "map/HASHED_RADIX"})
  void programOperations_eachKind_countAndComeToAllKeys(String name) {
    int keys = 100;
    Keyed keyed = KeyedStructures.newStructure(name, ObjectShape.COUNTER);
    ProgramOperations operations = (ProgramOperations) keyed;
    for (int key = 0; key < keys; key++) {
      keyed.insert(key);
    }

    int counted = Integer.parseInt(String.valueOf(operations.count(7)));
    assertThat(operations.count(7)).hasToString(Integer.toString(counted + 1));

    Object first = operations.step(null);
    Object place = first;
    int steps = 0;
    while (place != null && (steps == 0 || place instanceof Iterator || !place.equals(first))) {
      steps++;
      place = operations.step(place);
    }
    assertThat(steps).isEqualTo(keys);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "map", "fruit/apple", "table/bag", "table/set:x", "striped/stripes=3"})
  void newStructure_unknown_throws(String name) {
    assertThatThrownBy(() -> KeyedStructures.newStructure(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "structure: "
                + name
                + " (expected: map/, tree/, store/, table/ or striped/ and which)");
  }
}
