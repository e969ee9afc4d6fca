package org.jets.collections.internal.catree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.jets.collections.PrefixComparator;
import org.jets.collections.SequentialContainer;
import org.jets.collections.internal.bplus.BPlusLeaf;
import org.jets.collections.internal.container.EntryRun;
import org.jets.collections.internal.container.OrderedContainer;
import org.jets.collections.internal.container.ReadRequest;
import org.jets.collections.internal.order.KeyBounds;
import org.jets.collections.internal.order.PrefixOrder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The containers of base nodes, each beside a {@link TreeMap}. */
class OrderedContainerTest {
  private static final int KEYS = 20_000;

  private final PrefixOrder<Long> order = PrefixOrder.natural();

  private OrderedContainer<Long, Integer> newContainer(SequentialContainer kind) {
    return ContentionAdaptingTree.newContainer(kind, order);
  }

  private void put(OrderedContainer<Long, Integer> container, Long key, Integer value) {
    container.put(order.admit(key), key, value);
  }

  private static List<Map.Entry<Long, Integer>> read(
      OrderedContainer<Long, Integer> container, ReadRequest<Long> request) {
    EntryRun<Long, Integer> run = new EntryRun<>(1);
    assertTrue(container.tryRead(request, run));
    assertTrue(run.isValid());
    List<Map.Entry<Long, Integer>> mappings = new ArrayList<>();
    for (int i = 0; i < run.size(); i++) {
      mappings.add(Map.entry(run.key(i), run.value(i)));
    }
    return mappings;
  }

  private void assertSame(NavigableMap<Long, Integer> model, OrderedContainer<Long, Integer> c) {
    c.validate();
    assertEquals(model.size(), c.count());
    assertEquals(model.isEmpty(), c.isEmpty());
    assertEquals(new ArrayList<>(model.entrySet()), read(c, ReadRequest.forAll(false)));
    assertEquals(
        new ArrayList<>(model.descendingMap().entrySet()), read(c, ReadRequest.forAll(true)));
  }

  @ParameterizedTest
  @EnumSource
  void putAndRemove_randomKeys_areAsInTreeMap(SequentialContainer kind) {
    OrderedContainer<Long, Integer> container = newContainer(kind);
    NavigableMap<Long, Integer> model = new TreeMap<>();
    Random random = new Random(3);
    for (int range : new int[] {50, KEYS, KEYS / 20, KEYS}) {
      for (int i = 0; i < 2 * KEYS; i++) {
        Long key = (long) random.nextInt(range) * 3;
        long prefix = order.admit(key);
        if (random.nextInt(range == KEYS ? 3 : 2) == 0) {
          assertEquals(model.remove(key), container.remove(prefix, key));
        } else {
          assertEquals(model.put(key, i), container.put(prefix, key, i));
        }
      }
      assertSame(model, container);
    }
    for (Long key : new ArrayList<>(model.keySet())) {
      assertEquals(model.remove(key), container.remove(order.prefix(key), key));
    }
    assertSame(model, container);
  }

  @ParameterizedTest
  @EnumSource
  void put_inOrder_bothWays_fillsAndFinds(SequentialContainer kind) {
    OrderedContainer<Long, Integer> container = newContainer(kind);
    NavigableMap<Long, Integer> model = new TreeMap<>();
    for (int i = 0; i < KEYS; i++) {
      Long key = i < KEYS / 2 ? (long) i : (long) KEYS / 2 - i - 1;
      put(container, key, i);
      model.put(key, i);
    }
    assertSame(model, container);
    for (Long key : model.keySet()) {
      assertEquals(model.get(key), container.tryGet(order.prefix(key), key));
    }
    assertNull(container.tryGet(KEYS, (long) KEYS));
  }

