package org.jets.ets.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.f;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.jets.ets.BadArgumentException;
import org.jets.ets.Owner;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.ets.TableTypeException;
import org.jets.ets.Variant;
import org.jets.terms.Term;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests an ordered_set as a navigable map. */
class NavigableTableMapTest {
  private static final int KEYS = 10;

  private final Owner owner = new TableSpace().newOwner();

  @AfterEach
  void end() {
    owner.close();
  }

  private NavigableTableMap<Long, Long> map(Variant variant) {
    return NavigableTableMap.of(
        owner.newTable("map", variant.options()), Codec.ofLong(), Codec.ofLong());
  }

  private <K> NavigableTableMap<K, Long> newMap(Codec<K> keys) {
    return NavigableTableMap.of(
        owner.newTable("map", TableOptions.orderedSet()), keys, Codec.ofLong());
  }

  @Test
  void of_otherTypesOrKeys_isRefused() {
    assertThatThrownBy(
            () ->
                NavigableTableMap.of(
                    owner.newTable("set", TableOptions.set()), Codec.ofLong(), Codec.ofLong()))
        .isInstanceOf(TableTypeException.class)
        .hasMessageContaining("ordered_set");
    assertThatThrownBy(
            () ->
                NavigableTableMap.of(
                    owner.newTable("t", TableOptions.orderedSet().withKeypos(2)),
                    Codec.ofLong(),
                    Codec.ofLong()))
        .isInstanceOf(BadArgumentException.class);
    assertThatNullPointerException()
        .isThrownBy(() -> NavigableTableMap.of(null, Codec.ofLong(), Codec.ofLong()));
  }

  /** Views of views in both directions, beside those of the JDK. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#orderedSets")
  void map_randomCalls_agreesWithAMapOfTheJdk(Variant variant) {
    NavigableMap<Long, Long> map = map(variant);
    NavigableMap<Long, Long> model = new TreeMap<>();
    long seed = Long.getLong("jets.seed", new SecureRandom().nextLong());
    Random random = new Random(seed);
    for (int n = 0; n < TestScale.count(2_000); n++) {
      NavigableMap<Long, Long> view = map;
      NavigableMap<Long, Long> modelView = model;
      for (int depth = random.nextInt(4); depth > 0; depth--) {
        long from = random.nextInt(KEYS);
        long to = random.nextInt(KEYS);
        boolean fromInclusive = random.nextBoolean();
        boolean toInclusive = random.nextBoolean();
        int kind = random.nextInt(4);
        Object part = part(modelView, kind, from, fromInclusive, to, toInclusive);
        Object ofMap = part(view, kind, from, fromInclusive, to, toInclusive);
        if (part instanceof Class<?>) {
          assertThat(ofMap).as("seed %s", seed).isEqualTo(part);
        } else {
          view = navigable(ofMap);
          modelView = navigable(part);
        }
      }
      long key = random.nextInt(KEYS);
      int call = random.nextInt(20);
      assertThat(call(view, call, key))
          .as("call %s of %s, seed %s", call, key, seed)
          .isEqualTo(call(modelView, call, key));
      assertThat(List.copyOf(view.entrySet()))
          .as("seed %s", seed)
          .isEqualTo(List.copyOf(modelView.entrySet()));
      assertThat(map).as("seed %s", seed).isEqualTo(model);
    }
  }

  @SuppressWarnings("unchecked")
  private static NavigableMap<Long, Long> navigable(Object map) {
    return (NavigableMap<Long, Long>) map;
  }

  /** Returns the view, or the class of what is thrown. */
  private static Object part(
      NavigableMap<Long, Long> map,
      int kind,
      Long from,
      boolean fromInclusive,
      Long to,
      boolean toInclusive) {
    try {
      return switch (kind) {
        case 0 -> map.subMap(from, fromInclusive, to, toInclusive);
        case 1 -> map.headMap(to, toInclusive);
        case 2 -> map.tailMap(from, fromInclusive);
        default -> map.descendingMap();
      };
    } catch (IllegalArgumentException e) {
      return IllegalArgumentException.class;
    }
  }

