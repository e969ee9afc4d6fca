package org.jets.ets;

/**
 * How much there may be at a time: of tables, of their objects, and of bytes that these take. An
 * insert or update that would go beyond it fails with {@link SystemLimitException} and changes
 * nothing; so does the making of a table.
 *
 * <p>Bytes are estimated: what a term takes with compressed references, terms that are shared
 * counted each time, plus {@value #OBJECT_BYTES} for each object's place in the table.
 *
 * @param tables how many tables
 * @param objects how many objects in all of them
 * @param bytes how many bytes these take
 */
public record Quota(long tables, long objects, long bytes) {
  /** What each object takes beside its terms. */
  static final int OBJECT_BYTES = 48;

  /** As much as there is memory. */
  public static final Quota UNLIMITED = new Quota(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is negative
   */
  public Quota {
    check("tables", tables);
    check("objects", objects);
    check("bytes", bytes);
  }

  private static void check(String name, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: >= 0)");
    }
  }

  /** Returns this with another number of tables. */
  public Quota withTables(long number) {
    return new Quota(number, objects, bytes);
  }

  /** Returns this with another number of objects. */
  public Quota withObjects(long number) {
    return new Quota(tables, number, bytes);
  }

  /** Returns this with another number of bytes. */
  public Quota withBytes(long number) {
    return new Quota(tables, objects, number);
  }
}
