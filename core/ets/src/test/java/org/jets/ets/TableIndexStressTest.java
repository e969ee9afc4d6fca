package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jets.ets.index.Index;
import org.jets.ets.limit.Expiry.Kind;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Indexes while many threads write and read. The test with the tag {@code soak} takes a second, or
 * as long as the property {@code jets.seconds} says.
 */
class TableIndexStressTest {
  private static final int STEPS = 4_000;
  private static final int WRITERS = 3;
  private static final int KEYS = 24;
  private static final int VALUES = 8;
  private static final int STILL_KEYS = 5;
  private static final long SECONDS = Long.getLong("jets.seconds", TestScale.count(1));
  private static final long ROUND_SECONDS = Math.min(5, SECONDS);

  private final Owner owner = new TableSpace().newOwner();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Queue<String> breaches = new ConcurrentLinkedQueue<>();

  @AfterEach
  void end() {
    threads.shutdownNow();
    owner.close();
  }

  private static MatchSpec spec(String text) {
    return MatchSpec.compile(TermParser.parse(text));
  }

  private static void write(LocalTable table, SplittableRandom random) {
    int key = random.nextInt(KEYS);
    Tuple object = t(key, random.nextInt(VALUES), random.nextInt(3));
    switch (random.nextInt(10)) {
      case 0, 1, 2, 3 -> table.insert(object);
      case 4 -> table.insertNew(object);
      case 5 -> table.insert(List.of(object, object.with(1, i((key + 1) % KEYS))));
      case 6 -> table.delete(i(key));
      case 7 -> table.deleteObject(object);
      case 8 ->
          table.selectTake(
              spec(
                  "[{{'$1'," + random.nextInt(VALUES) + ",'_'},[{'<','$1'," + KEYS + "}],['$_']}]"),
              2);
      default -> {
        if (table.type().isSet()) {
          table.selectReplace(
              spec(
                  "[{{'$1',%d,'$3'},[{'<','$1',%d}],[{{'$1',%d,'$3'}}]}]"
                      .formatted(random.nextInt(VALUES), KEYS, random.nextInt(VALUES))));
        }
      }
    }
  }

