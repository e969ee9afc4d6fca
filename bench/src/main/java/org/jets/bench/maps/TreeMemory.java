package org.jets.bench.maps;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.LongStream;
import org.jets.bench.harness.HeapSize;

/** Bytes that ordered maps take on the heap for each entry, as JOL sees them. */
public final class TreeMemory {
  private static final int ENTRIES = 1 << 17;
  private static final Object VALUE = 1;
  private static final long BOXED_KEY = HeapSize.ofObject(Long.MAX_VALUE);

  private TreeMemory() {}

  public static void addTo(List<String> lines) {
    lines.add("");
    lines.add("Bytes for each entry beyond boxed key and value, by JOL, after random insertions");
    lines.add(
        "and after insertions in order (less than none where a map keeps numbers and no keys):");
    for (MeasuredTree map : MeasuredTree.values()) {
      lines.add(line(map));
    }
    lines.add(HeapSize.layout());
  }

  private static String line(MeasuredTree map) {
    // Beyond the longs that the JDK keeps boxed, which would be shared.
    LongStream random = new Random(7).longs(1 << 16, Long.MAX_VALUE).distinct().limit(ENTRIES);
    double bytes = bytesOfEntry(map, random);
    double inOrder = bytesOfEntry(map, LongStream.range(1 << 16, (1 << 16) + ENTRIES));
    MeasuredTree.Goals goals = map.goals();
    return String.format(
            "%-36s %12s %-6s %-8s %12s",
            map.abbreviation(),
            String.format(Locale.ROOT, "%.1f", bytes),
            goals == null ? "" : "<= " + goals.bytes(),
            goals == null ? "" : bytes <= goals.bytes() ? "reached" : "missed",
            String.format(Locale.ROOT, "%.1f", inOrder))
        .stripTrailing();
  }

  private static double bytesOfEntry(MeasuredTree kind, LongStream keys) {
    TreeAccess map = kind.newMap();
    keys.forEach(key -> map.put(key, VALUE));
    long size = HeapSize.ofGraph(map.map()) - HeapSize.ofObject(VALUE);
    return (double) size / ENTRIES - (map.holdsLongs() ? 0 : BOXED_KEY);
  }
}
