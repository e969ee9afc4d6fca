package org.jets.ets.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.f;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jets.ets.Access;
import org.jets.ets.Backend;
import org.jets.ets.BadArgumentException;
import org.jets.ets.LocalTable;
import org.jets.ets.NoSuchTableException;
import org.jets.ets.Owner;
import org.jets.ets.TableAccessException;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.ets.TableType;
import org.jets.ets.TableTypeException;
import org.jets.ets.Variant;
import org.jets.terms.Binary;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of a table as a map, beyond those of all maps: shapes, rights, hostile code, fixations. */
class TableMapTest {
  private static final int ADDITIONS = 20_000;

  private final TableSpace space = new TableSpace();
  private final Owner owner = space.newOwner();

  @AfterEach
  void end() {
    owner.close();
  }

  private TableMap<Long, Long> map(Variant variant) {
    return TableMap.of(
        owner.newTable("map", variant.options().withPublicAccess()),
        Codec.ofLong(),
        Codec.ofLong());
  }

  private static boolean isFixed(TableMap<?, ?> map) {
    return map.table().info(a("fixed")).orElseThrow().equals(a("true"));
  }

  // Tables that are no maps

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void of_bag_isRefused(Variant variant) {
    LocalTable bag = owner.newTable("bag", variant.options());
    assertThatThrownBy(() -> TableMap.of(bag, Codec.ofLong(), Codec.ofLong()))
        .isInstanceOf(TableTypeException.class)
        .hasMessageContaining("expected: set or ordered_set");
  }

  @Test
  void of_keyElsewhereOrNull_isRefused() {
    LocalTable second = owner.newTable("second", TableOptions.set().withKeypos(2));
    assertThatThrownBy(() -> TableMap.of(second, Codec.ofLong(), Codec.ofLong()))
        .isInstanceOf(BadArgumentException.class)
        .hasMessageContaining("keypos: 2 (expected: 1, for pairs of key and value)");
    LocalTable first = owner.newTable("first", TableOptions.set());
    assertThatNullPointerException()
        .isThrownBy(() -> TableMap.of(null, Codec.ofLong(), Codec.ofLong()))
        .withMessage("table");
    assertThatNullPointerException()
        .isThrownBy(() -> TableMap.of(first, null, Codec.ofLong()))
        .withMessage("keys");
    assertThatNullPointerException()
        .isThrownBy(() -> TableMap.of(first, Codec.ofLong(), null))
        .withMessage("values");
  }

