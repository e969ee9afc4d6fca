package org.jets.ets.eviction;

import java.util.ArrayList;
import java.util.List;
import org.jets.ets.cell.ObjectList;

/** Compares the policy of a store with its cells, for the tests of other packages. */
public final class Ranks {
  private Ranks() {}

  /** Returns where the policy of a store that is at rest disagrees with its cells. */
  public static List<String> disagreements(BoundedStore store) {
    long[] found = new long[4];
    store
        .heldCells()
        .forEachRemaining(
            held -> {
              RankedCell cell = (RankedCell) held;
              found[0]++;
              found[1] += ObjectList.count(cell);
              found[2] += cell.weight();
              found[3] += cell.isLinked() && !cell.isRetired() ? 0 : 1;
            });
    EvictionPolicy policy = store.policy();
    List<String> disagreements = new ArrayList<>();
    compare(disagreements, "keys", found[0], policy.keys());
    compare(disagreements, "objects", found[1], policy.objects());
    compare(disagreements, "bytes", found[2], policy.bytes());
    compare(disagreements, "cells that are not linked", found[3], 0);
    compare(disagreements, "size", found[1], store.size());
    return disagreements;
  }

  private static void compare(List<String> disagreements, String what, long cells, long ranks) {
    if (cells != ranks) {
      disagreements.add(what + ": " + cells + " by the cells, " + ranks + " by the policy");
    }
  }

  /** Returns the weight of all cells. */
  public static long bytes(BoundedStore store) {
    return store.policy().bytes();
  }
}
