package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that streams begin when they are consumed, and show each object as it is when they reach
 * it.
 */
class StreamTest {
  private static final int KEYS = 100;
  private static final MatchSpec FROM_THREE =
      MatchSpec.compile(TermParser.parse("[{{'$1','_'},[{'>=','$1',3}],['$_']}]"));

  private static final MatchSpec FROM_TWO =
      MatchSpec.compile(TermParser.parse("[{{'$1','_'},[{'>=','$1',2}],['$_']}]"));

  /** All ways to get a stream of all objects of an ordered_set. */
  private static final Map<String, Function<EtsTable, Stream<Tuple>>> ORDERED =
      Map.of(
          "all", EtsTable::stream,
          "from", table -> table.stream(KeyRange.atLeast(i(2))),
          "to", table -> table.stream(KeyRange.atMost(i(KEYS))),
          "found", table -> table.stream(FROM_THREE).map(Tuple.class::cast),
          "iterated", table -> table.iterateFrom(i(3)),
          "iterated back", table -> table.iterateBackFrom(i(KEYS - 3)));

  private final TableSpace space = new TableSpace();
  private final Owner owner = space.newOwner();

  @AfterEach
  void end() {
    owner.close();
    assertThat(space.all()).isEmpty();
  }

  private EtsTable table(Variant variant) {
    EtsTable table = owner.newTable("t", variant.options());
    table.insert(IntStream.rangeClosed(1, KEYS).mapToObj(n -> t(n, "old")).toList());
    return table;
  }

  private static void replaceAll(EtsTable table) {
    for (int n = 1; n <= KEYS; n++) {
      table.insert(t(n, "new"));
    }
  }

