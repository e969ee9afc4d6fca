package org.jets.ets;

/**
 * The limits of tables, of their objects, and of the bytes of these objects at a time. An insert or
 * update that would exceed one fails with {@link SystemLimitException} and changes nothing. So does
 * the creation of a table.
 *
 * <p>Bytes are an estimate of the memory that terms take in this JVM, plus {@value #OBJECT_BYTES}
 * for each object's place in the table. A shared term counts each time. A tail of a list, or a
 * {@linkplain org.jets.terms.Binary#view view} of bytes, counts with the whole array that it is a
 * part of. A term with more than 4,194,304 parts counts as 1 TB. Beside objects these count as
 * bytes:
 *
 * <ul>
 *   <li>The key that a store has for an object which is {@linkplain org.jets.terms.Tuple#packed
 *       packed} and has no object for its key.
 *   <li>Keys that are deleted while their table is fixed, until it is released. A deletion never
 *       fails because of that; the next insert does.
 *   <li>The data of an heir, as long as the table names the heir.
 *   <li>The plans of specifications that a table keeps. If there is no room for one, the search
 *       proceeds, and the plan is not kept.
 * </ul>
 *
 * <p>These do not count:
 *
 * <ul>
 *   <li>Atoms, which all terms of the JVM share. Decoders bound the number of atoms that they make.
 *   <li>Empty tables, which count as tables. The limit of the heap counts their bytes.
 *   <li>Compiled specifications and continuations that references stand for. Only the collector
 *       detects whether a reference is still reachable, so a limit would be reached at random. Of
 *       those that no program holds, a space keeps the last 1,024 of up to 16 KB and 16 larger
 *       ones.
 *   <li>The key that a table still uses after another object has replaced the first, with an equal
 *       key of another form. An example is 1.0 for 1 in an ordered_set. The limit of the heap
 *       counts large ones.
 *   <li>The order of the keys of a fixed table: some 16 bytes for each key that counts.
 *   <li>Snapshots, results, and messages that owners have not taken. The program holds these.
 * </ul>
 *
 * <p>The size of the heap limits the first group too: see {@link TableSpace#limit}.
 *
 * @param tables the largest number of tables
 * @param objects the largest number of objects in all of them
 * @param bytes the largest number of bytes of these
 */
public record Quota(long tables, long objects, long bytes) {
  /** The bytes of each object beside its terms. */
  public static final int OBJECT_BYTES = 48;

  /** No limit except memory. */
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
