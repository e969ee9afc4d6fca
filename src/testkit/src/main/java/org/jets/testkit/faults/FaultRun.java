package org.jets.testkit.faults;

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
import org.jspecify.annotations.Nullable;

/**
 * Injects all faults of one kind into one map, and counts the damage. After each fault the map must
 * be sound, count right, and serve another thread. It must have every mapping that the operation
 * was not about.
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

  private final String name;
  private final FaultedMap kind;
  private final FaultKind fault;
  private final double scale;

  /** True if a run of the same map with other keys comes before. */
  private final boolean isRepeated;

  private final SplittableRandom random;
  private final FaultTally tally;
  private final FaultPoints.Fuse fuse = new FaultPoints.Fuse();
  private final Prober prober = new Prober();

  /** Damage done by operations that this run is through with. */
  private int damagesBefore;

  private ConcurrentMap<Object, FaultValue> map;

  /** The mappings that the last check has found. */
  private Map<Integer, Integer> contents = Map.of();

  private FaultRun(
      String name,
      FaultedMap kind,
      FaultKind fault,
      double scale,
      boolean isRepeated,
      SplittableRandom random,
      FaultTally tally) {
    this.name = name;
    this.kind = kind;
    this.fault = fault;
    this.scale = scale;
    this.isRepeated = isRepeated;
    this.random = random;
    this.tally = tally;
    this.map = kind.newMap();
  }

  /**
   * Runs all operations of a map.
   *
   * @param kinds the map with each kind of keys
   * @param scale below 1 for fewer faults
   */
  static void run(
      String map,
      List<FaultedMap> kinds,
      FaultKind fault,
      double scale,
      long seed,
      FaultTally tally) {
    SplittableRandom random = new SplittableRandom(seed);
    for (FaultedMap kind : kinds) {
      new FaultRun(map, kind, fault, scale, kind != kinds.get(0), random, tally).run();
    }
  }

  private void run() {
    tally.abandonWith(fuse);
    fuse.attach();
    Thread other = new FaultPoints.Fused(prober, "probe of " + name);
    other.start();
    try {
      all();
    } finally {
      other.interrupt();
    }
  }

  private void all() {
    for (FaultScenario scenario : kind.scenarios()) {
      damagesBefore = tally.damages().size();
      for (int size : SIZES) {
        // To measure the depth at each method entry takes long.
        if (fault != FaultKind.STACK_DEPTH || size <= LARGEST_OF_ALL_FAULTS || scale >= 4) {
          faultsIn(scenario, size);
        }
      }
    }
    damagesBefore = tally.damages().size();
    growAndShrink();
  }

  private boolean isDamaged() {
    return tally.damages().size() >= damagesBefore + MOST_DAMAGE;
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
    boolean repeatsEntries = fault == FaultKind.METHOD_ENTRY && isRepeated;
    int thinned =
        (size > LARGEST_OF_ALL_FAULTS ? 4 : 1)
            * (kind.isVariant() ? 4 : 1)
            * (repeatsEntries ? 3 : 1);
    int least = scale >= 4 ? 1 : thinned;
    return scale < 1 ? (int) Math.min(16, least * Math.round(0.4 / scale)) : least;
  }

  private void faultsIn(FaultScenario scenario, int size) {
    Map<Integer, Integer> before = filled(size);
    ConcurrentMap<Object, FaultValue> model = reference();
    before.forEach((key, value) -> model.put(kind.key(key), new FaultValue(value)));
    Object expected = scenario.call(new FaultScenario.Subject(model, kind, size));
    Map<Integer, Integer> after = contents(model);
    Operation operation =
        new Operation(
            scenario.name() + " of " + size,
            () -> scenario.call(new FaultScenario.Subject(map, kind, size)),
            before,
            after,
            kind.isAtomic(scenario.reach()));
    map = build(before);
    int step = step(size);
    int k = first(step);
    boolean goesOn = true;
    while (goesOn && k <= MOST_FAULTS && !isDamaged()) {
      goesOn = isFaulted(operation, k, expected);
      k += step;
      if (!contents.equals(before)) {
        map = build(before);
      }
    }
    for (int i = 0; goesOn && i < RANDOM_FAULTS / step && !isDamaged(); i++) {
      goesOn = isFaulted(operation, 1 + random.nextInt(RANDOM_RANGE), expected);
      if (!contents.equals(before)) {
        map = build(before);
      }
    }
  }

  private ConcurrentMap<Object, FaultValue> reference() {
    return new ConcurrentSkipListMap<>(new FaultKey.ByNumber());
  }

  private static Map<Integer, Integer> filled(int size) {
    Map<Integer, Integer> mappings = new HashMap<>();
    for (int i = 0; i < size; i++) {
      mappings.put(2 * i, 2 * i);
    }
    return mappings;
  }

  /** Half of the maps have shrunk to what they have. */
  private ConcurrentMap<Object, FaultValue> build(Map<Integer, Integer> mappings) {
    ConcurrentMap<Object, FaultValue> built = kind.newMap();
    boolean shrinks = random.nextBoolean();
    int passing = shrinks ? 3 * mappings.size() + 3 : 0;
    for (int i = 0; i < passing; i++) {
      built.put(kind.key(-i - 1), new FaultValue(0));
    }
    mappings.forEach((key, value) -> built.put(kind.key(key), new FaultValue(value)));
    for (int i = 0; i < passing; i++) {
      built.remove(kind.key(-i - 1));
    }
    return built;
  }

  /** Comes through each size of a table and of a leaf, with a fault at each step up and down. */
  private void growAndShrink() {
    int step = step(LARGEST_OF_ALL_FAULTS + 1);
    int sizes = scale < 1 ? 30 : 70;
    map = kind.newMap();
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
            && !contents.equals(after)
            && !isDamaged()) {
          k += step;
        }
        present = after;
        if (!contents.equals(after)) {
          map = build(after);
        }
      }
    }
  }

  private @Nullable Object putOrCompute(int number) {
    Object key = kind.key(number);
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
      map.computeIfPresent(kind.key(number), (k, v) -> null);
    } else {
      map.remove(kind.key(number));
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
    tally.progressed();
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
    tally.add(FaultTally.INJECTED, isFired ? 1 : 0);
    if (!isFired && (thrown != null || !Objects.equals(actual, expected))) {
      String what = "result " + actual + " (expected: " + expected + ")";
      damaged(operation, k, thrown, FaultTally.UNSOUND, what, thrown);
      return false;
    }
    try {
      check(operation, thrown == null);
    } catch (Damage e) {
      damaged(operation, k, thrown, e.counter, Objects.requireNonNull(e.getMessage()), thrown);
    } catch (FaultPoints.Abandoned e) {
      throw e;
    } catch (Throwable e) {
      damaged(operation, k, thrown, FaultTally.counterOf(e), e.toString(), e);
    }
    return isFired;
  }

  /** Counts damage, and begins again with a new map. */
  private void damaged(
      Operation operation,
      int k,
      @Nullable Throwable thrown,
      int counter,
      String what,
      @Nullable Throwable cause) {
    String where = String.format("%s: %s, k = %d, threw %s", kind, operation.name, k, thrown);
    String trace = "";
    if (cause != null && cause.getStackTrace().length > 0) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < Math.min(8, cause.getStackTrace().length); i++) {
        text.append("\n      at ").append(cause.getStackTrace()[i]);
      }
      trace = text.toString();
    }
    tally.damaged(counter, where + ": " + what + trace);
    map = build(operation.before);
    contents = operation.before;
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
    kind.validate(map);
    Map<Integer, Integer> present = contents(map);
    contents = present;
    Set<Integer> all = new HashSet<>(operation.before.keySet());
    all.addAll(operation.after.keySet());
    all.addAll(present.keySet());
    for (Integer key : all) {
      Integer before = operation.before.get(key);
      Integer after = operation.after.get(key);
      Integer now = present.get(key);
      if (!Objects.equals(now, after) && (isDone || !Objects.equals(now, before))) {
        throw new Damage(
            FaultTally.LOST,
            "key " + key + ": " + now + " (expected: " + before + " or then " + after + ")");
      }
      FaultValue got = map.get(kind.key(key));
      if (!Objects.equals(now, got == null ? null : (Integer) got.number())) {
        throw new Damage(
            FaultTally.LOST,
            "key " + key + ": iterated as " + now + " (expected: " + got + ", as got)");
      }
    }
    if (operation.isAtomic
        && !present.equals(operation.before)
        && !present.equals(operation.after)) {
      throw new Damage(FaultTally.LOST, "a part of the operation is done: " + present);
    }
    if (kind.mappingCount(map) != present.size() || map.size() != present.size()) {
      throw new Damage(
          FaultTally.MISCOUNTED,
          "count: " + kind.mappingCount(map) + " (expected: " + present.size() + ")");
    }
    if (random.nextInt(PROBED) != 0) {
      return;
    }
    Throwable failure = prober.probe(map, present);
    if (failure instanceof FaultPoints.Abandoned abandoned) {
      throw abandoned;
    }
    if (failure != null) {
      throw new Damage(FaultTally.UNSOUND, "in another thread: " + failure);
    }
    require(
        contents(map).equals(present), FaultTally.LOST, "mappings after updates of another thread");
  }

  private static Map<Integer, Integer> contents(Map<Object, FaultValue> map) {
    Map<Integer, Integer> contents = new HashMap<>();
    for (Map.Entry<Object, FaultValue> entry : map.entrySet()) {
      Integer twice = contents.put(FaultKey.number(entry.getKey()), entry.getValue().number());
      if (twice != null) {
        throw new Damage(FaultTally.LOST, "key " + entry.getKey() + " twice");
      }
    }
    return contents;
  }

  /** Works on the map in a thread of its own, which stands still where a lock is held. */
  private final class Prober implements Runnable {
    private static final Object DONE = new Object();

    private final Exchanger<Object> exchanger = new Exchanger<>();

    private record Probe(ConcurrentMap<Object, FaultValue> map, Map<Integer, Integer> present) {}

    @Nullable Throwable probe(
        ConcurrentMap<Object, FaultValue> map, Map<Integer, Integer> present) {
      try {
        exchanger.exchange(new Probe(map, present));
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
    private void work(Probe probe) {
      ConcurrentMap<Object, FaultValue> probed = probe.map;
      for (Map.Entry<Integer, Integer> entry : probe.present.entrySet()) {
        FaultValue old = probed.replace(kind.key(entry.getKey()), new FaultValue(entry.getValue()));
        require(
            old != null && old.number() == entry.getValue(),
            FaultTally.LOST,
            "replace of " + entry.getKey());
      }
      for (int absent : new int[] {-1, 1_000_000}) {
        Object key = kind.key(absent);
        require(probed.put(key, new FaultValue(0)) == null, FaultTally.LOST, "put of " + absent);
        require(probed.remove(key) != null, FaultTally.LOST, "remove of " + absent);
      }
      require(
          probed.size() == probe.present.size(), FaultTally.MISCOUNTED, "count: " + probed.size());
    }
  }
}
