package org.jets.collections;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Exchanger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jets.collections.FaultKeys.FaultValue;
import org.jspecify.annotations.Nullable;

/**
 * Injects all faults of one kind into one map, and counts the damage. After each fault the map must
 * be sound, count right, and serve another thread. It must have every mapping that the operation
 * was not about.
 *
 * <p>Runs in classes of {@link org.jets.testkit.FaultClassLoader}; arguments and results are of
 * classes of the JDK.
 */
final class FaultRun {
  /** Faults injected into one operation, one after the other. */
  private static final int MOST_FAULTS = 200;

  /** Up to this size of a map each fault is injected. */
  private static final int LARGEST_OF_ALL_FAULTS = 7;

  /** One of so many checks is done by another thread too. */
  private static final int PROBED = 8;

  private static final int RANDOM_FAULTS = 20;
  private static final int RANDOM_RANGE = 2_000;

  /** After so much damage in an operation a run goes on to the next. */
  private static final int MOST_DAMAGE = 4;

  private static final int[] SIZES = {0, 1, 7, 40};

  /** Counters of a result. */
  static final int INJECTED = 0;

  static final int LOST = 1;
  static final int LOCKED = 2;
  static final int MISCOUNTED = 3;
  static final int UNSOUND = 4;
  static final int COUNTERS = 5;

  private final MapUnderTest kind;
  private final FaultKind fault;
  private final double scale;
  private final boolean isVariant;
  private final SplittableRandom random;
  private final AtomicLong progress;
  private final List<String> damages;
  private final long[] counters;
  private final FaultPoints.Fuse fuse = new FaultPoints.Fuse();
  private final Prober prober = new Prober(fuse);

  /** Damage done by operations that this run is through with. */
  private int damagesBefore;

  private FaultKeys keys = FaultKeys.LONGS;
  private AbstractConcurrentMap<Object, FaultValue> map;

  private FaultRun(
      MapUnderTest kind,
      FaultKind fault,
      double scale,
      long seed,
      long[] counters,
      AtomicLong progress,
      List<String> damages) {
    this.kind = kind;
    this.fault = fault;
    this.scale = scale;
    this.isVariant =
        Stream.of(MapUnderTest.values())
            .takeWhile(other -> other != kind)
            .anyMatch(other -> other.ofLongs().getClass() == kind.ofLongs().getClass());
    this.random = new SplittableRandom(seed);
    this.counters = counters;
    this.progress = progress;
    this.damages = damages;
    this.map = keys.newMap(kind);
  }

  /**
   * Runs all operations.
   *
   * @param scale below 1 for fewer faults
   * @param counters receives the result
   * @param progress is counted up for each fault
   * @param damages receives messages
   * @param abandon receives what ends all threads of this run at their next step
   */
  static void run(
      String map,
      String fault,
      double scale,
      long seed,
      long[] counters,
      AtomicLong progress,
      List<String> damages,
      List<Runnable> abandon) {
    FaultRun run =
        new FaultRun(
            MapUnderTest.valueOf(map),
            FaultKind.valueOf(fault),
            scale,
            seed,
            counters,
            progress,
            damages);
    abandon.add(run.fuse::abandon);
    run.fuse.attach();
    Thread other = new Thread(run.prober, "probe of " + map);
    other.setDaemon(true);
    other.start();
    try {
      run.all();
    } finally {
      other.interrupt();
    }
  }

  private void all() {
    for (FaultKeys suitable : FaultKeys.values()) {
      if (suitable.suit(kind)) {
        keys = suitable;
        for (FaultScenario scenario : FaultScenario.values()) {
          if (scenario.suits(kind)) {
            damagesBefore = damages.size();
            for (int size : SIZES) {
              // To measure the depth at each method entry takes long.
              if (fault != FaultKind.STACK_DEPTH || size <= LARGEST_OF_ALL_FAULTS || scale >= 4) {
                faultsIn(scenario, size);
              }
            }
          }
        }
        damagesBefore = damages.size();
        growAndShrink();
      }
    }
  }

