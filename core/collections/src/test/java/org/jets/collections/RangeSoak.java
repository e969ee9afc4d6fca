package org.jets.collections;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ranges that are read while they change. Each thread has a row of keys and sets them, in order, to
 * the number of its round: so at any moment the values of a row fall once at most, and by one. Keys
 * between those of a row come and go. If a map changes whole ranges atomically, all threads move
 * money between accounts, and the sum never changes.
 */
final class RangeSoak implements AutoCloseable {
  private static final int ROW = 64;
  private static final int ACCOUNTS = 200;
  private static final long MONEY_IN_EACH = 100;

  /** Value of the keys that come and go. */
  private static final long PASSING = -1;

  private final AbstractConcurrentNavigableMap<Long, Long> map;
  private final boolean movesMoney;
  private final int threads;
  private final long seed;
  private final ExecutorService executor;

  RangeSoak(
      AbstractConcurrentNavigableMap<Long, Long> map, boolean movesMoney, int threads, long seed) {
    this.map = map;
    this.movesMoney = movesMoney;
    this.threads = threads;
    this.seed = seed;
    executor = Executors.newFixedThreadPool(threads);
    for (long account = -ACCOUNTS; account < 0; account++) {
      map.put(account, MONEY_IN_EACH);
    }
    for (int row = 0; row < threads; row++) {
      for (int place = 0; place < ROW; place++) {
        map.put(key(row, place), 0L);
      }
    }
  }

  /** Two keys lie between those of a row. */
  private static long key(int row, int place) {
    return 3L * (row * ROW + place);
  }

  /**
   * Runs until the time has passed.
   *
   * @return how many rounds all threads have made
   * @throws AssertionError if a range was as it has never been
   */
  long run(long seconds) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    List<Future<Long>> running = new ArrayList<>();
    for (int row = 0; row < threads; row++) {
      Callable<Long> worker = worker(row, end);
      running.add(executor.submit(worker));
    }
    long rounds = 0;
    for (Future<Long> one : running) {
      try {
        rounds += one.get();
      } catch (ExecutionException e) {
        throw new AssertionError(e.getCause());
      }
    }
    map.validate();
    return rounds;
  }

  private Callable<Long> worker(int row, long end) {
    SplittableRandom random = new SplittableRandom(seed + row);
    return () -> {
      long round = 0;
      do {
        round++;
        writeRow(row, round, random);
        for (int n = 0; n < 4; n++) {
          checkRow(random.nextInt(threads));
          moveMoney(random);
          checkAccounts();
        }
      } while (System.nanoTime() - end < 0);
      return round;
    };
  }

  private void writeRow(int row, long round, SplittableRandom random) {
    for (int place = 0; place < ROW; place++) {
      map.put(key(row, place), round);
      long between = key(random.nextInt(threads), random.nextInt(ROW)) + 1 + random.nextInt(2);
      if (random.nextBoolean()) {
        map.put(between, PASSING);
      } else {
        map.remove(between);
      }
    }
  }

  private void checkRow(int row) {
    List<Long> values = new ArrayList<>();
    map.forEachInRange(
        key(row, 0),
        true,
        key(row, ROW),
        false,
        (key, value) -> {
          if (value != PASSING) {
            values.add(value);
          }
        });
    require(values.size() == ROW, values);
    for (int place = 1; place < ROW; place++) {
      require(values.get(place) <= values.get(place - 1), values);
    }
    require(values.get(0) - values.get(ROW - 1) <= 1, values);
  }

  private void moveMoney(SplittableRandom random) {
    if (movesMoney) {
      long from = -1L - random.nextInt(ACCOUNTS);
      long to = -1L - random.nextInt(ACCOUNTS);
      long amount = random.nextInt(50);
      map.subMap(Math.min(from, to), true, Math.max(from, to), true)
          .replaceAll(
              (account, money) ->
                  money - (account == from ? amount : 0) + (account == to ? amount : 0));
    }
  }

  private void checkAccounts() {
    long[] money = new long[1];
    map.forEachInRange((long) -ACCOUNTS, true, 0L, false, (key, value) -> money[0] += value);
    require(money[0] == ACCOUNTS * MONEY_IN_EACH, money[0]);
  }

  private static void require(boolean isSound, @Nullable Object found) {
    if (!isSound) {
      throw new AssertionError("a range as it has never been: " + found);
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
