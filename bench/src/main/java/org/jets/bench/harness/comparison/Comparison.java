package org.jets.bench.harness.comparison;

import java.util.Locale;
import org.jets.bench.harness.Structure;
import org.jets.bench.harness.Unit;

/**
 * A workload of jets beside a rival's for the same purpose.
 *
 * @param workload what is done; all comparisons of one workload are one figure
 * @param place which of several ways of ours does it, or with what; empty where there is one
 * @param unit of the workload
 * @param allocationFree whether ours is not to allocate
 */
public record Comparison(
    String workload,
    String place,
    Unit unit,
    Subject ours,
    Structure rivalStructure,
    Subject rival,
    Goal goal,
    boolean allocationFree) {
  /** The structure of all that is ours. */
  static final Structure OURS = new Structure("jets", Structure.Origin.JETS);

  /** Makes one of the time of an operation, with a goal for speed alone. */
  public Comparison(
      String workload,
      String place,
      Subject ours,
      Structure rivalStructure,
      Subject rival,
      Goal goal) {
    this(workload, place, Unit.NANOS, ours, rivalStructure, rival, goal, false);
  }

  /** Returns what is compared, in a few words. */
  public String title() {
    return place.isEmpty() ? workload : workload + ", " + place;
  }

  /** The name of its experiment. */
  String experiment() {
    return workload.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_-]+", "_");
  }
}
