package org.jets.bench.maps;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.LongStream;
import org.jets.bench.harness.HeapSize;
import org.jets.bench.maps.MeasuredMap.Goals;

/**
 * Bytes that maps take on the heap, as JOL sees them: for each entry, in the mean over sizes from
 * one doubling of the table to the next, and what is left of it when nine keys of ten have gone.
 */
public final class MapMemory {
  private static final String FORMAT = "%-36s %12s %-6s %-8s %12s  %-8s %s";
  private static final int SMALLEST = 1 << 16;
  private static final Object VALUE = 1;
  private static final long BOXED_KEY = HeapSize.ofObject(Long.MAX_VALUE);

  private static final double FOOTPRINT_LIMIT = 0.25;

  private MapMemory() {}

  public static void addTo(List<String> lines) {
    lines.add("");
    lines.add(
        "Bytes for each entry beyond boxed key and value, and footprint after 90 % are removed");
    lines.add("as a part of the whole; of maps that hold longs, beyond the value, by JOL:");
    lines.add(
        String.format(FORMAT, "", "for each", "goal", "", "footprint", "goal", "").stripTrailing());
    for (MeasuredMap map : MeasuredMap.values()) {
      lines.add(line(map));
    }
    lines.add(HeapSize.layout());
  }

  private static String line(MeasuredMap map) {
    double bytes = bytesOfEntry(map);
    double left = leftAfterRemoval(map);
    Goals goals = map.goals();
    return String.format(
            Locale.ROOT,
            FORMAT,
            map.abbreviation(),
            String.format(Locale.ROOT, "%.1f", bytes),
            goals == null ? "" : "<= " + goals.bytes(),
            goals == null ? "" : verdict(bytes <= goals.bytes()),
            String.format(Locale.ROOT, "%.2f", left),
            goals == null ? "" : "<= " + FOOTPRINT_LIMIT,
            goals == null ? "" : verdict(left <= FOOTPRINT_LIMIT))
        .stripTrailing();
  }

  private static String verdict(boolean reached) {
    return reached ? "reached" : "missed";
  }

  private static double bytesOfEntry(MeasuredMap kind) {
    double all =
        HeapSize.ofEntry(
            entries -> {
              MapAccess map = kind.newMap();
              keys(entries).forEach(key -> map.put(key, VALUE));
              return map.map();
            });
    return all - (kind.holdsLongs() ? 0 : BOXED_KEY);
  }

  private static double leftAfterRemoval(MeasuredMap kind) {
    MapAccess map = kind.newMap();
    keys(SMALLEST).forEach(key -> map.put(key, VALUE));
    long peak = size(map);
    keys(SMALLEST).skip(SMALLEST / 10).forEach(map::remove);
    return (double) size(map) / peak;
  }

  private static long size(MapAccess map) {
    return HeapSize.ofGraph(map.map()) - HeapSize.ofObject(VALUE);
  }

  private static LongStream keys(int count) {
    // Beyond the longs that the JDK keeps boxed, which would be shared.
    return new Random(7).longs(1 << 16, Long.MAX_VALUE).distinct().limit(count);
  }
}