  private boolean isDamaged() {
    return damages.size() >= damagesBefore + MOST_DAMAGE;
  }

  /** Returns the first fault where not each is injected: another one each time. */
  private int first(int step) {
    return 1 + random.nextInt(step);
  }

  /**
   * The distance of two faults: 1 at a scale of 4. Otherwise it is larger for large maps, variants
   * of a class that ran before, and method entries with other keys.
   */
  private int step(int size) {
    boolean isRepeated = fault == FaultKind.METHOD_ENTRY && keys != FaultKeys.LONGS;
    int thinned =
        (size > LARGEST_OF_ALL_FAULTS ? 4 : 1) * (isVariant ? 4 : 1) * (isRepeated ? 3 : 1);
    int least = scale >= 4 ? 1 : thinned;
    return scale < 1 ? (int) Math.min(16, least * Math.round(0.4 / scale)) : least;
  }

  private void faultsIn(FaultScenario scenario, int size) {
    Map<Integer, Integer> before = filled(size);
    ConcurrentMap<Object, FaultValue> model = reference();
    before.forEach((key, value) -> model.put(keys.key(key), new FaultValue(value)));
    Object expected = scenario.call(new FaultScenario.Subject(model, keys, size));
    Map<Integer, Integer> after = contents(model);
    Operation operation =
        new Operation(
            scenario + " of " + size,
            () -> scenario.call(new FaultScenario.Subject(map, keys, size)),
            before,
            after,
            scenario.isAtomicIn(kind));
    map = build(before);
    int step = step(size);
    int k = first(step);
    boolean goesOn = true;
    while (goesOn && k <= MOST_FAULTS && !isDamaged()) {
      goesOn = isFaulted(operation, k, expected);
      k += step;
      if (!contentsOrNothing().equals(before)) {
        map = build(before);
      }
    }
    for (int i = 0; goesOn && i < RANDOM_FAULTS / step && !isDamaged(); i++) {
      goesOn = isFaulted(operation, 1 + random.nextInt(RANDOM_RANGE), expected);
      if (!contentsOrNothing().equals(before)) {
        map = build(before);
      }
    }
  }

  private ConcurrentMap<Object, FaultValue> reference() {
    return new ConcurrentSkipListMap<>(new FaultKeys.ByNumber());
  }

  private static Map<Integer, Integer> filled(int size) {
    Map<Integer, Integer> mappings = new HashMap<>();
    for (int i = 0; i < size; i++) {
      mappings.put(2 * i, 2 * i);
    }
    return mappings;
  }

  /** Half of the maps have shrunk to what they have. */
  private AbstractConcurrentMap<Object, FaultValue> build(Map<Integer, Integer> mappings) {
    AbstractConcurrentMap<Object, FaultValue> built = keys.newMap(kind);
    boolean shrinks = random.nextBoolean();
    int passing = shrinks ? 3 * mappings.size() + 3 : 0;
    for (int i = 0; i < passing; i++) {
      built.put(keys.key(-i - 1), new FaultValue(0));
    }
    mappings.forEach((key, value) -> built.put(keys.key(key), new FaultValue(value)));
    for (int i = 0; i < passing; i++) {
      built.remove(keys.key(-i - 1));
    }
    return built;
  }

  /** Comes through each size of a table and of a leaf, with a fault at each step up and down. */
  private void growAndShrink() {
    int step = step(LARGEST_OF_ALL_FAULTS + 1);
    int sizes = scale < 1 ? 30 : 70;
    map = keys.newMap(kind);
    Map<Integer, Integer> present = new HashMap<>();
    for (int up = 1; up >= 0; up--) {
      for (int i = 0; i < sizes && !isDamaged(); i++) {
        int number = up == 1 ? i * 37 % sizes : i;
        Map<Integer, Integer> after = new HashMap<>(present);
        if (up == 1) {
          after.put(number, number);
        } else {
          after.remove(number);
        }
        boolean puts = up == 1;
        Operation operation =
            new Operation(
                (puts ? "put at " : "remove at ") + present.size(),
                () -> puts ? putOrCompute(number) : removeOrCompute(number),
                present,
                after,
                true);
        int k = first(step);
        while (isFaulted(operation, k, null)
            && k <= MOST_FAULTS
            && !contentsOrNothing().equals(after)
            && !isDamaged()) {
          k += step;
        }
        present = after;
        if (!contentsOrNothing().equals(after)) {
          map = build(after);
        }
      }
    }
  }

