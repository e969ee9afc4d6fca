package org.jets.bench.locks;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;
import org.jets.bench.harness.turns.TurnLoop;
import org.jets.bench.harness.turns.TurnWork;

/**
 * Operations under locks, by turns. A workload is {@code KIND:UPDATES:WORK}: one of {@link Kind},
 * the percentage of updates, and the steps of work of its own that a thread does between two
 * operations. Contestants are names of {@link MeasuredLock}; {@code DETACHED} is the delegation
 * lock whose callers do not wait for results that they do not need.
 */
public final class LockTurns implements TurnWork {
  static final String DETACHED = "DETACHED";

  private static final int KEYS = 1 << 17;
  private static final int QUEUED = 1 << 16;
  private static final long SPREAD = 0x9e37_79b9_7f4a_7c15L;

  /** A structure that a lock guards. */
  enum Kind {
    /** One number, which each operation increments. */
    COUNTER,
    /** A priority queue: half of the operations insert, half remove the least. */
    QUEUE,
    /** A tree of numbers, half of which are present. */
    TREE
  }

  /** A workload in its parts. */
  record Workload(Kind kind, int updates, int work) {
    static Workload parse(String text) {
      String[] parts = text.split(":", -1);
      return new Workload(
          Kind.valueOf(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
    }

    @Override
    public String toString() {
      return kind + ":" + updates + ":" + work;
    }
  }

  /** For the harness. */
  public LockTurns() {}

  /** The present keys, in random order. */
  @Override
  public Object input(String workload) {
    return new Random(7).ints(0, KEYS).distinct().limit(KEYS / 2).toArray();
  }

  @Override
  public List<TurnLoop> loops(String text, Object input, String contestant, int threads) {
    Workload workload = Workload.parse(text);
    boolean isDetached = contestant.equals(DETACHED);
    OperationLock lock =
        (isDetached ? MeasuredLock.DELEGATION_READER_GROUPS : MeasuredLock.valueOf(contestant))
            .newLock();
    GuardedData data = data(workload.kind(), lock, (int[]) input, isDetached);
    List<TurnLoop> loops = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      loops.add(new LockLoop(data, workload, KEYS, (thread + 1) * SPREAD));
    }
    return loops;
  }

  private static GuardedData data(
      Kind kind, OperationLock lock, int[] present, boolean isDetached) {
    return switch (kind) {
      case COUNTER -> new GuardedCounter(lock, isDetached);
      case QUEUE -> {
        PriorityQueue<Integer> queue = new PriorityQueue<>();
        for (int i = 0; i < QUEUED; i++) {
          queue.add(present[i]);
        }
        yield new GuardedQueue(lock, queue, isDetached);
      }
      case TREE -> {
        TreeMap<Integer, Integer> tree = new TreeMap<>();
        for (int key : present) {
          tree.put(key, key);
        }
        yield new GuardedTree(lock, tree, isDetached);
      }
    };
  }
}
