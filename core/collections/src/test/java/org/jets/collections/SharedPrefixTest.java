package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Spliterator;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Ordered maps of keys that begin alike, each beside a {@link TreeMap}. */
class SharedPrefixTest {
  private static final int RANGE = 3000;
  private static final int KEYS = 1500;
  private static final int LONGEST = 40;
  private static final int STEPS = 6000;

  /** Makes random keys. */
  @SuppressWarnings("ImmutableEnumChecker") // The functions have no state.
  enum Kind {
    NAMES(random -> "name:" + random.nextInt(RANGE)),
    URLS(random -> "https://www.example.org/items/" + random.nextInt(RANGE)),
    /** Two parts that differ. */
    PAGES(random -> "https://example.org/" + random.nextInt(20) + "/page/" + random.nextInt(RANGE)),
    /** Each is the beginning of longer ones. */
    REPEATED(random -> "x".repeat(random.nextInt(3 * LONGEST))),
    /** Characters at the bounds of what takes one, two and three bytes; surrogates; the least. */
    CHARACTERS(
        random -> text(random, "\0ab\u00be\u00bf\u00c0\u3fbe\u3fbf\ud800\udbff\udc00\uffff")),
    /** A shared part that takes two bytes a character. */
    CYRILLIC(random -> "\u0436\u0438\u0437\u043d\u044c-" + random.nextInt(RANGE)),
    /** Shared parts of many lengths, so that those of nodes shrink and grow. */
    NESTED(random -> "part/".repeat(random.nextInt(9)) + random.nextInt(RANGE)),
    /** All of these, in strings of both encodings, with the empty string. */
    MIXED(random -> text(random, "ab\u0436") + one(random));

    private final Function<Random, String> maker;

    Kind(Function<Random, String> maker) {
      this.maker = maker;
    }

    private static String text(Random random, String characters) {
      StringBuilder text = new StringBuilder();
      for (int left = random.nextInt(10); left > 0; left--) {
        text.append(characters.charAt(random.nextInt(characters.length())));
      }
      return text.toString();
    }

    private static String one(Random random) {
      return random.nextInt(20) == 0
          ? ""
          : values()[random.nextInt(values().length - 1)].maker.apply(random); // All but the last.
    }

    String key(Random random) {
      return maker.apply(random);
    }
  }

  static Stream<Arguments> mapsAndKinds() {
    return MapUnderTest.ordered()
        .flatMap(map -> Stream.of(Kind.values()).map(kind -> Arguments.of(map, kind)));
  }

  @ParameterizedTest
  @MethodSource("mapsAndKinds")
  void operations_stringsThatBeginAlike_doWhatATreeMapDoes(MapUnderTest kind, Kind keys) {
    AbstractConcurrentNavigableMap<String, Integer> map = kind.ofOrder(null);
    NavigableMap<String, Integer> model = new TreeMap<>();
    Random random = new Random(keys.name().hashCode());
    for (int step = 0; step < STEPS; step++) {
      String key = keys.key(random);
      switch (random.nextInt(step % 3000 < 1500 ? 8 : 5)) {
        case 0, 1, 2 -> assertThat(map.remove(key)).isEqualTo(model.remove(key));
        case 3 -> {
          assertThat(map.get(key)).isEqualTo(model.get(key));
          assertThat(map.lowerKey(key)).isEqualTo(model.lowerKey(key));
          assertThat(map.floorEntry(key)).isEqualTo(model.floorEntry(key));
          assertThat(map.ceilingKey(key)).isEqualTo(model.ceilingKey(key));
          assertThat(map.higherEntry(key)).isEqualTo(model.higherEntry(key));
        }
        default -> assertThat(map.put(key, step)).isEqualTo(model.put(key, step));
      }
      if (step % 100 == 0) {
        assertSameRange(map, model, key, keys.key(random));
      }
    }
    assertSame(map, model);
    for (String key : new ArrayList<>(model.keySet())) {
      assertThat(map.remove(key)).isEqualTo(model.remove(key));
    }
    assertSame(map, model);
  }

  private static <K, V> void assertSame(
      AbstractConcurrentNavigableMap<K, V> map, NavigableMap<K, V> model) {
    map.validate();
    assertThat(new ArrayList<>(map.entrySet())).isEqualTo(new ArrayList<>(model.entrySet()));
    assertThat(new ArrayList<>(map.descendingKeySet()))
        .isEqualTo(new ArrayList<>(model.descendingKeySet()));
  }