  private @Nullable Object putOrCompute(int number) {
    Object key = keys.key(number);
    FaultValue value = new FaultValue(number);
    if (number % 3 == 0) {
      map.compute(key, (k, v) -> value);
    } else {
      map.put(key, value);
    }
    return null;
  }

  private @Nullable Object removeOrCompute(int number) {
    if (number % 3 == 0) {
      map.computeIfPresent(keys.key(number), (k, v) -> null);
    } else {
      map.remove(keys.key(number));
    }
    return null;
  }

  /** An operation on the map of this run, and what it is to do. */
  private record Operation(
      String name,
      java.util.function.Supplier<@Nullable Object> body,
      Map<Integer, Integer> before,
      Map<Integer, Integer> after,
      boolean isAtomic) {}

  /**
   * Calls an operation with a fault in it, and checks the map.
   *
   * @return false if the operation came to its end before the fault
   */
  private boolean isFaulted(Operation operation, int k, @Nullable Object expected) {
    progress.incrementAndGet();
    Throwable thrown = null;
    Object actual = null;
    try {
      actual = fuse.call(fault, k, operation.body);
    } catch (FaultPoints.Abandoned e) {
      throw e;
    } catch (Throwable t) {
      thrown = t;
    }
    boolean isFired = fuse.isFired();
    counters[INJECTED] += isFired ? 1 : 0;
    String where =
        String.format("%s %s: %s, k = %d, threw %s", kind, keys, operation.name, k, thrown);
    if (!isFired && (thrown != null || !Objects.equals(actual, expected))) {
      damaged(UNSOUND, where, "result " + actual + " (expected: " + expected + ")", thrown);
      map = build(operation.before);
      return false;
    }
    try {
      check(operation, thrown == null);
    } catch (Damage e) {
      damaged(e.counter, where, Objects.requireNonNull(e.getMessage()), thrown);
      map = build(operation.before);
    } catch (FaultPoints.Abandoned e) {
      throw e;
    } catch (Throwable e) {
      String message = String.valueOf(e.getMessage());
      int counter =
          message.contains("count") ? MISCOUNTED : message.contains("held") ? LOCKED : UNSOUND;
      damaged(counter, where, e.toString(), e);
      map = build(operation.before);
    }
    return isFired;
  }