  private static Object call(NavigableMap<Long, Long> map, int call, Long key) {
    try {
      return switch (call) {
        case 0 -> map.put(key, key);
        case 1 -> map.remove(key);
        case 2 -> String.valueOf(map.firstEntry());
        case 3 -> String.valueOf(map.lastEntry());
        case 4 -> String.valueOf(map.lowerEntry(key));
        case 5 -> String.valueOf(map.floorEntry(key));
        case 6 -> String.valueOf(map.ceilingEntry(key));
        case 7 -> String.valueOf(map.higherEntry(key));
        case 8 -> String.valueOf(map.pollFirstEntry());
        case 9 -> String.valueOf(map.pollLastEntry());
        case 10 -> map.lowerKey(key);
        case 11 -> map.floorKey(key);
        case 12 -> map.ceilingKey(key);
        case 13 -> map.higherKey(key);
        case 14 -> map.firstKey();
        case 15 -> map.lastKey();
        case 16 -> map.size() + " " + map.isEmpty() + " " + map.containsKey(key) + map.get(key);
        case 17 -> map.putIfAbsent(key, -key);
        case 18 -> map.merge(key, 1L, Long::sum);
        default -> List.copyOf(map.descendingKeySet());
      };
    } catch (IllegalArgumentException | NoSuchElementException e) {
      return e.getClass();
    }
  }

  @Test
  void keys_outOfAView_areAbsentAndCannotBePut() {
    NavigableTableMap<Long, Long> map = newMap(Codec.ofLong());
    map.put(1L, 1L);
    map.put(5L, 5L);
    NavigableTableMap<Long, Long> view = map.subMap(2L, 8L);
    for (Runnable put :
        List.<Runnable>of(
            () -> view.put(1L, 2L),
            () -> view.putIfAbsent(9L, 2L),
            () -> view.merge(1L, 2L, Long::sum),
            () -> view.compute(1L, (key, value) -> 2L),
            () -> view.computeIfAbsent(9L, key -> 2L),
            () -> view.putAll(Map.of(8L, 8L)))) {
      assertThatThrownBy(put::run)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("key: out of range (expected: a key of this view)");
    }
    assertThat(view.compute(1L, (key, value) -> value)).isNull();
    assertThat(view.computeIfPresent(1L, (key, value) -> 2L)).isNull();
    assertThat(view.computeIfAbsent(9L, key -> null)).isNull();
    assertThat(view.replace(1L, 2L)).isNull();
    assertThat(view.replace(1L, 1L, 2L)).isFalse();
    assertThat(view.remove(1L)).isNull();
    assertThat(view.remove(1L, 1L)).isFalse();
    assertThat(view.get(1L)).isNull();
    assertThat(view.containsKey(1L)).isFalse();
    assertThat(view.entrySet().contains(Map.entry(1L, 1L))).isFalse();
    view.replaceAll((key, value) -> 50L);
    assertThat(map).isEqualTo(Map.of(1L, 1L, 5L, 50L));
    view.clear();
    assertThat(map).isEqualTo(Map.of(1L, 1L));
  }

  /** No step of a table leads on from this atom. */
  @Test
  void keys_endOfTable_areKeysAsOthers() {
    NavigableTableMap<String, Long> map = newMap(Codec.ofAtomName());
    List<String> names = List.of("$a", "$end_of_table", "a", "b");
    names.forEach(name -> map.put(name, 1L));

    assertThat(map.lowerKey("$end_of_table")).isEqualTo("$a");
    assertThat(map.floorKey("$end_of_table")).isEqualTo("$end_of_table");
    assertThat(map.higherKey("$end_of_table")).isEqualTo("a");
    assertThat(map.headMap("$end_of_table").lastKey()).isEqualTo("$a");
    assertThat(map.descendingKeySet()).containsExactly("b", "a", "$end_of_table", "$a");
  }

