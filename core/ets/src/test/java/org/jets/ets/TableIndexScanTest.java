package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.jets.ets.index.Index;
import org.jets.ets.indexing.TableIndexes;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.plan.KeyPlan;
import org.jets.ets.store.Direction;
import org.jets.ets.store.PauseCounter;
import org.jets.ets.store.TableStore;
import org.jets.terms.PausableThread;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Searches by an index that finds a large part of its table, and scan it instead. */
class TableIndexScanTest {
  /** The keys that an index may find in a small table, before it is scanned. */
  private static final int FEW = 128;

  private static final Index BY_SECOND = Index.onElement(a("by_second"), 2);

  private final TableSpace space = new TableSpace();
  private final Owner owner = space.newOwner();
  private final List<String> scans = new ArrayList<>();

  @AfterEach
  void closeOwner() {
    owner.close();
  }

  /** A table of objects whose second element is the key, with an index on it. */
  private LocalTable table(TableOptions options, int size) {
    LocalTable table =
        owner.newTable("t", options.withIndexes(true).withPublicAccess().withEvents(false));
    table.addIndex(BY_SECOND);
    table.insert(IntStream.range(0, size).mapToObj(n -> t(n, n)).toList());
    space.observeScans(
        (name, operation, plan) -> {
          scans.add(operation + ": " + plan.reason());
          return () -> {};
        });
    return table;
  }

