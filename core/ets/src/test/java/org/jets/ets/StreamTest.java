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