  @ParameterizedTest
  @EnumSource
  void tryRead_eachBound_isAsInTreeMap(SequentialContainer kind) {
    OrderedContainer<Long, Integer> container = newContainer(kind);
    NavigableMap<Long, Integer> model = new TreeMap<>();
    for (int i = 0; i < 1000; i++) {
      put(container, 2L * i, i);
      model.put(2L * i, i);
    }
    Random random = new Random(4);
    for (int i = 0; i < 500; i++) {
      Long low = i % 7 == 0 ? null : (Long) (long) random.nextInt(2100);
      Long high = i % 5 == 0 ? null : (Long) ((low == null ? 0 : low) + random.nextInt(400));
      boolean lowIncluded = random.nextBoolean();
      boolean highIncluded = random.nextBoolean();
      NavigableMap<Long, Integer> part = part(model, low, lowIncluded, high, highIncluded);
      KeyBounds<Long> bounds = new KeyBounds<>(order, low, lowIncluded, high, highIncluded);
      String message = bounds.toString();
      assertEquals(
          new ArrayList<>(part.entrySet()),
          read(container, ReadRequest.<Long>forAll(false).within(bounds)),
          message);
      assertEquals(
          new ArrayList<>(part.descendingMap().entrySet()),
          read(container, ReadRequest.<Long>forAll(true).within(bounds)),
          message);
      assertEquals(
          part.isEmpty() ? List.of() : List.of(part.firstEntry()),
          read(container, ReadRequest.<Long>forOne(false).within(bounds)),
          message);
      assertEquals(
          part.isEmpty() ? List.of() : List.of(part.lastEntry()),
          read(container, ReadRequest.<Long>forOne(true).within(bounds)),
          message);
    }
  }

  private static NavigableMap<Long, Integer> part(
      NavigableMap<Long, Integer> model,
      @Nullable Long low,
      boolean lowIncluded,
      @Nullable Long high,
      boolean highIncluded) {
    NavigableMap<Long, Integer> tail = low == null ? model : model.tailMap(low, lowIncluded);
    NavigableMap<Long, Integer> part = new TreeMap<>();
    tail.forEach(
        (key, value) -> {
          if (high == null || key < high || (highIncluded && key.equals(high))) {
            part.put(key, value);
          }
        });
    return part;
  }