  /** The table takes 1 and 1.0 for the same key, and keeps the form that was put last. */
  @Test
  void keys_equalByTheTable_areOnePlace() {
    NavigableTableMap<Term, Long> map = newMap(Codec.ofTerm());
    map.put(i(1), 1L);
    map.put(f(2), 2L);
    map.put(a("x"), 3L);
    map.put(l(), 4L);

    assertThat(map.ceilingKey(f(1))).isEqualTo(i(1));
    assertThat(map.floorKey(i(2))).isEqualTo(f(2));
    assertThat(map.subMap(f(1), true, i(2), true)).hasSize(2);
    assertThat(map.subMap(f(1), false, i(2), false)).isEmpty();
    assertThat(map.comparator().compare(f(1), i(1))).isZero();
    assertThat(map.descendingMap().comparator().compare(l(), a("x"))).isNegative();
    assertThat(map.keySet()).containsExactly(i(1), f(2), a("x"), l());
  }

  @Test
  void poll_objectThatIsNoPair_failsAndLeavesIt() {
    NavigableTableMap<Long, Long> map = newMap(Codec.ofLong());
    map.table().insert(t(1, 2, 3));
    assertThatThrownBy(map::pollFirstEntry).isInstanceOf(UnexpectedTermException.class);
    assertThatThrownBy(map::lastEntry).isInstanceOf(UnexpectedTermException.class);
    assertThat(map.table().size()).isOne();
  }

  @Test
  void entries_ofSearches_doNotWrite() {
    NavigableTableMap<Long, Long> map = newMap(Codec.ofLong());
    map.put(1L, 1L);
    assertThatThrownBy(() -> map.firstEntry().setValue(2L))
        .isInstanceOf(UnsupportedOperationException.class);
    map.entrySet().iterator().next().setValue(3L);
    assertThat(map.get(1L)).isEqualTo(3);
  }

  @Test
  void nulls_eachCall_areRefused() {
    NavigableTableMap<Long, Long> map = newMap(Codec.ofLong());
    for (Runnable call :
        List.<Runnable>of(
            () -> map.lowerKey(null),
            () -> map.floorEntry(null),
            () -> map.headMap(null),
            () -> map.tailMap(null, true),
            () -> map.subMap(1L, null),
            () -> map.subMap(null, 1L))) {
      assertThatNullPointerException().isThrownBy(call::run);
    }
  }

  /** Both ends are polled while others put; each mapping goes to one caller. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#orderedSets")
  void poll_byManyThreads_givesEachMappingOnce(Variant variant) throws Exception {
    NavigableTableMap<Long, Long> map = map(variant);
    long keys = TestScale.count(4_000);
    ExecutorService executor = Executors.newCachedThreadPool();
    try {
      Future<?> putting =
          executor.submit(() -> LongStream.range(0, keys).forEach(key -> map.put(key, key)));
      List<Future<List<Long>>> polling = new ArrayList<>();
      for (int n = 0; n < 2; n++) {
        boolean isFirst = n == 0;
        polling.add(
            executor.submit(
                () -> {
                  List<Long> polled = new ArrayList<>();
                  while (true) {
                    boolean isDone = putting.isDone();
                    Map.Entry<Long, Long> entry =
                        isFirst ? map.pollFirstEntry() : map.descendingMap().pollFirstEntry();
                    if (entry != null) {
                      polled.add(entry.getKey());
                    } else if (isDone) {
                      return polled;
                    }
                  }
                }));
      }
      putting.get();
      List<Long> all = new ArrayList<>(polling.get(0).get());
      all.addAll(polling.get(1).get());
      assertThat(all)
          .containsExactlyInAnyOrderElementsOf(LongStream.range(0, keys).boxed().toList());
      assertThat(map).isEmpty();
    } finally {
      executor.shutdownNow();
    }
  }
}
