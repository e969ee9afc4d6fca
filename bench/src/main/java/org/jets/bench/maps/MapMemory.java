package org.jets.bench.maps;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.LongStream;
import org.jets.bench.harness.HeapSize;
import org.jets.bench.harness.Row;

/**
 * Bytes that maps take on the heap, as JOL sees them: for each entry, in the mean over sizes from
 * one doubling of the table to the next, and what is left of it when nine keys of ten have gone.
 */
public final class MapMemory {
  private static final String FORMAT = "%-36s %12s %-6s %-8s %12s  %-8s %s";
  private static final int SMALLEST = 1 << 16;
  private static final Object VALUE = 1;
  private static final long BOXED_KEY = HeapSize.ofObject(Long.MAX_VALUE);

  /**
   * @param entryLimit the most bytes for an entry; 0 where nothing was set
   * @param keyInside whether the key is part of the entry, and not an object of its own
   */
  private record Row(MeasuredMap map, int entryLimit, boolean keyInside) {}

  private static final List<Row> ROWS =
      List.of(
          new Row(MeasuredMap.SPLIT_ORDERED, 44, false),
          new Row(MeasuredMap.STRIPED, 32, false),
          new Row(MeasuredMap.LONG_SPLIT_ORDERED, 44, true),
          new Row(MeasuredMap.CONCURRENT_HASH_MAP, 0, false),
          new Row(MeasuredMap.NON_BLOCKING_HASH_MAP, 0, false),
          new Row(MeasuredMap.NON_BLOCKING_HASH_MAP_LONG, 0, true));

  private static final double FOOTPRINT_LIMIT = 0.25;

  private MapMemory() {}

  public static void addTo(List<String> lines) {
    lines.add("");
    lines.add(
        "Bytes for each entry beyond boxed key and value, and footprint after 90 % are removed");
    lines.add("as a part of the whole; of maps that hold longs, beyond the value, by JOL:");
    lines.add(
        String.format(FORMAT, "", "for each", "goal", "", "footprint", "goal", "").stripTrailing());
    for (Row row : ROWS) {
      lines.add(line(row));
    }
    lines.add(HeapSize.layout());
  }

  private static String line(Row row) {
    double bytes = bytesOfEntry(row);
    double left = leftAfterRemoval(row);
    boolean limited = row.entryLimit() != 0;
    return String.format(
            Locale.ROOT,
            FORMAT,
            row.map().title(),
            String.format(Locale.ROOT, "%.1f", bytes),
            limited ? "<= " + row.entryLimit() : "",
            limited ? verdict(bytes <= row.entryLimit()) : "",
            String.format(Locale.ROOT, "%.2f", left),
            limited ? "<= " + FOOTPRINT_LIMIT : "",
            limited ? verdict(left <= FOOTPRINT_LIMIT) : "")
        .stripTrailing();
  }

  private static String verdict(boolean reached) {
    return reached ? "reached" : "missed";
  }

  private static double bytesOfEntry(Row row) {
    double all =
        HeapSize.ofEntry(
            entries -> {
              MeasuredMap.Access map = row.map().newMap();
              keys(entries).forEach(key -> map.put(key, VALUE));
              return map.map();
            });
    return all - (row.keyInside() ? 0 : BOXED_KEY);
  }

  private static double leftAfterRemoval(Row row) {
    MeasuredMap.Access map = row.map().newMap();
    keys(SMALLEST).forEach(key -> map.put(key, VALUE));
    long peak = size(map);
    keys(SMALLEST).skip(SMALLEST / 10).forEach(map::remove);
    return (double) size(map) / peak;
  }

  private static long size(MeasuredMap.Access map) {
    return HeapSize.ofGraph(map.map()) - HeapSize.ofObject(VALUE);
  }

  private static LongStream keys(int count) {
    // Beyond the longs that the JDK keeps boxed, which would be shared.
    return new Random(7).longs(1 << 16, Long.MAX_VALUE).distinct().limit(count);
  }
}
