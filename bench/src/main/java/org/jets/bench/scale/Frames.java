package org.jets.bench.scale;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jets.collections.AdaptingTreeRegion;

/** Lines that say what shape a tree has at a moment, as the report's animation reads them. */
final class Frames {
  private static final int MOST_LEAVES = 512;

  private Frames() {}

  /**
   * Returns a line.
   *
   * @param range keys are from 0 on and below it
   * @param phase what the load is, without blanks
   */
  static String line(
      long millis, String phase, int threads, int range, List<AdaptingTreeRegion<Long>> regions) {
    String leaves =
        regions.stream()
            .limit(MOST_LEAVES)
            .map(region -> leaf(range, region))
            .collect(Collectors.joining(","));
    return "frame %d %s %d %s".formatted(millis, phase, threads, leaves);
  }

  private static String leaf(int range, AdaptingTreeRegion<Long> region) {
    Long from = region.from();
    double part = from == null ? 0 : Math.min(1, Math.max(0, (double) from / range));
    return String.format(
        Locale.ROOT,
        "%.5f:%d:%d:%d",
        part,
        region.depth(),
        region.contention(),
        Math.max(0, region.mappings()));
  }
}