  @ParameterizedTest
  @EnumSource
  void splitAndJoin_againAndAgain_keepAllMappings(SequentialContainer kind) {
    Random random = new Random(5);
    for (int size : new int[] {2, 3, 40, 64, 65, 200, 3000, KEYS}) {
      OrderedContainer<Long, Integer> container = newContainer(kind);
      NavigableMap<Long, Integer> model = new TreeMap<>();
      for (int i = 0; i < size; i++) {
        Long key = random.nextLong();
        put(container, key, i);
        model.put(key, i);
      }
      for (int round = 0; round < 8; round++) {
        OrderedContainer.Halves<Long, Integer> halves = container.split();
        assertNotNull(halves);
        Long separator = halves.separator();
        assertEquals(order.prefix(separator), halves.prefix());
        OrderedContainer<Long, Integer> left = halves.left();
        OrderedContainer<Long, Integer> right = halves.right();
        assertSame(model.headMap(separator, false), left);
        assertSame(model.tailMap(separator, true), right);
        if (round % 3 == 1) {
          OrderedContainer.Halves<Long, Integer> again = left.split();
          if (again != null) {
            right = again.right().join(halves.prefix(), separator, right);
            left = again.left();
            separator = again.separator();
          }
        }
        if (round % 4 == 3) {
          for (Long key : new ArrayList<>(model.tailMap(separator).keySet())) {
            assertEquals(model.remove(key), right.remove(order.prefix(key), key));
          }
        }
        container = left.join(order.prefix(separator), separator, right);
        for (int i = 0; i < size / 10 + 2; i++) {
          Long key = random.nextLong();
          put(container, key, i);
          model.put(key, i);
        }
        assertSame(model, container);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void split_ofOne_isRefused(SequentialContainer kind) {
    OrderedContainer<Long, Integer> container = newContainer(kind);
    assertNull(container.split());
    put(container, 1L, 1);
    assertNull(container.split());
    assertEquals(1, container.tryGet(1, 1L));
  }

  @ParameterizedTest
  @EnumSource
  void oldContainer_afterSplit_tellsNoReaderOfSeveralKeys(SequentialContainer kind) {
    OrderedContainer<Long, Integer> container = newContainer(kind);
    for (long key = 0; key < 1000; key++) {
      put(container, key, 1);
    }
    EntryRun<Long, Integer> run = new EntryRun<>(EntryRun.SOME);
    assertTrue(container.tryRead(ReadRequest.forSome(false), run));
    assertNotNull(container.split());
    assertTrue(run.isValid()); // It is not in use yet.
    container.stamp = container.stamp | 1;
    assertTrue(!run.isValid());
    assertTrue(!container.tryRead(ReadRequest.forSome(false), new EntryRun<>(1)));
  }

  @ParameterizedTest
  @EnumSource
  void hidden_sendsReadersAway(SequentialContainer kind) {
    OrderedContainer<Long, Integer> container = newContainer(kind);
    put(container, 1L, 1);
    container.hidden = true;
    assertEquals(OrderedContainer.RETRY, container.tryGet(1, 1L));
    assertTrue(!container.tryRead(ReadRequest.forOne(false), new EntryRun<>(1)));
    container.hidden = false;
    assertEquals(1, container.tryGet(1, 1L));
  }

  @ParameterizedTest
  @EnumSource
  void keysOfOnePrefix_areToldApart(SequentialContainer kind) {
    PrefixOrder<Integer> tens =
        PrefixOrder.of(
            new PrefixComparator<Integer>() {
              @Override
              public long prefix(Integer key) {
                return key / 500 == 3 ? Long.MAX_VALUE : key / 500;
              }

              @Override
              public int compare(Integer a, Integer b) {
                return Integer.compare(a, b);
              }
            });
    OrderedContainer<Integer, Integer> container = ContentionAdaptingTree.newContainer(kind, tens);
    List<Integer> keys = new ArrayList<>();
    for (int key = 0; key < 2000; key++) {
      keys.add(key);
    }
    Collections.shuffle(keys, new Random(6));
    for (Integer key : keys.subList(0, 1500)) {
      container.put(tens.prefix(key), key, key);
    }
    container.validate();
    for (Integer key : keys) {
      boolean isThere = keys.indexOf(key) < 1500;
      assertEquals(isThere ? key : null, container.tryGet(tens.prefix(key), key));
    }
    for (Integer key : keys.subList(0, 1500)) {
      assertEquals(key, container.remove(tens.prefix(key), key));
    }
    assertTrue(container.isEmpty());
  }

  @ParameterizedTest
  @EnumSource
  void comparatorThatThrows_changesNothing(SequentialContainer kind) {
    boolean[] throwing = {false};
    Comparator<Integer> comparator =
        (a, b) -> {
          if (throwing[0] && (a == 77 || b == 77)) {
            throw new IllegalStateException("77");
          }
          return Integer.compare(a, b);
        };
    PrefixOrder<Integer> moody = PrefixOrder.of(comparator);
    OrderedContainer<Integer, Integer> container = ContentionAdaptingTree.newContainer(kind, moody);
    for (int key = 0; key < 200; key++) {
      container.put(0, key, key);
    }
    throwing[0] = true;
    for (int key = 70; key < 85; key++) {
      int thrown = key;
      if (key == 77) {
        assertThrows(IllegalStateException.class, () -> container.put(0, thrown, -1));
        assertThrows(IllegalStateException.class, () -> container.remove(0, thrown));
      }
    }
    throwing[0] = false;
    container.validate();
    for (int key = 0; key < 200; key++) {
      assertEquals(key, container.tryGet(0, key));
    }
  }

  /** A reader without the lock may come to a place that is being cleared. */
  @Test
  void findInALeaf_placeThatIsBeingCleared_isNotShownToTheComparator() {
    Comparator<String> comparator =
        (a, b) -> {
          if (a == null || b == null) {
            throw new AssertionError("no key of the map");
          }
          return a.compareTo(b);
        };
    PrefixOrder<String> tied = PrefixOrder.of(comparator);
    long[] words = BPlusLeaf.newWords(4);
    Object[] slots = BPlusLeaf.newSlots(words, true);
    BPlusLeaf.insert(words, slots, 0, 0, "a", 1);
    BPlusLeaf.insert(words, slots, 1, 0, "b", 2);
    assertEquals(1, BPlusLeaf.find(tied, words, slots, words[0], 0, "b", 0));

    slots[2] = null;

    assertTrue(BPlusLeaf.find(tied, words, slots, words[0], 0, "b", 0) < 0);
  }
}
