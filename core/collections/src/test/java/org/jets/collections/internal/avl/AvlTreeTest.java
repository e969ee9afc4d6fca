package org.jets.collections.internal.avl;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.jets.collections.LockedAvlOptions;
import org.jets.collections.LockedAvlTreeMap;
import org.jets.collections.internal.order.PrefixOrder;
import org.jets.collections.internal.order.Relation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tree that others guard: balance after every change, splits and joins of all sizes. */
class AvlTreeTest {
  private final Random random = new Random(7);
  private final PrefixOrder<Long> order = PrefixOrder.natural();

  private void put(AvlTree<Long, Long> tree, long key) {
    AvlNode<Long, Long> present = tree.insert(order.admit(key), key, -key);
    if (present != null) {
      present.value = -key;
    }
  }

  private AvlTree<Long, Long> filled(long from, long to) {
    AvlTree<Long, Long> tree = new AvlTree<>(order);
    for (long key = from; key < to; key++) {
      put(tree, key);
    }
    return tree;
  }

  private static List<Long> keys(AvlTree<Long, Long> tree) {
    List<Long> keys = new ArrayList<>();
    AvlPath<Long, Long> path = new AvlPath<>();
    for (var node = path.seekFirst(tree, false); node != null; node = path.step(false)) {
      assertThat(node.value).isEqualTo(-node.key);
      keys.add(node.key);
    }
    return keys;
  }

  private static List<Long> range(long from, long to) {
    List<Long> keys = new ArrayList<>();
    for (long key = from; key < to; key++) {
      keys.add(key);
    }
    return keys;
  }

  @Test
  void insertAndRemove_random_staysBalanced() {
    for (int range : new int[] {4, 16, 200}) {
      AvlTree<Long, Long> tree = new AvlTree<>(order);
      NavigableMap<Long, Long> model = new TreeMap<>();
      for (int step = 0; step < 2_000; step++) {
        long key = random.nextInt(range);
        if (random.nextBoolean()) {
          put(tree, key);
          model.put(key, -key);
        } else {
          assertThat(tree.remove(key, key) != null).isEqualTo(model.remove(key) != null);
        }
        tree.validate();
        assertThat(tree.size()).isEqualTo(model.size());
      }
      assertThat(keys(tree)).containsExactlyElementsOf(model.keySet());
    }
  }

  @Test
  void insertAndRemove_inSequence_staysBalanced() {
    AvlTree<Long, Long> tree = filled(0, 1_000);
    tree.validate();
    for (long key = 0; key < 1_000; key++) {
      assertThat(tree.remove(key, key)).isNotNull();
      if (key % 10 == 0) {
        tree.validate();
      }
    }
    assertThat(tree.isEmpty()).isTrue();
    for (long key = 1_000; key > 0; key--) {
      put(tree, key);
    }
    tree.validate();
    assertThat(keys(tree)).isEqualTo(range(1, 1_001));
  }

