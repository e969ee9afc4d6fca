package org.jets.observe;

import java.util.List;

/** The tables of a space, for management by JMX. Contents are not shown. */
public interface TablesMXBean {
  /** The number of tables that one answer has at most. */
  int MOST_TABLES = 1_000;

  /** Returns the number of tables. */
  int getTableCount();

  /** Returns how many objects all tables have. */
  long getObjects();

  /** Returns about how many bytes of the heap all tables take, as far as that is known. */
  long getBytes();

  /** Returns the number of tables that are fixed. */
  int getFixedTables();

  /** Returns how many calls and scans were slow. */
  long getSlowCalls();

  /** Returns about how many calls of tables there have been since they are timed. */
  long getCalls();

  /** Returns about how many calls of tables there were in a second. */
  long getCallsPerSecond();

  /** Returns the tables with most bytes, at most {@value #MOST_TABLES}. */
  List<TableStatus> getLargestTables();

  /**
   * Returns some of the tables in an order.
   *
   * @param order the name of a {@link TableOrder}, such as {@code size}
   * @param isDescending whether the largest are first
   * @param from the number of tables to leave out
   * @param limit the number of tables, at most {@value #MOST_TABLES}
   * @throws IllegalArgumentException if there is no such order, or a number is negative or too
   *     large
   */
  List<TableStatus> listTables(String order, boolean isDescending, int from, int limit);
}
