package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests searches in chunks with concurrent inserts, deletions and replacements, in a table that is
 * not fixed. The chunks together have each object that stays exactly once and none twice, and each
 * chunk has the right number of results.
 *
 * <p>Even keys stay, and their objects are replaced; odd keys come and go.
 */
class ContinuationStressTest {
  private static final int KEYS = 400;
  private static final int SEARCHES = 80;
  private static final MatchSpec ALL = spec("[{'_',[],['$_']}]");
  private static final MatchSpec RANGES =
      spec("[{'$1',[{'orelse',{'<',{element,1,'$1'},100},{'>=',{element,1,'$1'},200}}],['$_']}]");

  private final Owner owner = new TableSpace().newOwner();
  private final ExecutorService executor = Executors.newCachedThreadPool();

  @AfterEach
  void end() {
    executor.shutdownNow();
    owner.close();
  }

  private static MatchSpec spec(String text) {
    return MatchSpec.compile(TermParser.parse(text));
  }

  /** Inserts and deletes objects, each different from all others. */
  private static void change(EtsTable table, AtomicBoolean done, int seed) {
    Random random = new Random(seed);
    for (int n = 1; !done.get(); n++) {
      int odd = random.nextInt(KEYS) | 1;
      Term unique = t(seed, n);
      switch (random.nextInt(5)) {
        case 0, 1 -> table.insert(t(odd, unique));
        case 2, 3 -> table.delete(i(odd));
        default -> table.insert(List.of(t(odd, unique), t((odd + 2) % KEYS, unique)));
      }
      if (table.type().isSet()) {
        table.updateElement(i(odd - 1), 3, unique);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void select_tableChangesBetweenChunks_givesStayingObjectsOnce(Variant variant) throws Exception {
    EtsTable table = owner.newTable("t", variant.options());
    for (int key = 0; key < KEYS; key += 2) {
      table.insert(t(key, key, 0));
    }
    AtomicBoolean done = new AtomicBoolean();
    List<Future<?>> writers = new ArrayList<>();
    for (int n = 0; n < 2; n++) {
      int seed = n;
      writers.add(executor.submit(() -> change(table, done, seed)));
    }
    try {
      for (int n = 0; n < TestScale.count(SEARCHES); n++) {
        int limit = 1 + n % 50;
        assertStaying(search(table, table.select(ALL, limit), limit), 0, KEYS);
        assertStaying(search(table, table.selectReverse(ALL, limit), limit), 0, KEYS);
        Set<Integer> inRanges = search(table, table.select(RANGES, limit), limit);
        assertStaying(inRanges, 0, 100);
        assertStaying(inRanges, 200, KEYS);
        assertThat(inRanges).noneMatch(key -> key >= 100 && key < 200);
      }
    } finally {
      done.set(true);
    }
    for (Future<?> writer : writers) {
      writer.get();
    }
  }

  /**
   * Returns the keys of the objects in the chunks of a search, and checks that none occurs twice.
   */
  private static Set<Integer> search(EtsTable table, Optional<SelectChunk> first, int limit) {
    Set<Integer> keys = new HashSet<>();
    Set<Tuple> objects = new HashSet<>();
    for (Optional<SelectChunk> chunk = first; chunk.isPresent(); ) {
      Optional<SelectContinuation> continuation = chunk.get().continuation();
      assertThat(chunk.get().results()).hasSizeBetween(continuation.isPresent() ? limit : 1, limit);
      for (Term result : chunk.get().results()) {
        Tuple object = (Tuple) result;
        int key = ((IntegerTerm) object.element(1)).intValue();
        assertThat(objects.add(stays(key) ? object.with(3, object.element(1)) : object))
            .as("%s the first time", object)
            .isTrue();
        keys.add(key);
      }
      chunk = continuation.flatMap(table::select);
    }
    return keys;
  }

  private static boolean stays(int key) {
    return key % 2 == 0;
  }

  private static void assertStaying(Set<Integer> keys, int from, int to) {
    for (int key = from; key < to; key += 2) {
      assertThat(keys).as("even keys").contains(key);
    }
  }
}
