package org.jets.collections.internal.bplus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.jets.collections.internal.order.PrefixOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BPlusTreeTest {
  private static final int MAPPINGS = 50_000;
  private static final int KEPT = 50;

  /** A quarter of what a leaf has after insertions in random order. */
  private static final int FEW_IN_A_LEAF = 10;

  /** The order of keys to insert or to remove. */
  enum Order {
    UPWARDS,
    DOWNWARDS,
    AT_RANDOM,
    /** Ascending by the last three digits, so that removals come to each leaf again and again. */
    IN_ROUNDS;

    List<Long> of(LongStream keys) {
      List<Long> list = new ArrayList<>(keys.boxed().toList());
      switch (this) {
        case UPWARDS -> {}
        case DOWNWARDS -> Collections.reverse(list);
        case AT_RANDOM -> Collections.shuffle(list, new Random(1));
        case IN_ROUNDS -> list.sort((a, b) -> Long.compare(a % 1_000, b % 1_000));
      }
      return list;
    }
  }

  private static int leaves(BPlusTree<Long, Long> tree) {
    @SuppressWarnings("unchecked") // Where the root is.
    BPlusPath<Long> path = BPlusPath.alongEdge((BPlusNode<Long>) tree.top, false, 1);
    int leaves = 1;
    while (path.advance()) {
      leaves++;
    }
    return leaves;
  }

  @ParameterizedTest
  @EnumSource
  void remove_mostMappingsInAnyOrder_leavesFewSparseLeaves(Order removal) {
    for (Order insertion : List.of(Order.UPWARDS, Order.DOWNWARDS, Order.AT_RANDOM)) {
      PrefixOrder<Long> order = PrefixOrder.ofLongs();
      BPlusTree<Long, Long> tree = new BPlusTree<>(order);
      insertion.of(LongStream.range(0, MAPPINGS)).forEach(key -> tree.put(key, key, key));

      removal
          .of(LongStream.range(0, MAPPINGS).filter(key -> key % KEPT != 0))
          .forEach(key -> assertThat(tree.remove(key, key)).isEqualTo(key));

      tree.validate();
      assertThat(tree.tryGet(KEPT, (long) KEPT)).isEqualTo((long) KEPT);
      assertThat(leaves(tree))
          .as("%s, %s", insertion, removal)
          .isLessThan(MAPPINGS / KEPT / FEW_IN_A_LEAF);
    }
  }
}
