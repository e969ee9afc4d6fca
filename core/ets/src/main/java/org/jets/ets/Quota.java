package org.jets.ets;

/**
 * How much there may be at a time: of tables, of their objects, and of bytes that these take. An
 * insert or update that would go beyond it fails with {@link SystemLimitException} and changes
 * nothing; so does the making of a table.
 *
 * <p>Bytes are estimated: what a term takes in this JVM, terms that are shared counted each time,
 * and whole the array of which a tail of a list or a {@linkplain org.jets.terms.Binary#view view}
 * of bytes is a part, plus {@value #OBJECT_BYTES} for each object's place in the table. A term with
 * more than 4,194,304 parts counts as 1 TB. Beside objects these count as bytes:
 *
 * <ul>
 *   <li>Keys that are deleted while their table is fixed, until it no longer is. A deletion never
 *       fails because of that; the next insert does.
 *   <li>The data of an heir, as long as the table names the heir.
 *   <li>The plans of specifications that a table keeps. Where there is no room for one the search
 *       goes on, and no plan is kept.
 * </ul>
 *
 * <p>These do not count:
 *
 * <ul>
 *   <li>Atoms, which all terms of the JVM share: what decodes them bounds how many it makes.
 *   <li>Empty tables, which count as tables. The limit of the heap counts their bytes.
 *   <li>Compiled specifications and continuations that references stand for. It is the collector
 *       that finds out whether a reference is still there, so a limit would be reached at random.
 *       Of those that nobody holds a space keeps the last 1,024 of up to 16 KB and 16 larger ones.
 *   <li>The key that a table goes on using where an object with an equal key of another form, 1.0
 *       for 1 in an ordered_set, has taken the place of the first. The limit of the heap counts
 *       large ones.
 *   <li>The order of the keys of a fixed table: some 16 bytes for each key that counts.
 *   <li>Snapshots, results, and messages that owners have not taken. The program holds these.
 * </ul>
 *
 * <p>What the whole heap has room for limits the first group too: see {@link TableSpace#limit}.
 *
 * @param tables how many tables
 * @param objects how many objects in all of them
 * @param bytes how many bytes these take
 */
public record Quota(long tables, long objects, long bytes) {
  /** What each object takes beside its terms. */
  public static final int OBJECT_BYTES = 48;

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
