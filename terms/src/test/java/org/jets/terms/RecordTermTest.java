package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordTermTest {
  private static final Atom M = Atom.of("m");
  private static final Atom N = Atom.of("n");
  private static final Atom A = Atom.of("a");
  private static final Atom B = Atom.of("b");
  private static final Term ONE = IntegerTerm.of(1);
  private static final Term TWO = IntegerTerm.of(2);

  private static RecordTerm record(Atom module, Atom name, boolean exported, Object... fields) {
    Map<Atom, Term> map = new LinkedHashMap<>();
    for (int i = 0; i < fields.length; i += 2) {
      map.put((Atom) fields[i], (Term) fields[i + 1]);
    }
    return RecordTerm.of(module, name, exported, map);
  }

  @Test
  void accessors_anyRecord_giveWhatItWasMadeOf() {
    RecordTerm record = record(M, N, true, B, ONE, A, TWO);

    assertThat(record.module()).isSameAs(M);
    assertThat(record.name()).isSameAs(N);
    assertThat(record.isExported()).isTrue();
    assertThat(record(M, N, false).isExported()).isFalse();
    assertThat(record.size()).isEqualTo(2);
    assertThat(record.fieldNames()).containsExactly(B, A);
    assertThat(record.values()).containsExactly(ONE, TWO);
    assertThat(record.fieldName(0)).isSameAs(B);
    assertThat(record.value(1)).isSameAs(TWO);
    assertThat(record.get(A)).isSameAs(TWO);
    assertThat(record.get(M)).isNull();
    assertThat(record.toMap().entrySet()).containsExactly(Map.entry(B, ONE), Map.entry(A, TWO));
  }

  @Test
  void accessors_indexOutOfBounds_areRefused() {
    RecordTerm record = record(M, N, true, A, ONE);
    for (int index : new int[] {-1, 1}) {
      assertThatThrownBy(() -> record.fieldName(index))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> record.value(index)).isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void views_ofARecord_cannotBeChanged() {
    RecordTerm record = record(M, N, true, A, ONE);
    assertThatThrownBy(() -> record.fieldNames().set(0, B))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> record.values().set(0, TWO))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> record.toMap().put(A, TWO))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void of_lists_isTheSameRecordAsOfAMap() {
    RecordTerm record = record(M, N, false, B, ONE, A, TWO);
    assertThat(RecordTerm.of(M, N, false, List.of(B, A), List.of(ONE, TWO)))
        .isEqualTo(record)
        .hasSameHashCodeAs(record);
  }

  @Test
  void of_notOneValueForEachField_isRefused() {
    assertThatThrownBy(() -> RecordTerm.of(M, N, false, List.of(A, B), List.of(ONE)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("values: 1 (expected: one for each of 2 fields)");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 16, 17, 1_000})
  void of_fieldThatOccursTwice_isRefused(int size) {
    List<Atom> fields = IntStream.range(0, size).mapToObj(i -> Atom.of("f" + i)).toList();
    List<Term> values = IntStream.range(0, size).mapToObj(i -> (Term) IntegerTerm.of(i)).toList();
    Atom[] twice = fields.toArray(new Atom[0]);
    twice[size - 1] = twice[0];

    assertThat(RecordTerm.of(M, N, false, fields, values).get(Atom.of("f1"))).isEqualTo(ONE);
    assertThatThrownBy(() -> RecordTerm.of(M, N, false, List.of(twice), values))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("field: f0 occurs twice");
  }

  @Test
  void with_field_changesThatAlone() {
    RecordTerm record = record(M, N, true, B, ONE, A, TWO);
    assertThat(record.with(A, ONE)).isEqualTo(record(M, N, true, B, ONE, A, ONE));
    assertThat(record).isEqualTo(record(M, N, true, B, ONE, A, TWO));
  }

  @Test
  void with_noSuchField_isRefused() {
    assertThatThrownBy(() -> record(M, N, true, B, ONE, A, TWO).with(M, ONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("field: m (expected: one of [b, a])");
  }

  @Test
  void equals_anyPartDiffers_isFalse() {
    RecordTerm record = record(M, N, true, A, ONE, B, TWO);
    assertThat(record)
        .isEqualTo(record(M, N, true, A, ONE, B, TWO))
        .hasSameHashCodeAs(record(M, N, true, A, ONE, B, TWO));
    List<Term> others =
        List.of(
            record(N, N, true, A, ONE, B, TWO),
            record(M, M, true, A, ONE, B, TWO),
            record(M, N, false, A, ONE, B, TWO),
            record(M, N, true, B, TWO, A, ONE),
            record(M, N, true, A, ONE, N, TWO),
            record(M, N, true, A, ONE),
            record(M, N, true, A, ONE, B, FloatTerm.of(2)),
            Tuple.of(ONE, TWO),
            MapTerm.of(A, ONE, B, TWO));
    for (Term other : others) {
      assertThat(record).isNotEqualTo(other).doesNotHaveSameHashCodeAs(other);
      assertThat(other).isNotEqualTo(record);
    }
  }

  @Test
  void toString_namesThatNeedQuotes_haveThem() {
    RecordTerm record =
        record(Atom.of("M m"), Atom.of("if"), true, A, ListTerm.ofText("a"), Atom.of("Ω"), TWO);
    assertThat(record).hasToString("#'M m':'if'{a = [97],'Ω' = 2}");
    assertThat(record(M, N, false)).hasToString("#m:n{}");
  }
}
