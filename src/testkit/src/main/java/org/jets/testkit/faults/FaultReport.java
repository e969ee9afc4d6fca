package org.jets.testkit.faults;

import java.util.List;

/** The number of faults in a map, and the damage that they have done. */
public final class FaultReport {
  private final String map;
  private final String fault;
  private final FaultTally tally;

  FaultReport(String map, String fault, FaultTally tally) {
    this.map = map;
    this.fault = fault;
    this.tally = tally;
  }

  /** The number of faults that were thrown. */
  public long injected() {
    return tally.count(FaultTally.INJECTED);
  }

  /** A message for each damage. */
  public List<String> damages() {
    return tally.damages();
  }

  /** The meaning of the columns, and their heads. */
  public static String header() {
    return String.format(
        """
        # injected: faults thrown into operations; the other columns count operations, and should be 0
        # lost: after which a mapping is missing, there twice, or has a value that nobody gave it
        # locked: after which a lock is held, or the map stands still
        # counted: after which the size is not the number of mappings
        # unsound: with a wrong result, or after which the structure is damaged in another way
        %-26s %-19s %9s %6s %6s %7s %8s\
        """,
        "map", "fault", "injected", "lost", "locked", "counted", "unsound");
  }

  @Override
  public String toString() {
    return String.format(
        "%-26s %-19s %9d %6d %6d %7d %8d",
        map,
        fault,
        injected(),
        tally.count(FaultTally.LOST),
        tally.count(FaultTally.LOCKED),
        tally.count(FaultTally.MISCOUNTED),
        tally.count(FaultTally.UNSOUND));
  }
}
