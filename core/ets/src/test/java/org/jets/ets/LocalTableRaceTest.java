package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Races of threads for the objects of few keys. Each object is inserted and taken once. */
class LocalTableRaceTest {
  private static final int OBJECTS = 4_000;
  private static final int ADDITIONS = 10_000;
  private static final int KEYS = 5;
  private static final MatchSpec ANY = spec("[{'_',[],['$_']}]");
  private static final MatchSpec FEW_KEYS = spec("[{{'$1','_'},[{'<','$1',3}],['$_']}]");
  private static final MatchSpec ONE_KEY = spec("[{{2,'_'},[],['$_']}]");

  private static MatchSpec spec(String text) {
    return MatchSpec.compile(TermParser.parse(text));
  }

  private static TableSpace space(boolean isMetered) {
    TableSpace space = new TableSpace();
    if (isMetered) {
      space.limit(Quota.UNLIMITED, Quota.UNLIMITED.withBytes(Long.MAX_VALUE - 1));
    }
    return space;
  }

  private static <T> List<T> run(List<Callable<T>> tasks) throws Exception {
    ExecutorService executor = Executors.newCachedThreadPool();
    try {
      List<Future<T>> threads = tasks.stream().map(executor::submit).toList();
      List<T> results = new ArrayList<>();
      for (Future<T> thread : threads) {
        results.add(thread.get());
      }
      return results;
    } finally {
      executor.shutdownNow();
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void objectsOfFewKeys_eachWayToInsertAndToTake_areTakenOnce(Variant variant) throws Exception {
    for (boolean isMetered : new boolean[] {false, true}) {
      TableSpace space = space(isMetered);
      try (Owner owner = space.newOwner()) {
        LocalTable table = owner.newTable("t", variant.options().withPublicAccess());
        int count = TestScale.count(OBJECTS);
        AtomicBoolean isDone = new AtomicBoolean();
        List<Callable<List<Tuple>>> tasks = new ArrayList<>();
        tasks.add(
            () -> {
              try {
                insertAll(table, count);
              } finally {
                isDone.set(true);
              }
              return List.of();
            });
        tasks.add(() -> takeUntil(table, isDone));
        tasks.add(() -> takeUntil(table, isDone));
        tasks.add(() -> disturbUntil(table, isDone));
        List<Term> taken = new ArrayList<>();
        run(tasks).forEach(taken::addAll);
        taken.addAll(table.selectTake(ANY, Integer.MAX_VALUE));
        assertThat(table.size()).isZero();
        assertThat(taken.stream().mapToLong(object -> number((Tuple) object, 2)).sorted().toArray())
            .as("%s, metered: %s", variant, isMetered)
            .isEqualTo(LongStream.range(0, count).toArray());
        if (space.usages() != null) {
          assertThat(space.usages().all().objects()).isZero();
          assertThat(space.usages().all().bytes()).isEqualTo(space.find(table.id()).planBytes());
        }
      }
    }
  }

  private static void insertAll(LocalTable table, int count) {
    Random random = new Random();
    boolean isSet = table.type().isSet();
    int next = 0;
    while (next < count) {
      int first = next;
      int size = isSet || random.nextInt(20) > 0 ? 1 : Math.min(10, count - first);
      if (size == 1) {
        Tuple object = t(random.nextInt(KEYS), first);
        while (!(isSet ? insertNew(table, object, random) : insert(table, object, random))) {
          Thread.onSpinWait();
        }
      } else {
        table.insertAll(IntStream.range(first, first + size).mapToObj(n -> t(n % KEYS, n)), 4);
      }
      next += size;
    }
  }

  private static boolean insertNew(LocalTable table, Tuple object, Random random) {
    Term key = object.element(1);
    return switch (random.nextInt(4)) {
      case 0 -> table.insertNew(object);
      case 1 -> table.compareInsert(List.of(), object);
      case 2 -> table.computeIfAbsent(key, absent -> object).equals(object);
      default ->
          table
              .compute(key, present -> present.isPresent() ? present : Optional.of(object))
              .equals(Optional.of(object));
    };
  }

  private static boolean insert(LocalTable table, Tuple object, Random random) {
    switch (random.nextInt(3)) {
      case 0 -> table.insert(object);
      case 1 -> table.insertAll(Stream.of(object), 1);
      default -> {
        return table.compareInsert(table.lookup(object.element(1)), object);
      }
    }
    return true;
  }

  private static List<Tuple> takeUntil(LocalTable table, AtomicBoolean isDone) {
    Random random = new Random();
    List<Tuple> taken = new ArrayList<>();
    while (!isDone.get()) {
      Term key = i(random.nextInt(KEYS));
      int limit = 1 + random.nextInt(4);
      switch (random.nextInt(table.type().isSet() ? 6 : 5)) {
        case 0 -> taken.addAll(table.take(key));
        case 1 -> taken.addAll(table.takeAll(List.of(key, i(0), i(9))));
        case 2 -> addTuples(taken, table.selectTake(ANY, limit), limit);
        case 3 -> addTuples(taken, table.selectTake(FEW_KEYS, limit), limit);
        case 4 -> addTuples(taken, table.selectTake(ONE_KEY, limit), limit);
        default -> {
          Tuple[] last = new Tuple[1];
          table.compute(
              key,
              present -> {
                last[0] = present.orElse(null);
                return Optional.empty();
              });
          if (last[0] != null) {
            taken.add(last[0]);
          }
        }
      }
    }
    return taken;
  }

  private static void addTuples(List<Tuple> taken, List<Term> results, int limit) {
    assertThat(results).hasSizeLessThanOrEqualTo(limit);
    results.forEach(result -> taken.add((Tuple) result));
  }

  /** Does what makes writers wait, and keys remembered, but changes no object. */
  private static List<Tuple> disturbUntil(LocalTable table, AtomicBoolean isDone) {
    Random random = new Random();
    while (!isDone.get()) {
      switch (random.nextInt(3)) {
        case 0 -> table.snapshot();
        case 1 -> {
          table.safeFixtable(true);
          table.first().ifPresent(key -> table.lookup(key));
          table.safeFixtable(false);
        }
        default -> table.select(ANY);
      }
    }
    return List.of();
  }

  /** Counters are taken while others add to them. What is taken and what is left is all of it. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void countersThatAreTaken_haveEachAddition(Variant variant) throws Exception {
    try (Owner owner = new TableSpace().newOwner()) {
      LocalTable table = owner.newTable("t", variant.options().withPublicAccess());
      int count = TestScale.count(ADDITIONS);
      AtomicBoolean isDone = new AtomicBoolean();
      List<Callable<List<Tuple>>> tasks = new ArrayList<>();
      tasks.add(
          () -> {
            try {
              for (int n = 0; n < count; n++) {
                // Often the same key, so that the counter is added to in place.
                Term key = i(n / 16 % KEYS);
                table.updateCounter(key, 1, Tuple.of(key, i(0)));
              }
            } finally {
              isDone.set(true);
            }
            return List.of();
          });
      tasks.add(() -> takeUntil(table, isDone));
      tasks.add(() -> takeUntil(table, isDone));
      List<Term> taken = new ArrayList<>();
      run(tasks).forEach(taken::addAll);
      taken.addAll(table.selectTake(ANY, Integer.MAX_VALUE));
      assertThat(taken.stream().mapToLong(object -> number((Tuple) object, 2)).sum())
          .as("%s", variant)
          .isEqualTo(count);
    }
  }

  private static final MatchSpec CLAIM = spec("[{{'$1',0,'$2'},[],[{{'$1',1,'$2'}}]}]");
  private static final MatchSpec RELEASE = spec("[{{'$1',1,'$2'},[],[{{'$1',0,'$2'}}]}]");

  /** Objects are claimed and released, while counters in them are added to. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void claimsAndCounters_ofManyThreads_loseNothing(Variant variant) throws Exception {
    for (boolean isMetered : new boolean[] {false, true}) {
      try (Owner owner = space(isMetered).newOwner()) {
        LocalTable table = owner.newTable("t", variant.options().withPublicAccess());
        for (int key = 0; key < KEYS; key++) {
          table.insert(t(key, 0, 0));
        }
        int count = TestScale.count(ADDITIONS);
        AtomicBoolean isDone = new AtomicBoolean();
        List<Callable<Long>> tasks = new ArrayList<>();
        tasks.add(
            () -> {
              try {
                for (int n = 0; n < count; n++) {
                  table.updateCounter(i(n % KEYS), CounterOp.add(3, 1));
                }
              } finally {
                isDone.set(true);
              }
              return 0L;
            });
        tasks.add(() -> countUntil(table, CLAIM, isDone));
        tasks.add(() -> countUntil(table, RELEASE, isDone));
        tasks.add(
            () -> {
              long added = 0;
              while (!isDone.get()) {
                Term key = i(added % KEYS);
                Tuple before = table.lookup(key).get(0);
                Tuple after = before.with(3, i(number(before, 3) + 1));
                boolean isAdded =
                    added % 2 == 0
                        ? table.replaceIf(key, before, after)
                        : table.compareInsert(List.of(before), after);
                added += isAdded ? 1 : 0;
              }
              return added;
            });
        List<Long> results = run(tasks);
        long claimed = table.tab2list().stream().mapToLong(object -> number(object, 2)).sum();
        long sum = table.tab2list().stream().mapToLong(object -> number(object, 3)).sum();
        assertThat(results.get(1) - results.get(2)).as("%s", variant).isEqualTo(claimed);
        assertThat(sum).as("%s", variant).isEqualTo(count + results.get(3));
      }
    }
  }

  private static long countUntil(LocalTable table, MatchSpec spec, AtomicBoolean isDone) {
    Random random = new Random();
    long changed = 0;
    while (!isDone.get()) {
      changed += table.selectReplaceReturning(spec, 1 + random.nextInt(KEYS)).size();
    }
    return changed;
  }

  private static long number(Tuple object, int position) {
    return ((IntegerTerm) object.element(position)).longValue();
  }
}
