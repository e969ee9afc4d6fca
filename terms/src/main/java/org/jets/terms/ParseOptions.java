package org.jets.terms;

/**
 * What {@link TermParser} takes. Immutable.
 *
 * <p>Each limit is for one call. A text that goes beyond one ends in a {@link TermSyntaxException}.
 */
public final class ParseOptions {
  /** The defaults that each option names. */
  public static final ParseOptions DEFAULT =
      new ParseOptions(10_000_000, 4_194_240, 1 << 20, 1 << 24, false);

  private final int maxDepth;
  private final int maxIntegerBits;
  private final int maxNewAtoms;
  private final int maxPaddingBytes;
  private final boolean safe;

  private ParseOptions(
      int maxDepth, int maxIntegerBits, int maxNewAtoms, int maxPaddingBytes, boolean safe) {
    this.maxDepth = maxDepth;
    this.maxIntegerBits = maxIntegerBits;
    this.maxNewAtoms = maxNewAtoms;
    this.maxPaddingBytes = maxPaddingBytes;
    this.safe = safe;
  }

  /**
   * Sets how deep terms may be nested: by default 10,000,000. Lists, tuples, maps, bitstrings,
   * parentheses and signs are one level each, and take about 40 bytes of memory while they are
   * open.
   */
  public ParseOptions withMaxDepth(int limit) {
    return new ParseOptions(checkLimit(limit), maxIntegerBits, maxNewAtoms, maxPaddingBytes, safe);
  }

  /**
   * Sets how many bits the absolute value of an integer may have: by default 4,194,240, as many as
   * in OTP 29, which is up to 1,262,593 decimal digits. Reading n digits takes some n^1.5 steps. So
   * all integers of a text that have more than 16,384 bits may have no more than that together, by
   * the whole bits that each digit has at least: 3 for a decimal one.
   */
  public ParseOptions withMaxIntegerBits(int limit) {
    return new ParseOptions(maxDepth, checkLimit(limit), maxNewAtoms, maxPaddingBytes, safe);
  }

  /** Sets how many atoms may be made that there were not before: by default 1,048,576. */
  public ParseOptions withMaxNewAtoms(int limit) {
    return new ParseOptions(maxDepth, maxIntegerBits, checkLimit(limit), maxPaddingBytes, safe);
  }

  /**
   * Sets how many bytes all bitstrings may have beyond eight for each character of the text, which
   * no text reaches without sizes: <code>&lt;&lt;0:8000000&gt;&gt;</code> is a megabyte in fifteen
   * characters. A bitstring inside of another counts in both. By default 16 MiB.
   */
  public ParseOptions withMaxPaddingBytes(int limit) {
    return new ParseOptions(maxDepth, maxIntegerBits, maxNewAtoms, checkLimit(limit), safe);
  }

  /**
   * Refuses atoms that there are not yet, and external funs, for input from who is not trusted. By
   * default off.
   */
  public ParseOptions withSafe(boolean enabled) {
    return new ParseOptions(maxDepth, maxIntegerBits, maxNewAtoms, maxPaddingBytes, enabled);
  }

  private static int checkLimit(int limit) {
    if (limit < 0) {
      throw new IllegalArgumentException("limit: " + limit + " (expected: >= 0)");
    }
    return limit;
  }

  /** Returns how deep terms may be nested. */
  public int maxDepth() {
    return maxDepth;
  }

  /** Returns how many bits the absolute value of an integer may have. */
  public int maxIntegerBits() {
    return maxIntegerBits;
  }

  /** Returns how many atoms may be made that there were not before: none where it is safe. */
  public int maxNewAtoms() {
    return safe ? 0 : maxNewAtoms;
  }

  /** Returns how many bytes all bitstrings may have beyond eight for each character. */
  public int maxPaddingBytes() {
    return maxPaddingBytes;
  }

  /** Whether new atoms and external funs are refused. */
  public boolean safe() {
    return safe;
  }
}