  /** Returns a specification of the objects whose second element is below a number. */
  private static MatchSpec below(int count, String result) {
    return MatchSpec.compile(
        TermParser.parse("[{{'$1','$2'},[{'<','$2'," + count + "}],[" + result + "]}]"));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void search_wideRange_scansTheTable(Variant variant) {
    LocalTable table = table(variant.options(), 10 * FEW);
    MatchSpec few = below(FEW, "'$1'");
    MatchSpec many = below(FEW + 1, "'$1'");

    assertThat(table.select(few)).hasSize(FEW);
    assertThat(scans).isEmpty();

    assertThat(table.select(many)).hasSize(FEW + 1);
    assertThat(table.selectReverse(many)).hasSize(FEW + 1);
    assertThat(table.selectCount(below(FEW + 1, "true"))).isEqualTo(FEW + 1);
    assertThat(table.select(many, 7).orElseThrow().results()).hasSize(7);
    assertThat(table.stream(many).count()).isEqualTo(FEW + 1);
    assertThat(table.selectDelete(below(FEW + 1, "true"))).isEqualTo(FEW + 1);
    String because = ": the index by_second on {element,2} has too many keys, or is dropped";
    assertThat(scans)
        .containsExactly(
            "select" + because,
            "select_reverse" + because,
            "select_count" + because,
            "select with a limit" + because,
            "select_delete" + because);
    IndexedTables.indexes(table).validate();
  }

  /** The part of a large table that may be read is larger. */
  @Test
  void search_largeTable_readsOnePartIn32() {
    int size = 33 * FEW;
    LocalTable table = table(TableOptions.orderedSet(), size); // Its estimate is exact.
    int most = size / 32;
    assertThat(most).isGreaterThan(FEW);
    assertThat(table.select(below(most, "'$1'"))).hasSize(most);
    assertThat(scans).isEmpty();
    assertThat(table.select(below(most + 1, "'$1'"))).hasSize(most + 1);
    assertThat(scans).hasSize(1);
    assertThat(table.explain(below(most, "'$1'")).reason())
        .isEqualTo(
            "the key is open, and the index by_second on {element,2} is limited; each search counts"
                + " the keys there, and scans all objects if they are more than "
                + most);
  }

  /** A size can cost as much as a scan, and take all locks of a map. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void search_fewKeys_doesNotAskForTheSize(Variant variant) {
    OwnedTable table = ((TableHandle) table(variant.options(), 2 * FEW)).table();
    List<String> asked = new ArrayList<>();
    TableStore store =
        (TableStore)
            Proxy.newProxyInstance(
                TableStore.class.getClassLoader(),
                new Class<?>[] {TableStore.class},
                (proxy, method, arguments) -> {
                  asked.add(method.getName());
                  return method.invoke(table.store(), arguments);
                });
    TableIndexes indexes = table.indexes();
    KeyPlan.ByIndex few = (KeyPlan.ByIndex) table.plan(below(FEW, "'$1'")).plan();
    assertThat(indexes.cells(few, store, Direction.ASCENDING)).isNotNull();
    assertThat(asked).doesNotContain("size", "sizeUpTo", "roughSize");

    KeyPlan.ByIndex many = (KeyPlan.ByIndex) table.plan(below(FEW + 1, "'$1'")).plan();
    assertThat(indexes.cells(many, store, Direction.ASCENDING)).isNull();
    assertThat(asked).doesNotContain("size", "sizeUpTo").containsOnlyOnce("roughSize");
  }

  /** One term that most objects have is as much as a range. */
  @Test
  void search_frequentTerm_scansTheTable() {
    LocalTable table = table(TableOptions.bag(), 10);
    for (int key = 0; key <= FEW; key++) {
      table.insert(t(key, "x"));
    }
    MatchSpec frequent = MatchSpec.compile(TermParser.parse("[{{'$1',x},[],['$1']}]"));
    assertThat(table.select(frequent)).hasSize(FEW + 1);
    assertThat(scans).hasSize(1);
    table.delete(i(0));
    assertThat(table.select(frequent)).hasSize(FEW);
    assertThat(scans).hasSize(1);
  }

  /** Many points of a unique index are counted, one is not: it has one key. */
  @Test
  void explain_pointsOfAUniqueIndex_promisesNoScan() {
    LocalTable table = owner.newTable("t", TableOptions.set().withIndexes(true));
    table.addIndex(BY_SECOND.unique());
    MatchSpec point = MatchSpec.compile(TermParser.parse("[{{'$1',5},[],['$1']}]"));
    assertThat(table.explain(point).reason()).endsWith("is limited");
    assertThat(table.explain(below(5, "'$1'")).reason()).endsWith("if they are more than 128");
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void search_wideRangeByChunks_givesEachResultOnce(Variant variant) {
    LocalTable table = table(variant.options(), 5 * FEW);
    Set<Term> found = new HashSet<>();
    Optional<SelectChunk> chunk = table.select(below(4 * FEW, "'$1'"), 50);
    while (chunk.isPresent()) {
      for (Term result : chunk.get().results()) {
        assertThat(found.add(result)).as(result.toString()).isTrue();
      }
      chunk = chunk.get().continuation().flatMap(table::select);
    }
    assertThat(found).hasSize(4 * FEW);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void repair_wideRange_goesOnWhereItWas(Variant variant) {
    LocalTable table = table(variant.options(), 5 * FEW);
    List<Term> all = table.select(below(4 * FEW, "'$1'"));
    SelectContinuation first =
        table.select(below(4 * FEW, "'$1'"), 100).orElseThrow().continuation().orElseThrow();
    LocalContinuation repaired =
        TableSelect.continuation(
            (TableHandle) table,
            first.spec(),
            Direction.ASCENDING,
            1_000,
            ((LocalContinuation) first).key(),
            ((LocalContinuation) first).countInKey());
    assertThat(table.select(repaired).orElseThrow().results())
        .isEqualTo(all.subList(100, all.size()));
  }

  private static final class Pausing extends Thread implements PausableThread {
    private final Runnable atPause;

    Pausing(Runnable work, Runnable atPause) {
      super(work);
      this.atPause = atPause;
    }

    @Override
    public void pause() {
      atPause.run();
    }

    @Override
    public void checkCancelled() {}
  }

  private static int pauses(Runnable work, Runnable atPause) throws InterruptedException {
    int[] count = {0};
    Throwable[] thrown = new Throwable[1];
    Thread thread =
        new Pausing(
            work,
            () -> {
              count[0]++;
              atPause.run();
            });
    thread.setUncaughtExceptionHandler((t, e) -> thrown[0] = e);
    thread.start();
    thread.join();
    if (thrown[0] != null && !(thrown[0] instanceof CancellationException)) {
      throw new AssertionError(thrown[0]);
    }
    return count[0];
  }

  /** Counting, reading, sorting and matching pause, with nothing locked, and can be cancelled. */
  @Test
  void search_longRange_pausesThroughout() throws InterruptedException {
    int hits = 4 * PauseCounter.STEPS;
    LocalTable table = owner.newTable("t", TableOptions.set().withIndexes(true).withPublicAccess());
    table.addIndex(BY_SECOND);
    List<Tuple> objects = new ArrayList<>();
    for (int n = 0; n < 32 * hits; n++) {
      objects.add(t(n * 7919 % (32 * hits), n));
    }
    Collections.shuffle(objects, new java.util.Random(1));
    table.insert(objects);
    MatchSpec spec = below(hits, "'$1'");
    int[] key = {1_000_000};
    Runnable write =
        () -> {
          Thread writer = new Thread(() -> table.insert(t(key[0], key[0]++)));
          writer.start();
          try {
            writer.join();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        };
    List<Term> results = new ArrayList<>();
    int pauses = pauses(() -> results.addAll(table.select(spec)), write);
    assertThat(results).hasSize(hits);
    // Three passes, and a sort that compares each key several times.
    assertThat(pauses).isGreaterThan(3 * 4 + 4 * 4);
    for (int at = 1; at <= pauses; at++) {
      int[] left = {at};
      int made =
          pauses(
              () -> table.select(spec),
              () -> {
                if (--left[0] == 0) {
                  throw new CancellationException();
                }
              });
      assertThat(made).isEqualTo(at);
    }
    IndexedTables.indexes(table).validate();
  }

  /** A range of the whole table is left after a part of it, and then scanned with pauses. */
  @Test
  void search_rangeOfAll_pausesAsAScan() throws InterruptedException {
    int size = 32 * 2 * PauseCounter.STEPS;
    LocalTable table = table(TableOptions.set(), size);
    int pauses = pauses(() -> table.selectCount(below(size, "true")), () -> {});
    assertThat(pauses).isBetween(size / PauseCounter.STEPS, size / PauseCounter.STEPS + 3);
  }
}
