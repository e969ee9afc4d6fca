package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.f;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests the operations of tables of this JVM that Erlang has not: inserts that depend on the
 * present objects, inserts of streams, and removals and replacements that return what they did.
 */
class LocalTableOperationsTest {
  private static final int OBJECTS = 20_000;
  private static final int THREADS = 3;
  private static final int BATCH = 100;

  private final Owner owner = new TableSpace().newOwner();

  @AfterEach
  void end() {
    owner.close();
  }

  private LocalTable table(Variant variant) {
    return owner.newTable("t", variant.options().withPublicAccess());
  }

  private static MatchSpec spec(String text) {
    return MatchSpec.compile(TermParser.parse(text));
  }

  // compareInsert

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  @SuppressWarnings("NullAway") // As a caller without its checks.
  void compareInsert_nullAmongTheExpected_isRefusedByName(Variant variant) {
    LocalTable table = table(variant);
    List<Tuple> expected = Collections.singletonList(null);
    assertThatThrownBy(() -> table.compareInsert(expected, t(1, 1))).hasMessage("expected object");
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void compareInsert_set_replacesTheExpectedObjectOnly(Variant variant) {
    LocalTable table = table(variant);
    assertThat(table.compareInsert(List.of(t(1, 1)), t(1, 2))).isFalse();
    assertThat(table.size()).isZero();
    assertThat(table.compareInsert(List.of(), t(1, 1))).isTrue();
    assertThat(table.compareInsert(List.of(), t(1, 2))).isFalse();
    assertThat(table.compareInsert(List.of(t(1, f(1.0))), t(1, 2))).isFalse();
    assertThat(table.compareInsert(List.of(t(1, 1), t(1, 1)), t(1, 2))).isFalse();
    assertThat(table.lookup(i(1))).containsExactly(t(1, 1));
    assertThat(table.compareInsert(List.of(t(1, 1)), t(1, 2))).isTrue();
    assertThat(table.tab2list()).containsExactly(t(1, 2));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void compareInsert_counter_comparesItsPresentValue(Variant variant) {
    LocalTable table = table(variant);
    table.insert(t(1, 0));
    table.updateCounter(i(1), 1);
    table.updateCounter(i(1), 1);
    assertThat(table.compareInsert(List.of(t(1, 0)), t(1, 9))).isFalse();
    assertThat(table.updateCounter(i(1), 1)).isEqualTo(i(3));
    assertThat(table.compareInsert(List.of(t(1, 3)), t(1, 9))).isTrue();
    assertThat(table.updateCounter(i(1), 1)).isEqualTo(i(10));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void compareInsert_bag_addsToTheExpectedObjects(Variant variant) {
    LocalTable table = table(variant);
    assertThat(table.compareInsert(List.of(), t(1, 1))).isTrue();
    assertThat(table.compareInsert(List.of(t(1, 1)), t(1, 2))).isTrue();
    assertThat(table.compareInsert(List.of(t(1, 2), t(1, 1)), t(1, 3))).isFalse();
    assertThat(table.compareInsert(List.of(t(1, 1)), t(1, 3))).isFalse();
    assertThat(table.compareInsert(table.lookup(i(1)), t(1, 3))).isTrue();
    assertThat(table.lookup(i(1))).containsExactly(t(1, 1), t(1, 2), t(1, 3));
    assertThat(table.size()).isEqualTo(3);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bags")
  void compareInsert_objectThatABagHas_isNoSecondOne(Variant variant) {
    LocalTable table = table(variant);
    table.insert(t(1, 1));
    assertThat(table.compareInsert(List.of(t(1, 1)), t(1, 1))).isTrue();
    assertThat(table.lookup(i(1))).containsExactly(t(1, 1));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void compareInsert_badArguments_areRefused(Variant variant) {
    LocalTable table = table(variant);
    assertThatThrownBy(() -> table.compareInsert(List.of(), Tuple.of()))
        .isInstanceOfSatisfying(
            BadArgumentException.class, refused -> assertThat(refused.argument()).isEqualTo(3));
    assertThatNullPointerException().isThrownBy(() -> table.compareInsert(null, t(1, 1)));
    assertThatNullPointerException().isThrownBy(() -> table.compareInsert(List.of(), null));
    assertThatNullPointerException()
        .isThrownBy(() -> table.compareInsert(Arrays.asList(t(1, 1), null), t(1, 1)));
    assertThat(table.size()).isZero();
  }

  // insertAll

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void insertAll_sizesAroundABatch_insertsEachObject(Variant variant) {
    for (int count : new int[] {0, 1, BATCH - 1, BATCH, BATCH + 1, 3 * BATCH}) {
      LocalTable table = table(variant);
      Stream<Tuple> objects = IntStream.range(0, count).mapToObj(key -> t(key, key));
      assertThat(table.insertAll(objects, BATCH)).isEqualTo(count);
      assertThat(table.size()).isEqualTo(count);
      table.drop();
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void insertAll_objectsOfOneKey_leavesTheLastOfTheStream(Variant variant) {
    LocalTable table = table(variant);
    Stream<Tuple> objects = IntStream.range(0, BATCH).parallel().mapToObj(n -> t(1, n));
    assertThat(table.insertAll(objects, 7)).isEqualTo(BATCH);
    assertThat(table.tab2list()).containsExactly(t(1, BATCH - 1));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void insertAll_streamThatFails_leavesWholeBatchesAndIsClosed(Variant variant) {
    LocalTable table = table(variant);
    AtomicBoolean isClosed = new AtomicBoolean();
    Stream<Tuple> objects =
        IntStream.range(0, 10)
            .mapToObj(key -> key == 7 ? Tuple.of() : t(key, key))
            .onClose(() -> isClosed.set(true));
    assertThatThrownBy(() -> table.insertAll(objects, 3)).isInstanceOf(BadArgumentException.class);
    assertThat(table.size()).isEqualTo(6);
    assertThat(isClosed).isTrue();
  }

  @Test
  void insertAll_badArguments_areRefused() {
    LocalTable table = owner.newTable("t", TableOptions.set());
    AtomicBoolean isClosed = new AtomicBoolean();
    Stream<Tuple> objects = Stream.of(t(1, 1)).onClose(() -> isClosed.set(true));
    assertThatThrownBy(() -> table.insertAll(objects, 0))
        .isInstanceOf(BadArgumentException.class)
        .hasMessage("batchSize: 0 (expected: >= 1)");
    assertThat(isClosed).isTrue();
    assertThatNullPointerException().isThrownBy(() -> table.insertAll(null, 1));
    assertThatNullPointerException().isThrownBy(() -> table.insertAll(Stream.of(t(1, 1), null), 2));
    assertThat(table.size()).isZero();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void insertAll_ownObjects_ends(Variant variant) {
    LocalTable table = table(variant);
    table.insert(List.of(t(1, 1), t(2, 1)));
    table.insertAll(table.snapshot().stream().map(object -> object.with(2, i(2))), 1);
    assertThat(table.lookup(i(1))).containsExactly(t(1, 1), t(1, 2));
    assertThat(table.size()).isEqualTo(4);
  }

  // takeAll

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void takeAll_keysPresentAbsentAndTwice_takesEachObjectOnce(Variant variant) {
    LocalTable table = table(variant);
    table.insert(List.of(t(1, 1), t(2, 1), t(3, 1)));
    assertThat(table.takeAll(List.of(i(3), i(4), i(1), i(3)))).containsExactly(t(3, 1), t(1, 1));
    assertThat(table.tab2list()).containsExactly(t(2, 1));
    assertThat(table.takeAll(List.of())).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void takeAll_severalObjectsOfAKey_areTakenInTheirOrder(Variant variant) {
    LocalTable table = table(variant);
    table.insert(List.of(t(1, 3), t(2, 1), t(1, 2)));
    assertThat(table.takeAll(List.of(i(2), i(1)))).containsExactly(t(2, 1), t(1, 3), t(1, 2));
    assertThat(table.size()).isZero();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void takeAll_nullAmongTheKeys_takesNothing(Variant variant) {
    LocalTable table = table(variant);
    table.insert(t(1, 1));
    assertThatNullPointerException()
        .isThrownBy(() -> table.takeAll(Arrays.asList(i(1), null)))
        .withMessage("key");
    assertThat(table.size()).isEqualTo(1);
  }

  // selectTake

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void selectTake_moreObjectsThanTheLimit_takesThatMany(Variant variant) {
    LocalTable table = table(variant);
    for (int key = 1; key <= 10; key++) {
      table.insert(t(key, key % 2));
    }
    MatchSpec odd = spec("[{{'$1',1},[],['$1']}]");
    List<Term> first = table.selectTake(odd, 3);
    assertThat(first).hasSize(3);
    assertThat(table.size()).isEqualTo(7);
    List<Term> all = new ArrayList<>(first);
    all.addAll(table.selectTake(odd, Integer.MAX_VALUE));
    assertThat(all).containsExactlyInAnyOrder(i(1), i(3), i(5), i(7), i(9));
    assertThat(table.selectTake(odd, 1)).isEmpty();
    assertThat(table.size()).isEqualTo(5);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#orderedSets")
  void selectTake_orderedSet_takesTheFirstByKey(Variant variant) {
    LocalTable table = table(variant);
    for (int key = 1; key <= 10; key++) {
      table.insert(t(key, key % 2));
    }
    assertThat(table.selectTake(spec("[{{'$1','_'},[{'>','$1',3}],['$1']}]"), 2))
        .containsExactly(i(4), i(5));
    assertThat(table.selectTake(spec("[{{'$1',1},[],['$1']}]"), 2)).containsExactly(i(1), i(3));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void selectTake_limitWithinAKey_leavesItsOtherObjects(Variant variant) {
    LocalTable table = table(variant);
    table.insert(List.of(t(1, 4), t(1, 1), t(1, 5), t(1, 6)));
    assertThat(table.selectTake(spec("[{{1,'$1'},[{'>','$1',3}],['$1']}]"), 2))
        .containsExactly(i(4), i(5));
    assertThat(table.lookup(i(1))).containsExactly(t(1, 1), t(1, 6));
  }

  /** Unlike {@code selectDelete}, whose bodies must return true. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void selectTake_bodyThatIsFalse_takesTheObject(Variant variant) {
    LocalTable table = table(variant);
    table.insert(t(1, 1));
    assertThat(table.selectTake(spec("[{'_',[],[false]}]"), 5)).hasSize(1);
    assertThat(table.size()).isZero();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void selectTake_limitBelowOne_isRefused(Variant variant) {
    LocalTable table = table(variant);
    table.insert(t(1, 1));
    assertThatThrownBy(() -> table.selectTake(spec("[{'_',[],['$_']}]"), 0))
        .isInstanceOf(BadArgumentException.class)
        .hasMessage("limit: 0 (expected: >= 1)");
    assertThatNullPointerException().isThrownBy(() -> table.selectTake(null, 1));
    assertThat(table.size()).isEqualTo(1);
  }

  /** The table is a queue of several consumers; two of them never get one object. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void selectTake_manyThreads_eachObjectIsTakenOnce(Variant variant) throws Exception {
    LocalTable table = table(variant);
    int count = TestScale.count(OBJECTS);
    table.insertAll(IntStream.range(0, count).mapToObj(n -> t(n / 2, n)), 1000);
    long size = table.size();
    ExecutorService executor = Executors.newCachedThreadPool();
    try {
      List<Future<List<Term>>> threads = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        threads.add(executor.submit(() -> takeUntilEmpty(table)));
      }
      List<Term> taken = new ArrayList<>();
      for (Future<List<Term>> thread : threads) {
        taken.addAll(thread.get());
      }
      assertThat(taken).hasSize((int) size).doesNotHaveDuplicates();
    } finally {
      executor.shutdownNow();
    }
  }

  private static List<Term> takeUntilEmpty(LocalTable table) {
    MatchSpec all = spec("[{{'_','$1'},[],['$1']}]");
    List<Term> taken = new ArrayList<>();
    while (table.size() > 0) {
      taken.addAll(table.selectTake(all, 50));
    }
    return taken;
  }

  // selectReplaceReturning

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void selectReplaceReturning_moreObjectsThanTheLimit_replacesThatMany(Variant variant) {
    LocalTable table = table(variant);
    for (int key = 1; key <= 6; key++) {
      table.insert(t(key, 0));
    }
    MatchSpec claim = spec("[{{'$1',0},[],[{{'$1',1}}]}]");
    List<Tuple> first = table.selectReplaceReturning(claim, 4);
    List<Tuple> second = table.selectReplaceReturning(claim, 4);
    assertThat(first).hasSize(4);
    assertThat(second).hasSize(2);
    assertThat(table.selectReplaceReturning(claim, 4)).isEmpty();
    assertThat(Stream.concat(first.stream(), second.stream()))
        .containsExactlyInAnyOrder(t(1, 1), t(2, 1), t(3, 1), t(4, 1), t(5, 1), t(6, 1));
    assertThat(table.tab2list()).hasSize(6).allMatch(object -> object.element(2).equals(i(1)));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#duplicateBags")
  void selectReplaceReturning_limitWithinAKey_leavesItsOtherObjects(Variant variant) {
    LocalTable table = table(variant);
    table.insert(List.of(t(1, 4), t(1, 1), t(1, 5), t(1, 6)));
    MatchSpec negated = spec("[{{'$1','$2'},[{'>','$2',3}],[{{'$1',{'-','$2'}}}]}]");
    assertThat(table.selectReplaceReturning(negated, 2)).containsExactly(t(1, -4), t(1, -5));
    assertThat(table.lookup(i(1))).containsExactly(t(1, -4), t(1, 1), t(1, -5), t(1, 6));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void selectReplaceReturning_badArguments_areRefused(Variant variant) {
    LocalTable table = table(variant);
    table.insert(t(1, 1));
    MatchSpec same = spec("[{{'$1','$2'},[],[{{'$1','$2'}}]}]");
    if (variant.type() == TableType.BAG) {
      assertThatThrownBy(() -> table.selectReplaceReturning(same, 1))
          .isInstanceOf(TableTypeException.class);
      return;
    }
    assertThatThrownBy(() -> table.selectReplaceReturning(same, 0))
        .isInstanceOf(BadArgumentException.class);
    assertThatThrownBy(
            () -> table.selectReplaceReturning(spec("[{{'$1','$2'},[],[{{'$2','$1'}}]}]"), 1))
        .isInstanceOf(BadMatchSpecException.class);
    assertThat(table.tab2list()).containsExactly(t(1, 1));
  }

  // Rights and quotas

  @Test
  void allOperations_withoutTheRightToWrite_changeNothing() {
    LocalTable table = owner.newTable("t", TableOptions.set());
    table.insert(t(1, 1));
    try (Owner other = owner.space().newOwner()) {
      LocalTable foreign = other.open(table.id());
      assertThatThrownBy(() -> foreign.compareInsert(List.of(), t(2, 2)))
          .isInstanceOf(TableAccessException.class);
      assertThatThrownBy(() -> foreign.insertAll(Stream.of(t(2, 2)), 1))
          .isInstanceOf(TableAccessException.class);
      assertThatThrownBy(() -> foreign.takeAll(List.of(i(1))))
          .isInstanceOf(TableAccessException.class);
      assertThatThrownBy(() -> foreign.selectTake(spec("[{'_',[],['$_']}]"), 1))
          .isInstanceOf(TableAccessException.class);
      assertThatThrownBy(
              () -> foreign.selectReplaceReturning(spec("[{{'$1',1},[],[{{'$1',2}}]}]"), 1))
          .isInstanceOf(TableAccessException.class);
    }
    assertThat(table.tab2list()).containsExactly(t(1, 1));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#duplicateBags")
  void quota_allOperations_countWhatTheyChange(Variant variant) {
    checkCounts(variant);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void quota_allOperationsOfSets_countWhatTheyChange(Variant variant) {
    checkCounts(variant);
  }

  private static void checkCounts(Variant variant) {
    TableSpace space = new TableSpace();
    space.limit(Quota.UNLIMITED, Quota.UNLIMITED.withObjects(4).withBytes(10_000));
    try (Owner metered = space.newOwner()) {
      LocalTable table = metered.newTable("t", variant.options());
      assertThatThrownBy(() -> table.insertAll(IntStream.range(0, 9).mapToObj(k -> t(k, k)), 3))
          .isInstanceOf(SystemLimitException.class);
      assertThat(table.size()).isEqualTo(3);
      TableComputationTest.assertCounted(space, table);
      assertThat(table.compareInsert(List.of(t(5, 6)), t(5, 5))).isFalse();
      TableComputationTest.assertCounted(space, table);
      assertThat(table.compareInsert(List.of(), t(5, 1L << 40))).isTrue();
      TableComputationTest.assertCounted(space, table);
      assertThatThrownBy(() -> table.compareInsert(List.of(), t(6, 6)))
          .isInstanceOf(SystemLimitException.class);
      TableComputationTest.assertCounted(space, table);
      table.selectReplaceReturning(spec("[{{'$1','$2'},[],[{{'$1',{const,[1,2,3]}}}]}]"), 2);
      TableComputationTest.assertCounted(space, table);
      assertThat(table.selectTake(spec("[{'_',[],['$_']}]"), 2)).hasSize(2);
      TableComputationTest.assertCounted(space, table);
      table.takeAll(List.of(i(0), i(1), i(2), i(5)));
      assertThat(table.size()).isZero();
      TableComputationTest.assertCounted(space, table);
    }
  }
}