  // The map and its table

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void table_changesOfEither_areSeenByBoth(Variant variant) {
    TableMap<Long, Long> map = map(variant);
    map.put(1L, 10L);
    assertThat(map.table().lookup(i(1))).containsExactly(t(1, 10));
    map.table().updateCounter(i(1), 5);
    assertThat(map.get(1L)).isEqualTo(15);
    assertThat(map.replace(1L, 15L, 16L)).isTrue();
    assertThat(map.table().updateCounter(i(1), 1)).isEqualTo(i(17));
    assertThat(map.remove(1L, 17L)).isTrue();
    assertThat(map.table().size()).isZero();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void keys_equalByTheTable_areOneKey(Variant variant) {
    TableMap<Term, Term> map =
        TableMap.of(owner.newTable("map", variant.options()), Codec.ofTerm(), Codec.ofTerm());
    map.put(i(1), a("integer"));
    map.put(f(1.0), a("float"));
    if (variant.type() == TableType.SET) {
      assertThat(map.get(i(1))).isEqualTo(a("integer"));
      assertThat(map.merge(i(1), a("new"), (old, added) -> t(old, added)))
          .isEqualTo(t("integer", "new"));
    } else {
      assertThat(map.get(i(1))).isEqualTo(a("float"));
      assertThat(map.remove(i(1), a("float"))).isTrue();
      assertThat(map).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#orderedSets")
  void iterators_orderedSet_areInTheOrderOfKeys(Variant variant) {
    TableMap<Long, Long> map = map(variant);
    for (long key : new long[] {5, -3, 1L << 40, 0}) {
      map.put(key, key);
    }
    assertThat(map.keySet()).containsExactly(-3L, 0L, 5L, 1L << 40);
    assertThat(map.values().stream().toList()).containsExactly(-3L, 0L, 5L, 1L << 40);
    assertThat(map).hasToString("{-3=-3, 0=0, 5=5, 1099511627776=1099511627776}");
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void values_changedByAFunctionInPlace_arePut(Variant variant) {
    Codec<List<Long>> mutableLists =
        new Codec<>() {
          @Override
          public Term encode(List<Long> value) {
            return Codec.ofList(Codec.ofLong()).encode(value);
          }

          @Override
          public List<Long> decode(Term term) {
            return new ArrayList<>(Codec.ofList(Codec.ofLong()).decode(term));
          }
        };
    TableMap<Long, List<Long>> map =
        TableMap.of(owner.newTable("map", variant.options()), Codec.ofLong(), mutableLists);
    map.put(1L, new ArrayList<>());
    map.compute(1L, (key, list) -> with(list, 1L));
    map.computeIfPresent(1L, (key, list) -> with(list, 2L));
    map.merge(1L, List.of(3L), (list, added) -> with(list, added.get(0)));
    map.replaceAll((key, list) -> with(list, 4L));
    assertThat(map.get(1L)).containsExactly(1L, 2L, 3L, 4L);
    map.get(1L).clear();
    assertThat(map.get(1L)).hasSize(4);
  }

  private static <T> List<T> with(List<T> list, T added) {
    list.add(added);
    return list;
  }

  // Objects of another shape

  private static final List<Tuple> FOREIGN =
      List.of(
          t(1), t(1, 2, 3), t(1, "a"), t(1, Binary.of("text")), t(1, BigInteger.ONE.shiftLeft(63)));

  /** Calls that read the value of the key 1. */
  @SuppressWarnings("ReturnValueIgnored") // None returns.
  private static List<Consumer<TableMap<Long, Long>>> readers() {
    return List.of(
        map -> map.get(1L),
        map -> map.getOrDefault(1L, 0L),
        map -> map.put(1L, 0L),
        map -> map.putIfAbsent(1L, 0L),
        map -> map.putAll(Map.of(1L, 0L)),
        map -> map.replace(1L, 0L),
        map -> map.replace(1L, 2L, 0L),
        map -> map.remove(1L),
        map -> map.remove(1L, 2L),
        map -> map.compute(1L, (key, value) -> 0L),
        map -> map.compute(1L, (key, value) -> null),
        map -> map.computeIfAbsent(1L, key -> 0L),
        map -> map.computeIfPresent(1L, (key, value) -> 0L),
        map -> map.merge(1L, 0L, Long::sum),
        map -> map.replaceAll((key, value) -> 0L),
        map -> map.forEach((key, value) -> {}),
        map -> map.containsValue(0L),
        map -> map.values().remove(0L),
        map -> map.values().removeIf(value -> true),
        map -> map.values().iterator().next(),
        map -> map.values().stream().toList(),
        map -> map.entrySet().removeIf(entry -> true),
        map -> map.entrySet().remove(Map.entry(1L, 0L)),
        map -> map.entrySet().contains(Map.entry(1L, 0L)),
        map -> map.keySet().remove(1L),
        map -> map.equals(Map.of(1L, 0L)),
        map -> map.hashCode(),
        map -> map.toString());
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void objectsOfAnotherShape_eachRead_areUnexpectedAndStay(Variant variant) {
    for (Tuple foreign : FOREIGN) {
      TableMap<Long, Long> map = map(variant);
      map.table().insert(foreign);
      for (Consumer<TableMap<Long, Long>> reader : readers()) {
        assertThatThrownBy(() -> reader.accept(map)).isInstanceOf(UnexpectedTermException.class);
        assertThat(map.table().tab2list()).containsExactly(foreign);
      }
      assertThat(map.containsKey(1L)).isTrue();
      assertThat(map).hasSize(1);
      map.clear();
      assertThat(map.table().size()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#orderedSets")
  void iterator_objectOfAnotherShape_isPassedOver(Variant variant) {
    TableMap<Long, Long> map = map(variant);
    map.table().insert(List.of(t(1, 1), t(2, "a"), t(3, 3), t("key", 4)));
    Iterator<Map.Entry<Long, Long>> entries = map.entrySet().iterator();
    assertThat(entries.next()).isEqualTo(Map.entry(1L, 1L));
    assertThatThrownBy(entries::next)
        .isInstanceOf(UnexpectedTermException.class)
        .hasMessage("value of the key 2: a (expected: an integer of 64 bits)");
    assertThatThrownBy(entries::remove).isInstanceOf(IllegalStateException.class);
    assertThat(entries.next()).isEqualTo(Map.entry(3L, 3L));
    entries.remove();
    assertThatThrownBy(entries::next)
        .isInstanceOf(UnexpectedTermException.class)
        .hasMessage("key: key (expected: an integer of 64 bits)");
    assertThat(entries.hasNext()).isFalse();
    assertThat(map.table().tab2list()).containsExactly(t(1, 1), t(2, "a"), t("key", 4));
  }

  // Nulls and keys of other classes

  @SuppressWarnings("ReturnValueIgnored") // None returns.
  private static List<Consumer<Map<Long, Long>>> callsWithNull() {
    return List.of(
        map -> map.get(null),
        map -> map.getOrDefault(null, 0L),
        map -> map.containsKey(null),
        map -> map.containsValue(null),
        map -> map.put(null, 0L),
        map -> map.put(1L, null),
        map -> map.putIfAbsent(null, 0L),
        map -> map.putIfAbsent(1L, null),
        map -> map.remove(null),
        map -> map.remove(null, 0L),
        map -> map.replace(null, 0L),
        map -> map.replace(1L, null),
        map -> map.replace(null, 0L, 0L),
        map -> map.replace(1L, null, 0L),
        map -> map.replace(1L, 1L, null),
        map -> map.compute(null, (key, value) -> 0L),
        map -> map.compute(1L, null),
        map -> map.computeIfAbsent(null, key -> 0L),
        map -> map.computeIfAbsent(1L, null),
        map -> map.computeIfPresent(null, (key, value) -> 0L),
        map -> map.computeIfPresent(1L, null),
        map -> map.merge(null, 0L, Long::sum),
        map -> map.merge(1L, null, Long::sum),
        map -> map.merge(1L, 0L, null),
        map -> map.forEach(null),
        map -> map.replaceAll(null),
        map -> map.replaceAll((key, value) -> null),
        map -> map.keySet().remove(null),
        map -> map.values().remove(null),
        map -> map.values().removeIf(null),
        map -> map.entrySet().removeIf(null),
        map -> map.keySet().forEach(null),
        map -> map.entrySet().iterator().next().setValue(null));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void nulls_eachCall_areRefusedAndChangeNothing(Variant variant) {
    TableMap<Long, Long> map = map(variant);
    map.put(1L, 1L);
    for (Consumer<Map<Long, Long>> call : callsWithNull()) {
      assertThatNullPointerException().isThrownBy(() -> call.accept(map));
      assertThat(map.table().tab2list()).containsExactly(t(1, 1));
    }
    assertThat(map.remove(1L, null)).isFalse();
  }

  @Test
  void keys_ofAnotherClassOrWithoutATerm_areRefused() {
    Map<?, ?> longs = map(new Variant(TableType.SET, Backend.STRIPED));
    assertThatThrownBy(() -> longs.get("1")).isInstanceOf(ClassCastException.class);
    assertThatThrownBy(() -> longs.containsKey(1)).isInstanceOf(ClassCastException.class);
    assertThatThrownBy(() -> longs.remove("1")).isInstanceOf(ClassCastException.class);
    assertThat(longs.entrySet().contains(Map.entry("1", 1L))).isFalse();
    assertThat(longs.containsValue("1")).isFalse();
    TableMap<Double, Double> doubles =
        TableMap.of(
            owner.newTable("doubles", TableOptions.set()), Codec.ofDouble(), Codec.ofDouble());
    assertThatThrownBy(() -> doubles.put(Double.NaN, 1.0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> doubles.put(1.0, Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(doubles).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void equals_otherMapsAndTables_comparesMappings(Variant variant) {
    TableMap<Long, Long> map = map(variant);
    TableMap<Long, Long> other = map(variant);
    for (long n = 0; n < 100; n++) {
      map.put(n, -n);
      other.put(99 - n, n - 99);
    }
    Map<Long, Long> copy = new HashMap<>(map);
    assertThat(map).isEqualTo(other).isEqualTo(copy).hasSameHashCodeAs(copy);
    assertThat(copy).isEqualTo(map);
    other.put(5L, 5L);
    assertThat(map).isNotEqualTo(other).isNotEqualTo(Map.of());
    Map<String, Long> strings = new HashMap<>();
    copy.forEach((key, value) -> strings.put("" + key, value));
    assertThat(map.equals((Object) strings)).isFalse();
    assertThat(isFixed(map)).isFalse();
  }

  // Rights and the end of the table

  @Test
  void rights_ofTheHandle_apply() {
    LocalTable table = owner.newTable("map", TableOptions.set());
    TableMap.of(table, Codec.ofLong(), Codec.ofLong()).put(1L, 1L);
    try (Owner reader = space.newOwner()) {
      TableMap<Long, Long> map =
          TableMap.of(reader.open(table.id()), Codec.ofLong(), Codec.ofLong());
      assertThat(map).isEqualTo(Map.of(1L, 1L));
      List<ThrowingCallable> writes =
          List.of(
              () -> map.put(1L, 2L),
              () -> map.putIfAbsent(1L, 2L),
              () -> map.remove(1L),
              () -> map.computeIfAbsent(1L, key -> 2L),
              () -> map.clear(),
              () -> map.values().removeIf(value -> true),
              () -> map.entrySet().iterator().next().setValue(2L),
              () -> removeFirst(map.keySet().iterator()));
      for (ThrowingCallable write : writes) {
        assertThatThrownBy(write).isInstanceOf(TableAccessException.class);
      }
      table.setAccess(Access.PRIVATE);
      assertThatThrownBy(() -> map.get(1L)).isInstanceOf(TableAccessException.class);
    }
    assertThat(table.tab2list()).containsExactly(t(1, 1));
  }

  private static void removeFirst(Iterator<?> iterator) {
    iterator.next();
    iterator.remove();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void snapshot_asAMap_staysAsItIs(Variant variant) {
    TableMap<Long, Long> map = map(variant);
    map.put(1L, 1L);
    TableMap<Long, Long> before =
        TableMap.of(map.table().snapshot(), Codec.ofLong(), Codec.ofLong());
    map.put(1L, 2L);
    assertThat(before).isEqualTo(Map.of(1L, 1L));
    assertThat(before.keySet().spliterator().getExactSizeIfKnown()).isEqualTo(1);
    assertThatThrownBy(() -> before.put(2L, 2L)).isInstanceOf(TableAccessException.class);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void drop_duringIterationOrFunction_endsTheCall(Variant variant) {
    TableMap<Long, Long> map = map(variant);
    map.putAll(Map.of(1L, 1L, 2L, 2L, 3L, 3L));
    Iterator<Long> keys = map.keySet().iterator();
    keys.next();
    assertThatThrownBy(
            () ->
                map.compute(
                    1L,
                    (key, value) -> {
                      map.table().drop();
                      return 7L;
                    }))
        .isInstanceOf(NoSuchTableException.class);
    assertThatThrownBy(keys::next).isInstanceOf(NoSuchTableException.class);
    assertThatThrownBy(keys::remove).isInstanceOf(NoSuchTableException.class);
    assertThatThrownBy(() -> map.get(1L)).isInstanceOf(NoSuchTableException.class);
    assertThatThrownBy(map::size).isInstanceOf(NoSuchTableException.class);
  }

  // Fixations

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#hashSets")
  @SuppressWarnings("ModifyCollectionInEnhancedForLoop") // As a concurrent map allows.
  void fixations_eachCallThatStopsEarly_areReleased(Variant variant) {
    TableMap<Long, Long> map = map(variant);
    map.putAll(Map.of(1L, 1L, 2L, 2L, 3L, 3L));
    assertThat(map.containsValue(2L)).isTrue();
    assertThat(map.values().contains(2L)).isTrue();
    assertThat(map.values().remove(2L)).isTrue();
    assertThat(map.equals(Map.of(1L, 1L, 3L, 4L))).isFalse();
    TableMap<Long, Long> other = map(variant);
    other.putAll(Map.of(1L, 2L, 3L, 4L));
    assertThat(map.equals(other)).isFalse();
    assertThat(isFixed(other)).isFalse();
    assertThatThrownBy(() -> map.forEach((key, value) -> rethrow())).hasMessage("thrown");
    assertThatThrownBy(() -> map.keySet().forEach(key -> rethrow())).hasMessage("thrown");
    assertThatThrownBy(() -> map.replaceAll((key, value) -> rethrow())).hasMessage("thrown");
    assertThatThrownBy(() -> map.values().removeIf(value -> rethrow() == 0)).hasMessage("thrown");
    try (Stream<Long> keys = map.keySet().stream()) {
      assertThat(keys.findAny()).isPresent();
      assertThat(isFixed(map)).isTrue();
    }
    assertThat(isFixed(map)).isFalse();
    for (Long key : map.keySet()) {
      assertThat(isFixed(map)).isTrue();
      assertThat(map.remove(key)).isEqualTo(key);
    }
    assertThat(isFixed(map)).isFalse();
    assertThat(map).isEmpty();
  }

  private static long rethrow() {
    throw new IllegalStateException("thrown");
  }

  // Iterators

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void iteratorRemove_valueChangedMeanwhile_removesTheKey(Variant variant) {
    TableMap<Long, Long> map = map(variant);
    map.put(1L, 1L);
    Iterator<Map.Entry<Long, Long>> entries = map.entrySet().iterator();
    assertThatThrownBy(entries::remove).isInstanceOf(IllegalStateException.class);
    Map.Entry<Long, Long> entry = entries.next();
    map.put(1L, 2L);
    entries.remove();
    assertThat(map).isEmpty();
    assertThatThrownBy(entries::remove).isInstanceOf(IllegalStateException.class);
    assertThat(entry.setValue(3L)).isEqualTo(1);
    assertThat(map).isEqualTo(Map.of(1L, 3L));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void removeIf_valueChangedMeanwhile_leavesIt(Variant variant) {
    TableMap<Long, Long> map = map(variant);
    map.put(1L, 1L);
    map.put(2L, 2L);
    assertThat(
            map.values()
                .removeIf(
                    value -> {
                      map.replace(1L, 1L, 7L);
                      return value != 7;
                    }))
        .isTrue();
    assertThat(map).isEqualTo(Map.of(1L, 7L));
    assertThat(map.entrySet().removeIf(entry -> map.put(1L, 8L) != null)).isFalse();
    assertThat(map.entrySet().retainAll(List.of())).isTrue();
    assertThat(map).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void iterators_manyKeysRemovedOnTheWay_seeTheRestOnce(Variant variant) {
    TableMap<Long, Long> map = map(variant);
    LongStream.range(0, 2000).forEach(n -> map.put(n, n));
    List<Long> seen = new ArrayList<>();
    for (Iterator<Long> keys = map.keySet().iterator(); keys.hasNext(); ) {
      long key = keys.next();
      seen.add(key);
      if (key % 3 != 0) {
        keys.remove();
      }
    }
    assertThat(seen).hasSize(2000).doesNotHaveDuplicates();
    assertThat(map.keySet().stream().allMatch(key -> key % 3 == 0)).isTrue();
    assertThat(map).hasSize(667);
    assertThat(map.entrySet().parallelStream().mapToLong(Map.Entry::getValue).sum())
        .isEqualTo(LongStream.range(0, 667).map(n -> 3 * n).sum());
  }

  // Functions

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void functions_thatChangeOtherKeys_areDone(Variant variant) {
    TableMap<Long, Long> map = map(variant);
    assertThat(map.computeIfAbsent(5L, key -> fibonacci(map, key))).isEqualTo(5);
    assertThat(map).isEqualTo(Map.of(0L, 0L, 1L, 1L, 2L, 1L, 3L, 2L, 4L, 3L, 5L, 5L));
  }

  private static long fibonacci(Map<Long, Long> map, long n) {
    return n < 2
        ? n
        : map.computeIfAbsent(n - 1, key -> fibonacci(map, key))
            + map.computeIfAbsent(n - 2, key -> fibonacci(map, key));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void functions_thatChangeTheirOwnKey_runAgain(Variant variant) {
    TableMap<Long, Long> map = map(variant);
    AtomicInteger runs = new AtomicInteger();
    assertThat(
            map.compute(
                1L,
                (key, value) -> {
                  if (runs.incrementAndGet() == 1) {
                    map.put(1L, 10L);
                  }
                  return value == null ? 1 : value + 1;
                }))
        .isEqualTo(11);
    assertThat(runs).hasValue(2);
    assertThat(map.computeIfAbsent(2L, key -> map.put(2L, 20L) == null ? 21L : 22L)).isEqualTo(20);
    assertThat(map.merge(1L, 5L, (old, added) -> map.remove(1L) == null ? 0L : 1L)).isEqualTo(5);
    map.replaceAll((key, value) -> key == 1 && map.replace(1L, 5L, 6L) ? 0L : value * 2);
    assertThat(map).isEqualTo(Map.of(1L, 12L, 2L, 40L));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void functions_thatChangeTheirOwnKeyInEachRun_fail(Variant variant) {
    TableMap<Long, Long> map = map(variant);
    AtomicLong runs = new AtomicLong();
    assertThatThrownBy(
            () ->
                map.compute(
                    1L,
                    (key, value) -> {
                      map.put(1L, runs.incrementAndGet());
                      assertThat(runs.get()).isLessThan(100);
                      return 0L;
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(map).isEqualTo(Map.of(1L, runs.get()));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void functions_ofManyThreads_loseNoUpdate(Variant variant) throws Exception {
    TableMap<Long, Long> map = map(variant);
    int count = TestScale.count(ADDITIONS);
    List<Callable<Void>> threads =
        List.of(
            () -> add(count, key -> map.merge(key, 1L, Long::sum)),
            () -> add(count, key -> map.compute(key, (k, v) -> v == null ? 1 : v + 1)),
            () ->
                add(
                    count,
                    key -> {
                      map.putIfAbsent(key, 0L);
                      for (Long old = map.get(key); !map.replace(key, old, old + 1); ) {
                        old = map.get(key);
                      }
                    }));
    ExecutorService executor = Executors.newCachedThreadPool();
    try {
      List<Future<Void>> running = new ArrayList<>();
      for (Callable<Void> thread : threads) {
        running.add(executor.submit(thread));
      }
      for (Future<Void> thread : running) {
        thread.get();
      }
    } finally {
      executor.shutdownNow();
    }
    assertThat(map.values().stream().mapToLong(n -> n).sum()).isEqualTo(3L * count);
    assertThat(map).hasSize(2);
  }

  private static Void add(int count, Consumer<Long> addition) {
    for (long n = 0; n < count; n++) {
      addition.accept(n % 2);
    }
    return null;
  }

  // Hostile codecs

  /** Throws or returns null as it is told, or gives a key another term each time. */
  private static final class Hostile implements Codec<Long> {
    private String mode = "";
    private long shift;

    @Override
    public Term encode(Long value) {
      switch (mode) {
        case "throw" -> throw new IllegalStateException("thrown");
        case "null" -> {
          return null;
        }
        case "shift" -> shift++;
        default -> {}
      }
      return i(value + shift);
    }

    @Override
    public Long decode(Term term) {
      if (mode.equals("throw decoded")) {
        throw new IllegalStateException("thrown");
      }
      return mode.equals("null decoded") ? null : Codec.ofLong().decode(term);
    }
  }

  private static List<Consumer<TableMap<Long, Long>>> changes() {
    return List.of(
        map -> map.put(1L, 0L),
        map -> map.putIfAbsent(1L, 0L),
        map -> map.putIfAbsent(2L, 0L),
        map -> map.replace(1L, 0L),
        map -> map.replace(1L, 1L, 0L),
        map -> map.compute(1L, (key, value) -> 0L),
        map -> map.computeIfPresent(1L, (key, value) -> 0L),
        map -> map.computeIfAbsent(2L, key -> 0L),
        map -> map.merge(1L, 0L, Long::sum),
        map -> map.replaceAll((key, value) -> 0L));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void codecs_thatThrowOrReturnNull_changeNothing(Variant variant) {
    for (String mode : List.of("throw", "null", "throw decoded", "null decoded")) {
      for (boolean ofKeys : new boolean[] {false, true}) {
        Hostile hostile = new Hostile();
        TableMap<Long, Long> map =
            TableMap.of(
                owner.newTable("map", variant.options()),
                ofKeys ? hostile : Codec.ofLong(),
                ofKeys ? Codec.ofLong() : hostile);
        map.put(1L, 1L);
        hostile.mode = mode;
        int failures = 0;
        for (Consumer<TableMap<Long, Long>> change : changes()) {
          boolean isDone = isDone(map, change);
          hostile.mode = "";
          if (!isDone) {
            failures++;
            assertThat(map).as("%s of keys: %s", mode, ofKeys).isEqualTo(Map.of(1L, 1L));
          }
          map.clear();
          map.put(1L, 1L);
          hostile.mode = mode;
        }
        // Keys are decoded by replaceAll alone, and values only where there is one.
        boolean isDecoded = mode.endsWith("decoded");
        assertThat(failures)
            .as("%s of keys: %s", mode, ofKeys)
            .isEqualTo(ofKeys ? (isDecoded ? 1 : 9) : (isDecoded ? 8 : 10));
        assertThat(isFixed(map)).isFalse();
      }
    }
  }

  private static boolean isDone(TableMap<Long, Long> map, Consumer<TableMap<Long, Long>> change) {
    try {
      change.accept(map);
      return true;
    } catch (IllegalStateException | NullPointerException e) {
      return false;
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void codecs_thatGiveOtherKeys_changeOnlyTheKeyThatWasRead(Variant variant) {
    Hostile hostile = new Hostile();
    TableMap<Long, Long> map =
        TableMap.of(owner.newTable("map", variant.options()), hostile, Codec.ofLong());
    map.put(1L, 1L);
    map.put(2L, 2L);
    hostile.mode = "shift";
    map.replaceAll((key, value) -> key * 10);
    map.entrySet().forEach(entry -> entry.setValue(entry.getValue() + 1));
    assertThat(map.table().tab2list()).containsExactlyInAnyOrder(t(1, 11), t(2, 21));
    for (Iterator<Long> keys = map.keySet().iterator(); keys.hasNext(); ) {
      if (keys.next() == 1) {
        keys.remove();
      }
    }
    assertThat(map.table().tab2list()).containsExactly(t(2, 21));
    assertThat(map.values().removeIf(value -> true)).isTrue();
    assertThat(map).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void codecs_thatChangeTheTable_holdNoLock(Variant variant) {
    LocalTable table = owner.newTable("map", variant.options());
    AtomicInteger changes = new AtomicInteger();
    Codec<Long> changing =
        new Codec<>() {
          @Override
          public Term encode(Long value) {
            table.insert(t(-1, 0));
            return i(value);
          }

          @Override
          public Long decode(Term term) {
            if (changes.getAndDecrement() > 0) {
              table.delete(i(1));
              table.insert(List.of(t(1, 100), t(-2, 0)));
            }
            return Codec.ofLong().decode(term);
          }
        };
    TableMap<Long, Long> map = TableMap.of(table, Codec.ofLong(), changing);
    map.put(1L, 1L);
    changes.set(1);
    assertThat(map.merge(1L, 5L, Long::sum)).isEqualTo(105);
    changes.set(1);
    assertThat(map.replace(1L, 105L, 7L)).isFalse();
    changes.set(1);
    map.replaceAll((key, value) -> value + 1);
    assertThat(table.lookup(i(1))).isNotEmpty();
    changes.set(3);
    assertThat(map.values().removeIf(value -> true)).isTrue();
    changes.set(3);
    map.keySet().iterator().forEachRemaining(map::remove);
    assertThat(map.size()).isEqualTo(map.table().tab2list().size());
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void functions_thatOverflowTheStack_changeNothing(Variant variant) {
    TableMap<Long, Long> map = map(variant);
    map.put(1L, 1L);
    assertThatThrownBy(() -> endless(map, 1)).isInstanceOf(StackOverflowError.class);
    assertThat(map).isEqualTo(Map.of(1L, 1L));
    assertThat(map.put(1L, 2L)).isEqualTo(1);
  }

  private static long endless(Map<Long, Long> map, long depth) {
    return map.compute(1L, (key, value) -> endless(map, depth + 1));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void drop_byAnotherThread_endsEachCallWithItsError(Variant variant) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(2);
    try {
      for (int round = 0; round < TestScale.count(100); round++) {
        TableMap<Long, Long> map = map(variant);
        Callable<Long> calls =
            () -> {
              long done = 0;
              try {
                while (true) {
                  map.merge(done % 5, 1L, Long::sum);
                  map.computeIfAbsent(done % 7, key -> 1L);
                  map.remove(done % 3);
                  map.values().removeIf(value -> value > 3);
                  done++;
                }
              } catch (NoSuchTableException e) {
                return done;
              }
            };
        List<Future<Long>> threads = List.of(executor.submit(calls), executor.submit(calls));
        while (map.isEmpty()) {
          Thread.onSpinWait();
        }
        map.table().drop();
        for (Future<Long> thread : threads) {
          assertThat(thread.get()).isNotNegative();
        }
      }
    } finally {
      executor.shutdownNow();
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void map_randomCalls_agreesWithAMapOfTheJdk(Variant variant) {
    TableMap<Long, Long> map = map(variant);
    Map<Long, Long> model = new ConcurrentHashMap<>();
    long seed = Long.getLong("jets.seed", new SecureRandom().nextLong());
    Random random = new Random(seed);
    for (int n = 0; n < TestScale.count(5_000); n++) {
      long key = random.nextInt(8);
      long value = random.nextInt(3);
      long other = random.nextInt(3);
      Long result = value == 0 ? null : other;
      int call = random.nextInt(9);
      assertThat(call(map, call, key, value, other, result))
          .as("call %s, seed %s", call, seed)
          .isEqualTo(call(model, call, key, value, other, result));
      assertThat(map).as("call %s, seed %s", call, seed).isEqualTo(model);
    }
  }

  private static Object call(
      Map<Long, Long> map, int call, Long key, Long value, Long other, Long result) {
    return switch (call) {
      case 0 -> map.put(key, value);
      case 1 -> map.putIfAbsent(key, value);
      case 2 -> map.remove(key);
      case 3 -> map.remove(key, value);
      case 4 -> map.replace(key, value);
      case 5 -> map.replace(key, value, other);
      case 6 -> map.compute(key, (k, v) -> v == null ? value : result);
      case 7 -> map.computeIfAbsent(key, k -> result);
      default -> map.merge(key, value, (old, added) -> result);
    };
  }

  @Test
  void listsAndTexts_asKeys_areCompared() {
    TableMap<List<String>, Boolean> map =
        TableMap.of(
            owner.newTable("map", TableOptions.orderedSet()),
            Codec.ofList(Codec.ofText()),
            Codec.ofBoolean());
    map.put(List.of("a", "b"), true);
    assertThat(map.get(List.of("a", "b"))).isTrue();
    assertThat(map.table().tab2list())
        .containsExactly(Tuple.of(ListTerm.of(Binary.of("a"), Binary.of("b")), a("true")));
  }
}
