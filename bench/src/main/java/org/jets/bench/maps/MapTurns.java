package org.jets.bench.maps;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jets.bench.harness.turns.TurnLoop;
import org.jets.bench.harness.turns.TurnWork;

/**
 * The calls of {@link LongKeys} and {@link StringKeys}, by turns. A workload is {@code
 * KIND:RANGE:PRESENT:UPDATES}, where the kind is one of {@link Kind}. Contestants are {@code
 * map/NAME} or {@code tree/NAME}, with the names of {@link MeasuredMap} and {@link MeasuredTree}.
 */
public final class MapTurns implements TurnWork {
  private static final Object VALUE = 1;

  /** An odd number, so that keys multiplied by it stay different from each other. */
  private static final long SPREAD = 0x9e37_79b9_7f4a_7c15L;

  /** The calls and their keys. */
  enum Kind {
    /** Calls with longs from 0 on. */
    DENSE,
    /** Calls with longs from the whole range of longs. */
    SPARSE,
    /** Gets of strings such as {@code name:1234}. */
    STRINGS,
    /** Gets of longer strings with long common prefixes. */
    URLS,
    /** Sums of the keys of ranges that have about 1,000. */
    RANGES,
    /** Steps from a key to the next one. */
    STEPS,
    /** Walks through the whole map; an entry is one call. */
    WALK
  }

  /** A workload in its parts. */
  record Workload(Kind kind, int range, int present, int updates) {
    static Workload parse(String text) {
      String[] parts = text.split(":", -1);
      return new Workload(
          Kind.valueOf(parts[0]),
          Integer.parseInt(parts[1]),
          Integer.parseInt(parts[2]),
          Integer.parseInt(parts[3]));
    }

    boolean isOfStrings() {
      return kind == Kind.STRINGS || kind == Kind.URLS;
    }

    String string(int number) {
      return kind == Kind.STRINGS
          ? "name:" + number
          : "https://www.example.org/archive/articles/" + number % 97 + "/page-" + number;
    }

    long spread() {
      return kind == Kind.SPARSE ? SPREAD : 1;
    }

    @Override
    public String toString() {
      return kind + ":" + range + ":" + present + ":" + updates;
    }
  }

  /** For the harness. */
  public MapTurns() {}

  /** The numbers of the present keys, in random order; then the strings that are asked for. */
  @Override
  public Object input(String text) {
    Workload workload = Workload.parse(text);
    Random random = new Random(7);
    int[] present = random.ints(0, workload.range()).distinct().limit(workload.present()).toArray();
    if (!workload.isOfStrings()) {
      return new Object[] {present};
    }
    String[] asked =
        random
            .ints(0, workload.range())
            .distinct()
            .limit(workload.range())
            .mapToObj(workload::string)
            .toArray(String[]::new);
    // After this, strings know their hashes, as keys do that are used again and again.
    int hash = Arrays.hashCode(asked);
    return new Object[] {present, asked, hash};
  }

  @Override
  public List<TurnLoop> loops(String text, Object input, String contestant, int threads) {
    Workload workload = Workload.parse(text);
    Object[] parts = (Object[]) input;
    int[] present = (int[]) parts[0];
    if (workload.isOfStrings()) {
      ConcurrentMap<String, Object> strings = newMapOfStrings(contestant);
      for (int number : present) {
        strings.put(workload.string(number), VALUE);
      }
      String[] asked = (String[]) parts[1];
      return ofThreads(
          threads,
          thread -> new StringLoop(strings, asked, (int) ((long) asked.length * thread / threads)));
    }
    MapAccess map = newMap(contestant);
    for (int number : present) {
      map.put(number * workload.spread(), VALUE);
    }
    return ofThreads(threads, thread -> loop(workload, map, seed(thread)));
  }

  private static MapAccess newMap(String contestant) {
    String name = nameOf(contestant);
    return contestant.startsWith("map/")
        ? MeasuredMap.valueOf(name).newMap()
        : MeasuredTree.valueOf(name).newMap();
  }

  @SuppressWarnings("unchecked") // A new map of MeasuredMap is one of any keys.
  private static ConcurrentMap<String, Object> newMapOfStrings(String contestant) {
    String name = nameOf(contestant);
    return contestant.startsWith("map/")
        ? (ConcurrentMap<String, Object>) MeasuredMap.valueOf(name).newMap().map()
        : MeasuredTree.valueOf(name).newMapOfStrings();
  }

  private static String nameOf(String contestant) {
    return contestant.substring(contestant.indexOf('/') + 1);
  }

  private static List<TurnLoop> ofThreads(int threads, IntFunction<TurnLoop> loop) {
    return new ArrayList<>(IntStream.range(0, threads).mapToObj(loop).toList());
  }

  private static long seed(int thread) {
    return (thread + 1) * SPREAD;
  }

  private static TurnLoop loop(Workload workload, MapAccess map, long seed) {
    return switch (workload.kind()) {
      case RANGES -> new RangeLoop((TreeAccess) map, workload, seed);
      case STEPS -> new StepLoop((TreeAccess) map, seed % workload.range());
      case WALK -> new WalkLoop(map, workload.present());
      default ->
          workload.updates() == 0
              ? new GetLoop(map, workload, seed)
              : new UpdateLoop(map, workload, seed);
    };
  }
}
