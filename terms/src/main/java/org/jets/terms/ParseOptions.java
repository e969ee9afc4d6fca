package org.jets.terms;

/**
 * The options of {@link TermParser}. Immutable.
 *
 * <p>Each limit holds for one call. A text that exceeds a limit causes a {@link
 * TermSyntaxException}.
 */
public final class ParseOptions {
  private static final ParseOptions DEFAULT =
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

  /** Returns the default options. */
  public static ParseOptions defaults() {
    return DEFAULT;
  }

  /**
   * Sets the maximum depth of nesting: by default 10,000,000. Each list, tuple, map, bitstring,
   * parenthesis and sign is one level. A level takes about 40 bytes of memory while it is open.
   */
  public ParseOptions withMaxDepth(int limit) {
    return new ParseOptions(checkLimit(limit), maxIntegerBits, maxNewAtoms, maxPaddingBytes, safe);
  }

  /**
   * Sets the maximum number of bits of the absolute value of an integer: by default 4,194,240. That
   * is the limit of OTP 29, at most 1,262,593 decimal digits.
   *
   * <p>The limit also holds for the sum of all integers of a text with more than 16,384 bits.
   * Reading n digits takes some n^1.5 steps. Before a number is read, its bits are counted as the
   * whole bits of each digit: 3 for a decimal digit.
   */
  public ParseOptions withMaxIntegerBits(int limit) {
    return new ParseOptions(maxDepth, checkLimit(limit), maxNewAtoms, maxPaddingBytes, safe);
  }

  /** Sets the maximum number of new atoms: by default 1,048,576. */
  public ParseOptions withMaxNewAtoms(int limit) {
    return new ParseOptions(maxDepth, maxIntegerBits, checkLimit(limit), maxPaddingBytes, safe);
  }

  /**
   * Sets the maximum number of bytes of all bitstrings beyond eight bytes for each character of the
   * text: by default 16 MiB. Only segments with a size exceed eight bytes for a character: <code>
   * &lt;&lt;0:8000000&gt;&gt;</code> is a megabyte in fifteen characters. A bitstring inside
   * another one counts in both.
   */
  public ParseOptions withMaxPaddingBytes(int limit) {
    return new ParseOptions(maxDepth, maxIntegerBits, maxNewAtoms, checkLimit(limit), safe);
  }

  /** Refuses new atoms and external funs, for input that is not trusted. By default off. */
  public ParseOptions withSafe(boolean enabled) {
    return new ParseOptions(maxDepth, maxIntegerBits, maxNewAtoms, maxPaddingBytes, enabled);
  }

  private static int checkLimit(int limit) {
    if (limit < 0) {
      throw new IllegalArgumentException("limit: " + limit + " (expected: >= 0)");
    }
    return limit;
  }

  /** Returns the maximum depth of nesting. */
  public int maxDepth() {
    return maxDepth;
  }

  /** Returns the maximum number of bits of the absolute value of an integer. */
  public int maxIntegerBits() {
    return maxIntegerBits;
  }

  /** Returns the maximum number of new atoms, which is 0 if {@link #safe} is set. */
  public int maxNewAtoms() {
    return safe ? 0 : maxNewAtoms;
  }

  /** Returns the maximum number of bytes of all bitstrings beyond eight for each character. */
  public int maxPaddingBytes() {
    return maxPaddingBytes;
  }

  /** Returns whether new atoms and external funs are refused. */
  public boolean safe() {
    return safe;
  }
}