  private static void assertSameRange(
      AbstractConcurrentNavigableMap<String, Integer> map,
      NavigableMap<String, Integer> model,
      String a,
      String b) {
    String low = a.compareTo(b) < 0 ? a : b;
    String high = a.compareTo(b) < 0 ? b : a;
    NavigableMap<String, Integer> part = model.subMap(low, false, high, true);
    assertThat(map.subMap(low, false, high, true)).isEqualTo(part);
    assertThat(new ArrayList<>(map.subMap(low, true, high, false).descendingKeySet()))
        .isEqualTo(new ArrayList<>(model.subMap(low, true, high, false).descendingKeySet()));
    List<Map.Entry<String, Integer>> range = new ArrayList<>();
    map.forEachInRange(low, false, high, true, (key, value) -> range.add(Map.entry(key, value)));
    assertThat(range).isEqualTo(List.copyOf(part.entrySet()));
    Spliterator<String> all = map.subMap(low, false, high, true).keySet().spliterator();
    List<String> split = new ArrayList<>();
    Spliterator<String> first = all.trySplit();
    if (first != null) {
      first.forEachRemaining(split::add);
    }
    all.forEachRemaining(split::add);
    assertThat(split).isEqualTo(new ArrayList<>(part.keySet()));
  }

  /** An order in which keys come. */
  enum Arrival {
    UPWARDS,
    DOWNWARDS,
    AT_RANDOM,
    /** From the middle to both ends, so that what all share shrinks at either. */
    OUTWARDS,
    /** From both ends to the middle. */
    INWARDS;

    List<String> of(List<String> ascending) {
      List<String> keys = new ArrayList<>(ascending);
      switch (this) {
        case UPWARDS -> {}
        case DOWNWARDS -> Collections.reverse(keys);
        case AT_RANDOM -> Collections.shuffle(keys, new Random(1));
        case OUTWARDS, INWARDS -> {
          int middle = keys.size() / 2;
          keys.sort(
              (a, b) ->
                  Integer.compare(
                      Math.abs(ascending.indexOf(a) - middle),
                      Math.abs(ascending.indexOf(b) - middle)));
          if (this == INWARDS) {
            Collections.reverse(keys);
          }
        }
      }
      return keys;
    }
  }

  static Stream<Arguments> mapsAndArrivals() {
    return MapUnderTest.ordered()
        .flatMap(map -> Stream.of(Arrival.values()).map(arrival -> Arguments.of(map, arrival)));
  }

  @ParameterizedTest
  @MethodSource("mapsAndArrivals")
  void putAndRemove_sharedPartsOfEveryLengthInAnyOrder_findsEachKey(
      MapUnderTest kind, Arrival arrival) {
    for (int length = 0; length <= LONGEST; length += length < 10 ? 1 : 5) {
      AbstractConcurrentNavigableMap<String, Integer> map = kind.ofOrder(null);
      NavigableMap<String, Integer> model = new TreeMap<>();
      String shared = "a".repeat(length);
      IntStream.range(0, 300).forEach(i -> model.put(shared + i * 37, i));
      model.put("", -1);
      model.put("b", -2);
      List<String> keys = arrival.of(new ArrayList<>(model.keySet()));

      keys.forEach(key -> assertThat(map.put(key, model.get(key))).isNull());

      assertSame(map, model);
      for (String key : keys) {
        assertThat(map.get(key)).isEqualTo(model.get(key));
        assertThat(map.get(key + "\0")).isNull();
        assertThat(map.get(key + "0")).isEqualTo(model.get(key + "0"));
      }
      for (String key : keys) {
        assertThat(map.remove(key)).isEqualTo(model.remove(key));
        assertThat(map.firstEntry()).isEqualTo(model.firstEntry());
        assertThat(map.lastEntry()).isEqualTo(model.lastEntry());
      }
      assertSame(map, model);
    }
  }

