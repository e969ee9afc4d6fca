package org.jets.testkit.soak;

import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** A thread of {@link Soak}: random calls on keys of its own, each with what it must return. */
final class SoakWorker {
  /** Keys below zero, in which all threads count. */
  static final int SHARED_KEYS = 8;

  private static final int CALLS_BETWEEN_INCREMENTS = 16;

  private final ConcurrentMap<Long, Long> map;
  private final int number;
  private final int threads;
  private final SplittableRandom random;

  /** The value of each own key, 0 where it is absent. */
  private final long[] model;

  private int present;
  private long increments;

  SoakWorker(ConcurrentMap<Long, Long> map, int number, int threads, int keys, long seed) {
    this.map = map;
    this.number = number;
    this.threads = threads;
    this.model = new long[keys];
    this.random = new SplittableRandom(seed);
  }

  int present() {
    return present;
  }

  long increments() {
    return increments;
  }

  /** Works until so many percent of the own keys are there. */
  void workUntil(int percent) {
    // Every shared key is there from now on.
    for (long key = -SHARED_KEYS; key < 0; key++) {
      increment(key);
    }
    int target = (int) ((long) model.length * percent / 100);
    boolean grows = present < target;
    // The last few would not be met by chance.
    int slack = model.length / 20;
    while (grows ? present < target - slack : present > target + slack) {
      call(random.nextInt(model.length), grows);
    }
    for (int i = 0; i < model.length && present != target; i++) {
      call(i, grows);
      if (model[i] == 0 == grows) {
        put(i, grows ? newValue() : 0);
      }
    }
  }

  /** Asks for each own key. */
  void checkOwn() {
    for (int i = 0; i < model.length; i++) {
      require(i, "get", map.get(key(i)), model[i]);
    }
  }

  private long key(int index) {
    return (long) index * threads + number;
  }

  private long newValue() {
    return 1L + random.nextInt(1 << 20);
  }

  private void call(int i, boolean grows) {
    if (random.nextInt(CALLS_BETWEEN_INCREMENTS) == 0) {
      increment(-1L - random.nextInt(SHARED_KEYS));
    }
    long key = key(i);
    long old = model[i];
    long value = newValue();
    // An absent key mostly stays absent while the map is to shrink.
    int kind = random.nextInt(!grows && old == 0 && random.nextInt(64) != 0 ? 3 : 8);
    if (kind < 3) {
      put(i, grows ? value : 0);
    } else if (kind == 3) {
      require(i, "putIfAbsent", map.putIfAbsent(key, value), old);
      set(i, old == 0 ? value : old);
    } else if (kind == 4) {
      require(i, "replace", map.replace(key, value), old);
      set(i, old == 0 ? 0 : value);
    } else if (kind == 5) {
      long computed = grows || old == 0 ? value : 0;
      require(i, "compute", map.compute(key, (k, v) -> orNull(computed)), computed);
      set(i, computed);
    } else if (kind == 6) {
      boolean removed = map.remove(key, old == 0 ? value : old);
      require(i, "remove of a mapping", removed ? old : null, old);
      set(i, 0);
      put(i, grows ? value : 0);
    } else {
      require(i, "get", map.get(key), old);
    }
  }

  /** Puts, or removes where the value is 0. */
  private void put(int i, long value) {
    @Nullable Long old = value == 0 ? map.remove(key(i)) : map.put(key(i), value);
    require(i, value == 0 ? "remove" : "put", old, model[i]);
    set(i, value);
  }

  private void set(int i, long value) {
    present += (value == 0 ? 0 : 1) - (model[i] == 0 ? 0 : 1);
    model[i] = value;
  }

  private void increment(long key) {
    map.merge(key, 1L, Long::sum);
    increments++;
  }

  private static @Nullable Long orNull(long value) {
    return value == 0 ? null : (Long) value;
  }

  private void require(int i, String call, @Nullable Long actual, long expected) {
    if (!Objects.equals(actual, orNull(expected))) {
      throw new AssertionError(
          call + " of " + key(i) + ": " + actual + " (expected: " + orNull(expected) + ")");
    }
  }
}
