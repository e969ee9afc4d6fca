package org.jets.bench.radix;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The reads that a search in a tree depends on: at each step a node, its version, a place, and what
 * was found from that place on. If all is the same once more, it was the same at the moment
 * between, and the search is of that moment. For one thread.
 *
 * <p>What is at a place is not enough, since a leaf may have come and gone there. Then the version
 * has been counted up: see {@link InnerNode} for the order of these reads. A leaf or node that has
 * left its place never returns. So locks need not be looked at, and a thread that stands still in
 * the middle of a change keeps no search from its end.
 */
final class PathTrace {
  /** The beginning of a step that asks for one place alone. */
  static final int EXACTLY = Integer.MIN_VALUE;

  private static final int NUMBERS = 3;

  private final boolean descending;
  private @Nullable HeadNode head;
  private @Nullable Object root;
  private int rootVersion;
  private int steps;
  private InnerNode[] nodes = new InnerNode[8];
  private @Nullable Object[] items = new @Nullable Object[8];
  private int[] numbers = new int[8 * NUMBERS];

  PathTrace(boolean descending) {
    this.descending = descending;
  }

  /** Forgets all, and notes the root. */
  void begin(HeadNode from, @Nullable Object item) {
    steps = 0;
    head = from;
    root = item;
  }

  /** Reads the version of the head, before the search begins. */
  void readVersion(HeadNode from) {
    rootVersion = from.versionAcquire();
  }

  /**
   * Notes a step.
   *
   * @param version read before the place
   * @param from where the search of the place began
   * @param to the place
   * @param item what was there
   */
  void add(InnerNode node, int version, int from, int to, @Nullable Object item) {
    if (steps == nodes.length) {
      int larger = Math.multiplyExact(steps, 2);
      InnerNode[] moreNodes = Arrays.copyOf(nodes, larger);
      items = Arrays.copyOf(items, larger);
      numbers = Arrays.copyOf(numbers, Math.multiplyExact(larger, NUMBERS));
      nodes = moreNodes;
    }
    nodes[steps] = node;
    items[steps] = item;
    int at = NUMBERS * steps;
    numbers[at] = version;
    numbers[at + 1] = from;
    numbers[at + 2] = to;
    steps++;
  }

  /** Returns true if all is still as it was found. */
  boolean isValid() {
    if (head != null && (head.childAcquire(0) != root || head.versionAcquire() != rootVersion)) {
      return false;
    }
    for (int step = 0; step < steps; step++) {
      if (!isValid(step)) {
        return false;
      }
    }
    return true;
  }

  private boolean isValid(int step) {
    InnerNode node = nodes[step];
    int at = NUMBERS * step;
    int from = numbers[at + 1];
    int to = numbers[at + 2];
    if (from != EXACTLY && (descending ? node.previous(from) : node.next(from)) != to) {
      return false;
    }
    boolean isNone = to == InnerNode.AFTER || to == InnerNode.BEFORE;
    Object item = items[step];
    if (!isNone && item != null && node.atAcquire(to) != item) {
      return false;
    }
    if (from == EXACTLY && node.atAcquire(to) != item) {
      return false;
    }
    return node.versionAcquire() == numbers[at];
  }
}