  @Test
  void put_keyThatSharesNothing_staysFindableAmongOthers() {
    for (MapUnderTest kind : MapUnderTest.ordered().toList()) {
      AbstractConcurrentNavigableMap<String, Integer> map = kind.ofOrder(null);
      NavigableMap<String, Integer> model = new TreeMap<>();
      for (int i = 0; i < KEYS; i++) {
        String outlier = i % 2 == 0 ? "a" : "z";
        String key = "https://example.org/" + i;
        assertThat(map.put(key, i)).isEqualTo(model.put(key, i));
        assertThat(map.put(outlier, i)).isEqualTo(model.put(outlier, i));
        if (i % 3 == 0) {
          assertThat(map.remove(outlier)).isEqualTo(model.remove(outlier));
        }
        assertThat(map.get(key)).isEqualTo(i);
        assertThat(map.get("https://example.org")).isNull();
      }
      assertSame(map, model);
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.collections.MapUnderTest#atomicRanges")
  void putAll_keysThatShareLess_takesThemIn(MapUnderTest kind) {
    AbstractConcurrentNavigableMap<String, Integer> map = kind.ofOrder(null);
    NavigableMap<String, Integer> model = new TreeMap<>();
    Random random = new Random(5);
    for (int round = 0; round < 30; round++) {
      Map<String, Integer> more = new TreeMap<>();
      for (int i = 0; i < 40; i++) {
        more.put(Kind.values()[round % Kind.values().length].key(random), i);
      }
      map.putAll(more);
      model.putAll(more);
      assertSame(map, model);
      String low = Kind.MIXED.key(random);
      map.tailMap(low).values().removeIf(value -> value % 3 == 0);
      model.tailMap(low).values().removeIf(value -> value % 3 == 0);
      assertSame(map, model);
    }
    assertSame(new ContentionAdaptingTreeMap<>(model), model);
  }

  @ParameterizedTest
  @MethodSource("org.jets.collections.MapUnderTest#ordered")
  void operations_unitsOfAComparator_doWhatATreeMapDoes(MapUnderTest kind) {
    AbstractConcurrentNavigableMap<Integer, Integer> map =
        kind.ofOrder(new DigitOrder<Integer>(number -> number, () -> {}));
    NavigableMap<Integer, Integer> model = new TreeMap<>();
    Random random = new Random(7);
    int[] ranges = {100, 40_000, 1000, Integer.MAX_VALUE};
    for (int step = 0; step < TestScale.count(40_000); step++) {
      int key = random.nextInt(ranges[step / 500 % ranges.length]);
      switch (random.nextInt(step % 4000 < 2000 ? 6 : 3)) {
        case 0, 1 -> assertThat(map.remove(key)).isEqualTo(model.remove(key));
        case 2 -> {
          assertThat(map.get(key)).isEqualTo(model.get(key));
          assertThat(map.lowerKey(key)).isEqualTo(model.lowerKey(key));
          assertThat(map.ceilingKey(key)).isEqualTo(model.ceilingKey(key));
        }
        default -> assertThat(map.put(key, step)).isEqualTo(model.put(key, step));
      }
    }
    assertSame(map, model);
  }

  /** A wrong answer of a comparator. */
  enum Lie {
    PREFIX,
    SHARED_BY_KEYS,
    SHARED_BY_PREFIXES,
    EXACT,
    ALL
  }

  /** Answers some calls at random. */
  private static final class Liar extends DigitOrder<Integer> {
    private final Random random = new Random(9);
    private final Lie lie;

    Liar(Lie lie) {
      super(number -> number, () -> {});
      this.lie = lie;
    }

    private boolean lies(Lie asked) {
      return (lie == asked || lie == Lie.ALL) && random.nextInt(10) == 0;
    }

    @Override
    public long prefix(Integer key, int offset) {
      return lies(Lie.PREFIX) ? random.nextLong() : super.prefix(key, offset);
    }

    @Override
    public int sharedUnits(Integer a, Integer b) {
      return lies(Lie.SHARED_BY_KEYS) ? random.nextInt() : super.sharedUnits(a, b);
    }

    @Override
    public int sharedUnits(long prefix, long otherPrefix) {
      return lies(Lie.SHARED_BY_PREFIXES)
          ? random.nextInt()
          : super.sharedUnits(prefix, otherPrefix);
    }

    @Override
    public boolean isExact(long prefix, int offset) {
      return lies(Lie.EXACT) || super.isExact(prefix, offset);
    }
  }

  /**
   * A map of a comparator that breaks its contract may lose keys. Each call and each walk still
   * ends, and finds only what has been put. The map works again when it has been cleared.
   */
  @ParameterizedTest
  @EnumSource
  @Timeout(60)
  void operations_comparatorThatLies_endAndInventNothing(Lie lie) {
    ContentionAdaptingTreeMap<Integer, Integer> map =
        new ContentionAdaptingTreeMap<>(new Liar(lie));
    Random random = new Random(11);
    for (int step = 0; step < TestScale.count(20_000); step++) {
      int key = random.nextInt(RANGE);
      try {
        switch (random.nextInt(5)) {
          case 0, 1 -> map.put(key, key + RANGE);
          case 2 -> map.remove(key);
          case 3 -> map.higherKey(key);
          default -> {
            Integer found = map.get(key);
            if (lie == Lie.PREFIX) { // The others can make keys equal that are not.
              assertThat(found).isIn(null, key + RANGE);
            }
          }
        }
      } catch (IllegalStateException e) {
        assertThat(e).hasMessageStartingWith("order of a key");
      }
    }
    try {
      map.values().forEach(value -> assertThat(value).isBetween(RANGE, 2 * RANGE - 1));
    } catch (IllegalStateException e) {
      assertThat(e).hasMessageStartingWith("order of a key");
    }
    map.clear();
    assertThat(map).isEmpty();
    assertThat(map.firstEntry()).isNull();
    assertThat(map.put(1, RANGE)).isNull();
    assertThat(map.get(1)).isEqualTo(RANGE);
  }
}
