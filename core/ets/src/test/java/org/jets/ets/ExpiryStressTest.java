package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Writers, readers and steps while the time moves. Each object holds its time, so that each reader
 * can tell by the clock, read before its call, whether it has been shown an expired one.
 */
class ExpiryStressTest {
  private static final int KEYS = 12;
  private static final int STEPS = 6_000;
  private static final long PATIENCE_SECONDS = 60;
  private static final MatchSpec ALL = MatchSpec.objectsLike(Atom.of("_"));

  private final FakeClock clock = new FakeClock();
  private final Queue<String> breaches = new ConcurrentLinkedQueue<>();

  private void check(long before, Iterable<? extends Term> shown, String call) {
    for (Term term : shown) {
      if (((Tuple) term).getLong(2) <= before) {
        breaches.add(call + " has shown " + term + " at " + before);
      }
    }
  }

  private void write(LocalTable table, SplittableRandom random) {
    int key = random.nextInt(KEYS);
    Tuple object = t(key, clock.currentTimeMillis() + random.nextInt(6), random.nextInt(3));
    switch (random.nextInt(8)) {
      case 0, 1, 2 -> table.insert(object);
      case 3 -> table.insertNew(object);
      case 4 -> table.insert(List.of(object, object.with(1, i((key + 1) % KEYS))));
      case 5 -> table.insertNew(List.of(object, object.with(1, i((key + 1) % KEYS))));
      case 6 -> table.delete(i(key));
      default -> {
        if (random.nextInt(16) == 0) {
          table.deleteAllObjects();
        } else {
          table.deleteObject(object);
        }
      }
    }
  }

  private void read(LocalTable table, SplittableRandom random) {
    long before = clock.currentTimeMillis();
    switch (random.nextInt(6)) {
      case 0, 1 -> check(before, table.lookup(i(random.nextInt(KEYS))), "lookup");
      case 2 -> check(before, table.tab2list(), "tab2list");
      case 3 -> check(before, table.select(ALL), "select");
      case 4 -> {
        table.safeFixtable(true);
        Optional<Term> key = table.first();
        for (int n = 0; n < 2 * KEYS && key.isPresent(); n++) {
          key = table.next(key.get());
        }
        table.safeFixtable(false);
      }
      default -> check(before, table.takeAll(List.of(i(random.nextInt(KEYS)))), "take");
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void operations_whileTimeMoves_showNothingExpired(Variant variant) throws Exception {
    long seed = System.nanoTime();
    SplittableRandom seeds = new SplittableRandom(seed);
    // Not the common pool, which may have one thread.
    ExecutorService threads = Executors.newCachedThreadPool();
    try (Owner owner = new TableSpace().newOwner()) {
      TableOptions options = clock.expiringAt(variant.options().withEvents(true), 2);
      LocalTable table = owner.newTable("t", options);
      AtomicBoolean isOver = new AtomicBoolean();
      CompletableFuture<Void> mover =
          CompletableFuture.runAsync(
              () -> {
                while (!isOver.get()) {
                  clock.advanceMillis(1);
                  Thread.onSpinWait();
                }
              },
              threads);
      List<CompletableFuture<Void>> users = new ArrayList<>();
      for (int n = 0; n < 3; n++) {
        SplittableRandom random = seeds.split();
        boolean isWriter = n < 2;
        users.add(
            CompletableFuture.runAsync(
                () -> {
                  for (int step = TestScale.count(STEPS); step > 0; step--) {
                    if (isWriter) {
                      write(table, random);
                    } else {
                      read(table, random);
                    }
                  }
                },
                threads));
      }
      try {
        for (CompletableFuture<Void> user : users) {
          user.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
      } finally {
        isOver.set(true);
      }
      mover.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      assertThat(breaches).as("seed %d", seed).isEmpty();
      clock.advanceMillis(1_000);
      assertThat(table.tab2list()).isEmpty();
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
      while (table.size() > 0) {
        assertThat(System.nanoTime() - end).as("left %d, seed %d", table.size(), seed).isNegative();
        Thread.onSpinWait();
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