  /** Checks that a search gives objects of the value, and all those that no thread touches. */
  private void read(LocalTable table, SplittableRandom random) {
    int value = random.nextInt(VALUES);
    List<Term> found = table.select(spec("[{{'_'," + value + ",'_'},[],['$_']}]"));
    int still = 0;
    for (Term term : found) {
      Tuple object = (Tuple) term;
      if (object.getLong(2) != value) {
        breaches.add(object + " among those of " + value);
      }
      still += object.getLong(1) >= KEYS ? 1 : 0;
    }
    if (still != STILL_KEYS) {
      breaches.add(still + " untouched ones among those of " + value);
    }
    List<Term> all = table.select(spec("[{{'$1','$2','_'},[{'>=','$2',0}],['$1']}]"));
    if (table.type().isSet() && new HashSet<>(all).size() != all.size()) {
      breaches.add("a key twice in " + all);
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void searches_whileObjectsMove_findWhatIsThere(Variant variant) throws Exception {
    churn(variant, TestScale.count(STEPS), Long.MAX_VALUE);
  }

  @Tag("soak")
  @Test
  void indexes_churnForItsTime_agreeWithTheTable() throws Exception {
    long end = System.nanoTime() + Duration.ofSeconds(SECONDS).toNanos();
    List<Variant> variants = Variant.all().toList();
    for (int round = 0; System.nanoTime() < end; round++) {
      churn(
          variants.get(round % variants.size()),
          Integer.MAX_VALUE,
          Duration.ofSeconds(ROUND_SECONDS).toNanos());
    }
  }

  private void churn(Variant variant, int steps, long nanos) throws Exception {
    long seed = System.nanoTime();
    SplittableRandom seeds = new SplittableRandom(seed);
    LocalTable table =
        owner.newTable(
            "t",
            variant
                .options()
                .withAccess(Access.PUBLIC)
                .withIndexes(true)
                .withEvents(seeds.nextBoolean()));
    for (int n = 0; n < STILL_KEYS * VALUES; n++) {
      table.insert(t(KEYS + n, n % VALUES, 0));
    }
    AtomicBoolean isOver = new AtomicBoolean();
    table.addIndex(Index.onElement(a("first"), 2));
    List<Future<?>> writers = new ArrayList<>();
    for (int n = 0; n < WRITERS; n++) {
      SplittableRandom random = seeds.split();
      writers.add(
          threads.submit(
              () -> {
                for (int step = 0; step < steps && System.nanoTime() - seed < nanos; step++) {
                  write(table, random);
                }
              }));
    }
    SplittableRandom random = seeds.split();
    Future<?> reader =
        threads.submit(
            () -> {
              while (!isOver.get()) {
                read(table, random);
              }
            });
    SplittableRandom choice = seeds.split();
    Future<?> builder =
        threads.submit(
            () -> {
              while (!isOver.get()) {
                table.addIndex(Index.on(a("sum"), TermParser.parse("{'+','$2','$3'}")));
                if (choice.nextInt(4) == 0) {
                  table.dropIndex(a("first"));
                  table.addIndex(Index.onElement(a("first"), 2));
                }
                table.dropIndex(a("sum"));
              }
              table.addIndex(Index.on(a("sum"), TermParser.parse("{'+','$2','$3'}")));
            });
    try {
      for (Future<?> writer : writers) {
        writer.get(10, TimeUnit.MINUTES);
      }
    } finally {
      isOver.set(true);
    }
    reader.get(1, TimeUnit.MINUTES);
    builder.get(1, TimeUnit.MINUTES);
    assertThat(breaches).as("seed %d", seed).isEmpty();
    assertThat(table.indexes()).hasSize(2);
    IndexedTables.indexes(table).validate();
    table.drop();
  }

  @DisabledIfSystemProperty(
      named = "jets.expiry",
      matches = "far",
      disabledReason = "no unique index on objects that expire")
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void uniqueIndex_concurrentWriters_leavesOneKeyForEachTerm(Variant variant) throws Exception {
    LocalTable table =
        owner.newTable("t", variant.options().withAccess(Access.PUBLIC).withIndexes(true));
    table.addIndex(Index.onElement(a("unique"), 2).unique());
    AtomicInteger refused = new AtomicInteger();
    AtomicInteger made = new AtomicInteger();
    List<Future<?>> writers = new ArrayList<>();
    for (int n = 0; n < WRITERS; n++) {
      SplittableRandom random = new SplittableRandom();
      writers.add(
          threads.submit(
              () -> {
                for (int step = 0; step < TestScale.count(STEPS); step++) {
                  try {
                    write(table, random);
                    made.incrementAndGet();
                  } catch (BadArgumentException e) {
                    refused.incrementAndGet();
                  }
                  Set<Term> keys = new HashSet<>(table.select(spec("[{{'$1',3,'_'},[],['$1']}]")));
                  if (keys.size() > 1) {
                    breaches.add("keys of one term: " + keys);
                  }
                }
              }));
    }
    for (Future<?> writer : writers) {
      writer.get(10, TimeUnit.MINUTES);
    }
    assertThat(breaches).isEmpty();
    assertThat(refused).hasPositiveValue();
    assertThat(made).hasPositiveValue();
    Map<Term, Term> keysOfTerms = new HashMap<>();
    for (Tuple object : table.tab2list()) {
      Term key = keysOfTerms.putIfAbsent(object.element(2), object.element(1));
      assertThat(key).isIn(null, object.element(1));
    }
    IndexedTables.indexes(table).validate();
  }

  /** The kinds of tables whose writes fail, or that lose objects by themselves. */
  private enum Loss {
    NONE,
    EVICTED,
    REFUSED,
    EXPIRED,
    QUOTA,
    HEAP,
  }

  /**
   * Writers that also clear, rename and match, in tables that evict, refuse or let expire what they
   * write. In the long tests it takes ten minutes.
   */
  @Test
  void indexes_churnOfTablesThatLoseObjects_agreeWithTheTable() throws Exception {
    long seconds = TestScale.count(20) >= 400 ? 600 : TestScale.count(2);
    long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
    SplittableRandom seeds = new SplittableRandom(System.nanoTime());
    List<Variant> variants = Variant.all().toList();
    for (int round = 0; round == 0 || System.nanoTime() < end; round++) {
      Loss loss = Loss.values()[round % Loss.values().length];
      churnWithLosses(variants.get(seeds.nextInt(variants.size())), loss, seeds.split());
    }
  }

  private void churnWithLosses(Variant variant, Loss loss, SplittableRandom seeds)
      throws Exception {
    FakeClock clock = new FakeClock();
    boolean isUnique = loss != Loss.EXPIRED && !Variant.hasFarExpiry() && seeds.nextBoolean();
    TableOptions options =
        variant
            .options()
            .withAccess(Access.PUBLIC)
            .withIndexes(true)
            .withEvents(seeds.nextBoolean());
    options =
        switch (loss) {
          case EVICTED -> options.withMaxObjects(20);
          case REFUSED -> options.withMaxObjects(20).withRejectionWhenFull(true);
          case EXPIRED -> clock.expiring(options, Kind.AFTER_WRITE, 20);
          default -> options;
        };
    ShortHeap heap = loss == Loss.HEAP ? new ShortHeap() : null;
    TableSpace space = heap == null ? new TableSpace() : heap.space;
    if (loss == Loss.QUOTA) {
      space.limit(Quota.UNLIMITED, Quota.UNLIMITED.withBytes(12_000));
    }
    try (Owner user = heap == null ? space.newOwner() : heap.startEmpty()) {
      LocalTable table = user.newTable("t", options);
      table.addIndex(Index.onElement(a("second"), 2));
      table.addIndex(Index.on(a("sum"), TermParser.parse("{'+','$2','$3'}")));
      if (isUnique) {
        Index unique = Index.on(a("unique"), TermParser.parse("{{'$2','$3'}}"));
        table.addIndex(unique.unique());
      }
      List<Future<?>> writers = new ArrayList<>();
      AtomicInteger failures = new AtomicInteger();
      for (int n = 0; n < WRITERS; n++) {
        SplittableRandom random = seeds.split();
        writers.add(
            threads.submit(
                () -> {
                  for (int step = 0; step < STEPS / 8; step++) {
                    try {
                      if (heap != null && random.nextInt(50) == 0) {
                        heap.used.set(random.nextInt(100) * ShortHeap.HEAP / 100);
                        heap.watch.collected();
                      }
                      clock.advanceMillis(random.nextInt(2));
                      lossyWrite(table, random);
                    } catch (EtsException e) {
                      failures.incrementAndGet();
                    }
                  }
                }));
      }
      for (Future<?> writer : writers) {
        writer.get(10, TimeUnit.MINUTES);
      }
      assertThat(table.indexes()).hasSize(isUnique ? 3 : 2);
      if (loss == Loss.EXPIRED) {
        clock.advanceMillis(1_000);
        long patience = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        while (table.size() > 0 && System.nanoTime() < patience) {
          Thread.onSpinWait(); // Until a daemon has removed all.
        }
      }
      table.delete(i(1_000)); // Of no object: removes what an error has left over, and cannot fail.
      IndexedTables.indexes(table).validate();
      if (loss == Loss.REFUSED || loss == Loss.QUOTA || isUnique) {
        assertThat(failures).as("%s, unique %s", loss, isUnique).hasPositiveValue();
      }
    } finally {
      if (heap != null) {
        heap.end();
      }
    }
  }

  private static void lossyWrite(LocalTable table, SplittableRandom random) {
    int key = random.nextInt(2 * KEYS);
    int value = random.nextInt(VALUES);
    switch (random.nextInt(16)) {
      case 0 -> table.deleteAllObjects();
      case 1 -> table.rename(a("t" + random.nextInt(2)));
      case 2 -> table.matchDelete(t(a("_"), value, a("_")));
      case 3 -> table.selectDelete(spec("[{{'_','$1','_'},[{'<','$1'," + value + "}],[true]}]"));
      case 4 -> {
        if (table.type().isSet()) {
          table.updateCounter(i(key), CounterOp.add(2, 1), t(key, value, 0));
        }
      }
      case 5 -> {
        if (table.type().isSet()) {
          table.updateElement(i(key), 3, i(value));
        }
      }
      case 6 -> table.takeAll(List.of(i(key), i(key + 1)));
      case 7 -> {
        List<Tuple> many = new ArrayList<>();
        for (int n = 0; n < 30; n++) {
          many.add(t(random.nextInt(2 * KEYS), random.nextInt(VALUES), n));
        }
        table.insert(many);
      }
      case 8 -> table.insert(t(key, "x".repeat(random.nextInt(200)), value));
      default -> write(table, random);
    }
  }
}
