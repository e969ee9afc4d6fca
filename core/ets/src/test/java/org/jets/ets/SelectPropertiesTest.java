package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.jets.ets.index.Index;
import org.jets.ets.match.MatchContext;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that random specifications have the same results for any plan: those of a run on each
 * object of the table. The property {@code jets.seed} repeats a run.
 */
@Tag("sequential")
class SelectPropertiesTest {
  private static final int SPECS = 8_000;
  private static final int INDEXED_SPECS = 2_000;
  private static final int SPECS_PER_TABLE = 100;
  private static final int OBJECTS = 60;
  private static final Duration HOUR = Duration.ofHours(1);

  private final long seed = Long.getLong("jets.seed", new SecureRandom().nextLong());
  private final Random random = new Random(seed);

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void search_randomSpec_givesWhatEachObjectGives(Variant variant) {
    Map<SelectPlan.Kind, Integer> kinds = new EnumMap<>(SelectPlan.Kind.class);
    int results = 0;
    for (int done = 0; done < TestScale.count(SPECS); done += SPECS_PER_TABLE) {
      int keypos = 1 + random.nextInt(2);
      KeySpecs specs = new KeySpecs(random, keypos);
      try (Owner owner = new TableSpace().newOwner()) {
        LocalTable table = owner.newTable("t", variant.options().withKeypos(keypos));
        for (int i = 0; i < SPECS_PER_TABLE; i++) {
          while (table.size() < OBJECTS) {
            table.insert(specs.object());
          }
          MatchSpec spec = MatchSpec.compile(specs.spec());
          kinds.merge(table.explain(spec).kind(), 1, Integer::sum);
          results += check(table, spec);
        }
      }
    }
    assertThat(results).isGreaterThan(TestScale.count(SPECS));
    assertThat(kinds).containsKeys(SelectPlan.Kind.LOOKUP, SelectPlan.Kind.SCAN);
    assertThat(kinds.containsKey(SelectPlan.Kind.RANGE))
        .isEqualTo(variant.type() == TableType.ORDERED_SET);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void search_randomSpecAndIndex_givesWhatEachObjectGives(Variant variant) {
    Map<SelectPlan.Kind, Integer> kinds = new EnumMap<>(SelectPlan.Kind.class);
    int results = 0;
    for (int done = 0; done < TestScale.count(INDEXED_SPECS); done += SPECS_PER_TABLE) {
      KeySpecs specs = new KeySpecs(random, 2);
      try (Owner owner = new TableSpace().newOwner()) {
        TableOptions options = variant.options().withKeypos(3).withIndexes(true);
        LocalTable table =
            owner.newTable(
                "t", random.nextBoolean() ? options : options.withExpiryAfterWrite(HOUR));
        table.addIndex(Index.onElement(Atom.of("second"), 2));
        for (int i = 0; i < SPECS_PER_TABLE; i++) {
          for (int n = 0; n < OBJECTS && table.size() < OBJECTS; n++) {
            table.insert(specs.object());
          }
          MatchSpec spec = MatchSpec.compile(specs.spec());
          kinds.merge(table.explain(spec).kind(), 1, Integer::sum);
          results += check(table, spec);
        }
        IndexedTables.indexes(table).validate();
      }
    }
    assertThat(results).isGreaterThan(TestScale.count(INDEXED_SPECS) / 4);
    assertThat(kinds).containsKeys(SelectPlan.Kind.INDEX, SelectPlan.Kind.SCAN);
  }

  private int check(LocalTable table, MatchSpec spec) {
    SelectPlan plan = table.explain(spec);
    // The text of a specification takes longer than a search by it.
    Supplier<String> what =
        () ->
            "%s, %s, -Djets.seed=%d".formatted(plan, spec, seed)
                + (isOrdered(table) ? "" : " on " + table.backend());
    MatchContext context = new MatchContext(table.caller().pid(), table.caller().space().node());
    List<Tuple> objects = table.tab2list();
    List<Term> expected = inOrder(table, spec.runAll(objects, context));
    List<Term> backwards = new ArrayList<>(expected);
    if (isOrdered(table)) {
      Collections.reverse(backwards);
    }
    int limit = 1 + random.nextInt(4);
    assertSame(table, table.select(spec), expected, what);
    assertSame(table, table.selectReverse(spec), backwards, what);
    assertSame(table, table.stream(spec).toList(), expected, what);
    assertSame(table, chunks(table, table.select(spec, limit), limit), expected, what);
    assertSame(table, chunks(table, table.selectReverse(spec, limit), limit), backwards, what);
    long truths = expected.stream().filter(result -> result == Atom.TRUE).count();
    assertThat(table.selectCount(spec)).as(what).isEqualTo(truths);
    List<Tuple> left = new ArrayList<>(objects);
    left.removeIf(object -> spec.run(object, context) == Atom.TRUE);
    assertThat(table.selectDelete(spec)).as(what).isEqualTo(truths);
    assertThat(sorted(table.tab2list())).as(what).isEqualTo(sorted(left));
    return expected.size();
  }

  private static boolean isOrdered(LocalTable table) {
    return table.type() == TableType.ORDERED_SET;
  }

  /** Compares results with expected ones, which are {@linkplain #inOrder in order}. */
  private static void assertSame(
      LocalTable table, List<Term> actual, List<Term> expected, Supplier<String> what) {
    assertThat(inOrder(table, actual)).as(what).isEqualTo(expected);
  }

  /** Returns the results as they are if the table is ordered, else sorted. */
  private static List<Term> inOrder(LocalTable table, List<Term> results) {
    return isOrdered(table) ? results : sorted(results);
  }

  private static List<Term> sorted(List<? extends Term> terms) {
    List<Term> sorted = new ArrayList<>(terms);
    sorted.sort(TermOrder.EXACT);
    return sorted;
  }

  private static List<Term> chunks(LocalTable table, Optional<SelectChunk> first, int limit) {
    List<Term> all = new ArrayList<>();
    Optional<SelectChunk> chunk = first;
    while (chunk.isPresent()) {
      List<Term> results = chunk.get().results();
      Optional<SelectContinuation> continuation = chunk.get().continuation();
      assertThat(results).isNotEmpty();
      // A full chunk may be the last one: a search of bound keys ends with its last result.
      assertThat(results).hasSizeLessThanOrEqualTo(limit);
      if (continuation.isPresent()) {
        assertThat(results).hasSize(limit);
      }
      all.addAll(results);
      chunk = continuation.flatMap(table::select);
    }
    return all;
  }
}
