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
  private final long calls;
  private final long callsPerSecond;
  private final long mostNanos;
  private final boolean hasFailedLog;
  private final Map<SortedBy, List<TableRow>> sorted = new ConcurrentHashMap<>();

  private record SortedBy(TableOrder order, boolean isDescending) {}

  /**
   * Creates a census.
   *
   * @param calls the calls of all tables so far, those of deleted ones too
   */
  TableCensus(Instant time, List<TableRow> rows, long calls) {
    this.time = time;
    this.calls = calls;
    this.rows = List.copyOf(rows);
    long allObjects = 0;
    long allBytes = 0;
    long inSecond = 0;
    long most = -1;
    boolean isFailed = false;
    for (TableRow row : rows) {
      allObjects += row.facts().size();
      allBytes += Math.max(row.bytes(), 0);
      inSecond += Math.max(row.callsPerSecond(), 0);
      most = Math.max(most, row.mostNanos());
      isFailed |= row.facts().hasFailedLog();
    }
    this.objects = allObjects;
    this.bytes = allBytes;
    this.callsPerSecond = inSecond;
    this.mostNanos = most;
    this.hasFailedLog = isFailed;
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

  /** Returns about how many calls of all tables there have been, those of deleted tables too. */
  public long calls() {
    return calls;
  }

  /** Returns about how many calls of all tables there were in a second, as far as it is known. */
  public long callsPerSecond() {
    return callsPerSecond;
  }

  /**
   * Returns the largest {@link TableRow#mostNanos} of a table; -1 if there were no calls lately.
   */
  public long mostNanos() {
    return mostNanos;
  }

  /** Returns whether the log of a durable table has failed. */
  public boolean hasFailedLog() {
    return hasFailedLog;
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
