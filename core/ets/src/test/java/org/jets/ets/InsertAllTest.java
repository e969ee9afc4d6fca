package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests streams that are inserted into the table that they come from, or that lose their table. */
class InsertAllTest {
  private static final int KEYS = 300;

  private final Owner owner = new TableSpace().newOwner();

  @AfterEach
  void end() {
    owner.close();
  }

  private static Tuple plusOne(Tuple object) {
    return object.with(2, i(((IntegerTerm) object.element(2)).longValue() + 1));
  }

  private static boolean isFixed(EtsTable table) {
    return table.info(a("fixed")).orElseThrow().equals(a("true"));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void ownObjectsChanged_eachIsChangedOnce(Variant variant) {
    for (int batchSize : new int[] {1, 7, KEYS, Integer.MAX_VALUE}) {
      for (boolean isParallel : new boolean[] {false, true}) {
        LocalTable table = owner.newTable("t", variant.options());
        table.insertAll(IntStream.range(0, KEYS).mapToObj(key -> t(key, 0)), 100);
        Stream<Tuple> own = isParallel ? table.stream().parallel() : table.stream();
        assertThat(table.insertAll(own.map(InsertAllTest::plusOne), batchSize)).isEqualTo(KEYS);
        assertThat(table.tab2list())
            .hasSize(KEYS)
            .allSatisfy(object -> assertThat(object.element(2)).isEqualTo(i(1)));
        assertThat(isFixed(table)).isFalse();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void ownObjectsWithOthersAdded_areAddedOnce(Variant variant) {
    LocalTable table = owner.newTable("t", variant.options());
    table.insertAll(IntStream.range(0, KEYS).mapToObj(key -> t(key, 0)), 100);
    assertThat(table.insertAll(table.stream().map(InsertAllTest::plusOne), 7)).isEqualTo(KEYS);
    assertThat(table.size()).isEqualTo(2 * KEYS);
    assertThat(table.lookup(i(5))).containsExactly(t(5, 0), t(5, 1));
  }

  @Test
  void withoutTheRightToWrite_theStreamIsClosed() {
    LocalTable table = owner.newTable("t", TableOptions.set());
    try (Owner other = owner.space().newOwner()) {
      LocalTable foreign = other.open(table.id());
      AtomicBoolean isClosed = new AtomicBoolean();
      Stream<Tuple> objects = Stream.of(t(1, 1)).onClose(() -> isClosed.set(true));
      assertThatThrownBy(() -> foreign.insertAll(objects, 1))
          .isInstanceOf(TableAccessException.class);
      assertThat(isClosed).as("insertAll").isTrue();

      isClosed.set(false);
      Stream<Tuple> others = Stream.of(t(1, 1)).onClose(() -> isClosed.set(true));
      assertThatThrownBy(() -> foreign.initTable(others)).isInstanceOf(TableAccessException.class);
      assertThat(isClosed).as("initTable").isTrue();
    }
    assertThat(table.size()).isZero();
  }

  /** A stream that has a fixation would otherwise keep its table fixed. */
  @Test
  void droppedTable_theStreamOfAnotherTableIsReleased() {
    LocalTable table = owner.newTable("t", TableOptions.set());
    LocalTable source = owner.newTable("source", TableOptions.set());
    source.insert(List.of(t(1, 1), t(2, 2)));
    table.drop();
    Stream<Tuple> objects = source.stream().onClose(() -> source.insert(t("closed", 1)));
    assertThatThrownBy(() -> table.insertAll(objects, 1)).isInstanceOf(NoSuchTableException.class);
    assertThat(source.member(a("closed"))).isTrue();
    assertThat(isFixed(source)).isFalse();
  }

  /** No right is needed for a batch without objects. */
  @Test
  void rightLostAfterTheLastBatch_isNoError() {
    LocalTable table = owner.newTable("t", TableOptions.set());
    try (Owner other = owner.space().newOwner()) {
      Stream<Term> end = Stream.<Term>of(a("end")).peek(mark -> table.giveAway(other, a("gift")));
      Stream<Tuple> objects =
          Stream.concat(Stream.<Term>of(t(1, 1), t(2, 2)), end)
              .filter(Tuple.class::isInstance)
              .map(Tuple.class::cast);
      assertThat(table.insertAll(objects, 2)).isEqualTo(2);
      assertThat(other.open(table.id()).size()).isEqualTo(2);
    }
  }
}