  @Test
  void neighbour_anyRelation_isThatOfATreeMap() {
    AvlTree<Long, Long> tree = new AvlTree<>(order);
    NavigableMap<Long, Long> model = new TreeMap<>();
    random.longs(300, 0, 1_000).forEach(key -> put(tree, key));
    keys(tree).forEach(key -> model.put(key, -key));
    AvlPath<Long, Long> path = new AvlPath<>();

    for (long key = -1; key <= 1_001; key++) {
      for (Relation relation : Relation.values()) {
        Map.Entry<Long, Long> expected =
            switch (relation) {
              case LOWER -> model.lowerEntry(key);
              case FLOOR -> model.floorEntry(key);
              case CEILING -> model.ceilingEntry(key);
              case HIGHER -> model.higherEntry(key);
            };
        AvlNode<Long, Long> found = tree.neighbour(key, key, relation);
        assertThat(path.seek(tree, key, key, relation)).isSameAs(found);
        assertThat(found == null ? null : Map.entry(found.key, found.value)).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 10, 77, 500})
  void splitOff_anyKeyThenAppend_isWhole(int size) {
    for (long key = -1; key <= size; key += Math.max(1, size / 20)) {
      for (boolean inclusive : new boolean[] {false, true}) {
        AvlTree<Long, Long> low = filled(0, size);
        AvlTree<Long, Long> high = low.splitOff(key, key, inclusive);
        long middle = Math.max(0, Math.min(size, inclusive ? key : key + 1));

        low.validate();
        high.validate();
        assertThat(keys(low)).isEqualTo(range(0, middle));
        assertThat(keys(high)).isEqualTo(range(middle, size));
        assertThat(low.size()).isEqualTo(middle);

        low.append(high);
        low.validate();
        assertThat(keys(low)).isEqualTo(range(0, size));
        assertThat(low.size()).isEqualTo(size);
        assertThat(high.isEmpty()).isTrue();
      }
    }
  }

  @Test
  void append_treesOfAnyHeights_isBalanced() {
    for (int low = 0; low < 70; low += 3) {
      for (int high = 0; high < 200; high += 7) {
        AvlTree<Long, Long> tree = filled(0, low);
        tree.append(filled(low, low + high));
        tree.validate();
        assertThat(keys(tree)).isEqualTo(range(0, low + high));
      }
    }
  }

  @Test
  void splitOffUpperHalf_overAndOver_isAboutHalf() {
    AvlTree<Long, Long> tree = filled(0, 1_000);
    long size = 1_000;
    while (size > 1) {
      AvlTree<Long, Long> upper = tree.splitOffUpperHalf();
      tree.validate();
      upper.validate();
      assertThat(tree.size() + upper.size()).isEqualTo(size);
      assertThat(upper.size()).isBetween(size / 5, size - size / 5);
      size = tree.size();
    }
  }

  @Test
  void setAll_sortedNodes_isBalanced() {
    for (int size = 0; size < 70; size++) {
      List<AvlNode<Long, Long>> nodes = new ArrayList<>();
      for (long key = 0; key < size; key++) {
        nodes.add(new AvlNode<>(key, key, -key));
      }
      AvlTree<Long, Long> tree = filled(0, 5);
      tree.setAll(nodes);
      tree.validate();
      assertThat(keys(tree)).isEqualTo(range(0, size));
    }
  }

  @Test
  void step_bothWays_comesToAll() {
    AvlTree<Long, Long> tree = filled(0, 100);
    AvlPath<Long, Long> path = new AvlPath<>();
    for (long key = 0; key < 100; key++) {
      assertThat(path.seek(tree, key, key, Relation.FLOOR).key).isEqualTo(key);
      AvlNode<Long, Long> next = path.step(false);
      assertThat(next == null ? 100 : next.key).isEqualTo(key + 1);
      if (next != null) {
        assertThat(path.step(true).key).isEqualTo(key);
      }
    }
  }

  /** The saved path of a map refers to nodes of the tree; also one that went to the end of it. */
  @Test
  void clear_afterAStepPastTheLastKey_keepsNothing() {
    LockedAvlTreeMap<Long, Object> map =
        new LockedAvlTreeMap<>(LockedAvlOptions.defaults().withSavedPath(), null);
    WeakReference<Object> value = fillAndWalk(map);
    map.clear();
    for (int i = 0; i < 50 && !value.refersTo(null); i++) {
      System.gc();
    }
    assertThat(value.refersTo(null)).isTrue();
    assertThat(map).isEmpty();
  }

  private static WeakReference<Object> fillAndWalk(LockedAvlTreeMap<Long, Object> map) {
    Object tracked = new Object();
    for (long key = 0; key < 1_000; key++) {
      map.put(key, tracked);
    }
    int keys = 0;
    for (Long key = map.firstKeyOrNull(); key != null; key = map.keyAfter(key)) {
      keys++;
    }
    assertThat(keys).isEqualTo(1_000);
    return new WeakReference<>(tracked);
  }
}
