package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.jets.ets.TermCalls.apply;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.f;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.Spliterator;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests traversals of a table: by steps, slots, folds, ranges, from a key, and in a snapshot. */
class TraversalTest {
  private final TableSpace space = new TableSpace();
  private final Owner owner = space.newOwner();

  @AfterEach
  void end() {
    owner.close();
    assertThat(space.all()).isEmpty();
  }

  private LocalTable table(Variant variant, int keys) {
    LocalTable table = owner.newTable("t", variant.options().withPublicAccess());
    for (int key = 0; key < keys; key++) {
      table.insert(t(key, 0));
      table.insert(t(key, 1));
    }
    return table;
  }

  // Steps with objects

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void lookupSteps_giveKeyAndObjects(Variant variant) {
    LocalTable table = table(variant, 10);
    assertThat(table.firstLookup().map(Map.Entry::getKey)).isEqualTo(table.first());
    assertThat(table.lastLookup().map(Map.Entry::getKey)).isEqualTo(table.last());
    Set<Term> keys = new HashSet<>();
    for (Optional<Map.Entry<Term, List<Tuple>>> step = table.firstLookup();
        step.isPresent();
        step = table.nextLookup(step.get().getKey())) {
      Term key = step.get().getKey();
      assertThat(step.get().getValue()).isEqualTo(table.lookup(key));
      assertThat(table.prevLookup(key).map(Map.Entry::getKey)).isEqualTo(table.prev(key));
      assertThat(keys.add(key)).isTrue();
    }
    assertThat(keys).hasSize(10);
    table.deleteAllObjects();
    assertThat(table.firstLookup()).isEmpty();
    assertThat(table.lastLookup()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#orderedSets")
  void nextLookup_equalKeyOfOtherType_givesTheStoredKey(Variant variant) {
    LocalTable table = owner.newTable("t", variant.options());
    table.insert(List.of(t(1.0, "a"), t(2, "b")));
    assertThat(table.nextLookup(i(0))).contains(Map.entry(f(1.0), List.of(t(1.0, "a"))));
    assertThat(table.prevLookup(f(2.0))).contains(Map.entry(f(1.0), List.of(t(1.0, "a"))));
    assertThatThrownBy(() -> table.nextLookup(a("$end_of_table")))
        .isInstanceOf(NoSuchKeyException.class);
  }

  // Steps to keys in the form of their objects

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#orderedSets")
  void step_keyReplacedInAnotherForm_givesThatOfTheObject(Variant variant) {
    List<List<Tuple>> forms =
        List.of(
            List.of(t(5, "a"), t(5.0, "b")),
            List.of(t(5.0, "a"), t(5, "b")),
            List.of(t(t("k", 5), "a"), t(t("k", 5.0), "b")),
            List.of(t(t("k", t(5)), "a"), t(t("k", t(5.0)), "b")),
            List.of(t(l(1, 2), "a"), t(l(1, 2.0), "b")),
            List.of(t(t(1, 2, 3, 4, 5, 6, 7, 8, 9), "a"), t(t(1, 2, 3, 4, 5, 6, 7, 8, 9.0), "b")));
    Term end = Term.of(new byte[0]); // Behind all other keys.
    for (List<Tuple> form : forms) {
      Tuple first = form.get(0);
      Tuple second = form.get(1);
      List<Consumer<LocalTable>> replacements =
          List.of(
              table -> table.insert(second),
              table -> table.insert(List.of(second, Tuple.of(end))),
              table -> {
                table.delete(first.element(1));
                table.insert(List.of(first, second));
              },
              table -> {
                table.delete(first.element(1));
                assertThat(table.insertNew(List.of(first, second))).isTrue();
              },
              table -> {
                table.delete(first.element(1));
                assertThat(table.insertNew(second)).isTrue();
              },
              table -> {
                table.delete(second.element(1));
                table.updateElement(second.element(1), List.of(new ElementOp(2, a("b"))), first);
              });
      for (Consumer<LocalTable> replacement : replacements) {
        LocalTable table = owner.newTable("t", variant.options());
        table.insert(first);
        assertThat(table.next(i(0))).contains(first.element(1));
        assertThat(table.prev(end)).contains(first.element(1));
        replacement.accept(table);
        assertThat(table.next(i(0))).contains(second.element(1));
        assertThat(table.prev(end)).contains(second.element(1));
        assertThat(table.nextLookup(i(0))).contains(Map.entry(second.element(1), List.of(second)));
        assertThat(table.prevLookup(end)).contains(Map.entry(second.element(1), List.of(second)));
        LocalTable snapshot = table.snapshot();
        assertThat(snapshot.next(i(0))).contains(second.element(1));
        assertThat(snapshot.prev(end)).contains(second.element(1));
        table.drop();
      }
    }
  }

  /** A map goes on without a search from a key of its own alone. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#orderedSets")
  void step_objectReplaced_givesTheKeyOfTheMap(Variant variant) {
    assumeThat(variant.options().backend()).isNotEqualTo(Backend.SKIP_LIST);
    LocalTable table = owner.newTable("t", variant.options());
    Term end = Term.of(new byte[0]); // Behind all other keys.
    for (Object number : List.of(100_000, 100_000.5, t("k", 100_000.5))) {
      table.insert(t(number, "a"));
      Term key = table.prev(end).orElseThrow();
      table.insert(t(number, "b"));
      assertThat(table.prev(end).orElseThrow()).isSameAs(key);
      assertThat(table.prevLookup(end).orElseThrow().getKey()).isSameAs(key);
      table.insert(Tuple.of(end));
      assertThat(table.next(key).orElseThrow()).isEqualTo(end);
      table.delete(end);
    }
  }

  // Slots

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void slot_all_haveEachObjectOnce(Variant variant) {
    for (int keys : List.of(3, 1_000)) {
      LocalTable table = table(variant, keys);
      List<Tuple> objects = new ArrayList<>();
      int slots = 0;
      Optional<List<Tuple>> slot = table.slot(0);
      while (slot.isPresent()) {
        objects.addAll(slot.get());
        slots++;
        slot = table.slot(slots);
      }
      assertThat(objects).containsExactlyInAnyOrderElementsOf(table.tab2list());
      int beyond = slots + 1;
      assertThatThrownBy(() -> table.slot(beyond)).isInstanceOf(BadArgumentException.class);
      assertThat(slots)
          .isEqualTo(variant.type() == TableType.ORDERED_SET ? keys : Math.max(256, keys));
    }
    LocalTable table = table(variant, 3);
    for (Term bad : List.of(i(-1), a("x"), i(1L << 60))) {
      assertThatThrownBy(() -> apply(table, "slot", bad)).isInstanceOf(BadArgumentException.class);
    }
  }

  @Test
  void slot_emptyOrderedSet_isUnknownWithDecentralizedCountersAlone() {
    TableOptions ordered = TableOptions.orderedSet();
    TableOptions concurrent = ordered.withWriteConcurrency(WriteConcurrency.TRUE);
    for (TableOptions known :
        List.of(
            ordered,
            ordered.withDecentralizedCounters(true),
            concurrent.withDecentralizedCounters(false),
            concurrent.withAccess(Access.PRIVATE))) {
      assertThat(owner.newTable("t", known).slot(0)).isEmpty();
    }
    for (TableOptions unknown : List.of(concurrent, concurrent.withDecentralizedCounters(true))) {
      LocalTable table = owner.newTable("t", unknown);
      assertThatThrownBy(() -> table.slot(0)).isInstanceOf(BadArgumentException.class);
      table.insert(t(1));
      assertThat(table.slot(0)).contains(List.of(t(1)));
      assertThat(table.slot(1)).isEmpty();
    }
  }

  // Streams

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void stream_keysDeletedAndInsertedAgain_showsEachOnce(Variant variant) {
    LocalTable table = owner.newTable("t", variant.options());
    for (int key = 0; key < 12; key++) {
      table.insert(t(key, 0));
    }
    List<Tuple> objects = new ArrayList<>();
    table.stream()
        .forEach(
            object -> {
              objects.add(object);
              table.delete(object.element(1));
              table.insert(object);
            });
    assertThat(objects).hasSize(12).doesNotHaveDuplicates();
  }

  // Folds

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void fold_eitherWay_goesThroughAllObjects(Variant variant) {
    LocalTable table = table(variant, 10);
    List<Tuple> left = new ArrayList<>();
    List<Tuple> right = new ArrayList<>();
    assertThat(
            table.foldl(
                (object, count) -> {
                  left.add(object);
                  table.insert(t(1_000 + count, 0));
                  table.delete(i(1_000 + count));
                  return count + 1;
                },
                0))
        .isEqualTo(table.size());
    assertThat(left).containsExactlyInAnyOrderElementsOf(table.tab2list());
    table.<Object>foldr((object, none) -> right.add(object), null);
    assertThat(right).containsExactlyInAnyOrderElementsOf(left);
    if (variant.type() == TableType.ORDERED_SET) {
      assertThat(right).isEqualTo(IntStream.range(0, 10).mapToObj(n -> left.get(9 - n)).toList());
    }
    if (!variant.type().isSet()) {
      assertThat(right.subList(0, 2)).containsExactly(left.get(1), left.get(0));
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void fold_keyEndOfTable_endsAsInErlang(Variant variant) {
    LocalTable table = owner.newTable("t", variant.options());
    table.insert(t("$end_of_table", 1));
    if (variant.type() == TableType.ORDERED_SET) {
      assertThatThrownBy(() -> table.foldl((object, n) -> n + 1, 0))
          .isInstanceOf(NoSuchKeyException.class);
    } else {
      assertThat(table.foldl((object, n) -> n + 1, 0)).isEqualTo(1);
    }
  }

  // Contents replaced

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void initTable_replacesTheObjectsAndClosesTheStream(Variant variant) {
    LocalTable table = table(variant, 3);
    AtomicBoolean closed = new AtomicBoolean();
    table.initTable(Stream.of(t("a"), t("b")).onClose(() -> closed.set(true)));
    assertThat(table.tab2list()).containsExactlyInAnyOrder(t("a"), t("b"));
    assertThat(closed).isTrue();
    closed.set(false);
    Stream<Tuple> bad = Stream.of(t("c"), t()).onClose(() -> closed.set(true));
    assertThatThrownBy(() -> table.initTable(bad)).isInstanceOf(BadArgumentException.class);
    assertThat(closed).isTrue();
    assertThat(table.tab2list()).containsExactly(t("c"));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void dets_none_isABadArgument(Variant variant) {
    LocalTable table = table(variant, 3);
    assertThatThrownBy(() -> apply(table, "from_dets", a("d")))
        .isInstanceOf(BadArgumentException.class)
        .hasMessageContaining("there are no dets tables");
    assertThatThrownBy(() -> apply(table, "to_dets", a("d")))
        .isInstanceOf(BadArgumentException.class);
  }

  // From a key

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void iterateFrom_presentKey_givesItAndWhatNextFinds(Variant variant) {
    LocalTable table = table(variant, 20);
    table.safeFixtable(true);
    List<Tuple> expected = new ArrayList<>();
    for (Optional<Term> key = Optional.of(i(7)); key.isPresent(); key = table.next(key.get())) {
      expected.addAll(table.lookup(key.get()));
    }
    assertThat(table.iterateFrom(i(7))).isEqualTo(expected);
    List<Tuple> back = new ArrayList<>();
    for (Optional<Term> key = Optional.of(i(7)); key.isPresent(); key = table.prev(key.get())) {
      back.addAll(table.lookup(key.get()));
    }
    assertThat(table.iterateBackFrom(i(7))).isEqualTo(back);
    table.delete(i(7));
    expected.removeIf(object -> object.element(1).equals(i(7)));
    assertThat(table.iterateFrom(i(7))).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void iterateFrom_absentKey_isAnErrorUnlessOrdered(Variant variant) {
    LocalTable table = table(variant, 20);
    if (variant.type() == TableType.ORDERED_SET) {
      assertThat(table.iterateFrom(f(17.5))).containsExactly(t(18, 1), t(19, 1));
      assertThat(table.iterateBackFrom(f(1.5))).containsExactly(t(1, 1), t(0, 1));
      assertThat(table.iterateFrom(i(100))).isEmpty();
    } else {
      assertThatThrownBy(() -> table.iterateFrom(i(100))).isInstanceOf(NoSuchKeyException.class);
    }
  }

  // Ranges

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#orderedSets")
  void range_parallel_splitsAndKeepsOrder(Variant variant) {
    LocalTable table = table(variant, 5_000);
    KeyRange range = KeyRange.closedOpen(i(1_000), i(4_000));
    List<Tuple> expected = IntStream.range(1_000, 4_000).mapToObj(key -> t(key, 1)).toList();
    assertThat(table.stream(range).parallel().toList()).isEqualTo(expected);
    Spliterator<Tuple> rest = table.spliterator(range);
    assertThat(rest.hasCharacteristics(Spliterator.SORTED | Spliterator.ORDERED)).isTrue();
    List<Spliterator<Tuple>> parts = new ArrayList<>();
    for (Spliterator<Tuple> prefix; (prefix = rest.trySplit()) != null; ) {
      parts.add(0, prefix);
    }
    assertThat(parts).isNotEmpty();
    parts.add(0, rest);
    Set<Tuple> objects = new HashSet<>();
    parts.forEach(
        part -> part.forEachRemaining(object -> assertThat(objects.add(object)).isTrue()));
    assertThat(objects).containsExactlyInAnyOrderElementsOf(expected);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void foldl_functionDeletesAllOthers_visitsNoneOfThem(Variant variant) {
    LocalTable table = table(variant, 10);
    int visited =
        table.<Integer>foldl(
            (object, count) -> {
              table.tab2list().stream()
                  .map(other -> other.element(1))
                  .filter(key -> !key.equals(object.element(1)))
                  .forEach(table::delete);
              return count + 1;
            },
            0);
    assertThat(visited).isEqualTo(table.tab2list().size());
  }

  // Snapshots

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void snapshot_isReadOnlyAndDoesNotChange(Variant variant) {
    LocalTable table = table(variant, 100);
    List<Tuple> before = table.tab2list();
    LocalTable snapshot = table.snapshot();
    table.insert(t(5, "x"));
    table.delete(i(6));
    table.insert(t(200, 0));
    assertThat(snapshot.tab2list()).containsExactlyInAnyOrderElementsOf(before);
    assertThat(snapshot.size()).isEqualTo(before.size());
    assertThat(snapshot.lookup(i(6))).isNotEmpty();
    assertThat(snapshot.type()).isEqualTo(variant.type());
    assertThat(snapshot).hasToString("EtsTable " + snapshot.id() + " t (snapshot)");
    for (Runnable write :
        List.<Runnable>of(
            () -> snapshot.insert(t(1)),
            () -> snapshot.delete(i(6)),
            snapshot::deleteAllObjects,
            () -> snapshot.rename(a("x")),
            snapshot::drop)) {
      assertThatThrownBy(write::run)
          .isInstanceOf(TableAccessException.class)
          .hasMessageContaining("a snapshot, read-only");
    }
    table.drop();
    assertThat(snapshot.tab2list()).hasSize(before.size());
    assertThat(space.all()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void spliterator_ofASnapshot_knowsItsSizeUntilItIsSplit(Variant variant) {
    LocalTable snapshot = table(variant, 100).snapshot();
    Spliterator<Tuple> objects = snapshot.spliterator();
    assertThat(objects.hasCharacteristics(Spliterator.SIZED | Spliterator.IMMUTABLE)).isTrue();
    assertThat(objects.tryAdvance(object -> {})).isTrue();
    assertThat(objects.getExactSizeIfKnown()).isEqualTo(snapshot.size() - 1);
    assertThat(snapshot.stream().parallel().map(Tuple::arity).toArray())
        .hasSize((int) snapshot.size());

    Spliterator<Tuple> whole = snapshot.spliterator();
    List<Tuple> found = new ArrayList<>();
    List<Spliterator<Tuple>> parts = new ArrayList<>();
    for (Spliterator<Tuple> prefix; (prefix = whole.trySplit()) != null; ) {
      assertThat(whole.hasCharacteristics(Spliterator.SIZED)).isFalse();
      parts.add(prefix);
    }
    parts.add(whole);
    parts.forEach(part -> part.forEachRemaining(found::add));
    assertThat(found).containsExactlyInAnyOrderElementsOf(snapshot.tab2list());
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void spliterator_ofATableThatCanChange_claimsNoSize(Variant variant) {
    assertThat(table(variant, 10).spliterator().hasCharacteristics(Spliterator.SIZED)).isFalse();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void count_ofAClosedSnapshot_failsAsReadingDoes(Variant variant) {
    LocalTable snapshot = table(variant, 10).snapshot();
    Stream<Tuple> counted = snapshot.stream();
    Stream<Tuple> read = snapshot.stream();
    Spliterator<Tuple> objects = snapshot.spliterator();
    assertThat(snapshot.stream().count()).isEqualTo(snapshot.size());

    snapshot.close();

    for (ThrowingCallable call :
        List.<ThrowingCallable>of(counted::count, read::toList, objects::getExactSizeIfKnown)) {
      assertThatThrownBy(call)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("a closed handle");
    }
  }

  // Spliterators

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void walk_atItsEnd_staysThereWhenTheHandleIsClosed(Variant variant) {
    LocalTable table = table(variant, 10);
    for (LocalTable walked : List.of(table.snapshot(), owner.open(table.id()))) {
      Iterator<Tuple> iterator = walked.stream().iterator();
      iterator.forEachRemaining(object -> {});
      Spliterator<Tuple> objects = walked.spliterator();
      objects.forEachRemaining(object -> {});

      walked.close();

      assertThat(iterator.hasNext()).isFalse();
      assertThat(objects.tryAdvance(object -> fail())).isFalse();
      objects.forEachRemaining(object -> fail());
      assertThat(objects.trySplit()).isNull();
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void spliterator_withoutAction_namesIt(Variant variant) {
    for (int keys : new int[] {0, 3}) {
      Spliterator<Tuple> objects = table(variant, keys).spliterator();
      for (ThrowingCallable call :
          List.<ThrowingCallable>of(
              () -> objects.tryAdvance(null), () -> objects.forEachRemaining(null))) {
        assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage("action");
      }
      List<Tuple> found = new ArrayList<>();
      objects.forEachRemaining(found::add);
      assertThatThrownBy(() -> objects.tryAdvance(null)).hasMessage("action");
      assertThat(found.isEmpty()).isEqualTo(keys == 0);
    }
  }
}