  private static List<Tuple> rest(Spliterator<Tuple> objects) {
    List<Tuple> rest = new ArrayList<>();
    objects.forEachRemaining(rest::add);
    return rest;
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void stream_insertedBeforeItIsConsumed_isThere(Variant variant) {
    EtsTable table = owner.newTable("t", variant.options());
    Stream<Tuple> objects = table.stream();
    Stream<Term> found = table.stream(MatchSpec.objectsLike(t("_", 1)));
    Spliterator<Tuple> spliterator = table.spliterator();
    table.insert(t(1, 1));
    assertThat(objects.toList()).containsExactly(t(1, 1));
    assertThat(found.toList()).containsExactly(t(1, 1));
    assertThat(spliterator.estimateSize()).isPositive();
    assertThat(rest(spliterator)).containsExactly(t(1, 1));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void stream_clearedBeforeItIsConsumed_isEmpty(Variant variant) {
    EtsTable table = table(variant);
    Stream<Tuple> objects = table.stream();
    table.deleteAllObjects();
    assertThat(objects.toList()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void iterateFrom_replacedBeforeItIsConsumed_showsTheKeysOwnObjectAsItIs(Variant variant) {
    EtsTable table = table(variant);
    Stream<Tuple> objects = table.iterateFrom(i(1));
    replaceAll(table);
    assertThat(objects.findFirst()).contains(t(1, "new"));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void stream_keysDeletedMeanwhile_areNotShown(Variant variant) {
    EtsTable table = table(variant);
    Spliterator<Tuple> objects = table.spliterator();
    assertThat(objects.tryAdvance(object -> {})).isTrue();
    for (int n = 1; n <= KEYS; n++) {
      table.delete(i(n));
    }
    assertThat(rest(objects)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void stream_objectsReplacedMeanwhile_areShownAsTheyAre(Variant variant) {
    EtsTable table = table(variant);
    Spliterator<Tuple> objects = table.spliterator();
    assertThat(objects.tryAdvance(object -> {})).isTrue();
    replaceAll(table);
    assertThat(rest(objects))
        .hasSize(KEYS - 1)
        .doesNotHaveDuplicates()
        .allMatch(object -> object.element(2).equals(a("new")));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void stream_clearedMeanwhile_continuesWithPresentObjects(Variant variant) {
    EtsTable table = table(variant);
    Spliterator<Tuple> objects = table.spliterator();
    assertThat(objects.tryAdvance(object -> {})).isTrue();
    table.deleteAllObjects();
    assertThat(rest(objects)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void forEachRemaining_keysDeletedByTheAction_areNotShown(Variant variant) {
    EtsTable table = table(variant);
    List<Tuple> seen = new ArrayList<>();
    table
        .spliterator()
        .forEachRemaining(
            object -> {
              seen.add(object);
              for (int n = 1; n <= KEYS; n++) {
                table.delete(i(n));
              }
            });
    assertThat(seen).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#orderedSets")
  void orderedStreams_objectsReplacedMeanwhile_areShownAsTheyAre(Variant variant) {
    ORDERED.forEach(
        (name, stream) -> {
          EtsTable table = table(variant);
          Spliterator<Tuple> objects = stream.apply(table).spliterator();
          assertThat(objects.tryAdvance(object -> {})).isTrue();
          replaceAll(table);
          assertThat(rest(objects))
              .as(name)
              .hasSizeGreaterThan(KEYS - 5)
              .allMatch(object -> object.element(2).equals(a("new")));
          table.drop();
        });
  }

  /** Streams over the keys from 2 on, at least up to 50. */
  private static final Map<String, Function<EtsTable, Stream<Tuple>>> RANGES =
      Map.of(
          "range", table -> table.stream(KeyRange.closed(i(2), i(50))),
          "all", table -> table.stream().skip(1),
          "found", table -> table.stream(FROM_TWO).map(Tuple.class::cast),
          "iterated", table -> table.iterateFrom(i(2)));

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#orderedSets")
  void orderedStreams_changesByTheAction_areSeenAhead(Variant variant) {
    RANGES.forEach(
        (name, stream) -> {
          EtsTable table = table(variant);
          List<Tuple> shown = new ArrayList<>();
          stream
              .apply(table)
              .limit(8)
              .forEach(
                  object -> {
                    shown.add(object);
                    if (object.element(1).equals(i(3))) {
                      table.delete(i(4));
                      table.insert(t(5, "new"));
                      table.insert(t(2, "behind"));
                      table.insert(Tuple.of(FloatTerm.of(6.5), a("new")));
                      table.updateElement(i(7), 2, a("updated"));
                    }
                  });
          assertThat(shown)
              .as(name)
              .containsExactly(
                  t(2, "old"),
                  t(3, "old"),
                  t(5, "new"),
                  t(6, "old"),
                  Tuple.of(FloatTerm.of(6.5), a("new")),
                  t(7, "updated"),
                  t(8, "old"),
                  t(9, "old"));
          table.drop();
        });
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#orderedSets")
  void forEachRemaining_changesByTheAction_areSeenAhead(Variant variant) {
    EtsTable table = table(variant);
    List<Tuple> shown = new ArrayList<>();
    table
        .spliterator(KeyRange.closed(i(2), i(50)))
        .forEachRemaining(
            object -> {
              shown.add(object);
              table.delete(object.element(1));
              IntegerTerm key = (IntegerTerm) object.element(1);
              table.insert(t(key.intValue() + 1, "new"));
              table.delete(i(key.intValue() + 2));
              table.insert(t(key.intValue() - 1, "behind"));
            });
    assertThat(shown.get(0)).isEqualTo(t(2, "old"));
    assertThat(shown.subList(1, shown.size()))
        .isEqualTo(IntStream.rangeClosed(3, 50).mapToObj(n -> t(n, "new")).toList());
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#orderedSets")
  void forEachRemaining_clearedByTheAction_goesOnWithNewObjects(Variant variant) {
    EtsTable table = table(variant);
    List<Tuple> shown = new ArrayList<>();
    table
        .spliterator(KeyRange.closed(i(10), i(40)))
        .forEachRemaining(
            object -> {
              shown.add(object);
              if (object.element(1).equals(i(20))) {
                table.deleteAllObjects();
                table.insert(List.of(t(15, "new"), t(20, "new"), t(30, "new"), t(45, "new")));
              }
            });
    assertThat(shown).hasSize(12).endsWith(t(20, "old"), t(30, "new"));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void fold_changesByTheFunction_areSeen(Variant variant) {
    EtsTable table = table(variant);
    int seen =
        table.foldl(
            (object, count) -> {
              for (int n = 1; n <= KEYS; n++) {
                table.delete(i(n));
              }
              return count + 1;
            },
            0);
    assertThat(seen).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#orderedSets")
  void orderedStreams_atTheirEnd_stayThere(Variant variant) {
    ORDERED.forEach(
        (name, stream) -> {
          EtsTable table = table(variant);
          Spliterator<Tuple> objects = stream.apply(table).spliterator();
          List<Tuple> shown = new ArrayList<>();
          assertThat(objects.tryAdvance(shown::add)).isTrue();
          table.deleteAllObjects();
          assertThat(objects.tryAdvance(shown::add)).as(name).isFalse();
          table.insert(t(KEYS / 2, "new"));
          assertThat(objects.tryAdvance(shown::add)).as(name).isFalse();
          table.drop();
        });
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void streamOfResults_objectsDeletedMeanwhile_areNotShown(Variant variant) {
    EtsTable table = owner.newTable("t", variant.options());
    for (int key = 0; key < 40; key++) {
      table.insert(t(key));
    }
    MatchSpec all = MatchSpec.compile(TermParser.parse("[{{'$1'},[{'>=','$1',0}],['$1']}]"));
    try (Stream<Term> results = table.stream(all)) {
      Iterator<Term> iterator = results.iterator();
      Term first = iterator.next();
      for (int key = 0; key < 40; key++) {
        if (!i(key).equals(first)) {
          table.delete(i(key));
        }
      }
      assertThat(iterator.hasNext()).isFalse();
    }
  }
}
