package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MapTermTest {
  private static final Atom A = Atom.of("a");
  private static final Atom B = Atom.of("b");
  private static final Term ONE = IntegerTerm.of(1);
  private static final Term ONE_REAL = FloatTerm.of(1);

  @Test
  void of_anyFactory_isTheSameMap() {
    MapTerm map = MapTerm.of(A, ONE, B, ONE_REAL);
    assertThat(MapTerm.of(Map.of(B, ONE_REAL, A, ONE))).isEqualTo(map).hasSameHashCodeAs(map);
    assertThat(MapTerm.of(B, ONE_REAL, A, ONE)).isEqualTo(map).hasSameHashCodeAs(map);
    assertThat(MapTerm.of(A, ONE).with(B, ONE_REAL)).isEqualTo(map).hasSameHashCodeAs(map);
    assertThat(map.with(ONE, A).without(ONE)).isEqualTo(map).hasSameHashCodeAs(map);
    assertThat(map).isNotEqualTo(MapTerm.of(A, ONE)).isNotEqualTo(MapTerm.of(A, ONE, B, ONE));
    assertThat(MapTerm.of(new Term[0])).isEqualTo(MapTerm.of());
    assertThat(MapTerm.of(A, ONE).without(A)).isEqualTo(MapTerm.of());
  }

  @Test
  void of_sameKeyTwice_keepsTheLaterValue() {
    assertThat(MapTerm.of(A, ONE, B, ONE, A, B)).isEqualTo(MapTerm.of(A, B, B, ONE));
    Term[] many = new Term[100];
    for (int i = 0; i < many.length; i += 2) {
      many[i] = IntegerTerm.of(i % 3);
      many[i + 1] = IntegerTerm.of(i);
    }
    MapTerm map = MapTerm.of(many);
    assertThat(map.size()).isEqualTo(3);
    assertThat(map.get(IntegerTerm.of(98 % 3))).isEqualTo(IntegerTerm.of(98));
  }

  @Test
  void of_keyWithoutValue_isRefused() {
    assertThatThrownBy(() -> MapTerm.of(A, ONE, B))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("keysAndValues.length: 3 (expected: an even number)");
  }

  @Test
  void wrap_sameKeyTwice_isNull() {
    assertThat(MapTerm.wrap(new Term[] {A, B, A, ONE, ONE, ONE})).isNull();
  }

  @Test
  void get_equalButNotExactlyEqualKey_isNotThere() {
    MapTerm map = MapTerm.of(ONE, A, FloatTerm.of(0.0), B);
    assertThat(map.get(ONE_REAL)).isNull();
    assertThat(map.get(FloatTerm.of(-0.0))).isNull();
    assertThat(map.get(IntegerTerm.of(1))).isSameAs(A);
    assertThat(map.containsKey(ONE)).isTrue();
    assertThat(map.containsKey(ONE_REAL)).isFalse();
  }

  @Test
  void key_anyIndex_isInExactOrder() {
    MapTerm map = MapTerm.of(B, ONE, ONE_REAL, A, A, ONE, IntegerTerm.of(2), B);
    assertThat(map.toMap().keySet()).containsExactly(IntegerTerm.of(2), ONE_REAL, A, B);
    assertThat(map.key(1)).isEqualTo(ONE_REAL);
    assertThat(map.value(1)).isEqualTo(A);
    for (int index : new int[] {-1, 4}) {
      assertThatThrownBy(() -> map.key(index)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> map.value(index)).isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 15, 16, 17, 40, 200})
  void allOperations_randomKeys_areAsATreeMaps(int keys) {
    TermGenerator terms = new TermGenerator(keys);
    Random random = terms.random();
    List<Term> candidates = new ArrayList<>();
    while (candidates.size() < keys) {
      candidates.add(random.nextBoolean() ? terms.atom() : terms.term(3));
    }
    TreeMap<Term, Term> model = new TreeMap<>(TermOrder.EXACT);
    MapTerm map = MapTerm.of();
    for (int i = 0; i < 10 * keys; i++) {
      Term key = candidates.get(random.nextInt(keys));
      if (random.nextInt(3) == 0) {
        map = map.without(key);
        model.remove(key);
      } else {
        map = map.with(key, IntegerTerm.of(i));
        model.put(key, IntegerTerm.of(i));
      }
      assertThat(map.get(key)).isEqualTo(model.get(key));
    }
    assertThat(new ArrayList<>(map.toMap().entrySet()))
        .isEqualTo(new ArrayList<>(model.entrySet()));
    assertThat(MapTerm.of(model)).isEqualTo(map);
    for (Term key : candidates) {
      assertThat(map.containsKey(key)).isEqualTo(model.containsKey(key));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 16, 17, 300})
  void of_shuffledEntries_isTheSameMap(int size) {
    List<Term> keys = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      keys.add(i % 2 == 0 ? IntegerTerm.of(i) : Atom.of("key " + i));
    }
    MapTerm expected = of(keys);
    Random random = new Random(size);
    for (int i = 0; i < 20; i++) {
      Collections.shuffle(keys, random);
      assertThat(of(keys)).isEqualTo(expected).hasSameHashCodeAs(expected);
    }
  }

  private static MapTerm of(List<Term> keys) {
    return MapTerm.of(
        keys.stream().flatMap(key -> List.of(key, key).stream()).toArray(Term[]::new));
  }

  @Test
  void forEach_someEntries_comesToEachInOrder() {
    List<Term> seen = new ArrayList<>();
    MapTerm.of(B, ONE_REAL, A, ONE)
        .forEach(
            (key, value) -> {
              seen.add(key);
              seen.add(value);
            });
    assertThat(seen).containsExactly(A, ONE, B, ONE_REAL);
  }

  @Test
  void toMap_view_isAMapThatCannotBeChanged() {
    Map<Term, Term> view = MapTerm.of(A, ONE, B, ONE_REAL).toMap();
    assertThat(view).isEqualTo(Map.of(A, ONE, B, ONE_REAL)).hasSize(2);
    assertThat(view.get(A)).isEqualTo(ONE);
    assertThat(view.get(ONE)).isNull();
    assertThat(view.get(null)).isNull();
    assertThat(view.containsKey(B)).isTrue();
    assertThat(view.containsKey(ONE)).isFalse();
    assertThat(view.keySet().contains((Object) "no term")).isFalse();
    assertThatThrownBy(() -> view.put(A, B)).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> view.remove(A)).isInstanceOf(UnsupportedOperationException.class);
    Iterator<Map.Entry<Term, Term>> entries = view.entrySet().iterator();
    Map.Entry<Term, Term> first = entries.next();
    assertThatThrownBy(() -> first.setValue(B)).isInstanceOf(UnsupportedOperationException.class);
    entries.next();
    assertThatThrownBy(entries::next).isInstanceOf(NoSuchElementException.class);
  }
}
