package org.jets.terms;

/**
 * What a decoder of the {@linkplain ExternalTermFormat external term format} takes. Immutable.
 *
 * <p>Each limit is for one call. With whatever limits, memory is claimed only as far as the bytes
 * that are there can fill it: a length that is not true costs nothing.
 */
public final class DecodeOptions {
  /** More bytes than a binary can have. */
  private static final int NO_VIEWS = Integer.MAX_VALUE;

  /** The defaults that each option names. */
  public static final DecodeOptions DEFAULT =
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

  /** Sets how many bytes of input one term may take: by default 256 MiB. */
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

  /** Sets how many bytes a compressed term may expand to: by default 256 MiB. */
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
   * Sets how deep terms may be nested: by default 10,000,000. A tuple, record, list, map or local
   * fun is one level, also where it has nothing in it; a list written as the tail of a list is one
   * more.
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

  /** Sets how many atoms may be made that there were not before: by default 65,536. */
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
   * Sets how many bytes an integer may have: by default 1 MiB. (The largest integer of OTP 29 has
   * 524,280.)
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
   * Refuses atoms that there are not yet, and external funs: Erlang's option {@code safe}, which
   * refuses external funs only where it does not know them, for input from who is not trusted. By
   * default off.
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
   * Makes binaries views of the input where that is an array or a buffer that has one, and of the
   * decoder's own copy of the input elsewhere, instead of copying each: see {@link Binary#view} for
   * what that asks of the caller. By default off.
   */
  public DecodeOptions withViews(boolean enabled) {
    return withViewsFrom(enabled ? 0 : NO_VIEWS);
  }

  /**
   * As {@link #withViews}, but only for binaries of so many bytes or more: for input that is mostly
   * one large binary, which keeps little else in memory then.
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
   * Whether the byte 131 must come first, as it does by default in whatever travels alone. Terms
   * inside a message between nodes stand without it, and are never compressed.
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

  /** Returns how many bytes of input one term may take. */
  public int maxEncodedBytes() {
    return maxEncodedBytes;
  }

  /** Returns how many bytes a compressed term may expand to. */
  public int maxUncompressedBytes() {
    return maxUncompressedBytes;
  }

  /** Returns how deep terms may be nested. */
  public int maxDepth() {
    return maxDepth;
  }

  /** Returns how many atoms may be made that there were not before. */
  public int maxNewAtoms() {
    return maxNewAtoms;
  }

  /** Returns how many bytes an integer may have. */
  public int maxIntegerBytes() {
    return maxIntegerBytes;
  }

  /** Whether new atoms and external funs are refused. */
  public boolean safe() {
    return safe;
  }

  /** Whether all binaries are views of the input. */
  public boolean views() {
    return viewsFrom == 0;
  }

  /** Returns how many bytes a binary has at least that is a view of the input. */
  public int viewsFrom() {
    return viewsFrom;
  }

  /** Whether the byte 131 must come first. */
  public boolean versionByte() {
    return versionByte;
  }
}