  private void damaged(int counter, String where, String what, @Nullable Throwable cause) {
    counters[counter]++;
    String trace = "";
    if (cause != null && cause.getStackTrace().length > 0) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < Math.min(8, cause.getStackTrace().length); i++) {
        text.append("\n      at ").append(cause.getStackTrace()[i]);
      }
      trace = text.toString();
    }
    damages.add(where + ": " + what + trace);
  }

  /** Something that a fault has broken. */
  private static final class Damage extends RuntimeException {
    private static final long serialVersionUID = 1;
    final int counter;

    Damage(int counter, String message) {
      super(message);
      this.counter = counter;
    }
  }

  private static void require(boolean holds, int counter, String what) {
    if (!holds) {
      throw new Damage(counter, what);
    }
  }

  private void check(Operation operation, boolean isDone) {
    map.validate();
    Map<Integer, Integer> present = contents(map);
    Set<Integer> all = new HashSet<>(operation.before.keySet());
    all.addAll(operation.after.keySet());
    all.addAll(present.keySet());
    for (Integer key : all) {
      Integer before = operation.before.get(key);
      Integer after = operation.after.get(key);
      Integer now = present.get(key);
      require(
          Objects.equals(now, after) || (!isDone && Objects.equals(now, before)),
          LOST,
          "key " + key + ": " + now + " (expected: " + before + " or then " + after + ")");
      FaultValue got = map.get(keys.key(key));
      require(
          Objects.equals(now, got == null ? null : (Integer) got.number()),
          LOST,
          "key " + key + ": iterated as " + now + " (expected: " + got + ", as got)");
    }
    require(
        !operation.isAtomic || present.equals(operation.before) || present.equals(operation.after),
        LOST,
        "a part of the operation is done: " + present);
    require(
        map.mappingCount() == present.size() && map.size() == present.size(),
        MISCOUNTED,
        "count: " + map.mappingCount() + " (expected: " + present.size() + ")");
    if (random.nextInt(PROBED) != 0) {
      return;
    }
    Throwable failure = prober.probe(map, keys, present);
    if (failure instanceof FaultPoints.Abandoned abandoned) {
      throw abandoned;
    }
    if (failure != null) {
      throw new Damage(UNSOUND, "in another thread: " + failure);
    }
    require(contents(map).equals(present), LOST, "mappings after updates of another thread");
  }

  private Map<Integer, Integer> contentsOrNothing() {
    try {
      return contents(map);
    } catch (Damage e) {
      return Map.of(-1, -1);
    }
  }

  private static Map<Integer, Integer> contents(Map<Object, FaultValue> map) {
    Map<Integer, Integer> contents = new HashMap<>();
    for (Map.Entry<Object, FaultValue> entry : map.entrySet()) {
      Integer twice = contents.put(FaultKeys.number(entry.getKey()), entry.getValue().number());
      require(twice == null, LOST, "key " + entry.getKey() + " twice");
    }
    return contents;
  }

  /** Works on the map in a thread of its own, which stands still where a lock is held. */
  private static final class Prober implements Runnable {
    private final FaultPoints.Fuse fuse;
    private final Exchanger<Object> exchanger = new Exchanger<>();
    private static final Object DONE = new Object();

    private record Probe(
        AbstractConcurrentMap<Object, FaultValue> map,
        FaultKeys keys,
        Map<Integer, Integer> present) {}

    Prober(FaultPoints.Fuse fuse) {
      this.fuse = fuse;
    }

    @Nullable Throwable probe(
        AbstractConcurrentMap<Object, FaultValue> map,
        FaultKeys keys,
        Map<Integer, Integer> present) {
      try {
        exchanger.exchange(new Probe(map, keys, present));
        Object outcome = exchanger.exchange(DONE);
        return outcome == DONE ? null : (Throwable) outcome;
      } catch (InterruptedException e) {
        return new FaultPoints.Abandoned();
      }
    }

    @Override
    public void run() {
      fuse.attach();
      try {
        while (true) {
          Probe probe = (Probe) exchanger.exchange(DONE);
          Object outcome = DONE;
          try {
            work(probe);
          } catch (Throwable t) {
            outcome = t;
          }
          exchanger.exchange(outcome);
        }
      } catch (InterruptedException e) {
        // The run is over.
      }
    }

    /** Updates each mapping to what it is, and two keys that are not there. */
    private static void work(Probe probe) {
      AbstractConcurrentMap<Object, FaultValue> map = probe.map;
      for (Map.Entry<Integer, Integer> entry : probe.present.entrySet()) {
        FaultValue old =
            map.replace(probe.keys.key(entry.getKey()), new FaultValue(entry.getValue()));
        require(
            old != null && old.number() == entry.getValue(), LOST, "replace of " + entry.getKey());
      }
      for (int absent : new int[] {-1, 1_000_000}) {
        Object key = probe.keys.key(absent);
        require(map.put(key, new FaultValue(0)) == null, LOST, "put of " + absent);
        require(map.remove(key) != null, LOST, "remove of " + absent);
      }
      require(map.size() == probe.present.size(), MISCOUNTED, "count: " + map.size());
    }
  }
}
