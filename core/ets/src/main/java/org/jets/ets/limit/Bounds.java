package org.jets.ets.limit;

/**
 * The bounds of a table.
 *
 * @param maxObjects the largest number of objects, from 1; {@link #NONE} for any
 * @param maxBytes the largest number of bytes, from 1; {@link #NONE} for any
 * @param rejects whether a write that exceeds a bound is refused; else other keys are evicted
 */
public record Bounds(long maxObjects, long maxBytes, boolean rejects) {
  /** No bound. */
  public static final long NONE = Long.MAX_VALUE;

  /** No bounds. */
  public static final Bounds UNBOUNDED = new Bounds(NONE, NONE, false);

  public Bounds {
    check("maxObjects", maxObjects);
    check("maxBytes", maxBytes);
  }

  private static void check(String name, long number) {
    if (number < 1) {
      throw new IllegalArgumentException(name + ": " + number + " (expected: >= 1)");
    }
  }

  public Bounds withMaxObjects(long number) {
    return new Bounds(number, maxBytes, rejects);
  }

  public Bounds withMaxBytes(long number) {
    return new Bounds(maxObjects, number, rejects);
  }

  public Bounds withRejects(boolean whether) {
    return new Bounds(maxObjects, maxBytes, whether);
  }

  /** Returns whether there is a bound. */
  public boolean isBounded() {
    return maxObjects != NONE || maxBytes != NONE;
  }

  /** Returns whether keys are evicted. */
  public boolean evicts() {
    return isBounded() && !rejects;
  }

  @Override
  public String toString() {
    if (!isBounded() && !rejects) {
      return "none";
    }
    return (maxObjects == NONE ? "" : maxObjects + " objects, ")
        + (maxBytes == NONE ? "" : maxBytes + " bytes, ")
        + (rejects ? "rejects" : "evicts");
  }
}
