package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that no addition to a counter is lost or seen in part, whatever other threads do. */
class CounterRaceTest {
  private static final int ADDITIONS = 30_000;
  private static final int THREADS = 2;

  private final Owner owner = new TableSpace().newOwner();
  private final ExecutorService executor = Executors.newCachedThreadPool();
  private final AtomicBoolean done = new AtomicBoolean();

  @AfterEach
  void end() {
    executor.shutdownNow();
    owner.close();
  }

  private LocalTable table(Variant variant) {
    return owner.newTable("t", variant.options().withPublicAccess());
  }

  private static long number(Tuple object, int position) {
    return ((IntegerTerm) object.element(position)).longValue();
  }

  /** Adds in some threads, repeats the other action meanwhile, and returns that one's results. */
  private List<Long> beside(Runnable addition, Callable<Long> other) throws Exception {
    Future<List<Long>> others =
        executor.submit(
            () -> {
              List<Long> results = new ArrayList<>();
              do {
                results.add(other.call());
              } while (!done.get());
              return results;
            });
    List<Future<?>> additions = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      additions.add(
          executor.submit(
              () -> {
                for (int n = 0; n < TestScale.count(ADDITIONS); n++) {
                  addition.run();
                }
              }));
    }
    try {
      for (Future<?> each : additions) {
        each.get();
      }
    } finally {
      done.set(true);
    }
    return others.get();
  }

  private static long sum(List<Long> numbers) {
    return numbers.stream().mapToLong(Long::longValue).sum();
  }

  private static long all() {
    return (long) THREADS * TestScale.count(ADDITIONS);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void updateCounter_besideReaders_countsForEachInOrder(Variant variant) throws Exception {
    LocalTable table = table(variant);
    table.insert(t("k", 0));
    MatchSpec any = MatchSpec.compile(l(t(t("k", "$1"), l(), l("$1"))));
    MatchSpec scan = MatchSpec.compile(l(t(t("$2", "$1"), l(), l("$1"))));
    long[] last = {0};
    beside(
        () -> table.updateCounter(a("k"), 1),
        () -> {
          for (Term seen :
              List.of(
                  table.lookup(a("k")).get(0).element(2),
                  table.select(any).get(0),
                  table.lookupElement(a("k"), 2),
                  table.tab2list().get(0).element(2),
                  table.select(scan).get(0),
                  table.snapshot().lookupElement(a("k"), 2),
                  table.updateCounter(a("k"), 0))) {
            assertThat(((IntegerTerm) seen).longValue()).isGreaterThanOrEqualTo(last[0]);
            last[0] = ((IntegerTerm) seen).longValue();
          }
          return 0L;
        });
    assertThat(table.tab2list()).containsExactly(t("k", all()));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void updateCounter_besideTake_eachAdditionIsTakenOnce(Variant variant) throws Exception {
    LocalTable table = table(variant);
    List<Long> taken =
        beside(
            () -> table.updateCounter(a("k"), 1, t("x", 0)),
            () -> sum(table.take(a("k")).stream().map(object -> number(object, 2)).toList()));
    long left = sum(table.lookup(a("k")).stream().map(object -> number(object, 2)).toList());
    assertThat(sum(taken) + left).isEqualTo(all());
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void updateCounter_besideTakeInAFixedTable_eachAdditionIsTakenOnce(Variant variant)
      throws Exception {
    LocalTable table = table(variant);
    table.safeFixtable(true);
    List<Long> taken =
        beside(
            () -> table.updateCounter(a("k"), 1, t("x", 0)),
            () -> sum(table.take(a("k")).stream().map(object -> number(object, 2)).toList()));
    table.safeFixtable(false);
    long left = sum(table.lookup(a("k")).stream().map(object -> number(object, 2)).toList());
    assertThat(sum(taken) + left).isEqualTo(all());
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void updateCounter_besideOtherUpdates_losesNothing(Variant variant) throws Exception {
    LocalTable table = table(variant);
    table.insert(t("k", 0, 0, 0));
    List<Long> others =
        beside(
            () -> table.updateCounter(a("k"), 1),
            () -> {
              table.updateElement(a("k"), 3, i(1));
              table.updateCounter(a("k"), CounterOp.add(4, 1));
              return 1L;
            });
    assertThat(table.tab2list()).containsExactly(t("k", all(), 1, sum(others)));
  }

  /** Each reader sees both positions changed, or none. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void updateCounter_twoPositions_isSeenAsOneStep(Variant variant) throws Exception {
    LocalTable table = table(variant);
    table.insert(t("k", 0, 0));
    List<CounterOp> both = List.of(CounterOp.add(2, 1), CounterOp.add(3, -1));
    List<CounterOp> back = List.of(CounterOp.add(2, -1), CounterOp.add(3, 1));
    beside(
        () -> table.updateCounter(a("k"), both),
        () -> {
          Tuple seen = table.lookup(a("k")).get(0);
          assertThat(number(seen, 2)).isEqualTo(-number(seen, 3));
          table.updateCounter(a("k"), back);
          table.updateCounter(a("k"), both);
          return 0L;
        });
    assertThat(table.tab2list()).containsExactly(t("k", all(), -all()));
  }

  /** The second counter follows the first, so that it never exceeds it in a snapshot. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void snapshot_besideTwoCounters_showsOneMoment(Variant variant) throws Exception {
    LocalTable table = table(variant);
    table.insert(List.of(t("a", 0), t("b", 0)));
    List<Long> differences =
        beside(
            () -> {
              table.updateCounter(a("a"), 1);
              table.updateCounter(a("b"), 1);
            },
            () -> {
              LocalTable snapshot = table.snapshot();
              long first = ((IntegerTerm) snapshot.lookupElement(a("a"), 2)).longValue();
              return first - ((IntegerTerm) snapshot.lookupElement(a("b"), 2)).longValue();
            });
    assertThat(differences).allMatch(difference -> difference >= 0 && difference <= THREADS);
    assertThat(table.lookup(a("b"))).containsExactly(t("b", all()));
  }

  /** An insert of several keys sets both counters back at one moment. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void insert_besideTwoCounters_setsBothBack(Variant variant) throws Exception {
    LocalTable table = table(variant);
    table.insert(List.of(t("a", 0), t("b", 0)));
    List<Tuple> zeros = List.of(t("a", 0), t("b", 0));
    beside(
        () -> {
          table.updateCounter(a("a"), 1);
          table.updateCounter(a("b"), 1);
        },
        () -> {
          table.insert(zeros);
          return 0L;
        });
    table.insert(zeros);
    assertThat(table.updateCounter(a("a"), 1)).isEqualTo(i(1));
    assertThat(table.tab2list()).containsExactlyInAnyOrder(t("a", 1), t("b", 0));
  }
}
