package org.jets.observe;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The tables of a space at about one time. Immutable. Sorting happens once for each order that is
 * asked for.
 */
public final class TableCensus {
  private final Instant time;
  private final List<TableRow> rows;
  private final long objects;
  private final long bytes;
  private final Map<SortedBy, List<TableRow>> sorted = new ConcurrentHashMap<>();

  private record SortedBy(TableOrder order, boolean isDescending) {}

  TableCensus(Instant time, List<TableRow> rows) {
    this.time = time;
    this.rows = List.copyOf(rows);
    long allObjects = 0;
    long allBytes = 0;
    for (TableRow row : rows) {
      allObjects += row.facts().size();
      allBytes += Math.max(row.bytes(), 0);
    }
    this.objects = allObjects;
    this.bytes = allBytes;
  }

  /** Returns the time. */
  public Instant time() {
    return time;
  }

  /** Returns all tables, in no order. */
  public List<TableRow> rows() {
    return rows;
  }

  /** Returns how many objects all tables have. */
  public long objects() {
    return objects;
  }

  /** Returns about how many bytes all tables take, as far as that is known. */
  public long bytes() {
    return bytes;
  }

  /** Returns all tables in an order. */
  public List<TableRow> sorted(TableOrder order, boolean isDescending) {
    return sorted.computeIfAbsent(new SortedBy(order, isDescending), this::sort);
  }

  private List<TableRow> sort(SortedBy by) {
    List<TableRow> all = new ArrayList<>(rows);
    all.sort(by.order().comparator(by.isDescending()));
    return List.copyOf(all);
  }

  /** Returns the tables that are fixed, the longest first; at most a number of them. */
  public List<TableRow> fixed(int most) {
    return rows.stream()
        .filter(row -> row.fixedNanos() >= 0)
        .sorted(TableOrder.FIXED.comparator(true))
        .limit(most)
        .toList();
  }
}
