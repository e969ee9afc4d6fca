package org.jets.terms;

/**
 * The options of a decoder of the {@linkplain ExternalTermFormat external term format}, or of the
 * {@linkplain org.jets.terms.ordered.OrderedBytes ordered code}. Immutable.
 *
 * <p>Each limit holds for one call. Whatever the limits, a decoder allocates only memory that the
 * remaining bytes can fill: a false length costs nothing.
 */
public final class DecodeOptions {
  /** A length that no binary reaches. */
  private static final int NO_VIEWS = Integer.MAX_VALUE;

  private static final DecodeOptions DEFAULT =
      new DecodeOptions(1 << 28, 1 << 28, 10_000_000, 1 << 16, 1 << 20, false, NO_VIEWS, true);

  private final int maxEncodedBytes;
  private final int maxUncompressedBytes;
  private final int maxDepth;
  private final int maxNewAtoms;
  private final int maxIntegerBytes;
  private final boolean safe;
  private final int viewsFrom;
  private final boolean versionByte;

  private DecodeOptions(
      int maxEncodedBytes,
      int maxUncompressedBytes,
      int maxDepth,
      int maxNewAtoms,
      int maxIntegerBytes,
      boolean safe,
      int viewsFrom,
      boolean versionByte) {
    this.maxEncodedBytes = maxEncodedBytes;
    this.maxUncompressedBytes = maxUncompressedBytes;
    this.maxDepth = maxDepth;
    this.maxNewAtoms = maxNewAtoms;
    this.maxIntegerBytes = maxIntegerBytes;
    this.safe = safe;
    this.viewsFrom = viewsFrom;
    this.versionByte = versionByte;
  }

  /** Returns the default options. */
  public static DecodeOptions defaults() {
    return DEFAULT;
  }

  /** Sets the maximum number of bytes of input for one term: by default 256 MiB. */
  public DecodeOptions withMaxEncodedBytes(int limit) {
    return new DecodeOptions(
        checkLimit(limit),
        maxUncompressedBytes,
        maxDepth,
        maxNewAtoms,
        maxIntegerBytes,
        safe,
        viewsFrom,
        versionByte);
  }

  /** Sets the maximum number of bytes that a compressed term may expand to: by default 256 MiB. */
  public DecodeOptions withMaxUncompressedBytes(int limit) {
    return new DecodeOptions(
        maxEncodedBytes,
        checkLimit(limit),
        maxDepth,
        maxNewAtoms,
        maxIntegerBytes,
        safe,
        viewsFrom,
        versionByte);
  }

  /**
   * Sets the maximum depth of nesting: by default 10,000,000. A tuple, record, list, map or local
   * fun is one level, even if empty. A list encoded as the tail of another list is one more level.
   */
  public DecodeOptions withMaxDepth(int limit) {
    return new DecodeOptions(
        maxEncodedBytes,
        maxUncompressedBytes,
        checkLimit(limit),
        maxNewAtoms,
        maxIntegerBytes,
        safe,
        viewsFrom,
        versionByte);
  }

  /** Sets the maximum number of new atoms: by default 65,536. */
  public DecodeOptions withMaxNewAtoms(int limit) {
    return new DecodeOptions(
        maxEncodedBytes,
        maxUncompressedBytes,
        maxDepth,
        checkLimit(limit),
        maxIntegerBytes,
        safe,
        viewsFrom,
        versionByte);
  }

  /**
   * Sets the maximum number of bytes of an integer: by default 1 MiB. The largest integer of OTP 29
   * has 524,280 bytes.
   */
  public DecodeOptions withMaxIntegerBytes(int limit) {
    return new DecodeOptions(
        maxEncodedBytes,
        maxUncompressedBytes,
        maxDepth,
        maxNewAtoms,
        checkLimit(limit),
        safe,
        viewsFrom,
        versionByte);
  }

  /**
   * Refuses new atoms and all external funs, for input that is not trusted: Erlang's option {@code
   * safe}. Erlang refuses only external funs that it does not know. By default off.
   */
  public DecodeOptions withSafe(boolean enabled) {
    return new DecodeOptions(
        maxEncodedBytes,
        maxUncompressedBytes,
        maxDepth,
        maxNewAtoms,
        maxIntegerBytes,
        enabled,
        viewsFrom,
        versionByte);
  }

  /**
   * Makes each binary a view of the input instead of a copy, if the input is an array or a buffer
   * with an array. For other input, the binaries are views of the decoder's own copy. {@link
   * Binary#view} names the caller's duties. By default off.
   *
   * <p>A binary that contains a zero byte has another form in the {@linkplain
   * org.jets.terms.ordered.OrderedBytes ordered code}, and so is copied from there.
   */
  public DecodeOptions withViews(boolean enabled) {
    return withViewsFrom(enabled ? 0 : NO_VIEWS);
  }

  /**
   * Makes binaries of at least this many bytes views of the input; see {@link #withViews}. This
   * suits input that is mostly one large binary, since the view then keeps little else in memory.
   *
   * @throws IllegalArgumentException if the number is negative
   */
  public DecodeOptions withViewsFrom(int bytes) {
    return new DecodeOptions(
        maxEncodedBytes,
        maxUncompressedBytes,
        maxDepth,
        maxNewAtoms,
        maxIntegerBytes,
        safe,
        checkLimit(bytes),
        versionByte);
  }

  /**
   * Sets whether the input must begin with the byte 131: by default on, for terms that travel
   * alone. Terms inside a message between nodes have no such byte, and are never compressed.
   */
  public DecodeOptions withVersionByte(boolean enabled) {
    return new DecodeOptions(
        maxEncodedBytes,
        maxUncompressedBytes,
        maxDepth,
        maxNewAtoms,
        maxIntegerBytes,
        safe,
        viewsFrom,
        enabled);
  }

  private static int checkLimit(int limit) {
    if (limit < 0) {
      throw new IllegalArgumentException("limit: " + limit + " (expected: >= 0)");
    }
    return limit;
  }

  /** Returns the maximum number of bytes of input for one term. */
  public int maxEncodedBytes() {
    return maxEncodedBytes;
  }

  /** Returns the maximum number of bytes that a compressed term may expand to. */
  public int maxUncompressedBytes() {
    return maxUncompressedBytes;
  }

  /** Returns the maximum depth of nesting. */
  public int maxDepth() {
    return maxDepth;
  }

  /** Returns the maximum number of new atoms. */
  public int maxNewAtoms() {
    return maxNewAtoms;
  }

  /** Returns the maximum number of bytes of an integer. */
  public int maxIntegerBytes() {
    return maxIntegerBytes;
  }

  /** Returns whether new atoms and external funs are refused. */
  public boolean safe() {
    return safe;
  }

  /** Returns whether all binaries are views of the input. */
  public boolean views() {
    return viewsFrom == 0;
  }

  /** Returns the least size in bytes of a binary that is a view of the input. */
  public int viewsFrom() {
    return viewsFrom;
  }

  /** Returns whether the byte 131 must come first. */
  public boolean versionByte() {
    return versionByte;
  }
}
